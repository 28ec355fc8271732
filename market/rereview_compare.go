package market

import (
	"maps"
	"slices"
	"strings"
)

// maxShown bounds the findings that are kept of a change, to be looked at.
const maxShown = 5

// compareReports tells what is otherwise in the second report on the same evidence.
func compareReports(before, after Report) RereviewChange {
	c := RereviewChange{Before: verdictsOf(before), After: verdictsOf(after)}
	was, is := bearings(before), bearings(after)
	rules := maps.Clone(was)
	maps.Copy(rules, is)
	worse := map[string]bool{}
	for _, rule := range slices.Sorted(maps.Keys(rules)) {
		if was[rule] == is[rule] {
			continue
		}
		c.Shifts = append(c.Shifts, RuleShift{Rule: rule, Before: was[rule], After: is[rule]})
		if bearing(is[rule]) > bearing(was[rule]) {
			worse[rule] = true
			c.Look = c.Look || bearing(is[rule]) >= bearing(string(SeverityNeedsHuman))
		}
	}
	c.Look = c.Look || c.After.worse(c.Before)
	for w := SeverityReject.Weight(); w >= 0; w-- {
		for _, f := range after.Findings {
			if worse[f.Rule] && f.Severity.Weight() == w && len(c.Findings) < maxShown {
				f.Snippets = nil
				c.Findings = append(c.Findings, f)
			}
		}
	}
	return c
}

func verdictsOf(r Report) Verdicts {
	return Verdicts{All: r.Verdict, App: r.Profiles.App.Verdict, MCP: r.Profiles.MCP.Verdict}
}

// worse reports whether any of the verdicts is worse than it was.
func (v Verdicts) worse(was Verdicts) bool {
	return v.All.Weight() > was.All.Weight() || v.App.Weight() > was.App.Weight() || v.MCP.Weight() > was.MCP.Weight()
}

// What a rule does in a report when it hits and nothing of it stands.
const (
	bearsMonitor = "monitor"
	bearsWaived  = "waived"
)

// bearings say by rule what it does in a report; rules that do not hit are not
// in it.
func bearings(r Report) map[string]string {
	out := map[string]string{}
	for _, f := range r.Findings {
		does := string(f.Severity)
		switch {
		case !f.Enforced:
			does = bearsMonitor
		case f.Waived != nil:
			does = bearsWaived
		}
		if bearing(does) > bearing(out[f.Rule]) {
			out[f.Rule] = does
		}
	}
	return out
}

// bearing orders what a rule does in a report: nothing at all is 0.
func bearing(does string) int {
	switch does {
	case "":
		return 0
	case bearsMonitor:
		return 1
	case bearsWaived:
		return 2
	}
	return 3 + Severity(does).Weight()
}

// add counts a change.
func (t *Tally) add(c RereviewChange) {
	if t.Verdicts == nil {
		t.Verdicts, t.Rules = map[string]int{}, map[string]RuleTally{}
	}
	if c.Before.All != c.After.All {
		t.Verdicts[string(c.Before.All)+"→"+string(c.After.All)]++
	}
	if c.Before != c.After {
		t.Changed++
	}
	if c.Look {
		t.Look++
	}
	for _, s := range c.Shifts {
		n := t.Rules[s.Rule]
		switch {
		case s.Before == "":
			n.Gained++
		case s.After == "":
			n.Lost++
		case bearing(s.After) > bearing(s.Before):
			n.Heavier++
		default:
			n.Lighter++
		}
		t.Rules[s.Rule] = n
	}
}

// Transition splits a key of [Tally.Verdicts].
func Transition(key string) (before, after Verdict) {
	b, a, _ := strings.Cut(key, "→")
	return Verdict(b), Verdict(a)
}
