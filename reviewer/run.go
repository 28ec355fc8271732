package reviewer

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"slices"

	"marketd/market"
)

// maxHits bounds the findings of one rule: a server can give a rule as many
// places to hit as it likes, and nobody reads the hundredth.
const maxHits = 100

// What is said of a rule that broke.
var (
	brokeMessage = market.Text{ZH: "这项检查自己出了错，与你的服务器无关。", EN: "This check itself broke; that is not your server's fault."}
	brokeWhy     = market.Text{ZH: "没有做成的检查不算通过，所以最后由审核员来看。", EN: "A check that could not be made has not been passed, so in the end a person looks."}
	brokeFix     = market.Text{ZH: "你不用做什么；我们已记下，会修好它。", EN: "There is nothing for you to do; it has been logged, and we will mend it."}
	unsearched   = market.Text{ZH: "与别的条目的比较没有做成，与你的服务器无关。", EN: "The comparison with other entries could not be made; that is not your server's fault."}
)

// result is what a run of the rules gave.
type result struct {
	findings []market.Finding
	losses   []loss // hits of the rules on quality
	checks   []market.Check
}

// run applies every rule to the dossier.
func (r *Reviewer) run(d *Dossier) result {
	res := result{findings: []market.Finding{}, checks: make([]market.Check, 0, len(r.rules))}
	for _, rule := range r.rules {
		check, hits := r.check(rule, d)
		if rule.Quality {
			res.losses = append(res.losses, losses(rule, hits)...)
			res.checks = append(res.checks, check)
			continue
		}
		set, before := r.setting(d, rule.ID), len(res.findings)
		for _, h := range hits {
			res.findings = append(res.findings, r.finding(rule, h, set, d))
		}
		if check.State == market.CheckFailed {
			res.findings = append(res.findings, broken(rule, check.Note, set, d))
		}
		check.Severity = heaviestOf(res.findings[before:])
		res.checks = append(res.checks, check)
	}
	slices.SortStableFunc(res.findings, compareFindings)
	return res
}

// heaviestOf is the severity that weighs most, "" without findings.
func heaviestOf(found []market.Finding) market.Severity {
	var most market.Severity
	for _, f := range found {
		if most == "" || f.Severity.Weight() > most.Weight() {
			most = f.Severity
		}
	}
	return most
}

// check applies one rule. A rule that breaks must not take the review, or the
// market, with it.
func (r *Reviewer) check(rule Rule, d *Dossier) (c market.Check, hits []Hit) {
	c = market.Check{Rule: rule.ID, Group: rule.Group, Title: rule.Title, State: market.CheckPass}
	defer func() {
		if p := recover(); p != nil {
			r.log.Error("rule broke", "rule", rule.ID, "listing", d.Entry.ID, "panic", r.text(fmt.Sprint(p), maxMessage), "stack", string(debug.Stack()))
			c.State, c.Note, c.Took, hits = market.CheckFailed, brokeMessage, 0, nil
		}
	}()
	if rule.Needs == NeedsMarket && d.unsearched {
		c.State, c.Note = market.CheckFailed, unsearched
		return c, nil
	}
	if note := skip(rule, d); !note.IsZero() {
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
	if more := len(hits) - maxHits; more > 0 && !rule.Quality {
		hits = heaviest(rule, hits)
		c.Note = Sayf("只列出前 %d 处，另有 %d 处。", "Only the first %d places are listed; there are %d more.", maxHits, more)
	}
	return c, hits
}

// heaviest keeps the first maxHits of a rule's hits, the weightiest first.
func heaviest(rule Rule, hits []Hit) []Hit {
	weight := func(h Hit) int { return cmp.Or(h.Severity, rule.Severity).Weight() }
	hits = slices.Clone(hits)
	slices.SortStableFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(weight(b), weight(a)), comparePointers(a.Where, b.Where))
	})
	return hits[:maxHits]
}

// broken is the finding on a check that could not be made: it is tried again,
// then a person looks, and no approval comes of it by itself. No waiver covers
// it, for nobody knows what the rule would have found. A rule that is not
// required leaves the verdict alone.
func broken(rule Rule, note market.Text, set market.RuleSetting, d *Dossier) market.Finding {
	return market.Finding{
		Rule: rule.ID, Severity: market.SeverityNeedsHuman, Enforced: set.Required, Unsure: !d.Final, Profile: rule.Profile,
		Where: "/checks/" + rule.ID, Message: note, Why: brokeWhy, Fix: brokeFix,
	}
}
