//go:build browser

package e2e

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// dot is a picture of 300 pixels a side with a comment behind it.
func dot(t *testing.T) string {
	t.Helper()
	m := image.NewPaletted(image.Rect(0, 0, 300, 300), color.Palette{color.Transparent, color.NRGBA{0xc0, 0x40, 0x20, 0xff}})
	for y := range 300 {
		for x := range 300 {
			if dx, dy := x-150, y-150; dx*dx+dy*dy < 120*120 {
				m.SetColorIndex(x, y, 1)
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	b.WriteString("<script>alert(1)</script>")
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes())
}

// loaded is how wide the picture is that the browser got.
func (b *browser) loaded(sel string) int64 {
	ctx, cancel := context.WithTimeout(b.ctx, 5*time.Second)
	defer cancel()
	width, err := chromedp.Run(ctx, chromedp.Evaluate[int64](`(document.querySelector('`+sel+`') || {}).naturalWidth || 0`))
	if err != nil {
		return 0
	}
	return width
}

// A publisher's icon is seen in the preview, by the reviewer, and on the
// listing, each time as the market drew it.
func TestIcon(t *testing.T) {
	t.Parallel()
	p := start(t, "--demo", "--data", t.TempDir())
	d := readDemo(t, p)
	dev, reviewer := newBrowser(t, p.URL, true), newBrowser(t, p.URL, true)
	dev.signIn("dev@demo.test", d.passwords["dev@demo.test"])
	reviewer.signIn("reviewer@demo.test", d.passwords["reviewer@demo.test"])
	sees := func(b *browser, what string) {
		t.Helper()
		eventually(t, 30*time.Second, "the icon "+what, func() bool { return b.loaded("img.tile") == 256 })
	}

	dev.open("/submit")
	dev.fill("#url", d.servers["weather"])
	dev.fill("#id", "city-weather")
	dev.fill("#name", "天气 weather")
	dev.fill("#desc", "查询国内城市的实时天气与七日预报")
	dev.choose("#cat", "weather")
	dev.fill("#icon", dot(t))
	dev.fill("#region", "只在中国大陆的网络可用")
	dev.click(`button[name=do][value=check]`)
	dev.sees(`[data-testid=verdict]`, "the check's result")
	sees(dev, "in the preview")
	dev.click("#agree")
	dev.click(`button[name=do][value=submit]`)
	dev.sees(`[data-testid=stage][data-stage=in_review]`, "checked and pending")

	reviewer.open("/desk?q=city-weather")
	reviewer.click(`[data-testid=row] a`)
	reviewer.wait(`[data-testid=evidence]`)
	sees(reviewer, "at the desk")
	approve(t, reviewer, "city-weather")

	dev.open("/listings/city-weather")
	sees(dev, "on the listing")
	var doc struct {
		Packages []struct{ ID, Icon string }
	}
	if err := json.Unmarshal(fetch(t, client(t), p.URL+"/market/registry.json"), &doc); err != nil {
		t.Fatal(err)
	}
	for _, l := range doc.Packages {
		if l.ID != "city-weather" {
			continue
		}
		served := fetch(t, client(t), p.URL+l.Icon)
		if m, err := png.Decode(bytes.NewReader(served)); err != nil || m.Bounds().Dx() != 256 || strings.Contains(string(served), "script") {
			t.Errorf("%s: %v, %v", l.Icon, m, err)
		}
		p.stop(t)
		return
	}
	t.Errorf("city-weather is not in the catalog: %+v", doc)
}
