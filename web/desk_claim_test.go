package web

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

// Extending a claim keeps what is typed in the decision, and binds it to the
// page that is shown.
func TestExtendKeepsTheDecision(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rev := w.signedIn(reviewerEmail)
	sub := w.submitted(devEmail, "weather-demo", suspicious)
	page := "/desk/" + sub.ID
	if a := rev.get(page); !strings.Contains(a.text("#decide"), "ends after 15 minutes unless you extend it") {
		t.Errorf("before the claim: %q", a.text("#decide"))
	}
	rev.post(page + "/claim")
	a := rev.get(page)
	button := a.doc.Find("button[formaction='" + page + "/claim']")
	if button.Length() != 1 || !a.has("form#"+button.AttrOr("form", "none")+"[action='"+page+"/decide']") {
		t.Fatal("no button of the decision's form extends the claim")
	}
	if _, required := a.doc.Find("#text").Attr("required"); required {
		t.Error("words are demanded, which an approval needs none of")
	}
	w.clock.add(market.ClaimFor - time.Minute)
	a = rev.post(page+"/claim", a.decision("request_changes", "只写工具做什么", "SEC-030")...)
	if a.status != http.StatusOK || strings.TrimSpace(a.doc.Find("#text").Text()) != "只写工具做什么" ||
		!a.has("[name=kind][value=request_changes][checked]") || !a.has("[name=rules][value=SEC-030][checked]") {
		t.Errorf("after extending: %d, %q", a.status, a.text("#decide"))
	}
	w.clock.add(10 * time.Minute) // past the first claim
	if a := rev.post(page+"/decide", a.decision("request_changes", "只写工具做什么", "SEC-030")...); a.status != http.StatusSeeOther {
		t.Errorf("deciding after extending: %d %s", a.status, a.text("#problems"))
	}
}

// What was typed about other tools is kept, and said to be about others.
func TestExtendAfterAChange(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rev := w.signedIn(reviewerEmail)
	sub := w.submitted(devEmail, "weather-demo", suspicious)
	page := "/desk/" + sub.ID
	rev.post(page + "/claim")
	typed := rev.get(page).decision("approve", "")
	typed[3] = "v1:sha256:00"
	if a := rev.post(page+"/claim", typed...); a.status != http.StatusConflict || !strings.Contains(a.text("#problems"), "changed since you opened it") {
		t.Errorf("%d %q", a.status, a.text("#problems"))
	}
}

// A stream ends with the session of its viewer.
func TestEventsEndAtSignOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.web.beat = 5 * time.Millisecond
	sub := w.submitted(devEmail, "weather-demo", nil)
	dev := w.signedIn(devEmail)
	live := dev.get("/submissions/"+sub.ID).doc.Find("[data-live]").AttrOr("data-live", "")
	events := dev.events(live)
	defer events.close()
	if a := dev.post("/signout"); a.status != http.StatusSeeOther {
		t.Fatal(a.status)
	}
	if event, _, ok := events.next(); ok { // the reader's own deadline is a failure too: it ends the body with an error
		t.Errorf("event %q after signing out", event)
	}
	if err := events.body.Err(); err != nil {
		t.Errorf("the stream did not end: %v", err)
	}
}
