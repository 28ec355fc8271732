package healthcheck_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"marketd/healthcheck"
	"marketd/healthcheck/netguard"
	"marketd/market"
)

// job is what a prober's process is told to do.
type job struct {
	Field       field
	Who         string // "ours", "sdk", "sdk-resuming"
	Kind        string // "plain", "tls", "h2"
	Concurrency int
	Sweeps      int // after the first
}

// outcome is what came of a job. The first sweep counts by itself.
type outcome struct {
	First  time.Duration
	Took   time.Duration // of the sweeps after it
	CPU    time.Duration // of these
	Probes int           // of these
	Failed int           // of all
	Why    string        // the first that failed
	RSS    int64
}

// BenchmarkSweep probes 2,000 servers that answer after 20 ms: ours, the Go
// SDK's client doing the same work (two requests: it has server/discover in
// place of {}), and blackbox_exporter with one request. Each prober runs in a
// process of its own, the servers in another. µs-cpu is the prober's alone.
func BenchmarkSweep(b *testing.B) {
	f := startServers(b)
	for _, j := range []job{
		{Who: "ours", Kind: "plain", Concurrency: 256},
		{Who: "sdk", Kind: "plain", Concurrency: 256},
		{Who: "ours", Kind: "tls", Concurrency: 256},
		{Who: "sdk", Kind: "tls", Concurrency: 256},
		{Who: "sdk-resuming", Kind: "tls", Concurrency: 256},
		{Who: "ours", Kind: "h2", Concurrency: 256},
		{Who: "sdk", Kind: "h2", Concurrency: 256},
		{Who: "sdk-resuming", Kind: "h2", Concurrency: 256},
		{Who: "ours", Kind: "plain", Concurrency: 1024},
		{Who: "ours", Kind: "tls", Concurrency: 1024},
	} {
		b.Run(fmt.Sprintf("%s/%s/%d", j.Kind, j.Who, j.Concurrency), func(b *testing.B) {
			j.Field, j.Sweeps = f, max(b.N, 1)
			o := runJob(b, j)
			if o.Failed > 0 {
				b.Errorf("%d probes failed: %s", o.Failed, o.Why)
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(o.Probes)/o.Took.Seconds(), "probes/s")
			b.ReportMetric(float64(o.CPU.Microseconds())/float64(o.Probes), "µs-cpu/probe")
			b.ReportMetric(float64(o.RSS)/1e6, "MB-rss")
			b.ReportMetric(o.First.Seconds(), "s-first-sweep")
		})
	}
	b.Run("plain/blackbox/256", func(b *testing.B) { benchBlackbox(b, f) })
}

func role(b *testing.B, name string) *exec.Cmd {
	b.Helper()
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.CommandContext(b.Context(), self)
	cmd.Env = append(os.Environ(), "SWEEP_ROLE="+name)
	cmd.Stderr = os.Stderr
	return cmd
}

func startServers(b *testing.B) field {
	b.Helper()
	cmd := role(b, "servers")
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	var f field
	if err := json.NewDecoder(out).Decode(&f); err != nil {
		b.Fatal(err)
	}
	return f
}

func runJob(b *testing.B, j job) outcome {
	b.Helper()
	cmd := role(b, "prober")
	told, err := json.Marshal(j)
	if err != nil {
		b.Fatal(err)
	}
	cmd.Stdin = strings.NewReader(string(told))
	out, err := cmd.Output()
	var o outcome
	if err == nil {
		err = json.Unmarshal(out, &o)
	}
	if err != nil {
		b.Fatal(err)
	}
	return o
}

// probeSweep does the job on its input.
func probeSweep() error {
	var j job
	if err := json.NewDecoder(os.Stdin).Decode(&j); err != nil {
		return err
	}
	one := j.ours()
	if j.Who != "ours" {
		one = j.sdk()
	}
	var o outcome
	o.First = j.sweep(one, &o)
	debug.FreeOSMemory()                                // the first sweep warms up; what it left is not the next one's
	if path := os.Getenv("SWEEP_PROFILE"); path != "" { // where it goes
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	cpu, start := cpuTime(), time.Now()
	for range j.Sweeps {
		j.sweep(one, &o)
		o.Probes += sweepServers
	}
	o.Took, o.CPU, o.RSS = time.Since(start), cpuTime()-cpu, peakRSS()
	return json.NewEncoder(os.Stdout).Encode(o)
}

// sweep probes every server once.
func (j job) sweep(one func(i int) error, o *outcome) time.Duration {
	start := time.Now()
	var next atomic.Int64
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range j.Concurrency {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < sweepServers; i = next.Add(1) - 1 {
				if err := one(int(i)); err != nil {
					mu.Lock()
					if o.Failed++; o.Why == "" {
						o.Why = err.Error()
					}
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return time.Since(start)
}

func (j job) url(i int) string {
	switch j.Kind {
	case "tls":
		return "https://n" + strconv.Itoa(i) + sweepDomain + ":" + strconv.Itoa(j.Field.TLS) + "/mcp"
	case "h2":
		return "https://n" + strconv.Itoa(i) + sweepDomain + ":" + strconv.Itoa(j.Field.HTTP2) + "/mcp"
	}
	return "http://" + sweepAddr(i) + ":" + strconv.Itoa(j.Field.Plain) + "/mcp"
}

func (j job) roots() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM([]byte(j.Field.CA))
	return pool
}

// sweepNames resolves the names of the sweep.
type sweepNames struct{}

func (sweepNames) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	i, err := strconv.Atoi(strings.TrimPrefix(strings.TrimSuffix(host, sweepDomain), "n"))
	if err != nil {
		return nil, err
	}
	return []netip.Addr{netip.MustParseAddr(sweepAddr(i))}, nil
}

func (j job) ours() func(int) error {
	client := netguard.New(netguard.Policy{Allow: loopback, CA: j.roots(), Resolver: sweepNames{}, UserAgent: "marketd-prober/1"})
	p := healthcheck.NewProber(client, market.SystemClock{}, slog.New(slog.DiscardHandler), nil)
	return func(i int) error {
		return whyNot(p.Probe(context.Background(), market.Target{URL: j.url(i), Profile: market.ProfileApp, Brief: true}, nil))
	}
}

//go:noinline
func whyNot(p market.Probe) error {
	if !p.OK() || len(p.List.Tools) != 3 {
		return fmt.Errorf("%s: %s %s %s", p.URL, p.Reason, p.Contract.Detail, p.List.Fault.Detail)
	}
	return nil
}

func (j job) sdk() func(int) error {
	cfg := &tls.Config{RootCAs: j.roots()}
	if j.Who == "sdk-resuming" {
		cfg.ClientSessionCache = tls.NewLRUClientSessionCache(2 * sweepServers)
	}
	var d net.Dialer
	tr := &http.Transport{
		TLSClientConfig: cfg, ForceAttemptHTTP2: j.Kind == "h2", IdleConnTimeout: sweepLatency / 2, MaxIdleConns: 0, MaxIdleConnsPerHost: 1,
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			if host, port, _ := net.SplitHostPort(addr); strings.HasSuffix(host, sweepDomain) {
				ips, err := sweepNames{}.LookupNetIP(ctx, "ip", host)
				if err != nil {
					return nil, err
				}
				addr = net.JoinHostPort(ips[0].String(), port)
			}
			return d.DialContext(ctx, network, addr)
		},
	}
	hc := &http.Client{Transport: tr}
	return func(i int) error {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		c := mcp.NewClient(&mcp.Implementation{Name: "sweep", Version: "1"}, nil)
		s, err := c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: j.url(i), HTTPClient: hc, DisableStandaloneSSE: true}, nil)
		if err != nil {
			return err
		}
		defer func() { _ = s.Close() }()
		l, err := s.ListTools(ctx, nil)
		if err == nil && len(l.Tools) != 3 {
			err = fmt.Errorf("%d tools", len(l.Tools))
		}
		return err
	}
}

// benchBlackbox has blackbox_exporter make one POST to each server, asked by
// this process over kept connections.
func benchBlackbox(b *testing.B, f field) {
	path, err := exec.LookPath("prometheus-blackbox-exporter")
	if err != nil {
		b.Log("!!! prometheus-blackbox-exporter IS NOT INSTALLED: NOTHING WAS COMPARED WITH IT (apt-get install prometheus-blackbox-exporter) !!!")
		b.Skip("prometheus-blackbox-exporter is not installed")
	}
	config := filepath.Join(b.TempDir(), "blackbox.yml")
	if err := os.WriteFile(config, []byte("modules:\n  mcp:\n    prober: http\n    timeout: 10s\n    http:\n      method: POST\n      body: '{}'\n      headers: {Content-Type: application/json}\n"), 0o600); err != nil {
		b.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	addr := l.Addr().String()
	_ = l.Close()
	cmd := exec.CommandContext(b.Context(), path, "--config.file="+config, "--web.listen-address="+addr, "--log.level=error")
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}, Timeout: 30 * time.Second}
	j := job{Field: f, Kind: "plain", Concurrency: 256}
	ask := func(url string) error {
		resp, err := client.Get(url)
		if err != nil {
			return err
		}
		defer func() { _ = resp.Body.Close() }()
		text, err := io.ReadAll(resp.Body)
		if err == nil && strings.Contains(url, "/probe") && !strings.Contains(string(text), "probe_success 1") {
			err = fmt.Errorf("%s failed", url)
		}
		return err
	}
	for end := time.Now().Add(10 * time.Second); ask("http://"+addr+"/-/healthy") != nil && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	one := func(i int) error { return ask("http://" + addr + "/probe?module=mcp&target=" + j.url(i)) }
	var o outcome
	first := j.sweep(one, &o)
	var took time.Duration
	for range max(b.N, 1) {
		took += j.sweep(one, &o)
		o.Probes += sweepServers
	}
	_ = cmd.Process.Signal(os.Interrupt)
	_ = cmd.Wait()
	if o.Failed > 0 {
		b.Errorf("%d probes failed: %s", o.Failed, o.Why)
	}
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(o.Probes)/took.Seconds(), "probes/s")
	b.ReportMetric(float64(cpu.Microseconds())/float64(o.Probes+sweepServers), "µs-cpu/probe")
	b.ReportMetric(first.Seconds(), "s-first-sweep")
}
