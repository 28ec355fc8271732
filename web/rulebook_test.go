package web

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"marketd/market"
	engine "marketd/reviewer"
)

const adminEmail = "admin@example.com"

// reviewing gives the options the reviewers' tools, over a real engine with
// rules named like the sample's: they hit entries by their ids.
func (w *world) reviewing(o *Options) {
	docs := slices.Clone(sampleRules)
	for i := range docs {
		docs[i].Kind = market.KindRule
	}
	docs = append(docs, market.RuleDoc{ID: "SCH-033", Kind: market.KindQuality, Group: market.GroupTools, Title: say("参数有说明", "Parameters are described")})
	w.engine = engine.New(engine.Options{Prober: listProber{}, Rules: sampleEngine(), Ruleset: "2026-12-01.1"})
	o.Rulebook = market.NewRulebook(w.store, w.clock, docs, nil)
	o.Waivers = market.NewWaivers(w.desk, w.engine)
	o.Rereviews = market.NewRereviews(market.RereviewOptions{Store: w.store, Judge: w.engine, Rules: o.Rulebook, Clock: w.clock, Size: 3})
}

// sampleEngine are rules that hit an entry whose id names them: "x-hlt-001".
func sampleEngine() []engine.Rule {
	var rules []engine.Rule
	for _, d := range sampleRules {
		rules = append(rules, engine.Rule{
			ID: d.ID, Group: d.Group, Severity: d.Severity, Needs: engine.NeedsEntry, Title: d.Title, Why: d.Why, Fix: d.Fix,
			Check: func(x *engine.Dossier) []engine.Hit {
				if !strings.Contains(x.Entry.ID, strings.ToLower(d.ID)) {
					return nil
				}
				return []engine.Hit{{Where: "/entry/name", Evidence: x.Entry.Name + " <b>bold</b>", Message: say("名字不对", "The name is wrong")}}
			},
		})
	}
	return rules
}

// listProber finds a good server wherever it looks.
type listProber struct{}

func (listProber) Probe(_ context.Context, t market.Target, _ func(market.Step)) market.Probe {
	list := market.ToolList{Pages: 1, Tools: []json.RawMessage{json.RawMessage(weatherTool)}}
	return market.Probe{
		At: epoch, Took: time.Second, URL: t.URL, Reason: market.ReasonOK, Class: market.ClassOK, List: list,
		MCP: market.Talk{Reason: market.ReasonOK, Way: "modern", Version: "2026-07-28", List: list},
	}
}

// judged makes a submission of the account's that the engine reviews.
func (w *world) judged(email, id string) market.Submission {
	w.t.Helper()
	sub := w.submitted(email, id, nil)
	w.examiner.mu.Lock()
	w.examiner.examine = w.engine.Examine
	w.examiner.mu.Unlock()
	if err := w.intake.Review(w.t.Context(), market.ReviewArgs{Submission: sub.ID, Pass: 1}); err != nil {
		w.t.Fatal(err)
	}
	return sub
}

func (w *world) admin() *browser {
	w.t.Helper()
	_, err := w.accounts.Create(w.t.Context(), market.SignUpRequest{Email: adminEmail, Name: "Ada", Password: password}, market.RoleAdmin)
	if err != nil {
		w.t.Fatal(err)
	}
	return w.signedIn(adminEmail)
}

// fields are what a form of the page would send, but for the buttons.
func (a answer) fields(form string) []string {
	var out []string
	a.doc.Find(form).Find("input, select, textarea").Each(func(_ int, s *goquery.Selection) {
		name, _ := s.Attr("name")
		value, _ := s.Attr("value")
		kind, _ := s.Attr("type")
		_, checked := s.Attr("checked")
		switch {
		case name == "", (kind == "radio" || kind == "checkbox") && !checked:
			return
		case goquery.NodeName(s) == "select":
			value, _ = s.Find("option[selected]").Attr("value")
		case goquery.NodeName(s) == "textarea":
			value = strings.TrimPrefix(s.Text(), "\n")
		}
		out = append(out, name, value)
	})
	return out
}

// with are the fields with some set otherwise.
func with(fields []string, pairs ...string) []string {
	out := slices.Clone(fields)
	for i := 0; i < len(pairs); i += 2 {
		found := false
		for j := 0; j < len(out); j += 2 {
			if out[j] == pairs[i] {
				out[j+1], found = pairs[i+1], true
			}
		}
		if !found {
			out = append(out, pairs[i], pairs[i+1])
		}
	}
	return out
}

func TestRulebookIsForReviewers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	sub := w.judged(devEmail, "x-sec-030")
	dev, visitor, rev := w.signedIn(devEmail), w.browser(), w.signedIn(reviewerEmail)
	for _, path := range []string{"/desk/rules", "/desk/rules/DSC-003", "/desk/rereviews", "/desk/rereviews/new", "/desk/rereviews/x"} {
		if a := dev.get(path); a.status != http.StatusForbidden {
			t.Errorf("%s: a developer gets %d", path, a.status)
		}
		if a := visitor.get(path); a.status != http.StatusSeeOther {
			t.Errorf("%s: a visitor gets %d", path, a.status)
		}
	}
	for _, path := range []string{"/desk/rules/DSC-003", "/desk/rereviews", "/desk/rereviews/x/apply", "/desk/" + sub.ID + "/waive", "/desk/waivers/x/withdraw"} {
		if a := dev.post(path, "reason", "r"); a.status != http.StatusForbidden {
			t.Errorf("%s: a developer gets %d", path, a.status)
		}
		if a := visitor.post(path, "reason", "r"); a.status != http.StatusUnauthorized {
			t.Errorf("%s: a visitor gets %d", path, a.status)
		}
	}
	for path, want := range map[string]int{
		"/desk/rules/DSC-003": http.StatusForbidden, "/desk/rereviews": http.StatusForbidden, "/desk/rereviews/x/apply": http.StatusNotFound,
		"/desk/rereviews/x/explode": http.StatusNotFound, "/desk/waivers/x/withdraw": http.StatusNotFound,
	} {
		if a := rev.post(path, "reason", "r"); a.status != want {
			t.Errorf("%s: a reviewer gets %d, want %d", path, a.status, want)
		}
	}
	for _, path := range []string{"/desk/rules/XXX-001", "/desk/rereviews/x", "/desk/rereviews/x/events"} {
		if a := rev.get(path); a.status != http.StatusNotFound {
			t.Errorf("%s: %d", path, a.status)
		}
	}
	if a := rev.get("/desk/rules/DSC-003"); a.has("[data-testid=setting] form") || !strings.Contains(a.text("[data-testid=setting]"), "Only an admin") {
		t.Error("a reviewer can set a rule")
	}
	if a := rev.get("/desk/rereviews/new"); a.status != http.StatusForbidden {
		t.Errorf("a reviewer proposes settings: %d", a.status)
	}
}

func TestRulebookTable(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rev := w.signedIn(reviewerEmail)
	if a := rev.get("/desk/rules"); !strings.Contains(a.text(".note"), "No rule has hit") || a.doc.Find("[data-testid=rule]").Length() != 5 {
		t.Errorf("before anything hit: %q", a.text("main"))
	}
	w.judged(devEmail, "x-sec-030")
	w.judged(devEmail, "y-sec-030-meta-003")
	w.clock.add(60 * 24 * time.Hour)
	over := w.judged(otherEmail, "z-meta-003-sec-030")
	rev = w.signedIn(reviewerEmail) // that was two months ago
	if a := rev.decide(over.ID, "approve", ""); a.status != http.StatusSeeOther {
		t.Fatal(a.text("#problems"))
	}
	for _, c := range []struct{ path, first, numbers string }{
		{"/desk/rules", "SEC-030", "3 3 3 — — 1"},
		{"/desk/rules?days=30", "SEC-030", "1 1 1 — — 1"},
		{"/desk/rules?sort=overturned&days=0", "SEC-030", "3 3 3 — — 1"},
		{"/desk/rules?sort=rule", "HLT-001", "— — — — — —"},
		{"/desk/rules?family=META", "META-003", "2 2 2 — — —"},
		{"/desk/rules?family=%3Cb%3E&sort=x&days=-1", "SEC-030", "3 3 3 — — 1"},
	} {
		a := rev.get(c.path)
		row := a.doc.Find("[data-testid=rule]").First()
		if got, _ := row.Attr("data-rule"); got != c.first {
			t.Errorf("%s: %s is first, want %s", c.path, got, c.first)
		}
		var numbers []string
		row.Find("td.num").Each(func(_ int, s *goquery.Selection) { numbers = append(numbers, strings.TrimSpace(s.Text())) })
		if got := strings.Join(numbers, " "); got != c.numbers {
			t.Errorf("%s: %s, want %s", c.path, got, c.numbers)
		}
	}
	if a := rev.get("/desk/rules?family=SEC"); a.doc.Find("[data-testid=rule]").Length() != 1 || a.text("th[aria-sort]") != "Submissions hit ↓" {
		t.Error("the family or the sort is not shown")
	}
	if !rev.get("/desk").has("a[href='/desk/rules']") {
		t.Error("the desk does not lead there")
	}
}

func TestSetRule(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.admin()
	page := "/desk/rules/SEC-030"
	form := func() []string { return admin.get(page).fields("[data-testid=setting] form") }
	old := form()
	for _, c := range []struct {
		name   string
		form   []string
		status int
		want   string
	}{
		{"no reason", with(old, "mode", "monitor"), 422, "Say why, in a sentence"},
		{"a long reason", with(old, "mode", "monitor", "reason", strings.Repeat("x", 1001)), 422, "within 1,000 characters"},
		{"made-up severity", with(old, "severity", "<b>", "reason", "r"), 422, "no such severity"},
		{"an old screen", with(old, "severity", "warn", "reason", "r", "seen_mode", "monitor"), 409, "changed since you opened it"},
	} {
		a := admin.post(page, c.form...)
		if a.status != c.status || !strings.Contains(a.text("#problems"), c.want) {
			t.Errorf("%s: %d %q, want %d %q", c.name, a.status, a.text("#problems"), c.status, c.want)
		}
	}
	if a := admin.post(page, with(old, "mode", "monitor")...); !a.has("input[value=monitor][checked]") {
		t.Error("what was chosen is lost with the error")
	}
	sent := with(old, "mode", "monitor", "severity", "warn", "reason", "太严，先看看 <b>", "do", "save")
	for range 2 { // a double click
		if a := admin.post(page, sent...); a.status != http.StatusSeeOther || a.header.Get("Location") != page {
			t.Fatalf("save: %d %s", a.status, a.text("#problems"))
		}
	}
	a := admin.get(page)
	if got := a.text(".dhead"); !strings.Contains(got, "Advice") || !strings.Contains(got, "recorded only") || !strings.Contains(a.text(".said"), "SEC-030 is set") {
		t.Errorf("after saving: %q %q", got, a.text(".said"))
	}
	if got := a.text("[data-testid=setting] .raw"); got != "太严，先看看 <b>" {
		t.Errorf("the reason reads %q", got)
	}
	if a := w.signedIn(reviewerEmail).get("/desk/audit?object=rule/SEC-030"); a.doc.Find("[data-testid=act]").Length() != 1 ||
		!strings.Contains(a.text("[data-testid=act]"), "the rule's own weight, counts in the verdict, has to be made → Advice, only recorded, has to be made") {
		t.Errorf("the log: %q", a.text("[data-testid=act]"))
	}
	sub := w.judged(devEmail, "x-sec-030")
	if a := w.signedIn(reviewerEmail).get("/desk/" + sub.ID); !strings.Contains(a.text("[data-testid=verdict]"), "Nothing must change") {
		t.Errorf("the next pass: %q", a.text("[data-testid=verdict]"))
	}
	if a := admin.get(page); !strings.Contains(a.text("[data-testid=hit]"), "recorded only") || a.text("[data-testid=hit] .raw") != "天气 x-sec-030 <b>bold</b>" {
		t.Errorf("the hit: %q", a.text("[data-testid=hit]"))
	}
	if a := admin.post(page, with(form(), "do", "reset", "reason", "back")...); a.status != http.StatusSeeOther {
		t.Fatalf("reset: %d %s", a.status, a.text("#problems"))
	}
	if got := admin.get(page).text("[data-testid=setting]"); !strings.Contains(got, "Nobody has set it") {
		t.Errorf("after the reset: %q", got)
	}
	if a := admin.get("/desk/rules/SCH-033"); a.has("[data-testid=setting] form") || !strings.Contains(a.text("[data-testid=setting]"), "points of quality") {
		t.Errorf("a rule of points: %q", a.text("[data-testid=setting]"))
	}
}

func TestRulePages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rev := w.signedIn(reviewerEmail)
	for i := range hitsShown + 2 {
		w.clock.add(time.Minute)
		w.judged(devEmail, "l-"+string(rune('a'+i))+"-meta-003")
	}
	a := rev.get("/desk/rules/META-003")
	next, _ := a.doc.Find("[rel=next]").Attr("href")
	if n := a.doc.Find("[data-testid=hit]").Length(); n != hitsShown || next == "" {
		t.Fatalf("%d hits, next page %q", n, next)
	}
	if n := rev.get(strings.TrimSuffix(next, "#hits")).doc.Find("[data-testid=hit]").Length(); n != 2 {
		t.Errorf("%d hits on the second page", n)
	}
	if a := rev.get("/desk/rules/META-003?page=9"); !a.has("[data-testid=past-end]") {
		t.Error("past the end")
	}
	if a := rev.get("/desk/rules/HLT-001"); !strings.Contains(a.text("#hits"), "has hit nothing") || !strings.Contains(a.text("#waivers"), "Nobody has let") {
		t.Errorf("a rule that never hit: %q", a.text("main"))
	}
}
