package market

import (
	"context"
	"slices"
)

// Rejudging is the desk with approvals judged once more at the moment of the
// decision: what a look-alike that was listed meanwhile would have refused is not
// approved.
func (d *Desk) Rejudging(j Rejudger) *Desk {
	e := *d
	e.judge = j
	return &e
}

// collisions are the rules by which one listing keeps another out, as the
// address does (see errEndpoint).
var collisions = []string{"SIM-001", "ENT-006"}

func errCollides(f Finding) error {
	return NewError(Conflict, "COLLIDES_MEANWHILE", Text{
		"审完之后有别的条目上架，规则现在会拒绝它（" + f.Rule + "）：" + f.Message.ZH + "请求修改或拒绝。",
		"Another listing came after the review, and the rules now refuse this one (" + f.Rule + "): " + f.Message.EN + " Request changes, or reject.",
	})
}

// collides judges a submission's evidence once more and refuses what one of the
// collisions refuses now and did not refuse when it was reviewed.
func (d *Desk) collides(ctx context.Context, id string) error {
	if d.judge == nil {
		return nil
	}
	var c Case
	var seen Report
	err := d.store.View(ctx, func(r Reader) error {
		s, err := r.Submission(ctx, id)
		if err != nil || s.Stage != StageInReview {
			return err
		}
		passes, err := r.Examinations(ctx, id)
		if err != nil || len(passes) == 0 {
			return err
		}
		seen = passes[len(passes)-1].Report
		c = Case{Entry: s.Entry, Owner: s.Owner, Note: s.Entry.Changes, Review: true}
		if s.HasToken {
			c.Token = "⟦token⟧" // that there was one bears on the rules; what it was does not
		}
		for _, x := range passes {
			c.Earlier = append(c.Earlier, x.Probe)
		}
		c.Facts, err = factsOn(ctx, r, s.Owner, s.Entry)
		return err
	})
	if err != nil || len(c.Earlier) == 0 {
		return err
	}
	now, err := d.judge.Rejudge(ctx, c)
	if err != nil {
		return err
	}
	known := seen.Rules(SeverityReject)
	for _, f := range now.Findings {
		if f.Stands() && f.Severity == SeverityReject && slices.Contains(collisions, f.Rule) && !slices.Contains(known, f.Rule) {
			return errCollides(f)
		}
	}
	return nil
}
