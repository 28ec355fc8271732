//go:build browser

package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A reviewer opens a change of tools from the desk, sees both sides, decides by
// keyboard, and the listing's page has the new tools.
func TestScriptDrift(t *testing.T) {
	w := newWorld(t)
	material, _ := w.twoDrifts()
	ctx := chrome(t)
	visit(ctx, t, w.signedIn(reviewerEmail))
	wait := func(part string) {
		t.Helper()
		do(ctx, t, chromedp.WaitVisible(part))
		truth(ctx, t, `document.readyState == "complete"`) // and the script listens
	}
	do(ctx, t, chromedp.EmulateViewport(1280, 900), chromedp.Navigate(w.http.URL+"/desk"), chromedp.Click("[data-testid=drifts]"))
	wait("tr[data-class=dangerous]")
	do(ctx, t, chromedp.KeyEvent("jj"))
	truth(ctx, t, `document.activeElement.getAttribute("href") == "`+driftURL(material.ID)+`"`)
	do(ctx, t, chromedp.KeyEvent("\r"))
	wait("#side-0 ins")
	truth(ctx, t, `(() => { const [a, b] = [...document.querySelector("#side-0 .pair").children].map((e) => e.getBoundingClientRect()); return a.right <= b.left && a.top == b.top })()`)
	truth(ctx, t, `document.querySelector("#side-0 del").textContent.includes("七日") || document.querySelector("#side-0 del").textContent == "七"`)
	do(ctx, t, chromedp.KeyEvent("a"))
	truth(ctx, t, `document.querySelector("[name=kind]:checked").value == "accept"`)
	do(ctx, t, chromedp.KeyEvent("\r"))
	wait(".said a")
	do(ctx, t, chromedp.Click(".said a"))
	wait("#tools")
	truth(ctx, t, `document.querySelector("#tools").textContent.includes("未来十五日逐日预报")`)
	do(ctx, t, chromedp.Navigate(w.http.URL+"/listings/papers/changes"))
	wait("[data-state=accepted]")

	// On a phone the sides lie one below the other, and the decision is a link away.
	do(ctx, t, chromedp.EmulateViewport(390, 844), chromedp.Navigate(w.http.URL+driftURL("drift-weather-demo")))
	wait("#side-0 ins")
	truth(ctx, t, `(() => { const [a, b] = [...document.querySelector("#side-0 .pair").children].map((e) => e.getBoundingClientRect()); return a.bottom <= b.top })()`)
	do(ctx, t, chromedp.Click(".narrow"))
	truth(ctx, t, `(() => { const r = document.querySelector("#decide").getBoundingClientRect(); return r.top >= 0 && r.top < innerHeight })()`)
	where, err := chromedp.Run(ctx, chromedp.Location())
	if err != nil || !strings.HasSuffix(where, "#decide") {
		t.Errorf("%q, %v", where, err)
	}
}
