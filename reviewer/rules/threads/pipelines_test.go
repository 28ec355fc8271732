package threads

import (
	"strings"
	"testing"

	"marketd/market"
	"marketd/market/digest"
	"marketd/reviewer"
	"marketd/reviewer/rules"
)

// settings sets rules.
func settings(s market.RuleSetting, ids ...string) market.Facts {
	f := market.Facts{Settings: map[string]market.RuleSetting{}}
	for _, id := range ids {
		f.Settings[id] = s
	}
	return f
}

// ownID is that of [ownRule].
const ownID = "SEC-900"

// ownRule is a rule of this test's that does as it is told.
func ownRule(check func(*reviewer.Dossier) []reviewer.Hit) reviewer.Rule {
	r := rules.All()[0]
	r.ID, r.Severity, r.Profile, r.Needs, r.Skip, r.Took, r.Check = ownID, market.SeverityReject, "", reviewer.NeedsTools, nil, nil, check
	return r
}

// pipelines are the trouble of review itself.
func pipelines() []thread {
	broken := ownRule(func(*reviewer.Dossier) []reviewer.Hit { panic("the module is missing") })
	mine := market.Refused{Digest: digest.Set([]string{reviewer.NewTool(0, []byte(goodTool)).Digest()}), Ruleset: rules.Set, Rules: []string{"DSC-002"}}
	changed := mine
	changed.Digest = digest.Set([]string{"v1:sha256:0"})
	desc := func(n int) func(*market.Entry) {
		return func(e *market.Entry) {
			e.Desc = string([]rune(strings.Repeat("按城市查询天气和空气质量，", 40))[:n])
		}
	}
	return []thread{
		{
			in: "cisco-ai-defense/mcp-scanner#43", say: "the summary said nothing was found", scene: telling("weather_todo", "TODO"),
			app: "rejected fail", mcp: "rejected fail", hits: []string{"reject DSC-002"}, also: summed,
		},
		{
			in: "cisco-ai-defense/mcp-scanner#194", say: "a rule was adopted that had never hit anything: on trial it only notes", scene: scene{
				tools: []string{goodTool}, facts: settings(market.RuleSetting{Required: true}, ownID),
				extra: []reviewer.Rule{ownRule(func(*reviewer.Dossier) []reviewer.Hit {
					return []reviewer.Hit{{Where: "/tools/0", Message: reviewer.Say("说明", "words")}}
				})},
			},
			app: "clean pass", mcp: "clean pass", hits: []string{"reject SEC-900 (noted)"},
		},
		{
			in: "EclipseFdn/open-vsx.org#12579", say: "the same body was held again and again without a word", scene: scene{tools: []string{goodTool}, facts: market.Facts{ID: market.IDMine, Refused: &mine}},
			app: "clean pass", mcp: "clean pass", hits: []string{"info SIM-005"}, also: advises("SIM-005", "appeal"),
		},
		{in: "EclipseFdn/open-vsx.org#12230", say: "and one that was changed is looked at afresh", scene: scene{tools: []string{goodTool}, facts: market.Facts{ID: market.IDMine, Refused: &changed}}, app: "clean pass", mcp: "clean pass", free: []string{"SIM-005"}},
		{
			in: "eclipse/openvsx#1949 eclipse/openvsx#1396 eclipse/openvsx#1331", say: "a check could be on or off, and not on without being required", scene: scene{
				tools: []string{goodTool}, extra: []reviewer.Rule{broken}, facts: settings(market.RuleSetting{Enforced: true}, ownID),
			},
			app: "clean pass", mcp: "clean pass", hits: []string{"needs_human SEC-900? (noted)"}, also: fails(ownID),
		},
		{
			in: "offa/android-foss#302", say: "modules of the review did not run, and nobody was told", scene: scene{tools: []string{goodTool}, extra: []reviewer.Rule{broken}},
			app: "inconclusive pass", mcp: "inconclusive pass", hits: []string{"needs_human SEC-900?"}, also: fails(ownID),
		},
		{in: "registry#890 registry#1193", say: "the address of an entry that was deleted stayed taken", scene: scene{tools: []string{goodTool}, facts: market.Facts{ID: market.IDFree}}, app: "clean pass", mcp: "clean pass", free: []string{"URL-008", "ENT-003"}},
		{
			in: "registry#1462 registry#1317", say: "another's live address is taken", scene: scene{tools: []string{goodTool}, facts: market.Facts{Endpoints: []market.EndpointUse{{Listing: "weather"}}}},
			app: "not_run unknown", mcp: "not_run unknown", hits: []string{"reject URL-008"}, also: refused,
		},
		{in: "registry#1184", say: "at 101 characters a limit was met that nobody had been told", scene: scene{tools: []string{goodTool}, entry: desc(101)}, app: "clean pass", mcp: "clean pass", free: []string{"ENT-010"}},
		{
			in: "registry#703", say: "and whoever meets the limit reads what it is", scene: scene{tools: []string{goodTool}, entry: desc(201)},
			app: "rejected pass", mcp: "rejected pass", hits: []string{"reject ENT-010"}, also: advises("ENT-010", "200"),
		},
	}
}

// refused wants the whole to be refused, though no server was asked.
func refused(t *testing.T, s seen) {
	t.Helper()
	if s.rep.Verdict != market.VerdictRejected || s.probe.URL != "" {
		t.Errorf("verdict %s, probed %q", s.rep.Verdict, s.probe.URL)
	}
}

// summed wants the counts to be those of the findings.
func summed(t *testing.T, s seen) {
	t.Helper()
	n := map[market.Severity]int{}
	for _, f := range s.rep.Findings {
		n[f.Severity]++
	}
	for _, severity := range []market.Severity{market.SeverityReject, market.SeverityNeedsHuman, market.SeverityWarn, market.SeverityInfo} {
		if got := s.rep.Count(severity); got != n[severity] {
			t.Errorf("%d of severity %s are counted, there are %d", got, severity, n[severity])
		}
	}
	if got := s.rep.Rules(market.SeverityReject); len(got) != 1 || got[0] != "DSC-002" {
		t.Errorf("refused for %v", got)
	}
}

// fails wants a check to be told as failed.
func fails(rule string) func(*testing.T, seen) {
	return func(t *testing.T, s seen) {
		t.Helper()
		if got := s.rep.ChecksFailed; len(got) != 1 || got[0] != rule {
			t.Errorf("checks that failed: %v", got)
		}
	}
}
