package market_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/market/digest"
	"marketd/reviewer"
	"marketd/reviewer/rules"
	"marketd/storage"
)

// BenchmarkRereview is a trial over 10,000 listings of ten tools, with every
// rule, and then its application: each listing has three passes stored with what
// was sent and received, and gets another verdict, which is the dearest case. It
// runs once: -benchtime 1x.
func BenchmarkRereview(b *testing.B) {
	const listings = 10_000
	db, err := storage.Open(b.Context(), storage.Options{Path: filepath.Join(b.TempDir(), "market.db")})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	policy := reviewer.DefaultPolicy()
	engine := reviewer.New(reviewer.Options{Rules: rules.All(), Policy: policy, Ruleset: rules.Set})
	stock(b, db, engine, listings)
	book := market.NewRulebook(db, market.SystemClock{}, reviewer.Docs(rules.All()), nil)
	runs := market.NewRereviews(market.RereviewOptions{Store: db, Judge: engine, Rules: book, Clock: market.SystemClock{}})
	admin := market.Actor{Account: "a", Role: market.RoleAdmin}
	for b.Loop() {
		run, err := runs.Start(b.Context(), admin, market.Propose{Reason: "r", Want: map[string]market.RuleSetting{"META-005": {Severity: market.SeverityReject, Enforced: true, Required: true}}})
		if err != nil {
			b.Fatal(err)
		}
		begun := time.Now()
		run = walk(b, runs, admin, run.ID)
		b.ReportMetric(time.Since(begun).Seconds(), "s/trial")
		b.ReportMetric(float64(run.Tally.Look), "worse")
		if run.State != market.RereviewDone || run.Judged != listings || run.Unseen > 0 {
			b.Fatalf("%+v", run)
		}
		begun = time.Now()
		if err := runs.Apply(b.Context(), admin, run.ID); err != nil {
			b.Fatal(err)
		}
		walk(b, runs, admin, run.ID)
		b.ReportMetric(time.Since(begun).Seconds(), "s/apply")
		begun = time.Now()
		if _, err := runs.Show(b.Context(), admin, run.ID, market.ChangeFilter{Limit: 51}); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(time.Since(begun).Microseconds())/1000, "ms/page")
	}
}

func walk(b *testing.B, runs *market.Rereviews, actor market.Actor, id string) market.Rereview {
	b.Helper()
	for {
		run, err := runs.Standing(b.Context(), actor, id)
		if err != nil {
			b.Fatal(err)
		}
		if !run.State.AtWork() {
			return run
		}
		if err := runs.Batch(b.Context(), market.RereviewArgs{Rereview: id, Applying: run.Applying, After: run.Cursor}); err != nil {
			b.Fatal(err)
		}
	}
}

// stock lists servers as if each had been reviewed and approved.
func stock(b *testing.B, db *storage.DB, engine *reviewer.Reviewer, n int) {
	b.Helper()
	at := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	begun := time.Now()
	defer func() { b.Logf("stocked %d listings in %v", n, time.Since(begun).Round(time.Second)) }()
	for from := 0; from < n; from += 500 {
		err := db.Update(b.Context(), func(w market.Writer) error {
			for i := from; i < from+500; i++ {
				if err := stockOne(b, w, engine, i, at); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

func stockOne(b *testing.B, w market.Writer, engine *reviewer.Reviewer, i int, at time.Time) error {
	id, owner := fmt.Sprintf("listing-%05d", i), fmt.Sprintf("owner-%04d", i/5)
	e := entry(id)
	e.Kind = market.KindServer
	p := goodProbe()
	p.At, p.URL, p.Contract = at, e.Server.URL, market.Answer{Sent: true, Status: 200, Reason: market.ReasonOK}
	p.List.Tools = nil
	for n := range 10 {
		p.List.Tools = append(p.List.Tools, json.RawMessage(fmt.Sprintf(`{"name":"places.find%d","description":"Finds places of the kind %d near a point of the city %d and returns name, address and opening hours of each; at most twenty, nearest first.",
			"inputSchema":{"type":"object","properties":{"lat":{"type":"number","description":"latitude in degrees"},"lon":{"type":"number","description":"longitude in degrees"},"kind":{"type":"string","description":"kind of place, such as cafe"}},"required":["lat","lon"]}}`, n, n, i)))
	}
	p.MCP = market.Talk{Reason: market.ReasonOK, Way: "modern", Version: "2026-07-28", List: p.List}
	for n := range 8 {
		p.Exchanges = append(p.Exchanges, market.Exchange{Step: fmt.Sprint(n), At: at, Method: "POST", URL: p.URL, Status: 200, RespBody: strings.Repeat("x", 2000)})
	}
	set, each := digest.List(p.List.Tools)
	report, err := engine.Rejudge(b.Context(), market.Case{Entry: e, Earlier: []market.Probe{p}, Facts: market.Facts{ID: market.IDMine}})
	if err != nil {
		return err
	}
	err = w.InsertSubmission(b.Context(), market.Submission{ID: "s-" + id, ListingID: id, Owner: owner, Revision: 1, Entry: e, Stage: market.StageApproved, Pass: 3, Verdict: report.Verdict, SubmittedAt: at, UpdatedAt: at})
	if err != nil {
		return err
	}
	for pass := 1; pass <= 3; pass++ {
		if _, err := w.InsertExamination(b.Context(), market.Examination{Submission: "s-" + id, Pass: pass, Report: report, Probe: p, Tools: p.List.Tools, Digests: each}); err != nil {
			return err
		}
	}
	return w.SaveListing(b.Context(), market.Listing{ID: id, Owner: owner, Revision: 1, Submission: "s-" + id, Entry: e, Tools: p.List.Tools, Digests: each, Digest: set, App: market.OutcomePass, CreatedAt: at, ApprovedAt: at})
}
