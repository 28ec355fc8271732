package storagetest

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"marketd/market"
)

func drift(id, listing string, state market.DriftState, at time.Time) market.Drift {
	return market.Drift{
		ID: id, Listing: listing, Owner: "owner-1", Revision: 2, State: state, Class: market.DriftMaterial, Before: "v1:sha256:03", After: "v1:sha256:04",
		Base:    []json.RawMessage{json.RawMessage(`{"name": "a", "x": 1.0}`)},
		Tools:   []json.RawMessage{json.RawMessage(`{"name":"a","d":"<&>\u2028"}`), json.RawMessage(`{"name":"b"}`)},
		Changes: []market.DriftChange{{Rule: "DRF-003", Tool: "a", Where: "/description", Text: market.Text{ZH: "说明改了", EN: "the <description> changed"}}},
		Rules:   []string{"DRF-003"}, SeenAt: at, MovedAt: at,
	}
}

// bare is a drift as lists show it.
func bare(d market.Drift) market.Drift {
	d.Base, d.Tools = nil, nil
	return d
}

func insertDrifts(t testing.TB, s market.Store, all ...market.Drift) {
	t.Helper()
	update(t, s, func(ctx context.Context, w market.Writer) error {
		for _, d := range all {
			if err := w.InsertDrift(ctx, d); err != nil {
				return err
			}
		}
		return nil
	})
}

func drifts(t *testing.T, s market.Store) {
	save(t, s, listing("a"), listing("b"))
	first, open, other := drift("d1", "a", market.DriftTaken, now), drift("d2", "a", market.DriftOpen, now.Add(time.Hour)), drift("d3", "b", market.DriftOpen, now.Add(2*time.Hour))
	first.Class, first.After = market.DriftCosmetic, "v1:sha256:05"
	other.Class, other.Owner, other.Held = market.DriftDangerous, "owner-2", true
	insertDrifts(t, s, first, open, other)
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Drift(ctx, "d2"))(t), open)
		_, err := r.Drift(ctx, "d9")
		wantErr(t, err, market.ErrDriftNotFound)
		of := func(f market.DriftFilter) []market.Drift { return must(r.Drifts(ctx, f))(t) }
		same(t, of(market.DriftFilter{}), []market.Drift{bare(other), bare(open), bare(first)})
		same(t, of(market.DriftFilter{Oldest: true, Limit: 1, Offset: 1}), []market.Drift{bare(open)})
		same(t, of(market.DriftFilter{Gravest: true, Oldest: true}), []market.Drift{bare(other), bare(open), bare(first)})
		same(t, of(market.DriftFilter{Listing: "a", States: []market.DriftState{market.DriftOpen, market.DriftTaken}}), []market.Drift{bare(open), bare(first)})
		same(t, of(market.DriftFilter{Owner: "owner-2"}), []market.Drift{bare(other)})
		same(t, of(market.DriftFilter{Class: market.DriftCosmetic, After: "v1:sha256:05"}), []market.Drift{bare(first)})
		same(t, must(r.CountDrifts(ctx, market.DriftOpen))(t), map[market.DriftClass]int{market.DriftMaterial: 1, market.DriftDangerous: 1})
	})
	open.State, open.Class, open.After, open.Tools = market.DriftAccepted, market.DriftDangerous, "v1:sha256:06", nil
	open.Changes, open.Rules, open.Held, open.MovedAt = nil, []string{"DRF-002", "DRF-005"}, true, now.Add(3*time.Hour)
	open.SecondedBy, open.DecidedBy, open.DecidedAt, open.Text = "r1", "r2", now.Add(3*time.Hour), "看过了"
	update(t, s, func(ctx context.Context, w market.Writer) error { return w.UpdateDrift(ctx, open) })
	failing(t, s, market.ErrStale, func(ctx context.Context, w market.Writer) error { return w.UpdateDrift(ctx, open) })
	failing(t, s, market.ErrDriftNotFound, func(ctx context.Context, w market.Writer) error {
		return w.UpdateDrift(ctx, drift("d9", "a", market.DriftOpen, now))
	})
	open.Version++
	view(t, s, func(ctx context.Context, r market.Reader) { same(t, must(r.Drift(ctx, "d2"))(t), open) })
}

func oneOpenDrift(t *testing.T, s market.Store) {
	save(t, s, listing("a"))
	insertDrifts(t, s, drift("d1", "a", market.DriftOpen, now), drift("d2", "a", market.DriftReverted, now))
	for _, second := range []market.Drift{drift("d3", "a", market.DriftOpen, now), drift("d2", "a", market.DriftReverted, now)} {
		failing(t, s, market.ErrStale, func(ctx context.Context, w market.Writer) error { return w.InsertDrift(ctx, second) })
	}
}

// Of a server that changes for ever, the words are kept and the tools of the last.
func driftsBounded(t *testing.T, s market.Store) {
	save(t, s, listing("a"), listing("b"))
	insertDrifts(t, s, drift("open", "a", market.DriftOpen, now), drift("other", "b", market.DriftReverted, now))
	for i := range 52 {
		insertDrifts(t, s, drift(fmt.Sprintf("d%02d", i), "a", market.DriftReverted, now.Add(time.Duration(i+1)*time.Minute)))
	}
	view(t, s, func(ctx context.Context, r market.Reader) {
		for id, kept := range map[string]bool{"open": true, "other": true, "d00": false, "d01": false, "d02": true, "d51": true} {
			if d := must(r.Drift(ctx, id))(t); (d.Tools != nil) != kept || (d.Base != nil) != kept || len(d.Changes) != 1 {
				t.Errorf("%s: %d tools, %d before, %d changes; kept %v", id, len(d.Tools), len(d.Base), len(d.Changes), kept)
			}
		}
	})
}

func sightings(t *testing.T, s market.Store) {
	save(t, s, listing("a"), listing("b"))
	seen := func(listing string, at time.Duration, digest string) market.Sighting {
		return market.Sighting{Listing: listing, At: now.Add(at), Digest: digest, Class: market.DriftMaterial}
	}
	old, first, last, other := seen("a", -91*24*time.Hour, "v1:sha256:00"), seen("a", -time.Hour, "v1:sha256:01"), seen("a", 0, "v1:sha256:02"), seen("b", 0, "v1:sha256:03")
	update(t, s, func(ctx context.Context, w market.Writer) error {
		for _, x := range []market.Sighting{old, first, {Listing: "a", At: last.At, Digest: "x"}, last, other} {
			if err := w.InsertSighting(ctx, x); err != nil {
				return err
			}
		}
		return nil
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Sightings(ctx, "a", time.Time{}))(t), []market.Sighting{last, first}) // the old one went
		same(t, must(r.Sightings(ctx, "a", now))(t), []market.Sighting{last})
	})
}

func approvedTools(t *testing.T, s market.Store) {
	save(t, s, listing("a"))
	a := market.ApprovedTools{Listing: "a", Digest: "v1:sha256:03", Tools: listing("a").Tools, By: "reviewer-1", At: now}
	update(t, s, func(ctx context.Context, w market.Writer) error {
		if err := w.PutApprovedTools(ctx, market.ApprovedTools{Listing: "a"}); err != nil {
			return err
		}
		return w.PutApprovedTools(ctx, a)
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.ApprovedTools(ctx, "a"))(t), a)
		_, err := r.ApprovedTools(ctx, "b")
		wantErr(t, err, market.ErrListingNotFound)
	})
}
