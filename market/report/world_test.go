package report_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"marketd/market"
	"marketd/market/report"
	"marketd/market/toollist"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with a file, or writes the file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is not what the code gives (-file +code; go test -update writes it anew):\n%s", path, diff)
	}
}

func text(zh, en string) market.Text { return market.Text{ZH: zh, EN: en} }

// found is a finding with everything that one can have.
func found(rule string, sev market.Severity, where string, more func(*market.Finding)) market.Finding {
	f := market.Finding{
		Rule: rule, Severity: sev, Enforced: true, Where: where,
		Message: text("这里不对。", "This is wrong here."), Why: text("因为会出事。", "Because it breaks."), Fix: text("改好它。", "Mend it."),
	}
	if more != nil {
		more(&f)
	}
	return f
}

// sample is a report with one of each thing.
func sample() market.Report {
	score := 71
	return market.Report{
		Format: 1, Ruleset: "2026-12-01.2", At: time.Date(2026, 12, 1, 8, 0, 0, 0, time.UTC), URL: "https://weather.example.com/mcp", Passes: 1,
		Verdict: market.VerdictNeedsHuman,
		Profiles: market.Profiles{
			App: market.ProfileResult{Verdict: market.VerdictRejected, Outcome: market.OutcomeFail},
			MCP: market.ProfileResult{Verdict: market.VerdictNeedsHuman, Outcome: market.OutcomePass, Version: "2026-07-28", Transport: "streamable-http"},
		},
		Digest: "v1:sha256:00", Tools: 2, SDK: "go-sdk", Score: &score, Tokens: 420,
		Quality: []market.ToolQuality{
			{Tool: "weather_now", Where: "/tools/0", Score: 62, Tokens: 210, Lost: []market.Loss{
				{Rule: "QUA-001", Points: 30, Where: "/tools/0/description", Message: text("说明太短。", "The description is short."), Fix: text("写两三句。", "Write two or three sentences.")},
				{Rule: "QUA-002", Points: 8, Where: "/tools/0/title", Message: text("没有标题。", "There is no title."), Fix: text("加一个。", "Add one.")},
			}},
			{Tool: "weather_week", Where: "/tools/1", Score: 80, Tokens: 210, Lost: []market.Loss{
				{Rule: "QUA-001", Points: 20, Where: "/tools/1/description", Message: text("说明偏短。", "The description is rather short."), Fix: text("写两三句。", "Write two or three sentences.")},
			}},
		},
		Findings: []market.Finding{
			found("HLT-001", market.SeverityReject, "/probe/contract", func(f *market.Finding) {
				f.Profile, f.Class, f.Evidence = market.ProfileApp, market.ClassMismatch, "HTTP 400: {\"error\":\"empty\"}"
				f.Fix = text("对 {} 答 200。\n下面的改法可以粘贴。", "Answer 200 to {}.\nThe fix below can be pasted.")
				f.Snippets = []market.Snippet{{Lang: "Go", Code: "if string(body) == \"{}\" {\n\tw.WriteHeader(200)\n}\n"}, {Lang: "Python", Code: "pass"}}
			}),
			found("DSC-003", market.SeverityWarn, "/tools/0/description", func(f *market.Finding) { f.Tool, f.Evidence = "weather_now", "天气" }),
			found("SEC-002", market.SeverityNeedsHuman, "/tools/0/description", func(f *market.Finding) { f.Tool, f.Evidence = "weather_now", "do not tell the user" }),
			found("DSC-003", market.SeverityWarn, "/tools/1/description", func(f *market.Finding) { f.Tool = "weather_week" }),
			found("NAM-004", market.SeverityWarn, "/tools/1/name", func(f *market.Finding) {
				f.Tool, f.Waived = "weather_week", &market.Waived{Reason: "发布者说明过", At: time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)}
			}),
			found("SCH-009", market.SeverityReject, "/tools/1/inputSchema", func(f *market.Finding) { f.Tool, f.Enforced = "weather_week", false }),
			found("HLT-006", market.SeverityInfo, "/probe/list", func(f *market.Finding) { f.Unsure = true }),
		},
		ChecksRun: []string{"HLT-001", "DSC-003", "SEC-002", "NAM-004", "SCH-009", "HLT-006", "URL-001"}, ChecksFailed: []string{"SCH-010"},
		Checks: []market.Check{
			{Rule: "URL-001", Title: text("地址是 https", "The address is https"), State: market.CheckPass},
			{Rule: "HLT-001", Title: text("对 {} 应答", "It answers {}"), State: market.CheckHit, Severity: market.SeverityReject},
			{Rule: "HLT-006", Title: text("一直在线", "It stays up"), State: market.CheckHit, Severity: market.SeverityInfo},
			{Rule: "PAG-001", Title: text("一页列完", "One page"), State: market.CheckSkipped, Note: text("没有读到列表。", "No list was read.")},
			{Rule: "NAM-004", Title: text("名字好认", "Names read well"), State: market.CheckHit, Severity: market.SeverityWarn},
			{Rule: "DSC-003", Title: text("说明够长", "Descriptions are long enough"), State: market.CheckHit, Severity: market.SeverityWarn},
			{Rule: "SCH-009", Title: text("模式完整", "Schemas are whole"), State: market.CheckHit, Severity: market.SeverityReject},
			{Rule: "SCH-010", Title: text("模式能编译", "Schemas compile"), State: market.CheckFailed, Note: text("检查自己出了错。", "The check itself broke.")},
			{Rule: "SEC-002", Title: text("没有指令", "No instructions"), State: market.CheckHit, Severity: market.SeverityNeedsHuman},
		},
	}
}

func docs() []market.RuleDoc {
	var all []market.RuleDoc
	for _, c := range sample().Checks {
		d := market.RuleDoc{
			ID: c.Rule, Kind: market.KindRule, Group: market.GroupTools, Severity: market.SeverityReject, Title: c.Title,
			Why: text("为何", "why"), Decide: text("看 [这里] {0}", "look [here] {0}"), Fix: text("改", "mend"), Source: "RFC 9110",
		}
		all = append(all, d)
	}
	return append(all, market.RuleDoc{ID: "SSE-009", Kind: market.KindParser, Title: text("读", "read")})
}

func server() report.Subject {
	return report.Subject{Report: sample(), Name: "https://weather.example.com/mcp", Require: market.RequireAny}
}

// kept is a subject whose report is of a file.
func kept(t *testing.T, name, data string, r market.Report) report.Subject {
	t.Helper()
	f := &report.File{Data: []byte(data)}
	var err error
	if f.List, err = toollist.Read(f.Data); err != nil {
		t.Fatal(err)
	}
	r.URL, r.Profiles = "", market.Profiles{App: market.ProfileResult{Verdict: market.VerdictNotRun}, MCP: market.ProfileResult{Verdict: market.VerdictNotRun}}
	return report.Subject{Report: r, Name: name, File: f, Require: market.RequireAny}
}

// hostile is every text that means something to a terminal, a shell or Markdown.
const hostile = "\x1b[31m\x07\u202e`]( ``` <img src=x onerror=alert(1)> @everyone [a](javascript:x) ![b](https://evil.example/b) | $x$ 'q' \"q\" $(id) `id` \\ --> </details> # {0} {\n> quote\x00\u200b"

// everywhere is the sample with a hostile text in every place that can hold one.
func everywhere() market.Report {
	r := sample()
	both := text(hostile, hostile)
	r.SDK, r.Ruleset = hostile, hostile
	r.Profiles.MCP.Version, r.Profiles.MCP.Transport = hostile, hostile
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Where, f.Tool, f.Evidence, f.Message, f.Why, f.Fix = "/tools/0/"+hostile, hostile, hostile, both, both, both
		f.Snippets = []market.Snippet{{Lang: hostile, Code: hostile}}
		if f.Waived != nil {
			f.Waived.Reason = hostile
		}
	}
	for i := range r.Quality {
		for j := range r.Quality[i].Lost {
			l := &r.Quality[i].Lost[j]
			l.Where, l.Message, l.Fix = hostile, both, both
		}
	}
	for i := range r.Checks {
		r.Checks[i].Title, r.Checks[i].Note = both, both
	}
	return r
}

func write(t *testing.T, f func(b *strings.Builder) error) string {
	t.Helper()
	var b strings.Builder
	if err := f(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
