package report_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"marketd/market"
	"marketd/market/report"
)

func TestTextIsAsItWas(t *testing.T) {
	t.Parallel()
	local := server()
	local.Local = true
	local.Sent = []market.Exchange{{Step: "contract", Method: "POST", URL: "http://127.0.0.1:9000/mcp", ReqBody: "{}", Status: 200}}
	file := kept(t, "tools.json", `{"tools":[]}`, sample())
	clean := report.Subject{Name: "https://a.example/mcp", Report: market.Report{
		Ruleset: "r", Verdict: market.VerdictClean, Tools: 1, Tokens: 9,
		Profiles: market.Profiles{App: market.ProfileResult{Verdict: market.VerdictClean, Outcome: market.OutcomePass}, MCP: market.ProfileResult{Verdict: market.VerdictInconclusive, Outcome: market.OutcomeUnknown}},
	}}
	for name, c := range map[string]struct {
		report.Subject
		report.Style
	}{
		"zh.txt":        {server(), report.Style{Lang: market.Chinese, Columns: 78}},
		"en.txt":        {server(), report.Style{Lang: market.English, Columns: 78}},
		"verbose.txt":   {local, report.Style{Lang: market.English, Verbose: true}},
		"colour.txt":    {server(), report.Style{Lang: market.English, Columns: 100, Colour: true}},
		"file.zh.txt":   {file, report.Style{Lang: market.Chinese, Columns: 40}},
		"clean.zh.txt":  {clean, report.Style{Lang: market.Chinese, Columns: 78}},
		"clean.en.txt":  {clean, report.Style{Lang: market.English, Columns: 78}},
		"no-sdk.en.txt": {unknownSDK(), report.Style{Lang: market.English, Columns: 78}},
	} {
		golden(t, name, write(t, func(b *strings.Builder) error { return report.Text(b, c.Subject, c.Style) }))
	}
}

func unknownSDK() report.Subject {
	s := server()
	s.Report.SDK = ""
	for range 12 {
		s.Report.Findings = append(s.Report.Findings, found("DSC-003", market.SeverityWarn, fmt.Sprintf("/tools/%d/description", len(s.Report.Findings)), nil))
	}
	return s
}

// A server that answers as it is asked is not told to answer otherwise when only
// its tools have to change.
func TestOutcomeBlamesWhatFailed(t *testing.T) {
	t.Parallel()
	failed := market.ProfileResult{Verdict: market.VerdictRejected, Outcome: market.OutcomeFail}
	both := found("DSC-002", market.SeverityReject, "/tools/0/description", nil)
	app := found("HLT-001", market.SeverityReject, "/probe/contract", func(f *market.Finding) { f.Profile = market.ProfileApp })
	for _, c := range []struct {
		name     string
		findings []market.Finding
		app, mcp bool // is the way of asking blamed?
	}{
		{"the tools alone", []market.Finding{both}, false, false},
		{"the app's way too", []market.Finding{both, app}, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := report.Subject{Name: "https://a.example/mcp", Report: market.Report{
				Verdict: market.VerdictRejected, Profiles: market.Profiles{App: failed, MCP: failed}, Findings: c.findings,
			}}
			got := write(t, func(b *strings.Builder) error { return report.Text(b, s, report.Style{Lang: market.English}) })
			if app, mcp := strings.Contains(got, "POST {}"), strings.Contains(got, "neither 2026-07-28"); app != c.app || mcp != c.mcp {
				t.Errorf("blames the app's way %v, standard MCP's %v, want %v, %v:\n%s", app, mcp, c.app, c.mcp, got)
			}
		})
	}
}

// Nothing that comes from outside controls the terminal: the only control
// characters are line ends and, with colours, those of our own.
func TestTextControlsNothing(t *testing.T) {
	t.Parallel()
	ours := regexp.MustCompile("\x1b\\[[0-9;]*m")
	for _, lang := range []market.Lang{market.Chinese, market.English} {
		for _, colour := range []bool{false, true} {
			for _, columns := range []int{0, 1, 40} {
				s := report.Subject{
					Report: everywhere(), Name: hostile, Local: true,
					Sent: []market.Exchange{{Step: hostile, Method: hostile, URL: hostile, ReqHeader: []market.Header{{Name: hostile, Value: hostile}, {Name: "A", Value: hostile}}, ReqBody: hostile, Err: hostile}},
				}
				style := report.Style{Lang: lang, Colour: colour, Columns: columns, Verbose: true}
				out := write(t, func(b *strings.Builder) error { return report.Text(b, s, style) })
				if !colour && strings.ContainsRune(out, '\x1b') {
					t.Fatalf("colours that were not asked for:\n%q", out)
				}
				for _, c := range ours.ReplaceAllString(out, "") {
					if c != '\n' && (unicode.IsControl(c) || unicode.Is(unicode.Cf, c)) {
						t.Fatalf("U+%04X in %q", c, out)
					}
				}
			}
		}
	}
}

// Lines are no wider than the terminal, Chinese ones too; code is left alone.
func TestTextFits(t *testing.T) {
	t.Parallel()
	s := server()
	long := strings.Repeat("工具的说明很重要，模型靠它选工具。", 12)
	s.Report.Findings = []market.Finding{found("DSC-003", market.SeverityWarn, "/tools/0", func(f *market.Finding) {
		f.Why, f.Evidence = text(long, strings.Repeat("description ", 30)), strings.Repeat("x", 500)
	})}
	for _, lang := range []market.Lang{market.Chinese, market.English} {
		out := write(t, func(b *strings.Builder) error { return report.Text(b, s, report.Style{Lang: lang, Columns: 60}) })
		for line := range strings.Lines(out) {
			w := 0
			for _, c := range strings.TrimRight(line, "\n") {
				if w++; c >= 0x2E80 {
					w++
				}
			}
			if w > 60 {
				t.Errorf("%s: %d columns: %s", lang, w, line)
			}
			if strings.IndexAny(strings.TrimLeft(line, " "), "，。、") == 0 {
				t.Errorf("punctuation begins a line: %s", line)
			}
		}
	}
}

type full struct{}

var errFull = errors.New("no room")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWritersTellOfAWriteThatFails(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{
		"text":     report.Text(full{}, server(), report.Style{}),
		"markdown": report.Markdown(full{}, server(), market.English),
		"json":     report.JSON(full{}, server()),
		"sarif":    report.SARIF(full{}, report.Tool{}, server()),
	} {
		if !errors.Is(err, errFull) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestJSONIsOneLineThatHoldsTheReport(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]report.Subject{"": {Report: everywhere(), Name: "https://a.example"}, "a.json": kept(t, "a.json", "[]", sample())} {
		out := write(t, func(b *strings.Builder) error { return report.JSON(b, s) })
		if strings.Count(out, "\n") != 1 || !strings.HasSuffix(out, "\n") {
			t.Errorf("not one line: %q", out)
		}
		var got struct {
			File string
			market.Report
		}
		if err := json.Unmarshal([]byte(out), &got); err != nil || got.File != name || len(got.Findings) != len(s.Report.Findings) {
			t.Errorf("%q: %v, file %q", out, err, got.File)
		}
	}
}

// A file may be named as nothing else should be: its name stays on its line.
func TestNameOfAFileWritesNoLine(t *testing.T) {
	t.Parallel()
	s := kept(t, "tools.json\n✓ clean", "[]", market.Report{Verdict: market.VerdictRejected})
	got := write(t, func(b *strings.Builder) error { return report.Text(b, s, report.Style{Lang: market.English}) })
	if first, _, _ := strings.Cut(got, "\n"); first != "tools.json⟦U+000A⟧✓ clean" {
		t.Errorf("%q", got)
	}
}

// Where clients get through, nobody is told that they cannot use it.
func TestRefusedIsNotUnusable(t *testing.T) {
	t.Parallel()
	failed := market.ProfileResult{Verdict: market.VerdictRejected, Outcome: market.OutcomeFail}
	s := report.Subject{Name: "https://a.example/mcp", Report: market.Report{
		Verdict: market.VerdictRejected, Profiles: market.Profiles{App: failed, MCP: failed},
		Findings: []market.Finding{found("DSC-002", market.SeverityReject, "/tools/0/description", nil)},
		Checks:   []market.Check{{Rule: "DSC-002", Group: market.GroupTools, State: market.CheckHit}},
	}}
	got := write(t, func(b *strings.Builder) error { return report.Text(b, s, report.Style{Lang: market.English}) })
	if strings.Count(got, "clients can connect, but rules keep it out") != 2 || strings.Contains(got, "cannot be used") {
		t.Error(got)
	}
}

// A fix to paste stands once, however many rules want it.
func TestAFixStandsOnce(t *testing.T) {
	t.Parallel()
	paste := func(f *market.Finding) { f.Snippets = []market.Snippet{{Lang: "Go", Code: "theFix()"}} }
	s := report.Subject{Name: "https://a.example/mcp", Report: market.Report{SDK: "go-sdk", Findings: []market.Finding{
		found("HLT-001", market.SeverityReject, "/probe/contract", paste), found("PRO-004", market.SeverityReject, "/probe/list", paste),
	}}}
	for name, got := range map[string]string{
		"text":     write(t, func(b *strings.Builder) error { return report.Text(b, s, report.Style{Lang: market.English}) }),
		"Markdown": write(t, func(b *strings.Builder) error { return report.Markdown(b, s, market.English) }),
	} {
		if strings.Count(got, "theFix()") != 1 || strings.Count(got, "the same fix as of HLT-001, above") != 1 {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

// Of a list alone nothing is said of two verdicts that there are not.
func TestVerdictOfAListAlone(t *testing.T) {
	t.Parallel()
	not := market.ProfileResult{Verdict: market.VerdictNotRun}
	s := kept(t, "tools.json", "[]", market.Report{
		Verdict: market.VerdictClean, Profiles: market.Profiles{App: not, MCP: not},
		Findings: []market.Finding{found("NAM-001", market.SeverityReject, "/tools/0/name", func(f *market.Finding) { f.Profile = market.ProfileApp })},
	})
	for _, c := range []struct {
		require market.Require
		want    string
	}{
		{market.RequireAny, "for one kind of clients"},
		{market.RequireBoth, "for either kind"},
		{market.RequireApp, "bear on the app"},
		{market.RequireMCP, "bear on standard MCP"},
	} {
		s.Require = c.require
		got := write(t, func(b *strings.Builder) error { return report.Text(b, s, report.Style{Lang: market.English}) })
		if !strings.Contains(got, c.want) || strings.Contains(got, "The better of the two") {
			t.Errorf("%s:\n%s", c.require, got)
		}
	}
}
