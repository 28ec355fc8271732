package market_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/storagetest"
)

// BenchmarkKeepProbes stores and folds results in batches of 100 listings, of
// 10,000 that are each an entry of 1 KB: "stored" is the records inserted and
// health moved on, "whole" with claims made and targets read besides. Most are good; "changing" has every
// twentieth listing change its state, which writes an act, an event and a job too.
func BenchmarkKeepProbes(b *testing.B) {
	engines := map[string]func() *storage.DB{
		"SQLite": func() *storage.DB {
			return storagetest.Open(b, storage.Options{Path: filepath.Join(b.TempDir(), "market.db")})
		},
		"PostgreSQL": func() *storage.DB { return storagetest.PostgresDB(b) },
	}
	for name, open := range engines {
		for _, changing := range []bool{false, true} {
			kind := map[bool]string{false: "good", true: "changing"}[changing]
			b.Run(name+"/"+kind, func(b *testing.B) { benchKeep(b, open(), changing) })
		}
	}
}

func benchKeep(b *testing.B, store *storage.DB, changing bool) {
	const listings = 10_000
	clock := &handClock{at: noon}
	claims := fillServers(b, store, listings)
	watch := market.NewWatch(market.WatchOptions{
		Store: store, Sealer: plainSealer{}, Clock: clock, Thresholds: market.DefaultThresholds(), Publish: func() {},
	})
	good := market.Probe{Reason: market.ReasonOK, Class: market.ClassOK, Took: 40 * time.Millisecond, Net: market.NetFacts{CertUntil: noon.AddDate(0, 2, 0)}}
	gated := market.Probe{Reason: market.ReasonAuthRequired, Class: market.ClassAuth, Took: 40 * time.Millisecond}
	n, kept := 0, 0
	var storing, storingCPU time.Duration
	begin := func() func() {
		at, used := time.Now(), cpuTime(b)
		return func() { storing, storingCPU = storing+time.Since(at), storingCPU+cpuTime(b)-used }
	}
	cpu := cpuTime(b)
	for b.Loop() {
		at := n * 100 % listings
		n++
		batch := claims[at : at+100]
		for i := range batch {
			batch[i].Number++
		}
		clock.pass(time.Second)
		p := good
		if changing && n%20 < 2 {
			p = gated
		}
		p.At = clock.Now()
		err := store.Update(b.Context(), func(tx market.Writer) error {
			return tx.PutClaims(b.Context(), batch, clock.Now().Add(time.Minute))
		})
		if err != nil {
			b.Fatal(err)
		}
		k, err := watch.KeepAs(b.Context(), market.ProbeArgs{Claims: batch}, p, begin)
		if err != nil {
			b.Fatal(err)
		}
		kept += k
	}
	if kept != 100*n {
		b.Fatalf("%d results kept of %d", kept, 100*n)
	}
	b.ReportMetric(float64(kept)/storing.Seconds(), "stored/s")
	b.ReportMetric(float64(storingCPU.Microseconds())/float64(kept), "stored-cpu-µs")
	b.ReportMetric(float64(kept)/b.Elapsed().Seconds(), "whole/s")
	b.ReportMetric(float64((cpuTime(b)-cpu).Microseconds())/float64(kept), "whole-cpu-µs")
}

// fillServers lists servers with entries of about 1 KB, and returns their first claims.
func fillServers(b *testing.B, store *storage.DB, n int) []market.Claim {
	tool := json.RawMessage(`{"name":"weather.now","description":"` + strings.Repeat("天气", 60) + `","inputSchema":{"type":"object"}}`)
	claims := make([]market.Claim, n)
	err := store.Update(b.Context(), func(tx market.Writer) error {
		for i := range claims {
			id := fmt.Sprintf("listing-%05d", i)
			claims[i].Listing = id
			l := market.Listing{
				ID: id, Owner: "o", Submission: "s", Revision: 1, App: market.OutcomePass, Tools: []json.RawMessage{tool, tool, tool, tool},
				Entry: market.Entry{ID: id, Name: "天气", Desc: strings.Repeat("查询天气", 80), Server: market.Server{URL: "https://" + id + ".example/mcp"}},
			}
			if err := tx.SaveListing(b.Context(), l); err != nil {
				return err
			}
			h := market.Health{State: market.HealthUp, Since: noon, CheckedAt: noon, Reason: market.ReasonOK, Successes: 2}
			if err := tx.SaveHealth(b.Context(), id, h); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return claims
}

// cpuTime is what the process has used of the processors.
func cpuTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
