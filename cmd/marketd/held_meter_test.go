package main

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"marketd/market"
)

// meteredStore counts what is stored, and tells the servers when they are due.
type meteredStore struct {
	market.Store
	servers *heldServers
	stored  atomic.Int64
	updates atomic.Int64

	mu                  sync.Mutex
	sweeps, compactions []time.Duration
}

func (s *meteredStore) Update(ctx context.Context, f func(market.Writer) error) error {
	s.updates.Add(1)
	return s.Store.Update(ctx, func(tx market.Writer) error { return f(meteredWriter{tx, s}) })
}

type meteredWriter struct {
	market.Writer
	s *meteredStore
}

func (w meteredWriter) PutProbes(ctx context.Context, results []market.ProbeResult) error {
	for _, r := range results {
		i, err := strconv.Atoi(strings.TrimPrefix(r.Record.Listing, "listing-"))
		if err != nil {
			return err
		}
		w.s.servers.due[i].Store(r.Health.NextProbe.UnixMicro())
	}
	w.s.stored.Add(int64(len(results)))
	return w.Writer.PutProbes(ctx, results)
}

// timed does a job and keeps how long it took.
func (s *meteredStore) timed(ctx context.Context, took *[]time.Duration, do func(context.Context) error) error {
	began := time.Now()
	err := do(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	*took = append(*took, time.Since(began))
	return err
}

func (s *meteredStore) report(b *testing.B, wall time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b.ReportMetric(float64(s.stored.Load())/wall.Seconds(), "stored/s-real")
	b.ReportMetric(float64(s.updates.Load())/wall.Seconds(), "updates/s-real")
	for name, took := range map[string][]time.Duration{"sweep": s.sweeps, "compaction": s.compactions} {
		if len(took) == 0 {
			b.Errorf("no %s", name)
			continue
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2].Milliseconds()), name+"-ms-p50")
		b.ReportMetric(float64(took[len(took)-1].Milliseconds()), name+"-ms-max")
	}
}

// meter is what processors and memory a stretch of time took.
type meter struct {
	postmaster   int // 0: none
	began        time.Time
	self, server time.Duration
	wall         time.Duration
}

// beginMeter also meters the PostgreSQL server of the URL, if there is one.
func beginMeter(database string) *meter {
	m := &meter{began: time.Now(), self: selfCPU()}
	if u, err := url.Parse(database); err == nil && database != "" {
		raw, _ := os.ReadFile(filepath.Join(u.Query().Get("host"), "data", "postmaster.pid"))
		line, _, _ := strings.Cut(string(raw), "\n")
		m.postmaster, _ = strconv.Atoi(line)
	}
	m.server = serverCPU(m.postmaster)
	return m
}

func (m *meter) end() {
	m.wall = time.Since(m.began)
	m.self, m.server = selfCPU()-m.self, serverCPU(m.postmaster)-m.server
}

func (m *meter) report(b *testing.B, speed int) {
	simulated := m.wall.Seconds() * float64(speed)
	b.ReportMetric(100*m.self.Seconds()/simulated, "%CPU")
	if m.postmaster != 0 {
		b.ReportMetric(100*m.server.Seconds()/simulated, "%CPU-server")
	}
	raw, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(raw)) {
		if f := strings.Fields(line); len(f) == 3 && (f[0] == "VmHWM:" || f[0] == "VmRSS:") {
			kb, _ := strconv.Atoi(f[1])
			b.ReportMetric(float64(kb)/1000, "MB-"+strings.TrimSuffix(f[0], ":"))
		}
	}
}

func selfCPU() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// serverCPU is what the postmaster and its processes have used, those that have
// ended too.
func serverCPU(postmaster int) time.Duration {
	if postmaster == 0 {
		return 0
	}
	all, _ := filepath.Glob("/proc/[0-9]*/stat")
	ticks := 0
	for _, path := range all {
		raw, _ := os.ReadFile(path)
		f := strings.Fields(string(raw[strings.LastIndexByte(string(raw), ')')+1:])) // from the third field of proc(5) on
		if len(f) < 15 {
			continue
		}
		times := f[11:13]
		switch {
		case filepath.Base(filepath.Dir(path)) == strconv.Itoa(postmaster):
			times = f[11:15] // with its children's
		case f[1] != strconv.Itoa(postmaster):
			continue
		}
		for _, t := range times {
			n, _ := strconv.Atoi(t)
			ticks += n
		}
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}
