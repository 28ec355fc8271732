package reviewer_test

import (
	"testing"

	"marketd/market"
	"marketd/reviewer"
)

// A list that is no strict JSON is the named rule's to refuse, for every
// client; nobody says that other rules looked.
func TestRefuseTools(t *testing.T) {
	t.Parallel()
	named := rule("PRO-002", reviewer.NeedsAnswer)
	named.Profile = market.ProfileApp
	r := newReviewer(&prober{}, named, rule("ENT-001", reviewer.NeedsEntry, reviewer.Hit{Where: "/entry"}), rule("DSC-001", reviewer.NeedsTools, reviewer.Hit{}))
	f := market.ListFault{Rule: "PRO-002", Where: "/tools/0/name", Evidence: "twice\x1b", Message: market.Text{ZH: "重复", EN: "twice"}}
	got := r.RefuseTools(f, nil)
	if got.Verdict != market.VerdictRejected || got.Profiles.App.Verdict != market.VerdictNotRun || got.Profiles.MCP.Verdict != market.VerdictNotRun {
		t.Errorf("verdict %s, profiles %+v", got.Verdict, got.Profiles)
	}
	if len(got.Findings) != 1 || got.Findings[0].Where != f.Where || got.Findings[0].Evidence != "twice⟦U+001B⟧" || got.Findings[0].Fix.EN == "" {
		t.Errorf("findings %+v", got.Findings)
	}
	if len(got.ChecksRun) != 1 || len(got.Checks) != 3 || got.Tools != 0 {
		t.Errorf("ran %v of %v", got.ChecksRun, got.Checks)
	}
	monitor := r.RefuseTools(f, map[string]market.RuleSetting{"PRO-002": {}})
	if monitor.Verdict != market.VerdictClean || monitor.Findings[0].Enforced {
		t.Errorf("in monitor mode: %s, %+v", monitor.Verdict, monitor.Findings)
	}
}
