//go:build browser

package web

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"marketd/market"
)

// sun is a picture with soft edges on nothing, dark enough to be lost on a dark page.
func sun(t *testing.T) []byte {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, 256, 256))
	for y := range 256 {
		for x := range 256 {
			dx, dy := x-128, y-128
			switch d := dx*dx + dy*dy; {
			case d < 60*60:
				m.Set(x, y, color.NRGBA{0xf0, 0xa0, 0x10, 0xff})
			case d < 110*110 && (dx*dy > -600 && dx*dy < 600 || dx*dx-dy*dy > -1200 && dx*dx-dy*dy < 1200):
				m.Set(x, y, color.NRGBA{0x30, 0x20, 0x10, 0xff})
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestIconShots photographs cards and a listing with an icon, as [TestShots]
// does its pages.
func TestIconShots(t *testing.T) {
	w := newWorld(t)
	picture := sun(t)
	listings := sampleListings()
	listings[0].Icon = market.IconHash(picture)
	listings[0].Entry.Region, listings[0].Entry.Support = "只在中国大陆的网络可用", "mailto:help@weather-demo.example.com"
	listings[0].Entry.Changes = "加了七日预报；城市查询现在也认拼音。"
	w.list(listings...)
	pages := w.http.Config.Handler
	w.http.Close()
	w.http = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { // the API's part
		if strings.HasPrefix(r.URL.Path, "/icons/") {
			rw.Header().Set("Content-Type", "image/png")
			_, _ = rw.Write(picture)
			return
		}
		pages.ServeHTTP(rw, r)
	}))
	t.Cleanup(w.http.Close)
	w.examines(func(e market.Entry) market.Examined {
		x := good(e)
		x.Probe.Visits.Icon = &market.IconFacts{PNG: picture}
		return x
	})
	visitor := w.browser()
	check, _ := visitor.check(formOf("weather-demo-2", "icon", "https://weather-demo-2.example.com/icon.png", "region", "只在中国大陆的网络可用")...)
	sub := w.submitted(devEmail, "weather-demo-3", func(e market.Entry) market.Examined {
		x := suspicious(e)
		x.Probe.Visits.Icon = &market.IconFacts{PNG: picture}
		return x
	})
	dir := filepath.Join("..", "tmp", "shots")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	ctx := chrome(t)
	for _, s := range []shot{
		{"icon-home", "/", "", nil},
		{"icon-listing", "/listings/weather-demo", "", nil},
		{"icon-submit", check, "", visitor},
		{"icon-desk", "/desk/" + sub.ID, reviewerEmail, nil},
	} {
		for _, look := range []struct {
			language, theme string
			width           int64
		}{{"zh-CN", "light", 1280}, {"en", "dark", 1280}, {"zh-CN", "dark", 390}, {"en", "light", 390}} {
			name := s.name + "-" + look.language[:2] + "-" + look.theme + map[int64]string{390: "-390", 1280: "-1280"}[look.width]
			shoot(ctx, t, w, s, map[string]string{languageCookie: look.language, themeCookie: look.theme}, look.width, filepath.Join(dir, name+".png"))
		}
	}
}
