package storage

import (
	"context"

	"marketd/market"
)

func (t *tx) RuleSettings(ctx context.Context) ([]market.SavedSetting, error) {
	return all(ctx, t, func(r row) (s market.SavedSetting, err error) {
		err = r.Scan(&s.Rule, &s.Severity, &s.Enforced, &s.Required, &s.Reason, &s.By, instant{&s.At})
		return s, err
	}, "SELECT rule, severity, enforced, required, reason, set_by, set_at FROM rule_setting ORDER BY rule")
}

func (t *tx) SaveRuleSetting(ctx context.Context, s market.SavedSetting) error {
	_, err := t.exec(ctx, `INSERT INTO rule_setting (rule, severity, enforced, required, reason, set_by, set_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (rule) DO UPDATE SET severity = excluded.severity, enforced = excluded.enforced, required = excluded.required,
		reason = excluded.reason, set_by = excluded.set_by, set_at = excluded.set_at`,
		s.Rule, s.Severity, s.Enforced, s.Required, s.Reason, s.By, micro(s.At))
	return err
}

func (t *tx) DeleteRuleSetting(ctx context.Context, rule string) error {
	_, err := t.exec(ctx, "DELETE FROM rule_setting WHERE rule = $1", rule)
	return err
}

func ruleConditions(f market.RuleFilter) *conditions {
	c := &conditions{}
	c.equal("rule", f.Rule)
	if !f.Since.IsZero() {
		c.terms = append(c.terms, "at >= "+c.arg(micro(f.Since)))
	}
	return c
}

// RuleStats reads the index rule_hit_rule alone, which has every column that it
// counts.
func (t *tx) RuleStats(ctx context.Context, f market.RuleFilter) ([]market.RuleStat, error) {
	c := ruleConditions(f)
	return all(ctx, t, func(r row) (s market.RuleStat, err error) {
		err = r.Scan(&s.Rule, &s.Submissions, &s.Listings, &s.Places, &s.Monitored, &s.Waived, &s.Overturned, instant{&s.Last})
		return s, err
	}, `SELECT rule, COUNT(*), COUNT(DISTINCT listing), CAST(SUM(places) AS BIGINT),
		SUM(CASE WHEN enforced THEN 0 ELSE 1 END), SUM(CASE WHEN waived > 0 THEN 1 ELSE 0 END),
		SUM(CASE WHEN approved OR wrong > 0 THEN 1 ELSE 0 END), MAX(at)
		FROM rule_hit`+c.where()+" GROUP BY rule ORDER BY rule", c.args...)
}

func (t *tx) RuleHits(ctx context.Context, f market.RuleFilter) ([]market.RuleHit, error) {
	c := ruleConditions(f)
	query := "SELECT submission, rule, listing, severity, enforced, places, waived, wrong, approved, at, sample FROM rule_hit" + c.where() +
		" ORDER BY at DESC, submission DESC, rule LIMIT " + c.arg(orDefault(f.Limit, 50)) + " OFFSET " + c.arg(max(f.Offset, 0))
	return all(ctx, t, func(r row) (h market.RuleHit, err error) {
		err = r.Scan(&h.Submission, &h.Rule, &h.Listing, &h.Severity, &h.Enforced, &h.Places, &h.Waived, &h.Wrong, &h.Approved,
			instant{&h.At}, into{&h.Sample})
		return h, err
	}, query, c.args...)
}

func (t *tx) PutRuleHits(ctx context.Context, submission string, hits []market.RuleHit) error {
	c := &conditions{}
	c.equal("submission", submission)
	if len(hits) > 0 {
		c.terms = append(c.terms, "rule NOT IN ("+c.list(hits)+")")
	}
	if _, err := t.exec(ctx, "DELETE FROM rule_hit"+c.where(), c.args...); err != nil {
		return err
	}
	for _, h := range hits {
		_, err := t.exec(ctx, `INSERT INTO rule_hit (submission, rule, listing, severity, enforced, places, waived, wrong, approved, at, sample)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
			ON CONFLICT (submission, rule) DO UPDATE SET severity = excluded.severity, enforced = excluded.enforced,
			places = excluded.places, waived = excluded.waived, wrong = excluded.wrong, sample = excluded.sample`,
			submission, h.Rule, h.Listing, h.Severity, h.Enforced, h.Places, h.Waived, h.Wrong, h.Approved, micro(h.At), document{h.Sample})
		if err != nil {
			return err
		}
	}
	return nil
}

// list binds the rules of hits.
func (c *conditions) list(hits []market.RuleHit) string {
	marks := ""
	for i, h := range hits {
		if i > 0 {
			marks += ", "
		}
		marks += c.arg(h.Rule)
	}
	return marks
}

func (t *tx) OverturnRuleHits(ctx context.Context, submission string) error {
	_, err := t.exec(ctx, `UPDATE rule_hit SET approved = TRUE
		WHERE submission = $1 AND enforced AND places > waived AND severity IN ('reject', 'needs_human')`, submission)
	return err
}
