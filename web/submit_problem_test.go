package web

import (
	"net/http"
	"strings"
	"testing"

	"marketd/market"
)

// demanding refuses what the entry's own rules do: an empty name, summary or
// category, in the order in which reports sort.
func demanding(c market.Case) market.Report {
	r := market.Report{Format: 1, Verdict: market.VerdictClean}
	for _, m := range []struct{ member, value, rule, en string }{
		{"cat", c.Entry.Cat, "META-001", "No category was chosen"},
		{"desc", c.Entry.Desc, "ENT-010", "The summary is missing"},
		{"name", c.Entry.Name, "ENT-004", "The name is missing"},
		{"server/url", strings.TrimPrefix(c.Entry.Server.URL, "https://"), "URL-001", "The address is no https address"},
	} {
		if blank := m.value == ""; blank || m.member == "server/url" && m.value == c.Entry.Server.URL {
			r.Verdict = market.VerdictRejected
			r.Findings = append(r.Findings, market.Finding{Rule: m.rule, Severity: market.SeverityReject, Enforced: true, Where: "/entry/" + m.member, Message: say(m.en, m.en)})
		}
	}
	return r
}

func links(a answer) (out []string) {
	a.doc.Find("#problems li > a:first-child").Each(func(_ int, s *gq) { out = append(out, s.AttrOr("href", "")) })
	return out
}

// What is missing is told in one go, in the order of the page, to visitors too.
func TestEverythingMissingIsToldAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examines(good)
	w.examiner.check = demanding
	for who, b := range map[string]*browser{"a visitor": w.browser(), "a developer": w.signedIn(devEmail)} {
		path, a := b.check("url", "https://weather-demo.example.com/mcp")
		if got := a.text("[data-testid=group-metadata] > summary"); !strings.Contains(got, "Not filled in yet") || strings.Contains(got, "passed") {
			t.Errorf("%s: nothing is filled in, and the group says %q", who, got)
		}
		if got := a.text(".ticks li:last-child"); got != "Some fields are not filled in yet" {
			t.Errorf("%s: the last tick reads %q", who, got)
		}
		empty := []string{"url", "https://weather-demo.example.com/mcp", "id", "weather-demo", "run", runOf(path), "do", "submit"}
		a = b.post("/submit", empty...)
		if got := strings.Join(links(a), " "); a.status != http.StatusUnprocessableEntity || got != "#name #desc #cat #agree" {
			t.Errorf("%s: %d %q", who, a.status, got)
		}
		if got := a.text(".ticks li:last-child"); got != "3 things must change" {
			t.Errorf("%s: the last tick reads %q", who, got)
		}
		for card, want := range map[string]string{"#card1": "Ready", "#card3": "3 to change", "#card4": "1 to change"} {
			if got := a.text(card + " > .box > .row .st"); got != want {
				t.Errorf("%s: %s is marked %q, want %q", who, card, got, want)
			}
		}
		a = b.post("/submit", append(formOf("weather-demo", "run", runOf(path), "do", "submit"), "name", "")...)
		if got := strings.Join(links(a), " "); got != "#agree" {
			t.Errorf("%s: filled in but for the tick: %q", who, got)
		}
		if got := a.text("[data-testid=group-metadata] > summary"); !strings.Contains(got, "Looked at when you submit") {
			t.Errorf("%s: the group says %q of what it never saw", who, got)
		}
	}
	if a := w.signedIn(devEmail).get("/submissions"); a.has("[data-testid=submission]") {
		t.Error("something was stored")
	}
}

// What its check refused can be submitted all the same, and is then refused by
// the review, on a page of its own.
func TestSubmitAnyway(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examines(refused)
	w.examiner.check = demanding
	dev := w.signedIn(devEmail)
	path, a := dev.check(formOf("weather-demo")...)
	if got := a.text("#next"); !strings.Contains(got, "1 thing must change; follow the link at the top") {
		t.Errorf("beside the button: %q", got)
	}
	if got := a.doc.Find("#card4 .btn"); got.Length() != 1 || got.HasClass("main") || !strings.Contains(got.Text(), "Submit anyway") {
		t.Errorf("the buttons read %q", got.Text())
	}
	form := formOf("weather-demo", "run", runOf(path), "do", "anyway")
	if a := dev.post("/submit", form...); a.status != http.StatusUnprocessableEntity || strings.Join(links(a), " ") != "#agree" {
		t.Errorf("without the tick: %d %v", a.status, links(a))
	}
	a = dev.post("/submit", append(form, "agree", "1")...)
	at := a.header.Get("Location")
	id, ok := strings.CutPrefix(at, "/submissions/")
	if !ok {
		t.Fatalf("submit anyway: %d to %q: %s", a.status, at, a.text("#problems"))
	}
	if err := w.intake.Review(t.Context(), market.ReviewArgs{Submission: id, Pass: 1}); err != nil {
		t.Fatal(err)
	}
	a = dev.get(at)
	if got, _ := a.doc.Find("[data-testid=stage]").Attr("data-stage"); got != "rejected" || !strings.Contains(a.text("[data-testid=findings]"), "Answer the empty object with 200") {
		t.Errorf("stage %q: %s", got, a.text("[data-testid=findings]"))
	}
}

// An address that is refused as it is written never gets as far as a review.
func TestNoSubmitAnywayForABadAddress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examiner.check = demanding
	w.examines(func(e market.Entry) market.Examined {
		x := examined(e)
		x.Report.Findings, x.Report.Verdict = demanding(market.Case{Entry: e}).Findings, market.VerdictRejected
		return x
	})
	dev := w.signedIn(devEmail)
	form := formOf("weather-demo")
	form[1] = "http://weather-demo.example.com/mcp"
	path, a := dev.check(form...)
	if a.has("button[value=anyway]") || a.has("button[value=submit]") {
		t.Error("it can be submitted")
	}
	a = dev.post("/submit", append(form, "run", runOf(path), "do", "anyway", "agree", "1")...)
	if got := strings.Join(links(a), " "); a.status != http.StatusUnprocessableEntity || got != "#url" {
		t.Errorf("submit anyway: %d %q", a.status, got)
	}
}

// What was mended in the form since the check is held against nobody.
func TestMendedFieldsAreNotHeldAgainst(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examiner.check = demanding
	w.examines(func(e market.Entry) market.Examined {
		x := good(e)
		if e.Name == "TODO" {
			x.Report.Verdict = market.VerdictRejected
			x.Report.Findings = []market.Finding{{Rule: "ENT-004", Severity: market.SeverityReject, Enforced: true, Where: "/entry/name", Message: say("占位", "A placeholder")}}
		}
		return x
	})
	v := w.browser()
	form := formOf("weather-demo")
	form[5] = "TODO"
	path, a := v.check(form...)
	if got := strings.Join(links(a), " "); got != "#name" {
		t.Fatalf("the check demands %q", got)
	}
	a = v.post("/submit", formOf("weather-demo", "run", runOf(path), "do", "submit", "agree", "1")...)
	if a.status != http.StatusSeeOther {
		t.Fatalf("mended: %d %v", a.status, links(a))
	}
	if a = v.get(path); a.has("#problems") || a.text("#card3 > .box > .row .st") != "Ready" {
		t.Errorf("after signing in the page still says %q", a.text("#problems"))
	}
}
