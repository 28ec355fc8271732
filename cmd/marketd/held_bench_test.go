package main

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"marketd/healthcheck/netguard"
	"marketd/market"
	"marketd/storage"
	"marketd/storage/jobs"
	"marketd/storage/storagetest"
)

// BenchmarkHeld holds 100,000 listings that are each probed every ten minutes:
// the real watch, history, store and queue, for ten minutes by a clock that runs
// HELD_SPEED (4) times as fast, so that the machine bears that many times the
// rate. In "stub" a probe is a wait of 20 ms; in "loopback" it is a real one of
// servers in another process, which answer after 20 ms.
//
// Lags are from when a probe was due until it began, in the clock's time; shares
// of a processor are by the clock too: what the market would use at its own speed.
func BenchmarkHeld(b *testing.B) {
	for _, kind := range []string{"stub", "loopback"} {
		for _, engine := range []string{"SQLite", "PostgreSQL"} {
			b.Run(kind+"/"+engine, func(b *testing.B) {
				for b.Loop() {
					hold(b, engine, kind == "loopback")
				}
			})
		}
	}
}

// setting is the number in an environment variable, or the default.
func setting(b *testing.B, name string, otherwise int) int {
	b.Helper()
	n, err := strconv.Atoi(cmp.Or(os.Getenv(name), strconv.Itoa(otherwise)))
	if err != nil || n <= 0 {
		b.Fatalf("%s: want a number", name)
	}
	return n
}

func hold(b *testing.B, engine string, loopback bool) {
	var (
		listings = setting(b, "HELD_LISTINGS", 100_000)
		long     = time.Duration(setting(b, "HELD_MINUTES", 10)) * time.Minute
		clock    = &fastClock{speed: setting(b, "HELD_SPEED", 4), base: market.SystemClock{}.Now()}
		servers  = &heldServers{clock: clock, urlOf: stubURL}
	)
	if loopback {
		servers.real = newProber(netguard.Policy{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, UserAgent: "marketd-prober/1"}, slog.New(slog.DiscardHandler))
		servers.urlOf = ownAddressURL(startServers(b))
	}
	url, store := heldStore(b, engine)
	servers.list(b, store, listings, long)
	if url != "" {
		analyze(b, url)
	}
	clock.started = time.Now()
	metered := &meteredStore{Store: store, servers: servers}
	queue := heldQueue(b, store, metered, servers)
	m := beginMeter(url)
	if err := queue.Start(b.Context()); err != nil {
		b.Fatal(err)
	}
	<-time.After(long / time.Duration(clock.speed)) // the measure itself
	m.end()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := queue.Stop(ctx); err != nil {
		b.Error(err)
	}
	servers.report(b, long)
	metered.report(b, m.wall)
	m.report(b, clock.speed)
}

func heldStore(b *testing.B, engine string) (url string, store *storage.DB) {
	if engine == "SQLite" {
		return "", storagetest.Open(b, storage.Options{Path: filepath.Join(b.TempDir(), "market.db")})
	}
	url = storagetest.PostgresMigrated(b)
	return url, storagetest.Open(b, storage.Options{URL: url})
}

// analyze does at once what the server does within a minute.
func analyze(b *testing.B, url string) {
	conn, err := pgx.Connect(b.Context(), url)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = conn.Close(b.Context()) }()
	if _, err := conn.Exec(b.Context(), "VACUUM ANALYZE"); err != nil {
		b.Fatal(err)
	}
}

// heldQueue works what a market that is only watching works, at the clock's pace.
func heldQueue(b *testing.B, db *storage.DB, store *meteredStore, servers *heldServers) *jobs.Queue {
	th, speed := market.DefaultThresholds(), time.Duration(servers.clock.speed)
	th.Every = 10 * time.Minute
	watch := market.NewWatch(market.WatchOptions{
		Store: store, Prober: servers, Clock: servers.clock, Thresholds: th, Publish: func() {},
		Workers: 64, Spacing: 2 * time.Second, SecondLook: 10 * time.Second, Log: slog.New(slog.NewTextHandler(b.Output(), nil)),
	})
	history := market.NewHistory(store, servers.clock)
	q, err := jobs.New(db, jobs.Options{
		Handlers: map[string]market.JobHandler{
			market.JobSweep: func(ctx context.Context, _ json.RawMessage) error {
				return store.timed(ctx, &store.sweeps, watch.Sweep)
			},
			market.JobCompact: func(ctx context.Context, _ json.RawMessage) error {
				return store.timed(ctx, &store.compactions, history.Compact)
			},
			market.JobProbe: reading(watch.Probe),
		},
		Periodic: []jobs.Periodic{
			{Kind: market.JobSweep, Schedule: every(10 * time.Second / speed), RunAtStart: true},
			{Kind: market.JobCompact, Schedule: every(5 * time.Minute / speed), RunAtStart: true},
		},
		Workers: map[string]int{market.JobSweep: 1, market.JobCompact: 1, market.JobProbe: probeBatches(64)},
		Log:     slog.New(slog.NewTextHandler(b.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
	if err != nil {
		b.Fatal(err)
	}
	return q
}

// every is a schedule without the whole seconds to which cron rounds.
type every time.Duration

func (e every) Next(t time.Time) time.Time { return t.Add(time.Duration(e)) }
