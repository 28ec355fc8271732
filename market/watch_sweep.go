package market

import (
	"context"
	"encoding/json"
	"net/netip"
	"net/url"
	"time"

	"marketd/market/similar"
)

const (
	batchSize = 100
	// claimFor is how long a claim lives: longer than a dead worker's job waits
	// to be rescued, and longer than any batch takes.
	claimFor = 3 * time.Minute
	// longestBatch is how long a batch takes at most, with its second looks.
	longestBatch = 150 * time.Second
	// probeBudget is how long a batch goes on starting probes; the rest of it
	// stays due.
	probeBudget = 30 * time.Second
	// mostClaims bounds the live claims: while so many wait, nothing more is put
	// in the queue, however much is due after a long stop.
	mostClaims = 5_000
	// mostDue is how many of those that are due a sweep looks at.
	mostDue = 20_000
)

// Sweep finds the listings that are due, claims them and enqueues their probes
// in batches of at most 100, those of one site together: the handler of
// JobSweep. A site on which a claim lives is left alone, and nobody who asked
// to be left out is probed (rules CRN-002, CRN-007).
func (w *Watch) Sweep(ctx context.Context) error {
	var (
		due      []Due
		excluded []Exclusion
		now      = w.Clock.Now()
	)
	err := w.Store.View(ctx, func(r Reader) (err error) {
		if due, err = r.DueListings(ctx, now, mostDue); err != nil || len(due) == 0 {
			return err
		}
		excluded, err = r.Exclusions(ctx)
		return err
	})
	if err != nil || len(due) == 0 {
		return err
	}
	return w.Store.Update(ctx, func(tx Writer) error {
		live, err := tx.ClaimedListings(ctx, now)
		if err != nil {
			return err
		}
		p := plan{taken: map[string]bool{}, at: map[string]int{}, left: mostClaims - len(live), share: w.share()}
		for _, d := range live {
			p.taken[siteOf(d.Endpoint)] = true
		}
		for _, d := range due {
			if _, out := ExcludedBy(excluded, hostOf(d.Endpoint)); !out {
				p.add(d)
			}
		}
		for _, claims := range p.batches() {
			if err := enqueueProbes(ctx, tx, claims, now, true); err != nil {
				return err
			}
		}
		return nil
	})
}

// share is how many listings of one site fit into a batch's time.
func (w *Watch) share() int {
	if w.Spacing <= 0 {
		return batchSize
	}
	return min(batchSize, 1+int(probeBudget/w.Spacing))
}

// enqueueProbes claims the listings and puts their batch in the queue; shared is
// as in [Job].
func enqueueProbes(ctx context.Context, tx Writer, claims []Claim, now time.Time, shared bool) error {
	if err := tx.PutClaims(ctx, claims, now.Add(claimFor)); err != nil {
		return err
	}
	raw, err := json.Marshal(ProbeArgs{Claims: claims})
	if err != nil {
		return err
	}
	return tx.Enqueue(ctx, Job{Kind: JobProbe, Args: raw, Key: NewID(now), Shared: shared})
}

// plan divides what is due into batches.
type plan struct {
	taken map[string]bool // sites that are left alone: a claim lives on them
	share int             // of one site at once
	left  int             // claims that may still be made
	sites [][]Claim       // in the order in which they came due
	at    map[string]int  // site → its place in sites
}

func (p *plan) add(d Due) {
	site := siteOf(d.Endpoint)
	if p.left <= 0 || p.taken[site] {
		return
	}
	i, ok := p.at[site]
	if !ok {
		i = len(p.sites)
		p.at[site] = i
		p.sites = append(p.sites, nil)
	}
	if len(p.sites[i]) < p.share {
		p.sites[i] = append(p.sites[i], Claim{d.Listing, d.Claim + 1})
		p.left--
	}
}

// batches fills batches with whole sites.
func (p *plan) batches() [][]Claim {
	var all [][]Claim
	var batch []Claim
	for _, site := range p.sites {
		if len(batch)+len(site) > batchSize {
			all = append(all, batch)
			batch = nil
		}
		batch = append(batch, site...)
	}
	if len(batch) > 0 {
		all = append(all, batch)
	}
	return all
}

// siteOf is whose server an endpoint is, as far as its address tells: its
// registrable domain. An address without a name, which only an operator's own
// range can be, is one server to a port.
func siteOf(endpoint string) string {
	u, err := url.Parse(endpoint)
	if err != nil || u.Hostname() == "" {
		return endpoint
	}
	if _, err := netip.ParseAddr(u.Hostname()); err == nil {
		return u.Host
	}
	return similar.Domain(u.Hostname())
}

func hostOf(endpoint string) string {
	u, err := url.Parse(endpoint)
	if err != nil {
		return ""
	}
	return u.Hostname()
}
