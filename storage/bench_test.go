package storage_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/storagetest"
)

// BenchmarkOpen is what a restart pays before it can answer.
func BenchmarkOpen(b *testing.B) {
	o := storage.Options{Path: filepath.Join(b.TempDir(), "market.db")}
	storagetest.Open(b, o)
	for b.Loop() {
		db, err := storage.Open(b.Context(), o)
		if err != nil {
			b.Fatal(err)
		}
		_ = db.Close()
	}
}

func each(b *testing.B, f func(b *testing.B, db *storage.DB)) {
	b.Run("SQLite", func(b *testing.B) { f(b, storagetest.SQLite(b)) })
	b.Run("PostgreSQL", func(b *testing.B) { f(b, storagetest.PostgresDB(b)) })
}

func must(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// BenchmarkSubmissionInsert is a submission as it is really made: the row, its
// act and its review job in one transaction.
func BenchmarkSubmissionInsert(b *testing.B) {
	each(b, func(b *testing.B, db *storage.DB) {
		n := 0
		for b.Loop() {
			n++
			id := fmt.Sprintf("s-%d", n)
			must(b, db.Update(b.Context(), func(w market.Writer) error {
				s := market.Submission{
					ID: id, ListingID: id, Revision: 1, Stage: market.StageChecking, SubmittedAt: time.Now(),
					Entry: market.Entry{ID: id, Name: "天气", Server: market.Server{URL: "https://weather.example.com/mcp"}},
				}
				if err := w.InsertSubmission(b.Context(), s); err != nil {
					return err
				}
				if err := w.AppendAct(b.Context(), market.Act{At: time.Now(), Action: market.ActSubmitted, Object: "submission/" + id}); err != nil {
					return err
				}
				return w.Enqueue(b.Context(), market.Job{Kind: market.JobReview, Args: json.RawMessage(`{}`)})
			}))
		}
	})
}

// BenchmarkListings is what rebuilding the catalog reads: 10,000 listings of
// five tools.
func BenchmarkListings(b *testing.B) {
	each(b, func(b *testing.B, db *storage.DB) {
		tool := json.RawMessage(`{"name":"weather.now","description":"` + strings.Repeat("天气", 60) +
			`","inputSchema":{"type":"object","properties":{"city":{"type":"string","description":"城市"}}}}`)
		must(b, db.Update(b.Context(), func(w market.Writer) error {
			for i := range 10_000 {
				id := fmt.Sprintf("listing-%05d", i)
				l := market.Listing{
					ID: id, Entry: market.Entry{ID: id, Name: "天气", Desc: strings.Repeat("查询天气", 10)},
					Tools: []json.RawMessage{tool, tool, tool, tool, tool}, Digests: []string{"a", "b", "c", "d", "e"},
				}
				if err := w.SaveListing(b.Context(), l); err != nil {
					return err
				}
				if err := w.SaveHealth(b.Context(), id, market.Health{State: market.HealthUp}); err != nil {
					return err
				}
			}
			return nil
		}))
		for b.Loop() {
			must(b, db.View(b.Context(), func(r market.Reader) error {
				ls, err := r.Listings(b.Context(), market.ListingFilter{})
				if err == nil && len(ls) != 10_000 {
					err = fmt.Errorf("%d listings", len(ls))
				}
				return err
			}))
		}
	})
}
