package main

import (
	"fmt"
	"strconv"
	"strings"

	"marketd/market"
)

// tally adds reports up.
type tally struct {
	figures figures
	hits    map[string]*ruleHits // by rule and severity
	sets    map[string]*confusion
	kinds   map[string]*kindCount
	ran     map[string]bool // rules that looked at a list
}

// hit reports whether the rule hit anything.
func (t *tally) hit(rule string) bool {
	for _, h := range t.hits {
		if h.Rule == rule {
			return true
		}
	}
	return false
}

// add counts one list's report.
func (t *tally) add(l list, rep market.Report) {
	for _, id := range rep.ChecksRun {
		t.ran[id] = true
	}
	t.countRules(l, rep)
	if l.bad {
		worst, found := heaviest(l, rep, func(market.Finding) bool { return true })
		t.set(l).count(worst, found)
		t.judge(l, worst, found)
		return
	}
	for i := range l.tools {
		worst, found := heaviest(l, rep, func(f market.Finding) bool { return on(f, i) })
		t.set(l).count(worst, found)
		t.figures.ForText.count(l, rep, i, ofText)
		t.figures.Secrets.count(l, rep, i, func(rule string) bool { return rule == takesSecrets })
	}
	t.stop(l, rep)
}

// heaviest is the worst of the findings that count and are meant.
func heaviest(l list, rep market.Report, meant func(market.Finding) bool) (worst market.Severity, found bool) {
	worst = market.SeverityInfo
	for _, f := range rep.Findings {
		if f.Stands() && l.counts(f.Rule) && meant(f) {
			found = true
			if f.Severity.Weight() > worst.Weight() {
				worst = f.Severity
			}
		}
	}
	return worst, found
}

// count counts the i-th tool, and whether it would not pass unseen for one of
// the rules.
func (s *share) count(l list, rep market.Report, i int, rule func(string) bool) {
	s.Of++
	worst, _ := heaviest(l, rep, func(f market.Finding) bool { return on(f, i) && rule(f.Rule) })
	if worst.Weight() >= market.SeverityNeedsHuman.Weight() {
		s.Tools++
	}
}

// on reports whether the finding bears on the i-th tool: one on the whole list
// bears on each.
func on(f market.Finding, i int) bool {
	n, ok := toolOf(f)
	return !ok || n == i
}

// toolOf is the place in the list of the tool that the finding is in.
func toolOf(f market.Finding) (int, bool) {
	rest, ok := strings.CutPrefix(f.Where, "/tools/")
	if !ok {
		return 0, false
	}
	digits, _, _ := strings.Cut(rest, "/")
	n, err := strconv.Atoi(digits)
	return n, err == nil
}

// countRules counts places, and each tool once.
func (t *tally) countRules(l list, rep market.Report) {
	side := map[bool]string{false: "good ", true: "bad "}[l.bad]
	seen := map[string]bool{}
	for _, f := range rep.Findings {
		if !f.Stands() {
			continue
		}
		key := f.Rule + " " + string(f.Severity)
		h := t.hits[key]
		if h == nil {
			h = &ruleHits{Rule: f.Rule, Severity: f.Severity, Sets: map[string]int{}}
			t.hits[key] = h
		}
		h.Sets[side+l.set]++
		p := &h.Good
		if l.bad {
			p = &h.Bad
		}
		p.Places++
		i, ok := toolOf(f)
		if tool := fmt.Sprint(key, i, ok); !seen[tool] {
			seen[tool] = true
			p.Tools++
		}
	}
}

func (t *tally) set(l list) *confusion {
	key := l.set + strconv.FormatBool(l.bad)
	if t.sets[key] == nil {
		t.sets[key] = &confusion{Set: l.set, Bad: l.bad}
	}
	return t.sets[key]
}

func (c *confusion) count(worst market.Severity, found bool) {
	c.All++
	switch {
	case !found:
		c.Clean++
	case worst == market.SeverityReject:
		c.Reject++
	case worst == market.SeverityNeedsHuman:
		c.Human++
	default:
		c.Advice++
	}
}

// judge compares what was found of a bad list with what is wanted.
func (t *tally) judge(l list, worst market.Severity, found bool) {
	if l.want == "" {
		return
	}
	k := t.kinds[l.kind]
	if k == nil {
		k = &kindCount{Kind: l.kind}
		t.kinds[l.kind] = k
	}
	k.All++
	if found && worst.Weight() >= l.want.Weight() {
		k.Found++
		return
	}
	m := missed{Set: l.set, Name: l.name, Kind: l.kind, Want: l.want, Beyond: l.beyond, Tool: string(l.tools[0])}
	if found {
		m.Got = worst
	}
	if l.beyond != "" {
		k.Beyond++
		t.figures.Beyond = append(t.figures.Beyond, m)
		return
	}
	t.figures.Missed = append(t.figures.Missed, m)
}

// stop keeps why a good list would not pass unseen.
func (t *tally) stop(l list, rep market.Report) {
	for _, f := range rep.Findings {
		if !f.Stands() || !l.counts(f.Rule) || f.Severity.Weight() < market.SeverityNeedsHuman.Weight() {
			continue
		}
		t.figures.Stopped = append(t.figures.Stopped, stopped{
			Set: l.set, Server: l.name, Severity: f.Severity, Rule: f.Rule, Tool: f.Tool, Where: f.Where, Message: f.Message.EN, Evidence: f.Evidence,
		})
	}
}
