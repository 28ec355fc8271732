//go:build browser

package web

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// On a phone the header has two rows at most, what is beside the logo opens and
// works, and no word of a parameter's type is broken.
func TestPhone(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.Demo = shotDemo{} })
	w.list(sampleListings()...)
	ctx := chrome(t)
	visit(ctx, t, w.signedIn(reviewerEmail))
	do(ctx, t, chromedp.EmulateViewport(390, 844), chromedp.Navigate(w.http.URL+"/listings/weather-demo"))
	truth(ctx, t, `document.querySelector(".top").offsetHeight <= 100`)
	truth(ctx, t, `[...document.querySelectorAll(".params td code")].filter((c) => c.textContent == "string").every((c) => c.getClientRects().length == 1)`)
	truth(ctx, t, `document.querySelector(".params .raw").offsetWidth > 200`)
	truth(ctx, t, `!document.querySelector("form[action='/signout'] button").checkVisibility({ contentVisibilityAuto: true })`)
	do(ctx, t, chromedp.Click(".menu > summary"))
	truth(ctx, t, `(() => { const r = document.querySelector(".menu > div").getBoundingClientRect(); return r.width > 100 && r.left >= 0 && r.right <= innerWidth })()`)
	before := `getComputedStyle(document.body).backgroundColor`
	was, err := chromedp.Run(ctx, chromedp.Evaluate[string](before))
	if err != nil {
		t.Fatal(err)
	}
	do(ctx, t, chromedp.Click("form[action='/theme'] button.in-light"))
	truth(ctx, t, before+` != "`+was+`"`)
	do(ctx, t, chromedp.EmulateViewport(1280, 900))
	truth(ctx, t, `document.querySelector("form[action='/signout'] button").checkVisibility() && getComputedStyle(document.querySelector(".menu > summary")).display == "none"`)
}
