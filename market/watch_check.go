package market

import (
	"context"
	"time"
)

// Checking is where the probes of a listing stand, for a page that waits for one.
type Checking struct {
	Claim  int64     // the last one that was made
	Folded int64     // the last one whose result is known
	Live   bool      // a probe is under way or waits
	Next   time.Time // when it is probed by itself; zero: never
}

// Done reports whether the claim's result is known, or will never be: then the
// probe may be asked for again.
func (c Checking) Done(claim int64) bool { return c.Folded >= claim || !c.Live }

// asksAnHour is how often one visitor may have something probed.
const asksAnHour = 20

var (
	errHeld     = NewError(Conflict, "NOT_PROBED", Text{"这个条目已暂停，不再探测。恢复后再检查。", "This listing is on hold and is not probed. Check it again when the hold is lifted."})
	errLeftOut  = NewError(Forbidden, "PROBES_REFUSED", Text{"这个域名的主人要求不被探测。要恢复探测，请由其主人联系本站。", "The owner of this domain asked not to be probed. To be probed again, its owner writes to this market."})
	errJustNow  = NewError(TooMany, "CHECKED_JUST_NOW", Text{"这个条目刚检查过，请过一分钟再试。", "This listing was checked just now; try again in a minute."})
	errSiteBusy = &Error{Kind: TooMany, Code: "SITE_BUSY", RetryAfter: 10 * time.Second, Msg: Text{
		"同一域名下的另一个服务正在检查，请过几秒再试。", "Another server under the same domain is being checked; try again in a few seconds.",
	}}
	errAsksSpent = NewError(TooMany, "TOO_MANY_CHECKS", Text{"这一小时里你已检查多次，请稍后再试。", "You have had many checks this hour; try again later."})
)

// CheckNow has the listing probed at once, as a sweep would, and returns the
// claim to follow with [Watch.Claimed]. While a probe of it is under way that
// one's claim is returned. At most once a minute for a listing, and some times
// an hour for a visitor.
func (w *Watch) CheckNow(ctx context.Context, actor Actor, listing string) (Claim, error) {
	now := w.Clock.Now()
	claim, live, err := w.mayCheck(ctx, listing, now)
	if err != nil || live {
		return claim, err
	}
	if wait := w.again.begin(listing, now); wait > 0 {
		return Claim{}, retryAfter(errJustNow, wait)
	}
	visitor := actor.Account
	if visitor == "" {
		visitor = actor.IP
	}
	if wait := w.asks.begin(visitor, now); wait > 0 {
		w.again.undo(listing)
		return Claim{}, retryAfter(errAsksSpent, wait)
	}
	err = w.Store.Update(ctx, func(tx Writer) (err error) {
		if claim, live, err = checkable(ctx, tx, listing, now); err != nil || live {
			return err
		}
		return enqueueProbes(ctx, tx, []Claim{claim}, now, false)
	})
	if err != nil || live {
		w.again.undo(listing)
		w.asks.undo(visitor)
	}
	return claim, err
}

func (w *Watch) mayCheck(ctx context.Context, listing string, now time.Time) (claim Claim, live bool, err error) {
	err = w.Store.View(ctx, func(r Reader) (err error) {
		claim, live, err = checkable(ctx, r, listing, now)
		return err
	})
	return claim, live, err
}

// checkable is the claim that a check of the listing would make, or the live
// one that there is.
func checkable(ctx context.Context, r Reader, listing string, now time.Time) (claim Claim, live bool, err error) {
	targets, err := r.ProbeTargets(ctx, []string{listing})
	if err != nil {
		return Claim{}, false, err
	}
	if len(targets) == 0 {
		return Claim{}, false, ErrListingNotFound
	}
	l := targets[0].Listing
	if l.Health.ClaimedUntil.After(now) && l.Health.Folded < l.Health.Claim {
		return Claim{listing, l.Health.Claim}, true, nil
	}
	if !l.watched() {
		return Claim{}, false, errHeld
	}
	excluded, err := r.Exclusions(ctx)
	if err != nil {
		return Claim{}, false, err
	}
	if _, out := ExcludedBy(excluded, hostOf(l.Entry.Server.URL)); out {
		return Claim{}, false, errLeftOut
	}
	busy, err := r.ClaimedListings(ctx, now)
	if err != nil {
		return Claim{}, false, err
	}
	for _, d := range busy {
		if siteOf(d.Endpoint) == siteOf(l.Entry.Server.URL) {
			return Claim{}, false, errSiteBusy
		}
	}
	return Claim{listing, l.Health.Claim + 1}, false, nil
}

// Claimed is where the probes of a listing stand.
func (w *Watch) Claimed(ctx context.Context, listing string) (Checking, error) {
	var c Checking
	err := w.Store.View(ctx, func(r Reader) error {
		targets, err := r.ProbeTargets(ctx, []string{listing})
		if err != nil {
			return err
		}
		if len(targets) == 0 {
			return ErrListingNotFound
		}
		h := targets[0].Listing.Health
		c = Checking{Claim: h.Claim, Folded: h.Folded, Live: h.ClaimedUntil.After(w.Clock.Now()) && h.Folded < h.Claim, Next: h.NextProbe}
		return nil
	})
	return c, err
}
