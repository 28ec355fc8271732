//go:build browser

package web

import (
	"context"
	"errors"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"marketd/market"
)

// shot is a page to photograph, as a visitor or signed in.
type shot struct {
	name, path, as string
	browser        *browser // that of the shot, when signing in is not enough
}

func publicShots(t *testing.T, w *world) []shot {
	t.Helper()
	secret, err := w.accounts.Invite(t.Context(), market.RoleAdmin)
	if err != nil {
		t.Fatal(err)
	}
	return []shot{
		{"home", "/", "", nil},
		{"home-search", "/?q=%E5%A4%A9%E6%B0%94", "", nil},
		{"home-none", "/?cat=weather&health=gone", "", nil},
		{"home-signed", "/?health=down", reviewerEmail, nil},
		{"listing", "/listings/weather-demo", "", nil},
		{"listing-long", "/listings/credit-open", "", nil},
		{"listing-down", "/listings/geo-tools", "", nil},
		{"listing-unmeasured", "/listings/units", devEmail, nil},
		{"signin", "/signin", "", nil},
		{"signin-desk", "/signin?next=/desk", "", nil},
		{"signup", "/signup", "", nil},
		{"setup", "/setup/" + secret, "", nil},
		{"rules", "/rules#DSC-003", "", nil},
		{"rule", "/rules/HLT-001", "", nil},
		{"prober", "/prober", "", nil},
		{"demo", "/demo", "", nil},
		{"error-listing", "/listings/weather-dmeo", "", nil},
		{"error-page", "/no/such/page", "", nil},
		{"error-forbidden", "/desk", devEmail, nil},
	}
}

// TestShots photographs every page in both languages, on a phone and a desk,
// in both themes, into tmp/shots under the project's root. It fails when a
// page is wider than its window or breaks its content policy. SHOTS, when it
// is set, is a pattern of the names wanted.
func TestShots(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.Demo = shotDemo{} })
	w.list(sampleListings()...)
	w.probed(sampleProbes("weather-demo", 70)...)
	shots := append(publicShots(t, w), signedShots(t, w)...)
	shootAll(t, w, append(shots, ownCheckShots(t, w)...))
}

// shootAll photographs the pages.
func shootAll(t *testing.T, w *world, shots []shot) {
	t.Helper()
	dir := filepath.Join("..", "tmp", "shots")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	ctx := chrome(t)
	for _, s := range shots {
		if ok, _ := filepath.Match(or(os.Getenv("SHOTS"), "*"), s.name); !ok {
			continue
		}
		for _, language := range []string{"zh-CN", "en"} {
			for _, theme := range []string{"light", "dark"} {
				for _, width := range []int64{390, 1280} {
					name := s.name + "-" + language[:2] + "-" + theme + "-" + map[int64]string{390: "390", 1280: "1280"}[width]
					shoot(ctx, t, w, s, map[string]string{languageCookie: language, themeCookie: theme}, width, filepath.Join(dir, name+".png"))
				}
			}
		}
	}
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// chrome starts a browser that ends with the test.
func chrome(t *testing.T) context.Context {
	t.Helper()
	var path string
	for _, name := range []string{"chromium", "chromium-headless-shell", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("no browser: apt-get install chromium fonts-noto-cjk")
		}
		t.Skip("no browser: apt-get install chromium fonts-noto-cjk")
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.Flag("hide-scrollbars", true))
	alloc, cancelAlloc := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(cancelAlloc)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	ctx, cancelTime := context.WithTimeout(ctx, 10*time.Minute)
	t.Cleanup(cancelTime)
	return ctx
}

func shoot(ctx context.Context, t *testing.T, w *world, s shot, cookies map[string]string, width int64, file string) {
	t.Helper()
	b := s.browser
	switch {
	case b != nil:
	case s.as != "":
		b = w.signedIn(s.as)
	default:
		b = w.browser()
	}
	home, err := url.Parse(w.http.URL)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, network.ClearBrowserCookies, struct{}{}); err != nil {
		t.Fatal(err)
	}
	for _, c := range b.client.Jar.Cookies(home) {
		cookies[c.Name] = c.Value
	}
	for name, value := range cookies {
		if _, err := chromedp.Call(ctx, network.SetCookie, network.SetCookieParams{Name: name, Value: value, URL: w.http.URL}); err != nil {
			t.Fatal(err)
		}
	}
	wide, png, err := photograph(ctx, w.http.URL+s.path, width)
	for range 2 { // a browser may lose a page that changes as its picture is taken, and never answer
		if !errors.Is(err, context.DeadlineExceeded) {
			break
		}
		wide, png, err = photograph(ctx, w.http.URL+s.path, width)
	}
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	if wide > width {
		t.Errorf("%s is %d px wide in a window of %d", filepath.Base(file), wide, width)
	}
	if err := os.WriteFile(file, png, 0o644); err != nil {
		t.Fatal(err)
	}
}

// photograph opens a page in a window so wide, within half a minute. It returns how
// wide the page is, and its picture.
func photograph(ctx context.Context, address string, width int64) (wide int64, png []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 900), chromedp.Navigate("about:blank"), chromedp.Navigate(address)); err != nil {
		return 0, nil, err
	}
	if wide, err = chromedp.Run(ctx, chromedp.Evaluate[int64](`document.documentElement.scrollWidth`)); err != nil {
		return 0, nil, err
	}
	png, err = chromedp.Run(ctx, chromedp.FullScreenshot(100))
	return wide, png, err
}

// shotDemo is a demo with one server of each state.
type shotDemo struct{}

func (shotDemo) Servers() []DemoServer {
	act := func(name, zh, en string) DemoAction { return DemoAction{name, market.Text{ZH: zh, EN: en}} }
	return []DemoServer{
		{Name: "weather", URL: "http://127.0.0.1:9101/mcp", State: "up", Summary: market.Text{ZH: "一个好的天气服务：说明清楚，参数齐全。", EN: "A good weather server: clear texts, whole schemas."}},
		{Name: "flaky", URL: "http://127.0.0.1:9109/mcp", State: "down", Summary: market.Text{ZH: "可以停机、再启动，看状态怎么变。", EN: "Goes down and up on request."}, Actions: []DemoAction{act("up", "启动", "Start")}},
		{Name: "placeholder", URL: "http://127.0.0.1:9103/mcp", State: "broken", Summary: market.Text{ZH: "说明是占位文字，会被拒绝；修好后可重新提交。", EN: "Placeholder descriptions: refused until mended."}, Actions: []DemoAction{act("mend", "修好", "Mend")}},
	}
}
func (shotDemo) Do(string, string) error { return nil }
func (shotDemo) Accounts() []DemoAccount {
	return []DemoAccount{{market.RoleDeveloper, "dev@demo.test", "demo-developer"}, {market.RoleReviewer, "reviewer@demo.test", "demo-reviewer"}}
}
