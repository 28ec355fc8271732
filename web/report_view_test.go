package web

import (
	"fmt"
	"strings"
	"testing"

	"marketd/i18n"
	"marketd/market"
	"marketd/templates"
)

func english() *templates.Page { return &templates.Page{Printer: i18n.For(i18n.English)} }

func TestReportGroups(t *testing.T) {
	t.Parallel()
	check := func(rule string, state market.CheckState, s market.Severity) market.Check {
		return market.Check{Rule: rule, Group: market.GroupTools, State: state, Severity: s, Title: say(rule, rule)}
	}
	for _, c := range []struct {
		name   string
		checks []market.Check
		worst  string
		open   bool
		counts string
	}{
		{"all pass", []market.Check{check("A", market.CheckPass, ""), check("B", market.CheckPass, "")}, "pass", false, "2 passed"},
		{"all skipped", []market.Check{check("A", market.CheckSkipped, "")}, "skipped", false, "1 skipped"},
		{"told only", []market.Check{check("A", market.CheckHit, market.SeverityInfo), check("B", market.CheckSkipped, "")}, "pass", false, "1 note · 1 skipped"},
		{"a warning", []market.Check{check("A", market.CheckPass, ""), check("B", market.CheckHit, market.SeverityWarn)}, "warn", true, "1 advice · 1 passed"},
		{"the heaviest counts", []market.Check{check("A", market.CheckHit, market.SeverityWarn), check("B", market.CheckHit, market.SeverityReject)}, "reject", true, "1 must change · 1 advice"},
		{"a broken check is no pass", []market.Check{check("A", market.CheckFailed, ""), check("B", market.CheckPass, "")}, "failed", true, "1 could not be made · 1 passed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := &market.Report{Checks: c.checks}
			for _, x := range c.checks {
				if x.State == market.CheckHit {
					r.Findings = append(r.Findings, market.Finding{Rule: x.Rule, Severity: x.Severity, Enforced: true})
				}
			}
			v := reportView(english(), r, nil)
			if len(v.Groups) != 1 {
				t.Fatalf("%d groups, want the one that has checks", len(v.Groups))
			}
			g := v.Groups[0]
			if g.Worst != c.worst || g.Open() != c.open || g.Counts != c.counts {
				t.Errorf("%s open=%v %q, want %s open=%v %q", g.Worst, g.Open(), g.Counts, c.worst, c.open, c.counts)
			}
			for i := 1; i < len(g.Found); i++ {
				if market.Severity(g.Found[i-1].State).Weight() < market.Severity(g.Found[i].State).Weight() {
					t.Errorf("%s stands before %s", g.Found[i-1].State, g.Found[i].State)
				}
			}
		})
	}
}

// A rule on quality takes points and finds nothing: the page says a word for it,
// not the key of one that there is not.
func TestRuleOnQualityIsTold(t *testing.T) {
	t.Parallel()
	v := reportView(english(), &market.Report{Checks: []market.Check{{Rule: "QLT-001", Group: market.GroupTools, State: market.CheckHit}}}, nil)
	if g := v.Groups[0]; len(g.Found) != 1 || g.Found[0].State != "info" || g.Worst != "pass" || g.Open() {
		t.Errorf("shown as %+v", g)
	}
}

// A group that fails shows what to do first; what passed and what was skipped
// are folded under their numbers.
func TestFailuresStandFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examines(func(e market.Entry) market.Examined {
		x := refused(e)
		for _, c := range []market.Check{
			{Rule: "HLT-002", State: market.CheckPass, Title: say("甲", "The first that passes")},
			{Rule: "HLT-003", State: market.CheckSkipped, Title: say("乙", "One that was skipped"), Note: say("没有应答", "No answer")},
		} {
			c.Group = market.GroupApp
			x.Report.Checks = append([]market.Check{c}, x.Report.Checks...)
		}
		return x
	})
	_, a := w.browser().check(formOf("weather-demo")...)
	group := a.doc.Find("[data-testid=group-app]")
	if got := strings.Join(strings.Fields(group.ChildrenFiltered("summary").Text()), " "); !strings.Contains(got, "1 must change · 1 passed · 1 skipped") {
		t.Errorf("the group's head reads %q", got)
	}
	if first := group.Find("li").First(); !first.HasClass("whole") || first.Find("[data-rule=HLT-001]").Length() != 1 {
		t.Errorf("first in the group: %q", first.Text())
	}
	for rest, want := range map[string]string{"pass": "The first that passes", "skipped": "No answer"} {
		fold := group.Find("[data-testid=rest-" + rest + "]")
		if _, open := fold.Attr("open"); open || !strings.Contains(fold.Find("li").Text(), want) {
			t.Errorf("%s: open=%v, %q", rest, open, fold.Text())
		}
	}
	if fold := a.doc.Find("[data-testid=group-reachable] details"); fold.Length() != 0 {
		t.Error("a group where all passed is folded twice")
	}
}

func TestVerdictTellsAdvice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		v    templates.ReportView
		want string
	}{
		{templates.ReportView{Verdict: "clean"}, "Nothing must change"},
		{templates.ReportView{Verdict: "clean", Counts: templates.FindingCounts{Warn: 1}}, "Nothing must change · 1 advice"},
		{templates.ReportView{Verdict: "rejected", Counts: templates.FindingCounts{Reject: 2, Warn: 1}}, "Something must change"},
	} {
		if got := templates.VerdictText(english(), &c.v); got != c.want {
			t.Errorf("%+v reads %q, want %q", c.v, got, c.want)
		}
	}
}

// A look that sent nothing took no time, and says so.
func TestNothingSent(t *testing.T) {
	t.Parallel()
	for sent, want := range map[bool]string{true: "probed in 6.2 s", false: "nothing was sent"} {
		w := newWorld(t)
		w.examines(func(e market.Entry) market.Examined {
			x := good(e)
			if !sent {
				x.Probe = market.Probe{}
			}
			return x
		})
		if _, a := w.browser().check(formOf("weather-demo")...); !strings.Contains(a.text("#card1"), want) {
			t.Errorf("sent=%v: %q, want %q", sent, a.text("#card1 .num"), want)
		}
	}
}

// A thousand findings make a page that can be read, and none is lost count of.
func TestReportIsBounded(t *testing.T) {
	t.Parallel()
	r := &market.Report{Checks: []market.Check{{Rule: "DSC-003", Group: market.GroupTools, State: market.CheckHit, Severity: market.SeverityReject}}}
	for i := range 1000 {
		r.Findings = append(r.Findings, market.Finding{Rule: "DSC-003", Severity: market.SeverityReject, Enforced: true, Where: fmt.Sprintf("/tools/%d/description", i)})
	}
	v := reportView(english(), r, nil)
	c := v.Groups[0].Found[0]
	if len(c.Findings) != maxPerRule || len(c.Findings)+c.More != 1000 || v.Counts.Reject != 1000 {
		t.Errorf("%d shown and %d more of %d", len(c.Findings), c.More, v.Counts.Reject)
	}
	if n := len(openFindings(english(), r, nil, market.SeverityWarn)); n != maxOpen {
		t.Errorf("%d findings to act on, want %d", n, maxOpen)
	}
}

func TestMarkRules(t *testing.T) {
	t.Parallel()
	tools := make([]templates.ToolView, 2)
	r := &market.Report{}
	for _, f := range []struct {
		where, rule string
		s           market.Severity
	}{
		{"/tools/1/description", "W", market.SeverityWarn},
		{"/tools/1/name", "R", market.SeverityReject},
		{"/tools/1/name", "R", market.SeverityReject},
		{"/tools/0/name", "I", market.SeverityInfo},
		{"/tools/9/name", "R", market.SeverityReject},
		{"/tools/-1", "R", market.SeverityReject},
		{"/tools/x", "R", market.SeverityReject},
		{"/entry/name", "R", market.SeverityReject},
		{"/tools", "R", market.SeverityReject},
	} {
		r.Findings = append(r.Findings, market.Finding{Where: f.where, Rule: f.rule, Severity: f.s})
	}
	markRules(tools, r)
	if len(tools[0].Rules) != 0 || fmt.Sprint(tools[1].Rules) != "[{R reject} {W warn}]" {
		t.Errorf("marks %v, %v", tools[0].Rules, tools[1].Rules)
	}
}

func TestServerRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		where    string
		severity market.Severity
		enforced bool
		want     bool
	}{
		{"/probe/contract", market.SeverityReject, true, true},
		{"/tools/3/description", market.SeverityReject, true, true},
		{"/entry/server/url", market.SeverityReject, true, true},
		{"/entry/name", market.SeverityReject, true, false},
		{"/entry/id", market.SeverityReject, true, false},
		{"/probe/contract", market.SeverityReject, false, false},
		{"/tools/3/description", market.SeverityNeedsHuman, true, false},
	} {
		r := &market.Report{Findings: []market.Finding{{Where: c.where, Severity: c.severity, Enforced: c.enforced}}}
		if got := serverRefused(r); got != c.want {
			t.Errorf("%s %s enforced=%v: %v, want %v", c.where, c.severity, c.enforced, got, c.want)
		}
		if r.Findings[0].Unsure = true; serverRefused(r) {
			t.Errorf("%s %s refuses while it may pass by itself", c.where, c.severity)
		}
	}
}

func TestExchangeTexts(t *testing.T) {
	t.Parallel()
	e := sampleExchanges("https://h.example:8443/mcp?q=1", 400, "no")[0]
	if got, want := requestText(&e), "POST /mcp?q=1 HTTP/1.1\nHost: h.example:8443\nContent-Type: application/json\nAccept: application/json, text/event-stream\nAuthorization: Bearer ⟦token⟧\n\n{}"; got != want {
		t.Errorf("sent:\n%s\nwant:\n%s", got, want)
	}
	if got, want := responseText(&e), "HTTP 400 Bad Request\nContent-Type: application/json\n\nno"; got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	e.Status, e.Err = 0, "connect: connection refused"
	if got := responseText(&e); got != e.Err {
		t.Errorf("without an answer: %q", got)
	}
	for n, want := range map[int64]string{0: "0 B", 1023: "1023 B", 20_480: "20.0 KiB", 3 << 20: "3.0 MiB"} {
		if got := sizeText(n); got != want {
			t.Errorf("sizeText(%d) = %s, want %s", n, got, want)
		}
	}
}

func FuzzSuggestID(f *testing.F) {
	f.Add("https://mcp.weather.example.com/mcp")
	f.Add("https://xn--fiqs8s.--.example/")
	f.Fuzz(func(t *testing.T, raw string) {
		id := suggestID(raw)
		if len(id) > 64 || strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || strings.Contains(id, "--") || strings.HasPrefix(id, "-") || strings.HasSuffix(id, "-") || len(id) == 1 {
			t.Fatalf("suggestID(%q) = %q", raw, id)
		}
	})
}
