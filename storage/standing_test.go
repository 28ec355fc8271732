package storage_test

import (
	"testing"
	"time"

	"marketd/market"
	"marketd/storage/storagetest"
)

func TestSweepIsToldOfTheListingThatWaitsLongest(t *testing.T) {
	t.Parallel()
	db := storagetest.SQLite(t)
	now := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	if last, due, err := db.Sweep(t.Context(), now); err != nil || !last.IsZero() || !due.IsZero() {
		t.Fatalf("of nothing: %v, %v, %v", last, due, err)
	}
	ago := func(minutes int) time.Time { return now.Add(-time.Duration(minutes) * time.Minute) }
	err := db.Update(t.Context(), func(tx market.Writer) error {
		for id, h := range map[string]market.Health{
			"waits":   {State: market.HealthUp, CheckedAt: ago(40), NextProbe: ago(10)},
			"latest":  {State: market.HealthUp, CheckedAt: ago(2), NextProbe: ago(-28)},
			"probing": {State: market.HealthUp, CheckedAt: ago(50), NextProbe: ago(20), ClaimedUntil: ago(-1)},
			"paused":  {State: market.HealthUp, CheckedAt: ago(90), NextProbe: ago(60)},
		} {
			l := market.Listing{ID: id, Entry: market.Entry{ID: id, Name: id, Server: market.Server{URL: "https://" + id + ".example.com/mcp"}}, CreatedAt: now, ApprovedAt: now}
			if id == "paused" {
				l.Hold = market.HoldPaused
			}
			if err := tx.SaveListing(t.Context(), l); err != nil {
				return err
			}
			if err := tx.SaveHealth(t.Context(), id, h); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if last, due, err := db.Sweep(t.Context(), now); err != nil || !last.Equal(ago(2)) || !due.Equal(ago(10)) {
		t.Errorf("%v, %v, %v", last, due, err)
	}
}
