//go:build browser

package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"marketd/market"
)

// A developer chooses a channel with its quiet hours, announces maintenance on a
// listing and sees it there; a visitor reports the listing and reads the answer
// by the link that the page gave.
func TestJourneyPeople(t *testing.T) {
	w := newWorld(t)
	w.list(sampleListings()...)
	ctx := chrome(t)
	at := func(path string) chromedp.Action[chromedp.Void] { return chromedp.Navigate(w.http.URL + path) }

	visit(ctx, t, w.signedIn(devEmail))
	do(ctx, t, at("/settings"))
	truth(ctx, t, `location.pathname == "/settings"`)
	do(ctx, t, chromedp.Click("main a[href='/settings/notifications']"))
	truth(ctx, t, `document.querySelectorAll("[data-testid=channel]").length == 1`)
	do(ctx, t, chromedp.Click("a[href*='kind=webhook']"))
	truth(ctx, t, `document.querySelector("#target")`)
	do(ctx, t, chromedp.SendKeys("#target", "https://hooks.example.org/s3cret"), chromedp.SendKeys("#name", "Ops"),
		chromedp.Click("#all-no"), chromedp.Click("#hush"), chromedp.Click("form[action='/settings/notifications/new'] button"))
	truth(ctx, t, `document.querySelector("#problems a[href='#kinds']") && document.activeElement.id == "problems" && document.querySelector("#target").value.endsWith("s3cret") && document.querySelector("#hush").checked`)
	do(ctx, t, chromedp.Click("input[value='health.down']"), chromedp.Click("form[action='/settings/notifications/new'] button"))
	truth(ctx, t, `document.querySelector("[data-testid=secret] code")?.textContent.startsWith("whsec_")`)
	do(ctx, t, chromedp.Click("main a.btn.main"))
	truth(ctx, t, `document.querySelector("#hush").checked && document.querySelector("#quiet-from").value == "22:00"`)
	do(ctx, t, chromedp.Click("form[action$='/test'] button"))
	truth(ctx, t, `document.querySelector("[data-testid=sent]")?.textContent.includes("came through")`)
	if m := w.sink.last(); m.Purpose != market.PurposeTest || m.Target != "https://hooks.example.org/s3cret" {
		t.Errorf("the test went to %q: %s", m.Target, m.Purpose)
	}

	do(ctx, t, at("/listings/units"), chromedp.Click("[data-testid=acts] a[href$='/maintenance']"))
	truth(ctx, t, `document.querySelector("#from")`)
	do(ctx, t, chromedp.SendKeys("#text", "new machines"), chromedp.Click("form[action$='/maintenance'] button"))
	truth(ctx, t, `document.querySelector("[data-testid=window]")?.textContent.includes("Under way")`)
	do(ctx, t, at("/listings/units"))
	truth(ctx, t, `document.querySelector("[data-testid=windows]")?.textContent.includes("new machines")`)

	visitor := w.browser()
	visit(ctx, t, visitor)
	do(ctx, t, at("/listings/units"), chromedp.Click("[data-testid=acts] a[href$='/report']"))
	truth(ctx, t, `document.querySelector("#reason-0")`)
	do(ctx, t, chromedp.Click("button.main"))
	truth(ctx, t, `document.querySelectorAll("#problems li").length == 2`)
	do(ctx, t, chromedp.Click("#reason-4"), chromedp.SendKeys("#text", "a mile is not a metre"), chromedp.Click("button.main"))
	truth(ctx, t, `location.pathname.startsWith("/complaints/")`)
	link, err := chromedp.Run(ctx, chromedp.Evaluate[string]("location.pathname"))
	if err != nil {
		t.Fatal(err)
	}
	rev := w.signedIn(reviewerEmail)
	ids := rev.get("/desk/complaints/units").fields("form[action='/desk/complaints/units']")
	if a := rev.post("/desk/complaints/units", with(ids, "state", "upheld", "text", "Right; the publisher mends it.")...); !strings.HasSuffix(a.header.Get("Location"), "/units") {
		t.Fatalf("answer: %d %s", a.status, a.text("#problems"))
	}
	do(ctx, t, at(link))
	truth(ctx, t, `document.querySelector("main").textContent.includes("Right; the publisher mends it.")`)
}
