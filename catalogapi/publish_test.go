package catalogapi

import (
	"log/slog"
	"testing"
	"time"

	"marketd/market"
	"marketd/negotiate"
)

// What the worker finishes too late, for an edition that is not served any
// more or after Close, is dropped.
func TestLateEncodingIsDropped(t *testing.T) {
	t.Parallel()
	s := New(Options{Clock: market.SystemClock{}, Log: slog.New(slog.DiscardHandler)})
	s.Pause()
	long := market.Listing{ID: "a", Entry: market.Entry{Desc: string(make([]byte, smallBody))}}
	if err := s.Publish(&market.Snapshot{Revision: 1, UpdatedAt: time.Unix(1, 0), Listings: []market.Listing{long}}); err != nil {
		t.Fatal(err)
	}
	turn := s.press.latest.Load()
	if err := s.Publish(&market.Snapshot{Revision: 2, UpdatedAt: time.Unix(2, 0), Listings: []market.Listing{long}}); err != nil {
		t.Fatal(err)
	}
	before := s.edition.Load()
	if s.press.swap(turn, negotiate.Brotli, []byte("old")); s.edition.Load() != before {
		t.Error("an encoding of revision 1 is served as revision 2")
	}
	if s.press.swap(s.press.latest.Load(), negotiate.Brotli, before.variants[negotiate.Identity].body); s.edition.Load() != before {
		t.Error("a larger encoding replaced a smaller one")
	}
	if s.press.swap(s.press.latest.Load(), negotiate.Brotli, []byte("new")); string(s.edition.Load().variants[negotiate.Brotli].body) != "new" {
		t.Error("a smaller encoding of the same revision is not served")
	}
	turn = s.press.latest.Load()
	s.Close()
	before = s.edition.Load()
	if s.press.swap(turn, negotiate.Gzip, []byte("late")); s.edition.Load() != before {
		t.Error("the worker goes on after Close")
	}
}
