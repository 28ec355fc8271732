package market

import (
	"context"
	"errors"
)

// Flaws are the places for which Submit would refuse the entry alone: a form
// tells them all at once, to anonymous actors too. Whether the entry is
// confirmed is not among them.
func (in *Intake) Flaws(ctx context.Context, actor Actor, req SubmitRequest) ([]Violation, error) {
	req = req.normal()
	var flaws []Violation
	if e, ok := errors.AsType[*Error](CheckToken(req.Token)); ok {
		flaws = append(flaws, e.Violations...)
	}
	err := in.Store.View(ctx, func(r Reader) error {
		report, err := in.lookAtEntry(ctx, r, actor, req)
		flaws = append(flaws, violations(report)...)
		if err != nil {
			return err
		}
		left := refuseExcluded(ctx, r, req.Entry)
		if e, ok := errors.AsType[*Error](left); ok {
			flaws = append(flaws, e.Violations...)
			return nil
		}
		return left
	})
	return flaws, err
}

// lookAtEntry applies the rules that need nothing but the entry and the facts.
func (in *Intake) lookAtEntry(ctx context.Context, r Reader, actor Actor, req SubmitRequest) (Report, error) {
	facts, err := factsOn(ctx, r, actor.Account, req.Entry)
	if err != nil {
		return Report{}, err
	}
	return in.Checker.CheckEntry(Case{Entry: req.Entry, RawEntry: req.RawEntry, Facts: facts}), nil
}

// Refusal turns the report on an entry into the error of a refused request.
func Refusal(r Report) error {
	return &Error{
		Kind: Invalid, Code: "ENTRY_REFUSED", Msg: Text{"条目有几处必须改，没有提交。", "The entry needs changes; nothing was submitted."},
		Violations: violations(r),
	}
}

func violations(r Report) (out []Violation) {
	for _, f := range r.Findings {
		if f.Stands() && f.Severity == SeverityReject {
			out = append(out, Violation{Rule: f.Rule, Path: f.Where, Message: f.Message, Fix: f.Fix})
		}
	}
	return out
}
