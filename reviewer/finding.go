package reviewer

import (
	"cmp"
	"strings"

	"marketd/market"
)

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

// finding makes a hit public: texts from outside are redacted, escaped and cut.
// What the rule says of itself is ours and stays as it is.
func (r *Reviewer) finding(rule Rule, h Hit, set market.RuleSetting, d *Dossier) market.Finding {
	f := market.Finding{
		Rule: rule.ID, Severity: weigh(rule, h, set), Enforced: set.Enforced, Unsure: h.Unsure && !d.Final,
		Profile: cmp.Or(h.Profile, rule.Profile),
		Where:   r.text(h.Where, maxWhere), Tool: r.text(h.Tool, maxEvidence), Class: h.Class,
		Message: r.both(h.Message, r.text), Why: rule.Why, Fix: rule.Fix, Snippets: h.Snippets,
	}
	// A part of a long text would keep all of it for as long as the report is kept.
	f.Evidence = strings.Clone(r.text(strings.TrimSpace(h.Evidence), maxEvidence))
	if h.Message.IsZero() {
		f.Message = Say("不符合："+rule.Title.ZH+"。", "Does not hold: "+rule.Title.EN+".")
	}
	if !h.Why.IsZero() {
		f.Why = r.both(h.Why, r.text)
	}
	if !h.Fix.IsZero() {
		f.Fix = r.both(h.Fix, r.lines)
	}
	f.Waived = waived(f, d.Facts.Waivers)
	return f
}

// both makes the text public in both languages.
func (r *Reviewer) both(t market.Text, public func(string, int) string) market.Text {
	return market.Text{ZH: public(t.ZH, maxMessage), EN: public(t.EN, maxMessage)}
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
