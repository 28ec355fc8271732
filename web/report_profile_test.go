package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"marketd/i18n"
	"marketd/market"
	"marketd/templates"
)

// one is a profile's result.
func one(v market.Verdict, o market.Outcome) market.ProfileResult {
	return market.ProfileResult{Verdict: v, Outcome: o}
}

func TestProfileWords(t *testing.T) {
	t.Parallel()
	const clean, human, rejected, open, not = market.VerdictClean, market.VerdictNeedsHuman, market.VerdictRejected, market.VerdictInconclusive, market.VerdictNotRun
	const pass, fail, gated, unknown = market.OutcomePass, market.OutcomeFail, market.OutcomeGated, market.OutcomeUnknown
	for _, c := range []struct {
		app, mcp market.ProfileResult
		verdict  market.Verdict
		looks    string // of both
		heads    string
		says     string
	}{
		{one(clean, pass), one(clean, pass), clean, "pass pass", "The app can use it|Standard MCP clients can use it", "Works in the app and with standard MCP clients"},
		{one(rejected, fail), one(clean, pass), clean, "warn pass", "Not in the app yet|Standard MCP clients can use it", "Works with standard MCP clients; not yet in the app, and here is what to add"},
		{one(clean, pass), one(rejected, fail), clean, "pass warn", "The app can use it|Not for standard MCP clients yet", "Works in the app; not yet with standard MCP clients, and here is what to mend"},
		{one(rejected, fail), one(human, pass), human, "warn needs_human", "Not in the app yet|Standard MCP clients can use it, after a person looked", "Works with standard MCP clients; not yet in the app, and here is what to add"},
		{one(rejected, fail), one(rejected, fail), rejected, "reject reject", "Not in the app yet|Not for standard MCP clients yet", "Neither the app nor standard MCP clients can use it yet; here is what to mend"},
		{one(rejected, pass), one(rejected, pass), rejected, "reject reject", "Rules keep it out of the app|Rules keep it out of the registry", "It can be reached, but rules keep it out; here is what to mend"},
		{one(human, gated), one(human, gated), human, "gated gated", "The app needs a token|Standard MCP clients need a token", "The server answers only with a token; enter a test token and check again"},
		{one(open, fail), one(open, fail), open, "unknown unknown", "Cannot be told yet|Cannot be told yet", "Not clear this time, and that does not count against the server; check again in a while"},
		{one(clean, pass), one(not, ""), clean, "pass unknown", "The app can use it|Not asked", "Works in the app; not asked in the way of standard MCP"},
		{one(not, ""), one(not, ""), rejected, "unknown unknown", "Not asked|Not asked", "The address did not pass, so nothing was sent to it; here is what to mend"},
		{one(clean, pass), one(human, gated), clean, "pass gated", "The app can use it|Standard MCP clients need a token", "Works in the app; standard MCP clients need a token"},
	} {
		r := &market.Report{URL: "https://a.example/mcp", Verdict: c.verdict, Profiles: market.Profiles{App: c.app, MCP: c.mcp}}
		v := profileViews(english(), r)
		if looks, heads := v[0].State+" "+v[1].State, v[0].Head+"|"+v[1].Head; looks != c.looks || heads != c.heads {
			t.Errorf("%+v:\n%s, %s\nwant\n%s, %s", r.Profiles, looks, heads, c.looks, c.heads)
		}
		if got := summary(english(), r); got != c.says {
			t.Errorf("%+v says %q, want %q", r.Profiles, got, c.says)
		}
	}
	old := &market.Report{URL: "https://a.example/mcp", Verdict: clean}
	if got := summary(english(), old); got != "Nothing must change" || profileViews(english(), old) != nil {
		t.Errorf("a report from before the profiles says %q", got)
	}
	if got := summary(english(), &market.Report{Tools: 1, Profiles: market.Profiles{App: one(not, ""), MCP: one(not, "")}}); got != "A list of 1 tool was looked at, without its server" {
		t.Errorf("a list alone says %q", got)
	}
}

// Every text that the words of a profile can lead to is there, in both languages.
func TestProfileTextsExist(t *testing.T) {
	t.Parallel()
	for _, p := range []*templates.Page{english(), {Printer: i18n.For(i18n.Chinese)}} {
		for _, name := range []string{"app", "mcp"} {
			for _, word := range []string{"pass", "human", "fail", "rejected", "gated", "unknown", "not_run"} {
				for _, key := range []string{"profile." + name + "_" + word, "profile." + name + "_" + word + "Means"} {
					if !p.Has(key) {
						t.Errorf("%s: no message %s", p.Tag(), key)
					}
				}
			}
			for _, word := range []string{"pass", "kept", "fail", "gated", "unknown", "not_run"} {
				if key := "summary." + name + "_" + word; !p.Has(key) {
					t.Errorf("%s: no message %s", p.Tag(), key)
				}
			}
		}
	}
}

// What one kind of client lacks comes first, each thing once with its places,
// and leads to the finding; what the market does not ask for is not counted
// among what must change.
func TestWhatAProfileLacks(t *testing.T) {
	t.Parallel()
	r := &market.Report{Verdict: market.VerdictClean, Profiles: market.Profiles{App: one(market.VerdictRejected, market.OutcomeFail), MCP: one(market.VerdictClean, market.OutcomePass)}}
	add := func(rule string, s market.Severity, profile market.Profile, message string) {
		r.Findings = append(r.Findings, market.Finding{Rule: rule, Severity: s, Enforced: true, Profile: profile, Message: say(message, message), Where: "/probe/contract"})
	}
	add("HLT-001", market.SeverityReject, market.ProfileApp, "the first")
	add("HLT-001", market.SeverityReject, market.ProfileApp, "the first")
	for i := range 6 {
		add("PRO-00"+fmt.Sprint(i), market.SeverityReject, market.ProfileApp, fmt.Sprint("more ", i))
	}
	add("PRO-005", market.SeverityReject, market.ProfileApp, "more 5") // past what is listed
	add("DSC-001", market.SeverityWarn, "", "advice")
	add("SEC-001", market.SeverityNeedsHuman, market.ProfileApp, "for a person, of the app alone")
	v := profileViews(english(), r)
	if n := len(v[0].Todo); n != maxTodo || v[0].More != 2 || v[0].Todo[0].Places != 2 || v[0].Todo[0].URL != "#f-0" || !strings.Contains(v[0].Means, "a little more than standard MCP") {
		t.Errorf("%+v", v[0])
	}
	if len(v[1].Todo) != 0 {
		t.Errorf("standard MCP lacks %+v", v[1].Todo)
	}
	if n := rejectCount(r); n != 0 || serverRefused(r) {
		t.Errorf("%d keep it out", n)
	}
	c := countsOf(r, func(market.Finding) bool { return true })
	if c != (templates.FindingCounts{AddApp: 10, Warn: 1}) {
		t.Errorf("counted %+v", c)
	}
	if problems := reportProblems(english(), r); len(problems) != 0 {
		t.Errorf("the form demands %+v", problems)
	}
	r.Verdict = market.VerdictRejected // a market that asks for both
	if n := rejectCount(r); n != 9 || !serverRefused(r) {
		t.Errorf("where both are required %d keep it out", n)
	}
	r.Findings[0].Waived = &market.Waived{Reason: "as agreed", At: epoch}
	if n := rejectCount(r); n != 8 {
		t.Errorf("with one let be %d keep it out", n)
	}
	if open := openFindings(english(), r, nil, market.SeverityInfo); strings.Contains(fmt.Sprint(open[0].Anchor), "a-0") {
		t.Error("what was let be is open")
	}
}

func TestQualityAddsUp(t *testing.T) {
	t.Parallel()
	r := &market.Report{Checks: sampleChecks()}
	score(r)
	v := qualityView(english(), r)
	if v.Score != 81 || len(v.Lost) != 2 || v.Lost[0].Points != "−14" || v.Lost[1].Points != "−5" || v.Perfect != 0 { // 81 and what was lost make 100
		t.Errorf("%+v", v)
	}
	if len(v.Lost[0].Places) != 1 || v.Lost[0].Places[0].Tool != "weather.now" || v.Lost[0].Fix == "" {
		t.Errorf("%+v", v.Lost[0])
	}
	if qualityView(english(), &market.Report{}) != nil {
		t.Error("without tools there is a quality")
	}
}

// Where clients get through and the market refuses what they would find, nobody
// is told that they cannot use it.
func TestRefusedIsNotUnusable(t *testing.T) {
	t.Parallel()
	r := &market.Report{
		URL: "https://a.example/mcp", Verdict: market.VerdictRejected,
		Profiles: market.Profiles{App: one(market.VerdictRejected, market.OutcomeFail), MCP: one(market.VerdictRejected, market.OutcomeFail)},
		Checks:   []market.Check{{Rule: "DSC-002", Group: market.GroupTools}, {Rule: "HLT-001", Group: market.GroupApp}},
		Findings: []market.Finding{{Rule: "DSC-002", Severity: market.SeverityReject, Enforced: true, Message: say("占位", "A placeholder"), Where: "/tools/0/description"}},
	}
	v := profileViews(english(), r)
	if got, head := summary(english(), r), v[0].Head+"|"+v[1].Head; got != "It can be reached, but rules keep it out; here is what to mend" || head != "Rules keep it out of the app|Rules keep it out of the registry" {
		t.Errorf("%q, %q", got, head)
	}
	r.Findings = append(r.Findings, market.Finding{Rule: "HLT-001", Profile: market.ProfileApp, Severity: market.SeverityReject, Enforced: true})
	if got := summary(english(), r); got != "Not in the app yet; rules keep it out of the MCP registry" {
		t.Errorf("%q", got)
	}
}

// A fix to paste stands once in a list of findings, and once on a page that has
// the findings by themselves besides.
func TestAFixStandsOnce(t *testing.T) {
	t.Parallel()
	r := &market.Report{Checks: []market.Check{{Rule: "HLT-001", Group: market.GroupApp, State: market.CheckHit}, {Rule: "PRO-004", Group: market.GroupApp, State: market.CheckHit}}}
	for _, rule := range []string{"HLT-001", "PRO-004"} {
		r.Findings = append(r.Findings, market.Finding{Rule: rule, Severity: market.SeverityReject, Enforced: true, Snippets: []market.Snippet{{Lang: "Go", Code: "x"}}})
	}
	v, open := reportView(english(), r, nil), openFindings(english(), r, nil, market.SeverityWarn)
	if len(open[0].Snippets) != 1 || open[0].SameFix != nil || len(open[1].Snippets) != 0 || *open[1].SameFix != (templates.Link{Label: "HLT-001", URL: "#a-0"}) {
		t.Errorf("%+v", open)
	}
	found := v.Groups[0].Found
	if len(found[0].Findings[0].Snippets) != 1 || found[1].Findings[0].SameFix.URL != "#f-0" {
		t.Errorf("%+v", found)
	}
	beside(v, open)
	if f := found[0].Findings[0]; len(f.Snippets) != 0 || f.SameFix.URL != "#a-0" {
		t.Errorf("%+v", f)
	}
}

// What the app needs stands before what is only advised.
func TestWhatIsNeededStandsFirst(t *testing.T) {
	t.Parallel()
	r := &market.Report{Verdict: market.VerdictClean, Profiles: market.Profiles{App: one(market.VerdictRejected, market.OutcomeFail), MCP: one(market.VerdictClean, market.OutcomePass)}, Findings: []market.Finding{
		{Rule: "META-009", Severity: market.SeverityWarn, Enforced: true},
		{Rule: "HLT-001", Severity: market.SeverityReject, Enforced: true, Profile: market.ProfileApp},
	}}
	if open := openFindings(english(), r, nil, market.SeverityWarn); open[0].Rule != "HLT-001" || open[0].Anchor != "a-1" || open[1].Rule != "META-009" {
		t.Errorf("%+v", open)
	}
}

// A check is made once: nobody is promised that it will be made again.
func TestACheckPromisesNoSecond(t *testing.T) {
	t.Parallel()
	v := &templates.ReportPage{Report: &templates.ReportView{Verdict: "inconclusive", Groups: []templates.CheckGroup{{Found: []templates.CheckView{{Findings: []templates.FindingView{{Unsure: true}}}}}}}, Findings: []templates.FindingView{{Unsure: true}}}
	if got := templates.VerdictText(english(), v.Report); got != "Not clear yet, will be tried again" {
		t.Errorf("a submission says %q", got)
	}
	askedOnce(v)
	if got := templates.VerdictText(english(), v.Report); got != "Not clear this time; checking again later will tell" || !v.Findings[0].Once || !v.Report.Groups[0].Found[0].Findings[0].Once {
		t.Errorf("a check says %q, %+v", got, v)
	}
	if page := drawn(t, templates.Finding(english(), v.Findings[0], "")); !strings.Contains(page, "checking again later will tell") || strings.Contains(page, "before it counts") {
		t.Error(page)
	}
}

// drawn is a part of a page.
func drawn(t *testing.T, part templ.Component) string {
	t.Helper()
	var b strings.Builder
	if err := part.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
