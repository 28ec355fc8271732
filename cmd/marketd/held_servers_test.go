package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"marketd/market"
	"marketd/market/digest"
)

// heldServers are the servers of BenchmarkHeld, all of them good, and when each
// is due.
type heldServers struct {
	clock *fastClock
	real  market.Prober // nil: a wait
	urlOf func(i int) string

	due []atomic.Int64 // of each listing, in microseconds
	mu  sync.Mutex
	lag []time.Duration
}

// fastClock stands at base until it is started, and then runs faster than time.
type fastClock struct {
	base, started time.Time
	speed         int
}

func (c *fastClock) Now() time.Time {
	if c.started.IsZero() {
		return c.base
	}
	past := time.Since(c.started)
	return c.base.Add(past * time.Duration(c.speed)).UTC().Truncate(time.Microsecond)
}

const latency = 20 * time.Millisecond

var heldTools = []json.RawMessage{
	json.RawMessage(`{"name":"weather.now","description":"` + strings.Repeat("查询天气", 15) + `","inputSchema":{"type":"object","properties":{"city":{"type":"string"}}}}`),
	json.RawMessage(`{"name":"weather.soon","description":"` + strings.Repeat("明天的天气", 15) + `","inputSchema":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer"}}}}`),
	json.RawMessage(`{"name":"weather.past","description":"` + strings.Repeat("昨天的天气", 15) + `","inputSchema":{"type":"object","properties":{"city":{"type":"string"}}}}`),
}

func heldID(i int) string { return fmt.Sprintf("listing-%06d", i) }

// stubURL is on a site of its own.
func stubURL(i int) string { return fmt.Sprintf("https://held-%06d.example/mcp", i) }

// ownAddressURL is on an address of its own.
func ownAddressURL(port string) func(int) string {
	return func(i int) string {
		return fmt.Sprintf("http://127.%d.%d.%d:%s/%d", 1+i>>16, i>>8&255, i&255, port, i)
	}
}

// list fills the store as a market is that has run for long: each listing with a
// result of the last hour, due some time in the next ten minutes.
func (s *heldServers) list(b *testing.B, store market.Store, n int, _ time.Duration) {
	s.due = make([]atomic.Int64, n)
	set, each := digest.List(heldTools)
	now := s.clock.Now()
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
	}
	for some := range slices.Chunk(numbers, 1000) {
		err := store.Update(b.Context(), func(tx market.Writer) error {
			var first []market.ProbeResult
			for _, i := range some {
				l := market.Listing{
					ID: heldID(i), Owner: "o", Submission: "s", Revision: 1, App: market.OutcomePass, Auth: "none", Tools: heldTools, Digests: each, Digest: set,
					Entry:      market.Entry{ID: heldID(i), Name: "天气", Desc: strings.Repeat("查询天气", 80), Server: market.Server{URL: s.urlOf(i)}},
					ApprovedAt: now.AddDate(-1, 0, 0),
				}
				if err := tx.SaveListing(b.Context(), l); err != nil {
					return err
				}
				if err := tx.PutCompacted(b.Context(), market.Compacted{Listing: l.ID, At: now}); err != nil {
					return err
				}
				first = append(first, s.first(i, n, set, now))
			}
			return tx.PutProbes(b.Context(), first)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// first is the result that a listing has when the market starts.
func (s *heldServers) first(i, n int, set string, now time.Time) market.ProbeResult {
	share := func(of time.Duration) time.Duration { return time.Duration(float64(of) * float64(i) / float64(n)) }
	due := now.Add(share(10 * time.Minute))
	s.due[i].Store(due.UnixMicro())
	at := now.Add(-share(time.Hour))
	return market.ProbeResult{
		Record: market.ProbeRecord{Listing: heldID(i), Claim: 1, At: at, Reason: market.ReasonOK, Class: market.ClassOK, Took: latency, Digest: set},
		Health: market.Health{
			State: market.HealthUp, Since: now.AddDate(-1, 0, 0), CheckedAt: now, Reason: market.ReasonOK, Class: market.ClassOK,
			Digest: set, Successes: 1000, NextProbe: due, Claim: 1, Folded: 1,
		},
	}
}

// Probe notes how late it is.
func (s *heldServers) Probe(ctx context.Context, to market.Target, progress func(market.Step)) market.Probe {
	at := s.clock.Now()
	digits := strings.TrimSuffix(to.URL, ".example/mcp")
	i, err := strconv.Atoi(digits[strings.LastIndexAny(digits, "-/")+1:])
	if err != nil {
		panic(err)
	}
	lag := at.Sub(time.UnixMicro(s.due[i].Load()))
	s.mu.Lock()
	s.lag = append(s.lag, lag)
	s.mu.Unlock()
	if s.real != nil {
		p := s.real.Probe(ctx, to, progress)
		p.At = at // the clock's time
		return p
	}
	select {
	case <-ctx.Done():
	case <-time.After(latency):
	}
	return market.Probe{At: at, Took: latency, Reason: market.ReasonOK, Class: market.ClassOK, List: market.ToolList{Pages: 1, Tools: heldTools}}
}

// report tells of the lags, and of listings that were due and were not probed.
func (s *heldServers) report(b *testing.B, long time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.lag) == 0 {
		b.Fatal("nothing was probed")
	}
	slices.Sort(s.lag)
	at := func(q float64) float64 { return s.lag[int(q*float64(len(s.lag)-1))].Seconds() }
	b.ReportMetric(at(0.5), "lag-s-p50")
	b.ReportMetric(at(0.95), "lag-s-p95")
	b.ReportMetric(at(1), "lag-s-max")
	b.ReportMetric(float64(len(s.lag))/long.Seconds(), "probes/s")
	overdue, now := 0, s.clock.Now()
	for i := range s.due {
		if now.Sub(time.UnixMicro(s.due[i].Load())) > time.Minute {
			overdue++
		}
	}
	b.ReportMetric(float64(overdue), "overdue")
}

// beServers, in the environment, has the test binary be the servers.
const beServers = "BE_SERVERS"

// startServers starts the process that answers on every address of 127/8.
func startServers(b *testing.B) (port string) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), beServers+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// serveTools answers every request with the tools, after a while.
func serveTools() {
	l, err := net.Listen("tcp4", "0.0.0.0:0")
	if err != nil {
		panic(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	fmt.Println(port)
	tools, _ := json.Marshal(heldTools)
	answer := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"result":{"tools":%s}}`, tools)
	panic(http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		<-time.After(latency / 2) // a probe asks twice
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(answer)
	})))
}
