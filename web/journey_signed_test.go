//go:build browser

package web

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"marketd/market"
)

// visit gives the browser of the tests the cookies of one that is signed in,
// and has it speak English.
func visit(ctx context.Context, t *testing.T, b *browser) {
	t.Helper()
	home, err := url.Parse(b.w.http.URL)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, network.ClearBrowserCookies, struct{}{}); err != nil {
		t.Fatal(err)
	}
	cookies := map[string]string{languageCookie: "en"}
	for _, c := range b.client.Jar.Cookies(home) {
		cookies[c.Name] = c.Value
	}
	for name, value := range cookies {
		if _, err := chromedp.Call(ctx, network.SetCookie, network.SetCookieParams{Name: name, Value: value, URL: b.w.http.URL}); err != nil {
			t.Fatal(err)
		}
	}
}

// truth polls an expression until it is true.
func truth(ctx context.Context, t *testing.T, expression string) {
	t.Helper()
	deadline := time.Now().Add(15 * time.Second)
	for {
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		if err == nil && ok {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("never true: %s (%v)", expression, err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func do(ctx context.Context, t *testing.T, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

// A developer types on while the check runs, watches it end, and submits.
func TestJourneySubmit(t *testing.T) {
	w := newWorld(t)
	step, end := make(chan market.Step), make(chan struct{})
	w.examiner.examine = func(ctx context.Context, c market.Case) (market.Examined, error) {
		for s := range step {
			c.Progress(s)
		}
		select {
		case <-end:
		case <-ctx.Done():
		}
		return good(c.Entry), nil
	}
	ctx := chrome(t)
	visit(ctx, t, w.signedIn(devEmail))
	do(ctx, t, chromedp.Navigate(w.http.URL+"/submit"))
	do(ctx, t, chromedp.SendKeys("#url", "https://weather-demo.example.com/mcp"), chromedp.Click("button[value=check]"))
	truth(ctx, t, `document.querySelector("[data-live]")`)
	step <- market.StepContract
	truth(ctx, t, `document.querySelector("[data-step=contract]").dataset.s == "running"`)
	step <- market.StepList
	truth(ctx, t, `document.querySelector("[data-step=contract]").dataset.s == "pass" && document.querySelector("[data-step=list] svg").classList.contains("spin")`)
	do(ctx, t, chromedp.SendKeys("#name", "Weather <b>"), chromedp.SendKeys("#desc", "Weather of any city"))
	truth(ctx, t, `document.querySelector(".card h3").textContent == "Weather <b>" && document.querySelector("[data-tag]").textContent == "ext.Weather__b_."`)
	close(step)
	close(end)
	truth(ctx, t, `document.querySelector("[data-testid=verdict]")`)
	truth(ctx, t, `document.querySelector("#name").value == "Weather <b>" && document.querySelector(".card h3").textContent == "Weather <b>"`)
	truth(ctx, t, `document.querySelector("#id").value == "weather-demo-example" && document.querySelectorAll("#card2 [data-testid=tool]").length == 2`)
	do(ctx, t, chromedp.Click("#agree"), chromedp.Click("button[value=submit]"))
	truth(ctx, t, `location.pathname.startsWith("/submissions/") && document.querySelector("[data-stage=checking]")`)

	// The status page tells by itself that the review went on.
	id, err := chromedp.Run(ctx, chromedp.Evaluate[string](`location.pathname.split("/")[2]`))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.intake.Review(t.Context(), market.ReviewArgs{Submission: id, Pass: 1}); err != nil {
		t.Fatal(err)
	}
	truth(ctx, t, `document.querySelector("[data-stage=in_review]")`)
}

// The hint on the name and the preview follow the typing.
func TestJourneyName(t *testing.T) {
	w := newWorld(t)
	w.examines(good)
	ctx := chrome(t)
	dev := w.signedIn(devEmail)
	path, _ := dev.check("url", "https://mcp.weather.example.com/mcp")
	visit(ctx, t, dev)
	do(ctx, t, chromedp.Navigate(w.http.URL+path))
	truth(ctx, t, `document.querySelector("[data-lossy]").hidden && document.querySelector("[data-tag]").parentNode.hidden && !document.querySelector(".tile").textContent`)
	do(ctx, t, chromedp.SendKeys("#name", "天气"))
	truth(ctx, t, `!document.querySelector("[data-lossy]").hidden && document.querySelector("[data-lossy]").textContent.includes("ext.__.weather.now. ") && document.querySelector("[data-lossy]").textContent.includes("“天气 weather”")`)
	truth(ctx, t, `document.querySelector(".tile").textContent == "天"`)
	do(ctx, t, chromedp.SendKeys("#name", " v2"))
	truth(ctx, t, `document.querySelector("[data-lossy]").hidden && document.querySelector("[data-tag]").textContent == "ext.___v2." && !document.querySelector("[data-tag]").parentNode.hidden`)
	truth(ctx, t, `(document.querySelector("#name").value = "") == ""`)
	do(ctx, t, chromedp.SendKeys("#desc", "x"))
	truth(ctx, t, `document.querySelector(".card h3").textContent == "(no name yet)" && !document.querySelector(".tile").textContent`)
}

// A reviewer works the desk from the keyboard.
func TestJourneyDesk(t *testing.T) {
	w := newWorld(t)
	w.submitted(devEmail, "first-one", good)
	second := w.submitted(otherEmail, "second-one", suspicious)
	ctx := chrome(t)
	visit(ctx, t, w.signedIn(reviewerEmail))
	do(ctx, t, chromedp.Navigate(w.http.URL+"/desk"), chromedp.KeyEvent("j"), chromedp.KeyEvent("j"))
	truth(ctx, t, `document.querySelectorAll("tr[data-row]")[1].hasAttribute("aria-current")`)
	do(ctx, t, chromedp.KeyEvent("\r"))
	truth(ctx, t, fmt.Sprintf("location.pathname == %q", "/desk/"+second.ID))
	do(ctx, t, chromedp.Click("form[action$=claim] button"))
	truth(ctx, t, `document.readyState == "complete" && document.querySelector("form[action$=decide]")`) // and the script listens
	do(ctx, t, chromedp.KeyEvent("c"))
	truth(ctx, t, `document.querySelector("[name=kind][value=request_changes]").checked`)
	do(ctx, t, chromedp.Click("[name=rules][value=SEC-030]"), chromedp.Click("form[action$=decide] button"))
	truth(ctx, t, `location.pathname == "/desk" && document.readyState == "complete" && document.querySelector("main [role=status]")`) // and the script listens
	sub, err := w.intake.Story(t.Context(), market.Actor{Account: w.account(otherEmail).ID}, second.ID)
	if err != nil || sub.Submission.Stage != market.StageChangesRequested || strings.Join(sub.Submission.Decision.Rules, ",") != "SEC-030" {
		t.Errorf("decided %+v (%v)", sub.Submission.Decision, err)
	}
	do(ctx, t, chromedp.KeyEvent("/"))
	truth(ctx, t, `document.activeElement.id == "q"`)
}
