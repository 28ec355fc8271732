package market

import (
	"context"
	"time"
)

// Comparing is the desk with what a new revision changes of the tools told in
// words, for the listing's history of tools, and with the limits under which
// complaints keep a listing quarantined when a new revision is approved.
func (d *Desk) Comparing(j DriftJudge, limits ComplaintLimits) *Desk {
	e := *d
	e.words, e.limits = j, limits
	return &e
}

// revision is what an approval changes of a listing's tools, judged before the
// transaction: it takes milliseconds.
type revision struct {
	before, after string // set digests
	verdict       DriftVerdict
}

// revises compares what a submission would publish with what is listed. It is
// zero where there is nothing to compare.
func (d *Desk) revises(ctx context.Context, id string) (revision, error) {
	var (
		x    revision
		c    DriftCase
		seen []Examination
	)
	if d.words == nil {
		return x, nil
	}
	err := d.store.View(ctx, func(r Reader) error {
		s, err := r.Submission(ctx, id)
		if err != nil {
			return err
		}
		if c.Listing, err = r.Listing(ctx, s.ListingID); err != nil {
			return err
		}
		if c.Settings, err = ruleSettings(ctx, r); err != nil {
			return err
		}
		seen, err = r.Examinations(ctx, id)
		return err
	})
	if KindOf(err) == NotFound || err == nil && len(seen) == 0 { // the first revision, or nothing that could be approved
		return x, nil
	}
	if err != nil {
		return x, err
	}
	last := seen[len(seen)-1]
	c.Seen, x.before, x.after = last.Tools, c.Listing.Digest, last.Report.Digest
	x.verdict, err = d.words.JudgeDrift(ctx, c)
	return x, err
}

// revised notes in the transaction of an approval what it changed, ends the
// listing's drift, and makes the tools those that a person approved last. was is
// what was listed before; nil for the first revision. It reports whether the
// listing was held for a drift: that is over too.
func (d *Desk) revised(ctx context.Context, w Writer, actor Actor, l Listing, was *Listing, x revision, now time.Time) error {
	r := Drift{
		ID: l.Submission, Listing: l.ID, Owner: l.Owner, Revision: l.Revision, State: DriftRevised, Class: DriftNone,
		After: l.Digest, Tools: l.Tools, SeenAt: now, MovedAt: now, DecidedBy: actor.Account, DecidedAt: now,
	}
	if was != nil {
		r.Before, r.Base = was.Digest, was.Tools
		if x.before == was.Digest && x.after == l.Digest && x.verdict.Class != "" {
			r.Class, r.Changes = x.verdict.Class, x.verdict.Changes
		}
		if err := replaceDrift(ctx, w, actor, l, now); err != nil {
			return err
		}
	}
	if err := w.InsertDrift(ctx, r); err != nil {
		return err
	}
	if was != nil && was.Hold != l.Hold {
		act := Act{At: now, Actor: actor.Account, IP: actor.IP, Action: ActRestored, Object: listingObject(l.ID), Before: string(was.Hold), After: string(l.Hold)}
		if err := w.AppendAct(ctx, act); err != nil {
			return err
		}
	}
	return w.PutApprovedTools(ctx, ApprovedTools{Listing: l.ID, Digest: l.Digest, Tools: l.Tools, By: actor.Account, At: now})
}

// replaceDrift ends the drift that waits: another revision was approved meanwhile.
func replaceDrift(ctx context.Context, w Writer, actor Actor, l Listing, now time.Time) error {
	open, err := openDrift(ctx, w, l.ID)
	if err != nil || open == nil {
		return err
	}
	open.State, open.MovedAt, open.DecidedBy, open.DecidedAt = DriftReplaced, now, actor.Account, now
	act := Act{At: now, Actor: actor.Account, IP: actor.IP, Action: ActDriftReplaced, Object: listingObject(l.ID), Before: open.Before, After: open.After, Rules: open.Rules}
	return open.save(ctx, w, act)
}

// holdIsOfDrift reports whether the listing's hold is of a drift: the one that
// waits, or the last one that was decided and refused.
func holdIsOfDrift(ctx context.Context, r Reader, l Listing) (bool, error) {
	if l.Hold != HoldQuarantined {
		return false, nil
	}
	d, err := lastDrift(ctx, r, l.ID)
	return d.Held && (d.State == DriftOpen || d.State == DriftRefused), err
}

// lastDrift is the listing's last drift that says whether it is held for its tools:
// the one that waits, or was decided on last. It is zero when there is none.
func lastDrift(ctx context.Context, r Reader, listing string) (Drift, error) {
	states := []DriftState{DriftOpen, DriftRefused, DriftAccepted, DriftReverted, DriftRevised}
	last, err := r.Drifts(ctx, DriftFilter{Listing: listing, States: states, Limit: 1})
	if err != nil || len(last) == 0 {
		return Drift{}, err
	}
	return last[0], nil
}
