package reviewer_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"marketd/market"
	"marketd/reviewer"
)

func TestHostileTextInFindings(t *testing.T) {
	t.Parallel()
	h := reviewer.Hit{
		Where: "/tools/0/inputSchema/properties/a\u202eb", Tool: "na\x1b[31mme", Evidence: "key sk-secret \u200b" + strings.Repeat("长", 400),
		Message: market.Text{ZH: "工具 a\x00b", EN: "tool a\u2066b"}, Why: market.Text{ZH: "因 a\x00b", EN: "as a\u2066b"}, Fix: market.Text{ZH: "一\n二", EN: "one\ntwo"},
	}
	o := reviewer.Options{
		Prober: &prober{probe: good()}, Rules: []reviewer.Rule{rule("SEC-030", reviewer.NeedsList, h)},
		Redact: func(s string) string { return strings.ReplaceAll(s, "sk-secret", "⟦redacted: test⟧") },
	}
	f := examine(t, reviewer.New(o), market.Case{Entry: entry()}).Report.Findings[0]
	if want := "key ⟦redacted: test⟧ ⟦U+200B⟧长"; !strings.HasPrefix(f.Evidence, want) || len([]rune(f.Evidence)) != 160 || !strings.HasSuffix(f.Evidence, "…") {
		t.Errorf("evidence %q (%d runes)", f.Evidence, len([]rune(f.Evidence)))
	}
	if f.Where != "/tools/0/inputSchema/properties/a⟦U+202E⟧b" || f.Tool != "na⟦U+001B⟧[31mme" {
		t.Errorf("where %q, tool %q", f.Where, f.Tool)
	}
	if f.Message.ZH != "工具 a⟦U+0000⟧b" || f.Message.EN != "tool a⟦U+2066⟧b" || f.Fix.EN != "one\ntwo" {
		t.Errorf("message %+v, fix %+v", f.Message, f.Fix)
	}
	if f.Why.ZH != "因 a⟦U+0000⟧b" || f.Why.EN != "as a⟦U+2066⟧b" {
		t.Errorf("why %+v", f.Why)
	}
}

func TestHitsAreBounded(t *testing.T) {
	t.Parallel()
	hits := make([]reviewer.Hit, 5000)
	for i := range hits {
		hits[i] = reviewer.Hit{Severity: market.SeverityWarn, Where: "/tools/0"}
	}
	hits[4999] = reviewer.Hit{Severity: market.SeverityReject, Where: "/tools/9"}
	x := examine(t, newReviewer(&prober{probe: good()}, rule("SCH-012", reviewer.NeedsList, hits...)), market.Case{Entry: entry()})
	if n := len(x.Report.Findings); n != 100 || x.Report.Verdict != market.VerdictRejected {
		t.Errorf("%d findings, verdict %s", n, x.Report.Verdict)
	}
	if c := state(t, x.Report, "SCH-012"); !strings.Contains(c.Note.EN, "4900 more") {
		t.Errorf("note %q", c.Note.EN)
	}
}

func TestOrder(t *testing.T) {
	t.Parallel()
	r := newReviewer(&prober{probe: good()},
		rule("META-001", reviewer.NeedsEntry, reviewer.Hit{Where: "/entry/cat"}),
		rule("DSC-003", reviewer.NeedsList, reviewer.Hit{Where: "/tools/10/description"}, reviewer.Hit{Where: "/tools/2/description"}),
		rule("NAM-001", reviewer.NeedsList, reviewer.Hit{Where: "/tools/2/description"}),
		rule("ZZZ-001", reviewer.NeedsList), rule("ENT-010", reviewer.NeedsEntry), rule("ENT-002", reviewer.NeedsEntry),
	)
	rep := examine(t, r, market.Case{Entry: entry()}).Report
	var checks, findings []string
	for _, c := range rep.Checks {
		checks = append(checks, c.Rule)
	}
	for _, f := range rep.Findings {
		findings = append(findings, f.Where+" "+f.Rule)
	}
	if want := []string{"ENT-002", "ENT-010", "NAM-001", "DSC-003", "META-001", "ZZZ-001"}; !slices.Equal(checks, want) {
		t.Errorf("checks %v, want %v", checks, want)
	}
	want := []string{"/entry/cat META-001", "/tools/2/description NAM-001", "/tools/2/description DSC-003", "/tools/10/description DSC-003"}
	if !slices.Equal(findings, want) {
		t.Errorf("findings %v, want %v", findings, want)
	}
}

// The same evidence under the same rules gives the same bytes, in whatever
// order the rules are given and their hits come.
func TestReportIsDeterministic(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	pick := func(list []string) string { return list[rng.IntN(len(list))] }
	for range 200 {
		var rules []reviewer.Rule
		for _, id := range []string{"ENT-001", "URL-004", "HLT-001", "NAM-002", "DSC-003", "SCH-001", "META-002"} {
			hits := make([]reviewer.Hit, rng.IntN(5))
			for i := range hits {
				hits[i] = reviewer.Hit{
					Severity: market.Severity(pick([]string{"", "info", "warn", "needs_human", "reject"})), Unsure: rng.IntN(9) == 0,
					Profile: market.Profile(pick([]string{"", "", "app", "mcp"})), Where: pick([]string{"/tools/1", "/tools/12", "/entry/name", "/probe/list"}), Evidence: pick([]string{"", "x", "\u200by"}),
				}
			}
			r := rule(id, reviewer.NeedsProbe, hits...)
			r.Quality = rng.IntN(5) == 0
			rules = append(rules, r)
		}
		want := reportJSON(t, rules)
		rng.Shuffle(len(rules), func(i, j int) { rules[i], rules[j] = rules[j], rules[i] })
		for i, r := range rules {
			hits := r.Check(nil)
			rng.Shuffle(len(hits), func(i, j int) { hits[i], hits[j] = hits[j], hits[i] })
			rules[i].Check = func(*reviewer.Dossier) []reviewer.Hit { return hits }
		}
		if got := reportJSON(t, rules); got != want {
			t.Fatalf("the report changed with the order of rules and hits: %d and %d bytes", len(want), len(got))
		}
	}
}

func reportJSON(t *testing.T, rules []reviewer.Rule) string {
	t.Helper()
	b, err := json.Marshal(examine(t, newReviewer(&prober{probe: good()}, rules...), market.Case{Entry: entry()}).Report)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
