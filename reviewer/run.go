package reviewer

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"marketd/market"
)

// maxHits bounds the findings of one rule: a server can give a rule as many
// places to hit as it likes, and nobody reads the hundredth.
const maxHits = 100

// stage says which part of the rules a run is for.
type stage struct {
	entryOnly bool
	toolsOnly bool        // a list alone: there is no entry
	stop      market.Text // why no packet was sent; zero when one was
}

var (
	stageEntry = stage{entryOnly: true}
	stageTools = stage{toolsOnly: true}
)

// result is what a run of the rules gave.
type result struct {
	findings []market.Finding
	losses   []market.Finding // hits of the rules on quality
	checks   []market.Check
	broken   bool // a required rule broke
}

// run applies every rule to the dossier.
func (r *Reviewer) run(d *Dossier, st stage) result {
	res := result{findings: []market.Finding{}, checks: make([]market.Check, 0, len(r.rules))}
	for _, rule := range r.rules {
		set := r.setting(d, rule.ID)
		check, hits := r.check(rule, d, st)
		res.broken = res.broken || check.State == market.CheckFailed && set.Required
		for _, h := range hits {
			f := r.finding(rule, h, set, d)
			if rule.Quality {
				res.losses = append(res.losses, f)
				continue
			}
			if check.Severity == "" || f.Severity.Weight() > check.Severity.Weight() {
				check.Severity = f.Severity
			}
			res.findings = append(res.findings, f)
		}
		res.checks = append(res.checks, check)
	}
	slices.SortStableFunc(res.findings, compareFindings)
	return res
}

// setting is how the rule weighs: as the market's admins set it, else as it is
// configured, else it counts.
func (r *Reviewer) setting(d *Dossier, id string) market.RuleSetting {
	if s, ok := d.Facts.Settings[id]; ok {
		return s
	}
	if s, ok := r.policy.Settings[id]; ok {
		return s
	}
	return market.RuleSetting{Enforced: true, Required: true}
}

// weigh is the severity of a hit under the setting.
func weigh(rule Rule, h Hit, set market.RuleSetting) market.Severity {
	own := cmp.Or(h.Severity, rule.Severity)
	if set.Severity != "" && (set.Severity.Weight() < own.Weight() || own == rule.Severity) {
		return set.Severity
	}
	return own
}

// check applies one rule. A rule that breaks must not take the review, or the
// market, with it.
func (r *Reviewer) check(rule Rule, d *Dossier, st stage) (c market.Check, hits []Hit) {
	c = market.Check{Rule: rule.ID, Group: rule.Group, Title: rule.Title, State: market.CheckPass}
	defer func() {
		if p := recover(); p != nil {
			r.log.Error("rule broke", "rule", rule.ID, "listing", d.Entry.ID, "panic", r.text(fmt.Sprint(p), maxMessage), "stack", string(debug.Stack()))
			c.State, c.Note, c.Took, hits = market.CheckFailed, noteFailed, 0, nil
		}
	}()
	if note := skip(rule, d, st); !note.IsZero() {
		c.State, c.Note = market.CheckSkipped, note
		return c, nil
	}
	hits = rule.Check(d)
	if d.Draft && len(hits) > 0 {
		if hits = filled(d.Entry, hits); len(hits) == 0 {
			c.State, c.Note = market.CheckSkipped, noteBlank
			return c, nil
		}
	}
	if len(hits) > 0 {
		c.State = market.CheckHit
	}
	if rule.Took != nil {
		c.Took = rule.Took(d)
	}
	if more := len(hits) - maxHits; more > 0 {
		hits = heaviest(rule, hits)
		c.Note = market.Text{
			ZH: fmt.Sprintf("只列出前 %d 处，另有 %d 处。", maxHits, more),
			EN: fmt.Sprintf("Only the first %d places are listed; there are %d more.", maxHits, more),
		}
	}
	return c, hits
}

// heaviest keeps the first maxHits of a rule's hits, the weightiest first.
func heaviest(rule Rule, hits []Hit) []Hit {
	hits = slices.Clone(hits)
	slices.SortStableFunc(hits, func(a, b Hit) int {
		return cmp.Or(-cmp.Compare(weight(rule, a), weight(rule, b)), comparePointers(a.Where, b.Where))
	})
	return hits[:maxHits]
}

func weight(rule Rule, h Hit) int { return cmp.Or(h.Severity, rule.Severity).Weight() }

// finding makes a hit public: texts from outside are redacted, escaped and cut.
func (r *Reviewer) finding(rule Rule, h Hit, set market.RuleSetting, d *Dossier) market.Finding {
	f := market.Finding{
		Rule: rule.ID, Severity: weigh(rule, h, set), Enforced: set.Enforced, Unsure: h.Unsure && !d.Final,
		Profile: cmp.Or(h.Profile, rule.Profile),
		Where:   r.text(h.Where, maxWhere), Tool: r.text(h.Tool, maxEvidence), Class: h.Class,
		Message: h.Message, Why: cmp.Or(h.Why, rule.Why), Fix: cmp.Or(h.Fix, rule.Fix), Snippets: h.Snippets,
	}
	// A part of a long text would keep all of it for as long as the report is kept.
	f.Evidence = strings.Clone(r.text(strings.TrimSpace(h.Evidence), maxEvidence))
	if f.Message.IsZero() {
		f.Message = market.Text{ZH: "不符合：" + rule.Title.ZH + "。", EN: "Does not hold: " + rule.Title.EN + "."}
	}
	f.Message = market.Text{ZH: r.text(f.Message.ZH, maxMessage), EN: r.text(f.Message.EN, maxMessage)}
	f.Why = market.Text{ZH: r.text(f.Why.ZH, maxMessage), EN: r.text(f.Why.EN, maxMessage)}
	f.Fix = market.Text{ZH: r.lines(f.Fix.ZH, maxMessage), EN: r.lines(f.Fix.EN, maxMessage)}
	f.Waived = waived(f, d.Facts.Waivers)
	return f
}

// waived is what a reviewer said of this very finding, nil when nobody did.
func waived(f market.Finding, waivers []market.Waiver) *market.Waived {
	if len(waivers) == 0 {
		return nil
	}
	key := f.Key()
	for _, w := range waivers {
		if w.Finding == key {
			return &market.Waived{Reason: w.Reason, At: w.At}
		}
	}
	return nil
}
