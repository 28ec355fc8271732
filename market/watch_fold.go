package market

import (
	"cmp"
	"context"
	"time"
)

// foldAll stores the results and moves their listings' health on, in one
// transaction.
func (w *Watch) foldAll(ctx context.Context, looks []*look) error {
	ids := make([]string, len(looks))
	by := map[string]*look{}
	for i, k := range looks {
		ids[i], by[k.Listing.ID] = k.Listing.ID, k
	}
	changed := false
	err := w.Store.Update(ctx, func(tx Writer) error {
		changed = false
		now, err := tx.Healths(ctx, ids)
		if err != nil {
			return err
		}
		results := make([]ProbeResult, 0, len(now))
		for _, l := range now {
			r, public, err := w.fold(ctx, tx, l, by[l.ID])
			if err != nil {
				return err
			}
			if r != nil {
				results = append(results, *r)
			}
			changed = changed || public
		}
		if err := tx.PutProbes(ctx, results); err != nil || !changed {
			return err
		}
		_, err = tx.BumpCatalog(ctx, w.Clock.Now())
		return err
	})
	if err == nil && changed {
		w.Publish()
	}
	return err
}

// fold is the effect of one result, once, but for the two rows that the caller
// stores; it reports whether the catalog changed. A result on what is not
// listed any more, another revision or under another hold, says nothing of what
// is: it is dropped. now is what [HealthReader.Healths] gives.
func (w *Watch) fold(ctx context.Context, tx Writer, now Listing, k *look) (*ProbeResult, bool, error) {
	l, r := k.Listing, k.record
	if now.Submission != l.Submission || now.Hold != l.Hold || !now.Health.wants(r.Claim) {
		return nil, false, nil
	}
	l.Digest, l.Health = now.Digest, now.Health // the rest is of the revision, which is the same
	before, after := l.Health, w.Thresholds.Fold(l.Health, r)
	after.Folded, after.ClaimedUntil = r.Claim, time.Time{}
	if before.State.Away() && after.State == HealthUp && after.Changed(l.Digest) {
		after.State, after.Since = before.State, before.Since // back with other tools: no way in without a review
	}
	after.NextProbe = w.Cadence.Next(w.Thresholds, l, after, r)
	if err := w.trackIncident(ctx, tx, l, before, after, r); err != nil {
		return nil, false, err
	}
	drifted, err := w.trackDrift(ctx, tx, l, &after, r, k.seen)
	if err != nil {
		return nil, false, err
	}
	moved := before.State != after.State
	turned := before.Changed(l.Digest) != after.Changed(l.Digest)
	if err := w.tell(ctx, tx, l, before, after, r); err != nil {
		return nil, false, err
	}
	if err := keepTranscript(ctx, tx, r); err != nil {
		return nil, false, err
	}
	return &ProbeResult{Record: r, Health: after}, drifted || (moved || turned) && l.Hold == HoldNone, nil
}

// wantsTranscript reports whether what is said in a good probe is kept: the
// first time after an approval, after what went wrong, and every six hours.
func wantsTranscript(l Listing, at time.Time) bool {
	const slot = 6 * time.Hour
	before := l.Health
	return !before.CheckedAt.After(l.ApprovedAt) || before.Reason != ReasonOK || !before.CheckedAt.Truncate(slot).Equal(at.Truncate(slot))
}

// keepTranscript keeps what was said when it went wrong, and what was wanted of
// what went well.
func keepTranscript(ctx context.Context, tx Writer, r ProbeRecord) error {
	good := r.Reason == ReasonOK
	if len(r.Transcript) == 0 || !good && !r.Counts() {
		return nil
	}
	return tx.PutTranscript(ctx, Transcript{Listing: r.Listing, Good: good, At: r.At, Exchanges: r.Transcript})
}

// record is what history keeps of a probe.
func record(claim int64, l Listing, p Probe) ProbeRecord {
	r := ProbeRecord{
		Listing: l.ID, Claim: claim, At: p.Ended(), Reason: p.ReasonFor(l.Profile()), Class: p.Class,
		Status: p.Contract.Status, Took: p.Took, CertUntil: p.Net.CertUntil,
		DNS: p.Phases.DNS, Connect: p.Phases.Connect, TLS: p.Phases.TLS, FirstByte: p.Phases.FirstByte,
		RetryAfter: askedToWait(p), Transcript: p.Exchanges,
	}
	list, ok := p.Tools()
	if r.Bytes = list.Bytes; ok {
		r.Digest, _ = seenDigest(list.Tools)
	}
	if r.Reason != ReasonOK {
		r.Detail = cmp.Or(p.Contract.Detail, list.Fault.Detail, list.Answer.Detail)
	}
	return r
}

// askedToWait is what the server asked for with an answer that asks to be tried
// again (rule CRN-005).
func askedToWait(p Probe) time.Duration {
	var longest time.Duration
	for _, a := range []Answer{p.Contract, p.List.Answer, p.MCP.List.Answer} {
		switch a.Status {
		case 408, 425, 429, 502, 503, 504:
			longest = max(longest, a.RetryAfter)
		}
	}
	return longest
}

// sightOf is the probe as the breaker looks at it.
func sightOf(k *look, p Probe) Sight {
	s := Sight{Listing: k.Listing.ID, Site: k.site, Ill: k.Listing.Health.ill()}
	reason := k.record.Reason
	switch reason {
	case ReasonDNS:
		s.Cut = true // some resolvers say that there is no such name when they are cut off themselves
	case ReasonTLS:
		s.Cut = p.Net.TLSFault == "" || p.Net.TLSFault == "handshake"
	case ReasonConnect, ReasonTimeout, ReasonOurNetwork:
		s.Cut = true
	}
	s.Answered = !s.Cut && reason != ReasonBlocked
	s.Bad = reason.Counts() && reason != ReasonOK
	if reason == ReasonAuthRequired && k.Listing.Health.State == HealthUnknown {
		s.Ill = true // it wants a token from the start: nothing has become worse
	}
	return s
}

// wants reports whether the claim is the listing's last one and has no result yet.
func (h Health) wants(claim int64) bool { return h.Claim == claim && h.Folded < claim }
