package market_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/reviewer"
	"marketd/storage"
	"marketd/storage/storagetest"
)

// shop is a world with the real engine and three rules of its own, which hit
// tools whose descriptions say TODO, secret, or dull.
type shop struct {
	*world
	rules     *market.Rulebook
	waivers   *market.Waivers
	rereviews *market.Rereviews
	admin     market.Actor
	second    market.Actor // another developer
}

func shopRules() []reviewer.Rule {
	says := func(id, word string, s market.Severity) reviewer.Rule {
		return reviewer.Rule{
			ID: id, Group: market.GroupTools, Severity: s, Needs: reviewer.NeedsTools,
			Title: market.Text{ZH: "没有 " + word, EN: "no " + word}, Why: market.Text{ZH: "因为", EN: "because"}, Fix: market.Text{ZH: "改", EN: "mend"},
			Check: func(d *reviewer.Dossier) []reviewer.Hit {
				var hits []reviewer.Hit
				for _, x := range d.Tools {
					if strings.Contains(x.Description, word) {
						hits = append(hits, reviewer.Hit{Where: x.Pointer("description"), Tool: x.Name, Evidence: x.Description})
					}
				}
				return hits
			},
		}
	}
	points := says("SCH-033", "dull", market.SeverityInfo)
	points.Quality = true
	return []reviewer.Rule{says("DSC-003", "TODO", market.SeverityReject), says("SEC-030", "secret", market.SeverityNeedsHuman), points}
}

func newShop(t *testing.T) *shop {
	t.Helper()
	return shopOn(t, storagetest.SQLite(t))
}

func shopOn(t *testing.T, store *storage.DB) *shop {
	t.Helper()
	s := &shop{world: worldOn(t, store)}
	engine := reviewer.New(reviewer.Options{Prober: s.prober, Rules: shopRules(), Ruleset: "test"})
	s.intake = market.NewIntake(market.IntakeOptions{Store: store, Examiner: engine, Checker: engine, Sealer: plainSealer{}, Clock: s.clock})
	s.rules = market.NewRulebook(store, s.clock, reviewer.Docs(shopRules()), nil)
	s.waivers = market.NewWaivers(s.desk, engine)
	s.rereviews = market.NewRereviews(market.RereviewOptions{Store: store, Judge: engine, Rules: s.rules, Clock: s.clock, Size: 2})
	s.admin = s.account(t, "admin@example.com", market.RoleAdmin)
	s.second = s.account(t, "second@example.com", market.RoleDeveloper)
	return s
}

// serves has the listing's server list tools with the descriptions.
func (s *shop) serves(id string, descriptions ...string) {
	var tools []json.RawMessage
	for i, d := range descriptions {
		tools = append(tools, json.RawMessage(fmt.Sprintf(`{"name":"tool.%d","description":%q,"inputSchema":{"type":"object"}}`, i, d)))
	}
	p := goodProbe()
	p.List.Tools = tools
	s.prober.answers[entry(id).Server.URL] = p
}

// seen submits a server whose tools have the descriptions and has it reviewed.
func (s *shop) seen(t *testing.T, id string, descriptions ...string) market.Submission {
	t.Helper()
	s.serves(id, descriptions...)
	return s.reviewed(t, id)
}

// sells brings a server all the way into the catalog.
func (s *shop) sells(t *testing.T, id string, descriptions ...string) market.Submission {
	t.Helper()
	sub := s.seen(t, id, descriptions...)
	if err := s.decide(t, s.reviewer, sub, market.DecideApprove, ""); err != nil {
		t.Fatalf("approve %s: %v", id, err)
	}
	return s.submission(t, sub.ID)
}

func (s *shop) set(t *testing.T, rule string, want market.RuleSetting) {
	t.Helper()
	rows, err := s.rules.Rules(t.Context(), s.admin, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.Doc.ID == rule {
			if err := s.rules.Set(t.Context(), s.admin, market.SetRule{Rule: rule, Want: want, Seen: r.Setting, Reason: "because"}); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Fatalf("no rule %s", rule)
}

// report is the last one of the submission.
func (s *shop) report(t *testing.T, id string) market.Report {
	t.Helper()
	story, err := s.intake.Story(t.Context(), s.reviewer, id)
	if err != nil || story.Report == nil {
		t.Fatalf("no report of %s: %v", id, err)
	}
	return *story.Report
}

var monitor = market.RuleSetting{Required: true}

// A setting holds at the very next pass, with and without an account, and is
// part of the ruleset's name.
func TestSettingHoldsFromTheNextPass(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		s := shopOn(t, db)
		if got := s.seen(t, "first", "TODO"); got.Stage != market.StageRejected {
			t.Fatalf("as the rule is: %s", got.Stage)
		}
		s.set(t, "DSC-003", monitor)
		got := s.seen(t, "second", "TODO")
		if r := s.report(t, got.ID); got.Stage != market.StageInReview || got.Verdict != market.VerdictClean || len(r.Findings) != 1 || r.Findings[0].Enforced || r.Ruleset == "test" {
			t.Errorf("in monitor mode: %s, %s, %+v under %q", got.Stage, got.Verdict, r.Findings, r.Ruleset)
		}
		s.serves("third", "TODO")
		x, err := s.intake.Check(t.Context(), market.Actor{}, market.SubmitRequest{Entry: entry("third")}, nil)
		if err != nil || x.Report.Verdict != market.VerdictClean {
			t.Errorf("a visitor's check: %s, %v", x.Report.Verdict, err)
		}
		set, err := s.rules.Settings(t.Context())
		if err != nil || set["DSC-003"] != monitor {
			t.Errorf("for checks without an entry: %+v, %v", set, err)
		}
		s.set(t, "DSC-003", market.RuleSetting{Severity: market.SeverityNeedsHuman, Enforced: true, Required: true})
		if got := s.seen(t, "fourth", "TODO"); got.Verdict != market.VerdictNeedsHuman {
			t.Errorf("as needs_human: %s", got.Verdict)
		}
		if err := s.rules.Set(t.Context(), s.admin, market.SetRule{Rule: "DSC-003", Reset: true, Reason: "back", Seen: market.RuleSetting{Severity: market.SeverityNeedsHuman, Enforced: true, Required: true}}); err != nil {
			t.Fatal(err)
		}
		if got := s.seen(t, "fifth", "TODO"); got.Stage != market.StageRejected || s.report(t, got.ID).Ruleset != "test" {
			t.Errorf("as its own again: %s under %q", got.Stage, s.report(t, got.ID).Ruleset)
		}
	})
}

func TestSetRefuses(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	own := market.RuleSetting{Enforced: true, Required: true}
	good := market.SetRule{Rule: "DSC-003", Want: monitor, Seen: own, Reason: "too strict"}
	with := func(f func(*market.SetRule)) market.SetRule { r := good; f(&r); return r }
	for name, c := range map[string]struct {
		actor market.Actor
		req   market.SetRule
		code  string
	}{
		"a reviewer":       {s.reviewer, good, "ADMINS_ONLY"},
		"nobody":           {market.Actor{}, good, "ADMINS_ONLY"},
		"no such rule":     {s.admin, with(func(r *market.SetRule) { r.Rule = "XXX-001" }), "RULE_NOT_FOUND"},
		"points only":      {s.admin, with(func(r *market.SetRule) { r.Rule = "SCH-033" }), "RULE_NOT_SETTABLE"},
		"no reason":        {s.admin, with(func(r *market.SetRule) { r.Reason = " \u200b" }), "REASON_REQUIRED"},
		"a long reason":    {s.admin, with(func(r *market.SetRule) { r.Reason = strings.Repeat("长", 1001) }), "REASON_TOO_LONG"},
		"unknown severity": {s.admin, with(func(r *market.SetRule) { r.Want.Severity = "fatal" }), "SEVERITY_UNKNOWN"},
		"an older screen":  {s.admin, with(func(r *market.SetRule) { r.Seen = monitor; r.Want = own; r.Want.Severity = market.SeverityWarn }), "CHANGED_SINCE_OPENED"},
	} {
		err := s.rules.Set(t.Context(), c.actor, c.req)
		if err == nil {
			t.Errorf("%s: was set", name)
			continue
		}
		wantCode(t, err, c.code)
	}
	if set, err := s.rules.Settings(t.Context()); len(set) > 0 || err != nil {
		t.Errorf("something was set: %v, %v", set, err)
	}
	for range 2 { // a second click changes nothing and says nothing
		if err := s.rules.Set(t.Context(), s.admin, good); err != nil {
			t.Fatal(err)
		}
	}
	acts, _, err := s.desk.Audit(t.Context(), s.admin, market.AuditFilter{Object: "rule/DSC-003"})
	if err != nil || len(acts) != 1 {
		t.Fatalf("%d lines in the log, %v; want one", len(acts), err)
	}
	if a := acts[0]; a.Before != "own severity, enforced, required" || a.After != "own severity, monitor, required" || a.Text != "too strict" || a.Actor != s.admin.Account {
		t.Errorf("the log says %+v", a)
	}
}

func TestOperatorsSettingsAreBelowTheAdmins(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	book := market.NewRulebook(s.store, s.clock, reviewer.Docs(shopRules()), map[string]market.RuleSetting{"DSC-003": monitor})
	setting := func() market.RuleSetting {
		t.Helper()
		story, err := book.Rule(t.Context(), s.reviewer, "DSC-003", 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		return story.Setting
	}
	if got := setting(); got != monitor {
		t.Errorf("as configured: %+v", got)
	}
	own := market.RuleSetting{Enforced: true, Required: true}
	if err := book.Set(t.Context(), s.admin, market.SetRule{Rule: "DSC-003", Want: own, Seen: monitor, Reason: "r"}); err != nil {
		t.Fatal(err)
	}
	if got := setting(); got != own {
		t.Errorf("as an admin set it: %+v", got)
	}
	if err := book.Set(t.Context(), s.admin, market.SetRule{Rule: "DSC-003", Reset: true, Seen: own, Reason: "r"}); err != nil {
		t.Fatal(err)
	}
	if got := setting(); got != monitor {
		t.Errorf("reset: %+v", got)
	}
}

// stats are the numbers of a rule since ever, as "submissions listings places
// monitored waived overturned".
func (s *shop) stats(t *testing.T, rule string) string {
	t.Helper()
	story, err := s.rules.Rule(t.Context(), s.reviewer, rule, 10, 0)
	if err != nil {
		t.Fatal(err)
	}
	n := story.Stats[0]
	return fmt.Sprint(n.Submissions, n.Listings, n.Places, n.Monitored, n.Waived, n.Overturned)
}

func TestStatistics(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.seen(t, "one", "TODO", "TODO too", "fine")
	s.clock.pass(40 * 24 * time.Hour)
	s.seen(t, "one", "TODO") // the same listing again
	s.set(t, "DSC-003", monitor)
	s.seen(t, "two", "TODO again")
	over := s.seen(t, "three", "a secret")
	for rule, want := range map[string]string{"DSC-003": "3 2 4 1 0 0", "SEC-030": "1 1 1 0 0 0"} {
		if got := s.stats(t, rule); got != want {
			t.Errorf("%s: %s, want %s", rule, got, want)
		}
	}
	story, err := s.rules.Rule(t.Context(), s.reviewer, "DSC-003", 10, 0)
	if err != nil || story.Stats[30].Submissions != 2 || story.Stats[90].Submissions != 3 {
		t.Errorf("30 and 90 days: %+v, %v", story.Stats, err)
	}
	if h := story.Hits; len(h) != 3 || h[0].Listing != "two" || h[0].Sample.Evidence != "TODO again" || h[2].Places != 2 {
		t.Errorf("the hits: %+v", h)
	}
	if err := s.decide(t, s.reviewer, over, market.DecideApprove, ""); err != nil { // a person judged otherwise
		t.Fatal(err)
	}
	if got := s.stats(t, "SEC-030"); got != "1 1 1 0 0 1" {
		t.Errorf("overturned: %s", got)
	}
	if _, err := s.rules.Rules(t.Context(), s.dev, time.Time{}); err == nil {
		t.Error("a developer reads the statistics")
	}
	if _, err := s.rules.Rule(t.Context(), s.reviewer, "XXX-001", 1, 0); err == nil {
		t.Error("a rule that there is not")
	}
}

// Rules that cost points alone are counted too.
func TestQualityIsCounted(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	x := clean()
	lost := []market.Loss{{Rule: "SCH-033", Points: 5, Where: "/tools/0/inputSchema"}, {Rule: "SCH-033", Points: 5, Where: "/tools/0/title"}}
	x.Report.Quality = []market.ToolQuality{{Tool: "weather.now", Where: "/tools/0", Score: 90, Lost: lost}}
	s.examiner.answers = []market.Examined{x}
	s.intake = market.NewIntake(market.IntakeOptions{Store: s.store, Examiner: s.examiner, Checker: s.examiner, Sealer: plainSealer{}, Clock: s.clock})
	s.reviewed(t, "one")
	if got := s.stats(t, "SCH-033"); got != "1 1 2 0 0 0" {
		t.Errorf("%s, want two places in one submission", got)
	}
}

// A pass that is recorded again, or follows another, is counted once.
func TestPassesOfASubmissionCountOnce(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	engine := reviewer.New(reviewer.Options{Prober: s.prober, Rules: shopRules(), Ruleset: "test", Policy: reviewer.Policy{Pace: reviewer.PaceFast()}})
	s.intake = market.NewIntake(market.IntakeOptions{Store: s.store, Examiner: engine, Checker: engine, Sealer: plainSealer{}, Clock: s.clock})
	s.serves("one", "a secret", "another secret")
	sub := s.submit(t, "one")
	for pass := range 3 {
		s.review(t, sub.ID, pass+1)
		s.review(t, sub.ID, pass+1)
		if pass == 1 {
			s.serves("one", "a secret")
		}
	}
	if got := s.submission(t, sub.ID); got.Stage != market.StageInReview || got.Pass != 3 {
		t.Fatalf("%s after %d passes", got.Stage, got.Pass)
	}
	if got := s.stats(t, "SEC-030"); got != "1 1 1 0 0 0" {
		t.Errorf("%s, want one submission, and the place of the last pass", got)
	}
}

var _ market.Rejudger = (*reviewer.Reviewer)(nil)
