package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// BenchmarkColdStart starts the built, stripped program on an existing database
// and times it from exec until the app's catalog has answered 200 over HTTPS:
// the median, which one busy moment of the machine does not move.
func BenchmarkColdStart(b *testing.B) {
	bin, data := buildProgram(b), filepath.Join(b.TempDir(), "data")
	startProgram(b, bin, data).stop(b) // makes the database
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		p := startProgram(b, bin, data)
		took = append(took, time.Since(start))
		b.StopTimer()
		p.stop(b)
		b.StartTimer()
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(took[0].Microseconds())/1000, "ms-best")
}

// BenchmarkIdleMemory reports the resident memory of a market that has served
// a few pages and then nothing for two seconds.
func BenchmarkIdleMemory(b *testing.B) {
	bin, data := buildProgram(b), filepath.Join(b.TempDir(), "data")
	for b.Loop() {
		p := startProgram(b, bin, data)
		for range 20 {
			p.get(b, "/")
			p.get(b, "/market/registry.json")
		}
		<-time.After(2 * time.Second) // the measure itself: idleness
		b.ReportMetric(p.rss(b), "MB-RSS")
		p.stop(b)
	}
}

// BenchmarkBinary reports the size of the stripped program.
func BenchmarkBinary(b *testing.B) {
	bin := buildProgram(b)
	for b.Loop() {
		info, err := os.Stat(bin)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(info.Size())/1e6, "MB")
	}
}

func buildProgram(b *testing.B) string {
	b.Helper()
	bin := filepath.Join(b.TempDir(), "marketd")
	cmd := exec.CommandContext(b.Context(), "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", bin, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("build: %v\n%s", err, out)
	}
	return bin
}

// program is a running marketd.
type program struct {
	cmd    *exec.Cmd
	url    string
	client *http.Client
}

// startProgram returns when the catalog has answered.
func startProgram(b *testing.B, bin, data string) *program {
	b.Helper()
	cmd := exec.CommandContext(context.WithoutCancel(b.Context()), bin, "serve", "--listen", "127.0.0.1:0", "--data", data)
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.Fatalf("no ready line: %v", err)
	}
	p := &program{cmd: cmd, url: strings.TrimSpace(strings.TrimPrefix(line, "marketd: serving "))}
	p.client = &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	p.get(b, "/market/registry.json")
	return p
}

func (p *program) get(b *testing.B, path string) {
	b.Helper()
	req, err := http.NewRequestWithContext(b.Context(), http.MethodGet, p.url+path, nil)
	if err != nil {
		b.Fatal(err)
	}
	resp, err := p.client.Do(req)
	if err != nil {
		b.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		b.Fatalf("%s answers %s", path, resp.Status)
	}
}

func (p *program) stop(b *testing.B) {
	b.Helper()
	p.client.CloseIdleConnections()
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
		b.Fatal(err)
	}
	if err := p.cmd.Wait(); err != nil {
		b.Fatalf("stopped with %v", err)
	}
}

// rss is the resident memory in MB, from Linux's /proc.
func (p *program) rss(b *testing.B) float64 {
	b.Helper()
	data, err := os.ReadFile("/proc/" + strconv.Itoa(p.cmd.Process.Pid) + "/status")
	if err != nil {
		b.Skip("memory is read from /proc, which is not here")
	}
	for line := range strings.Lines(string(data)) {
		if f := strings.Fields(line); f[0] == "VmRSS:" {
			kib, err := strconv.ParseFloat(f[1], 64)
			if err != nil {
				b.Fatal(err)
			}
			return kib * 1024 / 1e6
		}
	}
	b.Fatal("no VmRSS")
	return 0
}
