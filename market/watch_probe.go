package market

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// look is the probe of one listing in a batch.
type look struct {
	ProbeTarget
	claim  Claim
	site   string
	token  string
	record ProbeRecord
	sight  Sight
	skew   time.Duration // of our clock, as this server sees it
	dated  bool          // skew is known
	dates  bool          // it failed by a certificate's dates
	seen   seenTools
	stray  string // another site, to which it redirects

	nameless bool // the resolver found out nothing about its name
	done     bool // record is of this batch
	err      error
}

// Probe probes a batch: the handler of JobProbe. Each listing's result is
// stored and folded once however often the batch runs. Listings of one site are
// probed one after another. What the batch has no time for stays due.
func (w *Watch) Probe(ctx context.Context, args ProbeArgs) error {
	looks, windows, err := w.take(ctx, args)
	if err != nil || len(looks) == 0 {
		return err
	}
	w.round(ctx, looks, w.Clock.Now().Add(probeBudget))
	if err := ctx.Err(); err != nil { // being stopped is no fault of the servers'
		return err
	}
	w.judge(ctx, looks, windows)
	if err := w.lookAgain(ctx, looks, windows); err != nil {
		return err
	}
	return w.keep(ctx, looks)
}

// take reads the batch's listings that still want this probe. One whose claim
// has died is due again by itself.
func (w *Watch) take(ctx context.Context, args ProbeArgs) ([]*look, []Maintenance, error) {
	number := map[string]int64{}
	ids := make([]string, len(args.Claims))
	for i, c := range args.Claims {
		ids[i], number[c.Listing] = c.Listing, c.Number
	}
	var (
		targets []ProbeTarget
		windows []Maintenance
		looks   []*look
		short   []string // whose claims may die before the batch ends
		now     = w.Clock.Now()
	)
	err := w.Store.View(ctx, func(r Reader) (err error) {
		if targets, err = r.ProbeTargets(ctx, ids); err != nil {
			return err
		}
		windows, err = r.Maintenances(ctx, MaintenanceFilter{Since: now, Limit: mostClaims})
		return err
	})
	for _, t := range targets {
		l, n := t.Listing, number[t.Listing.ID]
		if !l.watched() || !l.Health.wants(n) || !l.Health.ClaimedUntil.After(now) {
			continue
		}
		looks = append(looks, &look{ProbeTarget: t, claim: Claim{l.ID, n}, site: siteOf(l.Entry.Server.URL), token: w.open(ctx, t)})
		if l.Health.ClaimedUntil.Sub(now) < longestBatch {
			short = append(short, l.ID)
		}
	}
	if err == nil && len(short) > 0 {
		err = w.Store.Update(ctx, func(tx Writer) error { return tx.HoldClaims(ctx, short, now, now.Add(claimFor)) })
	}
	return looks, windows, err
}

// open is the test token of a target; without it, it is probed all the same.
func (w *Watch) open(ctx context.Context, t ProbeTarget) string {
	token, err := openToken(w.Sealer, t.Token, t.Listing.ID)
	if err != nil {
		w.Log.ErrorContext(ctx, "probing without the test token", "listing", t.Listing.ID, "error", err)
	}
	return token
}

// watched reports whether the listing is probed at all: one that is
// quarantined is, so that people see what its server does now.
func (l Listing) watched() bool { return l.Hold == HoldNone || l.Hold == HoldQuarantined }

// round probes the listings, those of one site one after another and with the
// spacing between them, and starts none after stop.
func (w *Watch) round(ctx context.Context, looks []*look, stop time.Time) {
	sites := map[string][]*look{}
	for _, k := range looks {
		sites[k.site] = append(sites[k.site], k)
	}
	var wg sync.WaitGroup
	for site, queue := range sites {
		wg.Go(func() {
			for _, k := range queue {
				if !w.mayProbe(ctx, site, stop) {
					return
				}
				k.err = w.probeOne(ctx, k)
				<-w.probing
				w.paces.done(site, w.Clock.Now(), w.Spacing)
			}
		})
	}
	wg.Wait()
}

// mayProbe waits for the site's turn and for a place among the probes under
// way, which it takes. It reports false when that would be too late.
func (w *Watch) mayProbe(ctx context.Context, site string, stop time.Time) bool {
	if d := w.paces.wait(site, w.Clock.Now(), w.Spacing); d > 0 {
		if w.Clock.Now().Add(d).After(stop) || w.Pause(ctx, d) != nil {
			return false
		}
	}
	select {
	case w.probing <- struct{}{}:
	case <-ctx.Done():
		return false
	}
	if w.Clock.Now().After(stop) {
		<-w.probing
		return false
	}
	return true
}

// probeOne probes a listing. A panic in it, over bytes that a stranger sent, is
// that probe's error and nobody else's.
func (w *Watch) probeOne(ctx context.Context, k *look) (err error) {
	defer func() {
		if p := recover(); p != nil {
			k.done, err = false, fmt.Errorf("probe %s: panic: %v", k.Listing.ID, p)
		}
	}()
	l := k.Listing
	brief := !wantsTranscript(l, w.Clock.Now())
	p := w.Prober.Probe(ctx, Target{URL: l.Entry.Server.URL, Token: k.token, Profile: l.Profile(), Brief: brief}, nil)
	if err := ctx.Err(); err != nil {
		return err
	}
	k.record = record(k.claim.Number, l, p)
	if brief && k.record.Reason == ReasonOK {
		k.record.Transcript = nil
	}
	k.sight = sightOf(k, p)
	k.skew, k.dated = p.Skew()
	k.dates = k.record.Reason == ReasonTLS && (p.Net.TLSFault == "expired" || p.Net.TLSFault == "not-yet-valid")
	k.nameless = p.Net.DNSFault == "servfail" || p.Net.DNSFault == "timeout"
	k.stray = strayOf(l.Entry.Server.URL, p)
	if _, whole := p.Tools(); k.record.Digest != l.Digest && (whole || p.broken()) {
		if k.seen, err = w.judgeSeen(ctx, l, p); err != nil {
			return err
		}
		k.record.Digest = cmp.Or(k.record.Digest, k.seen.digest)
	}
	k.done = true
	return nil
}

// judgeSeen reads the approved tools, which a batch does without otherwise, and
// compares them with what was seen.
func (w *Watch) judgeSeen(ctx context.Context, probed Listing, p Probe) (seenTools, error) {
	var l Listing
	err := w.Store.View(ctx, func(r Reader) (err error) {
		l, err = r.Listing(ctx, probed.ID)
		return err
	})
	if err != nil || l.Submission != probed.Submission { // the result is of another revision, and will be dropped
		return seenTools{}, err
	}
	if p.broken() {
		return w.judgePart(ctx, l, p)
	}
	return w.judgeDrift(ctx, l, p)
}

// judge says which of the results are void: those in announced maintenance, a
// certificate's dates while our own clock is off, and what the breaker doubts.
func (w *Watch) judge(ctx context.Context, looks []*look, windows []Maintenance) {
	done := slices.DeleteFunc(slices.Clone(looks), func(k *look) bool { return !k.done })
	w.blameNames(done)
	off := clockIsOff(done)
	var sights []Sight
	fresh := false
	for _, k := range done {
		switch {
		case slices.ContainsFunc(windows, func(m Maintenance) bool { return m.Listing == k.Listing.ID && m.Holds(k.record.At) }):
			k.record.Void = VoidMaintenance
		case off && k.dates:
			k.record.Void = VoidClock
		}
		s := k.sight
		if k.record.Void != VoidNone {
			s.Bad, s.Cut = false, false
		}
		sights = append(sights, s)
		fresh = fresh || s.Bad && !s.Ill
	}
	if len(done) == 0 {
		return
	}
	silent := false
	if fresh && w.Canaries != nil {
		if silent = !w.Canaries(ctx); !silent {
			w.breaker.Hear(w.Clock.Now())
		}
	}
	before, _ := w.breaker.Doubt()
	for i, void := range w.breaker.Judge(w.Clock.Now(), sights, silent) {
		if void {
			done[i].record.Void = VoidSweep
		}
	}
	w.tellDoubt(ctx, before)
}

// blameNames holds a name that the resolver finds nothing out about against its
// site, when our resolver finds others: name servers that are dead look so for ever.
func (w *Watch) blameNames(done []*look) {
	for _, k := range done {
		others := func(o *look) bool { return o.sight.Answered && o.site != k.site }
		if !k.nameless || k.record.Reason != ReasonOurNetwork || !w.breaker.HeardWithin(w.Thresholds.Span, w.Clock.Now()) && !slices.ContainsFunc(done, others) {
			continue
		}
		k.record.Reason, k.sight.Bad = ReasonDNS, true
	}
}

// tellDoubt logs once when the breaker begins to doubt and once when it ends.
func (w *Watch) tellDoubt(ctx context.Context, before time.Time) {
	switch since, why := w.breaker.Doubt(); {
	case before.IsZero() && !since.IsZero():
		w.Log.WarnContext(ctx, "so much fails that our own network is doubted: failures are not held against servers until others answer", "why", why)
	case !before.IsZero() && since.IsZero():
		w.Log.InfoContext(ctx, "servers answer again: failures count", "doubted", before)
	}
}

// lookAgain probes once more, after a pause, what would make a verdict worse or
// take a listing out: only a second bad result in a row does.
func (w *Watch) lookAgain(ctx context.Context, looks []*look, windows []Maintenance) error {
	var again, strays []*look
	for _, k := range looks {
		stray := k.done && w.straysAnew(k)
		if stray {
			strays = append(strays, k)
		}
		if stray || k.done && w.worsens(k.Listing.Health, k.record) {
			again = append(again, k)
		}
	}
	if len(again) == 0 {
		return nil
	}
	if w.SecondLook > 0 {
		if err := w.Pause(ctx, w.SecondLook); err != nil {
			return err
		}
	}
	first := make([]look, len(again))
	for i, k := range again {
		first[i] = *k
		k.done, k.seen, k.stray = false, seenTools{}, ""
	}
	w.round(ctx, again, w.Clock.Now().Add(probeBudget))
	if err := ctx.Err(); err != nil {
		return err
	}
	w.judge(ctx, again, windows)
	for i, k := range again {
		k.recall(&first[i])
		if k.done && k.sight.Cut && w.worsens(k.Listing.Health, k.record) && w.breaker.Unheard(k.site, k.Listing.Health.FailedAt) {
			k.record.Void = VoidSweep
		}
	}
	for _, k := range strays {
		if k.done && w.straysAnew(k) {
			k.err = w.strayed(ctx, k)
		}
	}
	return nil
}

// recall keeps the tools that the first look saw, when the second one saw none, or
// when they are dangerous: what was shown once was shown.
func (k *look) recall(first *look) {
	if k.done && first.record.Digest != "" && (k.record.Digest == "" || first.seen.verdict.Class == DriftDangerous) {
		k.record.Digest, k.record.Bytes, k.seen = first.record.Digest, first.record.Bytes, first.seen
	}
}

// worsens reports whether the result would make the listing degraded or gated.
// Down and gone follow from time alone.
func (w *Watch) worsens(h Health, r ProbeRecord) bool {
	if !r.Counts() || r.Reason == ReasonOK {
		return false
	}
	after := w.Thresholds.Fold(h, r).State
	return after != h.State && (after == HealthDegraded || after == HealthGated && h.State != HealthUnknown)
}

// keep stores and folds what was seen, and lets go of the claims of what was not.
func (w *Watch) keep(ctx context.Context, looks []*look) error {
	var (
		errs    []error
		results []*look
		left    []Claim
		now     = w.Clock.Now()
	)
	for _, k := range looks {
		switch {
		case k.err != nil:
			errs = append(errs, k.err)
		case !k.done || now.Sub(k.record.At) > tooOld:
			left = append(left, k.claim)
		default:
			results = append(results, k)
		}
	}
	for some := range slices.Chunk(results, keptAtOnce) {
		err := w.foldAll(ctx, some)
		if err == nil || len(some) == 1 {
			errs = append(errs, err)
			continue
		}
		for _, k := range some { // one that cannot be stored must not take the others along
			errs = append(errs, w.foldAll(ctx, []*look{k}))
		}
	}
	if len(left) > 0 {
		errs = append(errs, w.Store.Update(ctx, func(tx Writer) error { return tx.ReleaseClaims(ctx, left) }))
	}
	return errors.Join(errs...)
}

const (
	tooOld     = 10 * time.Minute // to be stored: it says nothing of now
	keptAtOnce = batchSize        // results in one transaction
)
