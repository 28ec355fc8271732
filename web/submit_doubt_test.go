package web

import (
	"net/http"
	"strings"
	"testing"

	"marketd/market"
)

// doubtful is a look at a server whose name did not resolve: that may pass.
func doubtful(e market.Entry) market.Examined {
	x := examined(e)
	x.Report.Verdict, x.Report.Profiles = market.VerdictInconclusive, both(market.VerdictInconclusive, market.OutcomeUnknown)
	x.Report.Findings = []market.Finding{{
		Rule: "NET-001", Severity: market.SeverityReject, Enforced: true, Unsure: true, Where: "/entry/server/url",
		Message: say("域名没有解析出来", "The name did not resolve"),
	}}
	i := len(x.Report.Checks) - 2
	x.Report.Checks[i].State, x.Report.Checks[i].Severity = market.CheckHit, market.SeverityReject
	return x
}

func TestFaultThatMayPassStopsNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examines(doubtful)
	dev := w.signedIn(devEmail)
	path, a := dev.check(formOf("weather-demo")...)
	if a.has("#problems") || strings.Contains(a.text("#card1 > .box > .row"), "to change") {
		t.Errorf("the form demands a change: %q", a.text("#problems"))
	}
	if got := a.doc.Find("#card1 > .box > .row .st").AttrOr("data-s", ""); got != "warn" {
		t.Errorf("the address is marked %q, want warn", got)
	}
	if got := a.text("[data-rule=NET-001] summary"); !strings.Contains(got, "looked at again before it counts") {
		t.Errorf("the finding reads %q", got)
	}
	if !a.has("button[value=submit]") || a.has("button[value=anyway]") {
		t.Error("it cannot be submitted")
	}
	a = dev.post("/submit", formOf("weather-demo", "run", runOf(path), "do", "submit", "agree", "1")...)
	if !strings.HasPrefix(a.header.Get("Location"), "/submissions/") {
		t.Errorf("submit: %d %s", a.status, a.text("#problems"))
	}
}

// A finding on a field of the form leads to the field; others lead nowhere.
func TestFindingLeadsToItsField(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examines(suspicious)
	_, a := w.browser().check(formOf("weather-demo")...)
	if got := a.doc.Find("[data-rule=META-003] a[href='#homepage']").Text(); got != "go to the field" || !a.has("#homepage") {
		t.Errorf("the link reads %q", got)
	}
	if n := a.doc.Find("[data-rule=SEC-030] .quiet a[href^='#']").Length(); n != 0 {
		t.Errorf("a finding on a tool leads to %d fields", n)
	}
	sub := w.submitted(devEmail, "contacts", suspicious)
	if a := w.signedIn(devEmail).get("/submissions/" + sub.ID); a.has("a[href='#homepage']") {
		t.Error("a finding leads to a field of a form that is not there")
	}
}

// The fields take as much as the rules allow.
func TestFieldLimits(t *testing.T) {
	t.Parallel()
	a := newWorld(t).browser().get("/submit")
	for field, want := range map[string]string{"id": "64", "name": "20", "desc": "200", "author": "40", "token": "4096"} {
		if got := a.doc.Find("#"+field).AttrOr("maxlength", ""); got != want {
			t.Errorf("%s takes %s characters, want %s", field, got, want)
		}
	}
}

// A token that cannot be one is told at its field, by the check and by the submission.
func TestImpossibleToken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examines(good)
	dev := w.signedIn(devEmail)
	path, a := dev.check(formOf("weather-demo", "token", "two words")...)
	atToken := func(a answer) bool {
		return a.has("#problems a[href='#token']") && a.doc.Find("#token").AttrOr("aria-invalid", "") == "true"
	}
	if !atToken(a) || strings.Contains(a.body, "two words") {
		t.Errorf("the check says %q", a.text("#problems"))
	}
	path, _ = dev.check(formOf("weather-demo", "run", runOf(path), "forget", "1")...)
	a = dev.post("/submit", formOf("weather-demo", "token", "two words", "run", runOf(path), "do", "submit", "agree", "1")...)
	if a.status != http.StatusUnprocessableEntity || !atToken(a) {
		t.Errorf("the submission: %d %q", a.status, a.text("#problems"))
	}
}
