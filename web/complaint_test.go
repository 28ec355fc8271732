package web

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

// byAddress lets a test say where a request comes from.
func byAddress(o *Options) {
	o.ClientIP = func(r *http.Request) string {
		if a := r.Header.Get("X-Test-Address"); a != "" {
			return a
		}
		return "192.0.2.1"
	}
}

// report sends the form of the page, with the pairs in place of what it holds.
func (b *browser) report(id string, pairs ...string) answer {
	b.w.t.Helper()
	form := b.get("/listings/" + id + "/report")
	secret := form.doc.Find("input[name=secret]").AttrOr("value", "")
	if form.status != http.StatusOK || secret == "" {
		b.w.t.Fatalf("the form: %d, secret %q", form.status, secret)
	}
	return b.post("/listings/"+id+"/report", with([]string{"secret", secret, "website", ""}, pairs...)...)
}

// A visitor reports a listing and comes back by the link for the answer; five
// of them take it out of the catalog until a reviewer has looked.
func TestComplaintFromFormToAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t, byAddress)
	w.list(sampleListings()...)
	const id = "weather-demo"
	var links []string
	for i := range 5 {
		b := w.from(i)
		a := b.report(id, "reason", "harmful", "text", "it sends <b>contacts</b> away", "tool", "")
		if a.status != http.StatusSeeOther || !strings.HasPrefix(a.header.Get("Location"), "/complaints/") {
			t.Fatalf("report: %d %s %s", a.status, a.header.Get("Location"), a.text("#problems"))
		}
		links = append(links, a.header.Get("Location"))
		page := b.get(links[i])
		if page.status != http.StatusOK || !strings.Contains(page.text("main"), "Keep this link") || !strings.Contains(page.text("pre"), links[i]) ||
			page.header.Get("Cache-Control") != "no-store" || page.header.Get("Referrer-Policy") != "no-referrer" || page.has("b:contains(contacts)") {
			t.Errorf("its page: %d %s", page.status, page.text("main"))
		}
	}
	if l, _ := w.catalog.Current().Page(id); l.Hold != market.HoldQuarantined {
		t.Fatalf("hold %q after five people", l.Hold)
	}

	rev := w.signedIn(reviewerEmail)
	if a := w.signedIn(devEmail).get("/desk/complaints"); a.status != http.StatusForbidden {
		t.Errorf("a developer at the desk: %d", a.status)
	}
	if got := rev.get("/desk").text("[data-testid=complaints]"); got != "Users' reports 1" {
		t.Errorf("the desk's way to them: %q", got)
	}
	queue := rev.get("/desk/complaints")
	if n := queue.doc.Find("[data-testid=row]").Length(); n != 1 {
		t.Fatalf("%d rows", n)
	}
	c := rev.get("/desk/complaints/" + id)
	if got := c.doc.Find("[data-testid=complaint]").Length(); got != 5 || !strings.Contains(c.text("main"), "by network besides 5") {
		t.Errorf("the case: %d reports, %s", got, c.text("main"))
	}
	if strings.Contains(c.body, "hash of") || strings.Contains(c.body, "198.51") {
		t.Error("the desk shows where reports come from")
	}
	ids := c.fields("form[action='/desk/complaints/weather-demo']")
	if a := rev.post("/desk/complaints/"+id, ids...); a.status != http.StatusUnprocessableEntity || !a.has("a[href='#state-0']") {
		t.Errorf("no decision: %d", a.status)
	}
	// The first choice is made by nobody.
	typed := with(ids, "state", "dismissed", "text", "")
	if a := rev.post("/desk/complaints/"+id, typed...); a.status != http.StatusUnprocessableEntity || !a.has("a[href='#text']") || !a.has("input[value=dismissed][checked]") {
		t.Errorf("no answer: %d", a.status)
	}
	for range 2 { // a double click
		a := rev.post("/desk/complaints/"+id, with(ids, "state", "dismissed", "text", "It sends what it says.")...)
		if a.status != http.StatusSeeOther {
			t.Fatalf("answer: %d %s", a.status, a.text("#problems"))
		}
	}
	if l, _ := w.catalog.Current().Page(id); l.Hold != market.HoldNone {
		t.Errorf("hold %q after the dismissal", l.Hold)
	}
	if a := w.from(0).get(links[0]); !strings.Contains(a.text("main"), "It sends what it says.") || !strings.Contains(a.text("main"), "Dismissed") {
		t.Errorf("the answer: %s", a.text("main"))
	}
	if a := rev.get("/desk/audit?object=listing/" + id); a.doc.Find("[data-testid=act]").Length() != 8 { // five reports, held, answered, restored
		t.Errorf("acts: %d", a.doc.Find("[data-testid=act]").Length())
	}
}

// What is wrong stands beside its field, and nothing typed is lost; the same
// form twice is one report; a robot's is none.
func TestComplaintForm(t *testing.T) {
	t.Parallel()
	w := newWorld(t, byAddress)
	w.list(sampleListings()...)
	w.clock.add(25 * time.Hour)
	b := w.signedIn(otherEmail)
	a := b.report("weather-demo", "reason", "", "text", "", "tool", "no-such-tool")
	if a.status != http.StatusUnprocessableEntity || !a.has("a[href='#reason-0']") || !a.has("a[href='#text']") || !a.has("option[value=no-such-tool][selected]") {
		t.Errorf("an empty form: %d %s", a.status, a.text("#problems"))
	}
	a = b.report("weather-demo", "reason", "spam", "text", strings.Repeat("字", 2001))
	if a.status != http.StatusUnprocessableEntity || !a.has("input[value=spam][checked]") || len(a.doc.Find("#text").Text()) < 6000 {
		t.Errorf("a long text: %d", a.status)
	}
	form := with(a.fields("form[action='/listings/weather-demo/report']"), "text", "buy now")
	first, second := b.post("/listings/weather-demo/report", form...), b.post("/listings/weather-demo/report", form...)
	if first.status != http.StatusSeeOther || first.header.Get("Location") != second.header.Get("Location") {
		t.Errorf("twice: %d %s, %d %s", first.status, first.header.Get("Location"), second.status, second.header.Get("Location"))
	}
	mine := b.get("/complaints")
	if mine.doc.Find("[data-testid=complaint]").Length() != 1 {
		t.Errorf("mine: %s", mine.text("main"))
	}
	if a := w.signedIn(reviewerEmail).get(first.header.Get("Location")); a.status != http.StatusNotFound {
		t.Errorf("another's report by its id: %d", a.status)
	}
	robot := w.from(1)
	if a := robot.report("weather-demo", "reason", "spam", "text", "x", "website", "https://spam.example"); a.status != http.StatusSeeOther {
		t.Errorf("a robot is told: %d", a.status)
	}
	if a := w.signedIn(devEmail).report("weather-demo", "reason", "spam", "text", "x"); a.status != http.StatusForbidden || !strings.Contains(a.text("#problems"), "your own listing") {
		t.Errorf("the owner's: %d %s", a.status, a.text("#problems"))
	}
	if a := w.signedIn(reviewerEmail).get("/desk/complaints/weather-demo"); a.doc.Find("[data-testid=complaint]").Length() != 1 {
		t.Errorf("the desk has %d", a.doc.Find("[data-testid=complaint]").Length())
	}
	if a := w.from(2).get("/listings/none/report"); a.status != http.StatusNotFound {
		t.Errorf("of no listing: %d", a.status)
	}
	for i := range 12 {
		a = w.from(3).report("weather-demo", "reason", "other", "text", "x")
		if i < 10 != (a.status == http.StatusSeeOther) {
			t.Fatalf("number %d: %d", i, a.status)
		}
	}
	if a.status != http.StatusTooManyRequests || a.header.Get("Retry-After") == "" || a.doc.Find("#text").Text() != "x" {
		t.Errorf("too many: %d %q", a.status, a.header.Get("Retry-After"))
	}
}
