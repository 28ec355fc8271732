package storagetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"marketd/market"
)

func event(id, key string) market.Event {
	return market.Event{
		ID: id, Key: key, At: now, Kind: market.EventDegraded, Listing: "weather", Account: "a",
		Data: market.EventData{Name: "天气", Before: "up", After: "degraded", Reason: market.ReasonTLS, Since: now.Add(-time.Hour), Rules: []string{"DRF-003"}},
	}
}

func events(t *testing.T, s market.Store) {
	e := event("e1", "health/weather/1")
	for i, x := range []market.Event{e, event("e2", e.Key), event("e3", "another")} {
		update(t, s, func(ctx context.Context, w market.Writer) error {
			same(t, must(w.InsertEvent(ctx, x))(t), i != 1)
			return nil
		})
	}
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Event(ctx, "e1"))(t), e)
		if _, err := r.Event(ctx, "e2"); !errors.Is(err, market.ErrEventNotFound) {
			t.Errorf("an event of a key that was kept already: %v", err)
		}
	})
}

func maintenance(t *testing.T, s market.Store) {
	save(t, s, listing("a"), listing("b"))
	window := func(id, listing string, from time.Duration) market.Maintenance {
		return market.Maintenance{
			ID: id, Listing: listing, From: now.Add(from), Until: now.Add(from + time.Hour), Text: "升级", By: "o", AnnouncedAt: now,
		}
	}
	past, present, future, other := window("m1", "a", -3*time.Hour), window("m2", "a", 0), window("m3", "a", 2*time.Hour), window("m4", "b", 0)
	gone := window("m5", "a", 0)
	gone.CancelledAt = now.Add(time.Minute)
	for _, m := range []market.Maintenance{past, present, future, other, gone} {
		update(t, s, func(ctx context.Context, w market.Writer) error { return w.PutMaintenance(ctx, m) })
	}
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Maintenance(ctx, "m5"))(t), gone)
		same(t, must(r.Maintenances(ctx, market.MaintenanceFilter{Listing: "a"}))(t), []market.Maintenance{future, present, gone, past})
		same(t, must(r.Maintenances(ctx, market.MaintenanceFilter{At: now}))(t), []market.Maintenance{present, other})
		same(t, must(r.Maintenances(ctx, market.MaintenanceFilter{At: now.Add(time.Hour)}))(t), []market.Maintenance(nil))
		same(t, must(r.Maintenances(ctx, market.MaintenanceFilter{Listing: "a", Since: now.Add(time.Hour)}))(t), []market.Maintenance{future})
		if _, err := r.Maintenance(ctx, "m9"); !errors.Is(err, market.ErrMaintenanceNotFound) {
			t.Errorf("a window that is not there: %v", err)
		}
	})
}

func exclusions(t *testing.T, s market.Store) {
	a, b := market.Exclusion{Domain: "b.example", Reason: "asked by mail", By: "r", At: now}, market.Exclusion{Domain: "a.example", At: now}
	update(t, s, func(ctx context.Context, w market.Writer) error {
		return errors.Join(w.PutExclusion(ctx, a), w.PutExclusion(ctx, b), w.PutExclusion(ctx, a))
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Exclusions(ctx))(t), []market.Exclusion{b, a})
	})
	update(t, s, func(ctx context.Context, w market.Writer) error { return w.DeleteExclusion(ctx, "b.example") })
	view(t, s, func(ctx context.Context, r market.Reader) { same(t, must(r.Exclusions(ctx))(t), []market.Exclusion{b}) })
}
