package web

import (
	"fmt"
	"strconv"
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
		name          string
		checks        []market.Check
		worst         string
		open          bool
		passed, total int
	}{
		{"all pass", []market.Check{check("A", market.CheckPass, ""), check("B", market.CheckPass, "")}, "pass", false, 2, 2},
		{"all skipped", []market.Check{check("A", market.CheckSkipped, "")}, "skipped", false, 0, 0},
		{"told only", []market.Check{check("A", market.CheckHit, market.SeverityInfo), check("B", market.CheckSkipped, "")}, "pass", false, 1, 1},
		{"a warning", []market.Check{check("A", market.CheckPass, ""), check("B", market.CheckHit, market.SeverityWarn)}, "warn", true, 1, 2},
		{"the heaviest counts", []market.Check{check("A", market.CheckHit, market.SeverityReject), check("B", market.CheckHit, market.SeverityWarn)}, "reject", true, 0, 2},
		{"a broken check is no pass", []market.Check{check("A", market.CheckFailed, ""), check("B", market.CheckPass, "")}, "failed", true, 1, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := reportView(english(), &market.Report{Checks: c.checks}, nil)
			if len(v.Groups) != 1 {
				t.Fatalf("%d groups, want the one that has checks", len(v.Groups))
			}
			g := v.Groups[0]
			if g.Worst != c.worst || g.Open() != c.open || g.Passed != c.passed || g.Total != c.total {
				t.Errorf("%s open=%v %d/%d, want %s open=%v %d/%d", g.Worst, g.Open(), g.Passed, g.Total, c.worst, c.open, c.passed, c.total)
			}
		})
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
	c := v.Groups[0].Checks[0]
	if len(c.Findings) != maxPerRule || len(c.Findings)+c.More != 1000 || v.Reject != 1000 {
		t.Errorf("%d shown and %d more of %d", len(c.Findings), c.More, v.Reject)
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

// What a hostile URL or body holds stays one word of the shell.
func FuzzCurl(f *testing.F) {
	f.Add("https://h.example/'; rm -rf ~ #", "{}'$(id)`id`")
	f.Add("-o/etc/passwd", "@/etc/passwd")
	f.Fuzz(func(t *testing.T, target, body string) {
		e := market.Exchange{Method: "POST", URL: target, ReqBody: body}
		rest := curlText(&e)
		for _, word := range []string{body, target} {
			if word == "" && body == "" {
				continue
			}
			quoted := quote(word)
			i := strings.Index(rest, quoted)
			if i < 0 || strings.Count(rest[:i], "'")%2 != 0 {
				t.Fatalf("%s is not quoted in %s", strconv.Quote(word), curlText(&e))
			}
			if plain := strings.ReplaceAll(quoted[1:len(quoted)-1], `'\''`, ""); strings.Contains(plain, "'") {
				t.Fatalf("%s leaves its quotes", quoted)
			}
			rest = rest[i+len(quoted):]
		}
	})
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
