package storage_test

import (
	"fmt"
	"testing"
	"time"

	"marketd/market"
	"marketd/storage"
)

// hundredThousand records hits of 100 rules in 10,000 submissions, ten in each.
func hundredThousand(b *testing.B, db *storage.DB) time.Time {
	now := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	must(b, db.Update(b.Context(), func(w market.Writer) error {
		for i := range 10_000 {
			id := fmt.Sprintf("s-%05d", i)
			err := w.InsertSubmission(b.Context(), market.Submission{ID: id, ListingID: id, Revision: 1, Stage: market.StageRejected, SubmittedAt: now})
			if err != nil {
				return err
			}
			var hits []market.RuleHit
			for n := range 10 {
				hits = append(hits, market.RuleHit{
					Submission: id, Listing: fmt.Sprintf("l-%04d", i/3), Rule: fmt.Sprintf("SEC-%03d", (i*7+n*13)%100), Severity: market.SeverityReject,
					Enforced: n > 0, Places: n + 1, Waived: n % 2, At: now.Add(-time.Duration(i) * 15 * time.Minute),
					Sample: market.HitSample{Where: "/tools/0/description", Evidence: "TODO: describe", Message: market.Text{ZH: "占位", EN: "a placeholder"}},
				})
			}
			if err := w.PutRuleHits(b.Context(), id, hits); err != nil {
				return err
			}
		}
		return nil
	}))
	return now
}

// BenchmarkRulebook is what the pages of the rules read, with 100,000 hits.
func BenchmarkRulebook(b *testing.B) {
	each(b, func(b *testing.B, db *storage.DB) {
		now := hundredThousand(b, db)
		run := func(name string, f func(r market.Reader) (int, error)) {
			b.Run(name, func(b *testing.B) {
				for b.Loop() {
					must(b, db.View(b.Context(), func(r market.Reader) error {
						n, err := f(r)
						if err == nil && n == 0 {
							b.Error("nothing was read")
						}
						return err
					}))
				}
			})
		}
		run("all", func(r market.Reader) (int, error) {
			x, err := r.RuleStats(b.Context(), market.RuleFilter{})
			return len(x), err
		})
		run("30days", func(r market.Reader) (int, error) {
			x, err := r.RuleStats(b.Context(), market.RuleFilter{Since: market.Since(now, 30)})
			return len(x), err
		})
		run("one", func(r market.Reader) (int, error) {
			x, err := r.RuleStats(b.Context(), market.RuleFilter{Rule: "SEC-042"})
			return len(x), err
		})
		run("hits", func(r market.Reader) (int, error) {
			x, err := r.RuleHits(b.Context(), market.RuleFilter{Rule: "SEC-042", Limit: 20})
			return len(x), err
		})
	})
}
