//go:build browser

package e2e

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// browser is one person at a Chromium.
type browser struct {
	t    *testing.T
	ctx  context.Context
	base string
}

// newBrowser starts a Chromium with a fresh profile that speaks English.
func newBrowser(t *testing.T, base string, script bool) *browser {
	t.Helper()
	path := chromium(t)
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WindowSize(1280, 1000),
		chromedp.Flag("ignore-certificate-errors", true), chromedp.Flag("lang", "en"), chromedp.Flag("accept-lang", "en"),
	)
	alloc, cancelAlloc := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(cancelAlloc)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	b := &browser{t: t, ctx: ctx, base: base}
	// The first action starts the browser, which lives as long as its context.
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	if !script {
		_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		if err != nil {
			t.Fatal(err)
		}
	}
	return b
}

func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-headless-shell", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("no browser: apt-get install chromium fonts-noto-cjk")
	}
	t.Skip("no browser: apt-get install chromium fonts-noto-cjk")
	return ""
}

func (b *browser) do(a chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 30*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, a); err != nil {
		b.t.Fatalf("%v\nat %s:\n%.2000s", err, b.url(), b.text("body"))
	}
}

// open goes to an address. A page that reloads itself at that very moment
// aborts the first try, as it would a person's click.
func (b *browser) open(path string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 30*time.Second)
	defer cancel()
	err := chromedp.Do(ctx, chromedp.Navigate(b.base+path))
	if err != nil && strings.Contains(err.Error(), "net::ERR_ABORTED") {
		err = chromedp.Do(ctx, chromedp.Navigate(b.base+path))
	}
	if err != nil {
		b.t.Fatalf("open %s: %v", path, err)
	}
}

func (b *browser) click(sel string) { b.t.Helper(); b.do(chromedp.Click(chromedp.CSS(sel))) }
func (b *browser) wait(sel string)  { b.t.Helper(); b.do(chromedp.WaitVisible(chromedp.CSS(sel))) }

// fill types into an empty field.
func (b *browser) fill(sel, text string) {
	b.t.Helper()
	b.do(chromedp.SendKeys(chromedp.CSS(sel), text))
}

func (b *browser) choose(sel, value string) {
	b.t.Helper()
	b.do(chromedp.SetValue(chromedp.CSS(sel), value))
}

func (b *browser) url() string {
	ctx, cancel := context.WithTimeout(b.ctx, 5*time.Second)
	defer cancel()
	at, err := chromedp.Run(ctx, chromedp.Location())
	if err != nil {
		return err.Error()
	}
	return at
}

// text is what a person reads in the first element of the selector; "" when
// there is none. A page that is replaced while it is read is read again.
func (b *browser) text(sel string) string {
	ctx, cancel := context.WithTimeout(b.ctx, 5*time.Second)
	defer cancel()
	for ctx.Err() == nil {
		if s, err := chromedp.Run(ctx, chromedp.Text(chromedp.CSS(sel))); err == nil {
			return s
		}
	}
	return ""
}

// sees waits until a page that has arrived whole has the selector: what is
// below it is there too. A page that refreshes itself is not disturbed.
func (b *browser) sees(sel, what string) {
	b.t.Helper()
	eventually(b.t, 60*time.Second, what+" ("+sel+")", func() bool {
		ctx, cancel := context.WithTimeout(b.ctx, time.Second)
		defer cancel()
		if _, err := chromedp.Run(ctx, chromedp.Nodes(chromedp.CSS(sel))); err != nil {
			return false
		}
		state, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.readyState`))
		return err == nil && state == "complete"
	})
}

func (b *browser) signIn(email, password string) {
	b.t.Helper()
	b.open("/signin")
	b.fill("#email", email)
	b.fill("#password", password)
	b.click(`form[action="/signin"] button[type=submit]`)
	b.sees(`form[action="/signout"]`, "signed in as "+email)
}
