package market

import (
	"cmp"
	"context"
	"time"

	"marketd/market/digest"
)

// fold stores one result and moves the health on, once; it reports whether the
// catalog changed. A result on what is not listed any more, another revision
// or a held listing, says nothing of what is: it is dropped.
func (w *Watch) fold(ctx context.Context, tx Writer, probed Listing, r ProbeRecord, seen seenTools) (bool, error) {
	l, err := tx.Listing(ctx, r.Listing)
	if err != nil {
		return false, err
	}
	if l.Submission != probed.Submission || l.Hold != HoldNone || !l.Health.wants(r.Claim) {
		return false, nil
	}
	fresh, err := tx.InsertProbeRecord(ctx, r)
	if err != nil || !fresh {
		return false, err
	}
	before, after := l.Health, w.Thresholds.Fold(l.Health, r)
	after.Folded, after.ClaimedUntil = r.Claim, time.Time{}
	away := before.State == HealthDown || before.State == HealthGone
	if away && after.State == HealthUp && after.Changed(l.Digest) {
		after.State, after.Since = before.State, before.Since // back with other tools: no way in without a review
	}
	if err := w.trackIncident(ctx, tx, l, before, after, r); err != nil {
		return false, err
	}
	drifted, err := w.trackDrift(ctx, tx, l, &after, r, seen)
	if err != nil {
		return false, err
	}
	if err := tx.SaveHealth(ctx, l.ID, after); err != nil {
		return false, err
	}
	turned := before.Changed(l.Digest) != after.Changed(l.Digest)
	if turned {
		act := Act{At: r.At, Action: ActToolsChanged, Object: listingObject(l.ID), Before: l.Digest, After: after.Digest}
		if err := tx.AppendAct(ctx, act); err != nil {
			return false, err
		}
	}
	moved := before.State != after.State
	if moved {
		act := Act{At: r.At, Action: ActHealth, Object: listingObject(l.ID), Before: string(before.State), After: string(after.State), Text: string(r.Reason)}
		if err := tx.AppendAct(ctx, act); err != nil {
			return false, err
		}
	}
	if !moved && !turned && !drifted {
		return false, nil
	}
	_, err = tx.BumpCatalog(ctx, r.At)
	return true, err
}

// record is what history keeps of a probe.
func record(claim int64, l Listing, p Probe) ProbeRecord {
	r := ProbeRecord{
		Listing: l.ID, Claim: claim, At: p.Ended(), Reason: p.ReasonFor(l.Profile()), Class: p.Class,
		Status: p.Contract.Status, Took: p.Took, CertUntil: p.Net.CertUntil,
		RetryAfter: max(p.Contract.RetryAfter, p.List.Answer.RetryAfter, p.MCP.List.Answer.RetryAfter),
	}
	list, ok := p.Tools()
	if r.Bytes = list.Bytes; ok {
		r.Digest, _ = digest.List(list.Tools)
	}
	if r.Reason != ReasonOK {
		r.Transcript = p.Exchanges
		r.Detail = cmp.Or(p.Contract.Detail, list.Fault.Detail, list.Answer.Detail)
	}
	return r
}

// wants reports whether the claim is the listing's last one and has no result yet.
func (h Health) wants(claim int64) bool { return h.Claim == claim && h.Folded < claim }
