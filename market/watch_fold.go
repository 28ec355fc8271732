package market

import (
	"cmp"
	"context"
	"slices"
	"time"

	"marketd/market/digest"
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
		now, err := tx.ProbeTargets(ctx, ids)
		if err != nil {
			return err
		}
		results := make([]ProbeResult, 0, len(now))
		for _, t := range now {
			r, public, err := w.fold(ctx, tx, t.Listing, by[t.Listing.ID])
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
// is: it is dropped. l is without its tools.
func (w *Watch) fold(ctx context.Context, tx Writer, l Listing, k *look) (*ProbeResult, bool, error) {
	r := k.record
	if l.Submission != k.Listing.Submission || l.Hold != k.Listing.Hold || !l.Health.wants(r.Claim) {
		return nil, false, nil
	}
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
	if err := keepTranscript(ctx, tx, before, r); err != nil {
		return nil, false, err
	}
	return &ProbeResult{Record: r, Health: after}, drifted || (moved || turned) && l.Hold == HoldNone, nil
}

// keepTranscript keeps what was said when it went wrong, and now and then when
// it went well: after what went wrong, and every six hours.
func keepTranscript(ctx context.Context, tx Writer, before Health, r ProbeRecord) error {
	const slot = 6 * time.Hour
	good := r.Reason == ReasonOK
	if len(r.Transcript) == 0 || !good && !r.Counts() ||
		good && before.Reason == ReasonOK && before.CheckedAt.Truncate(slot).Equal(r.At.Truncate(slot)) {
		return nil
	}
	return tx.PutTranscript(ctx, Transcript{Listing: r.Listing, Good: good, At: r.At, Exchanges: r.Transcript})
}

// record is what history keeps of a probe.
func record(claim int64, l Listing, p Probe) ProbeRecord {
	r := ProbeRecord{
		Listing: l.ID, Claim: claim, At: p.Ended(), Reason: p.ReasonFor(l.Profile()), Class: p.Class,
		Status: p.Contract.Status, Took: p.Took, CertUntil: p.Net.CertUntil,
		RetryAfter: askedToWait(p), Transcript: p.Exchanges,
	}
	list, ok := p.Tools()
	if r.Bytes = list.Bytes; ok {
		r.Digest, _ = digest.List(list.Tools)
	}
	if i := slices.IndexFunc(p.Exchanges, func(x Exchange) bool { return x.Remote != "" }); i >= 0 {
		x := p.Exchanges[i]
		r.DNS, r.Connect, r.TLS, r.FirstByte = x.DNS, x.Connect, x.TLS, x.FirstByte
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
		s.Cut = p.Net.DNSFault != "nxdomain" // whose answer somebody gave
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
