package e2e

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// binary is the program under test, built once.
var binary string

func TestMain(m *testing.M) {
	if doom := os.Getenv(asWatcher); doom != "" {
		watchUntilKilled(doom)
	}
	os.Exit(build(m))
}

func build(m *testing.M) int {
	dir, err := os.MkdirTemp("", "marketd-e2e")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	binary = filepath.Join(dir, "marketd")
	out, err := exec.Command("go", "build", "-o", binary, "marketd/cmd/marketd").CombinedOutput()
	if err != nil {
		fmt.Fprintf(os.Stderr, "build marketd: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// process is a running marketd.
type process struct {
	URL string
	cmd *exec.Cmd
	out *lines // standard error, where the log and the demo's welcome go

	once sync.Once
	done chan struct{} // closed when the process has ended
}

// start starts marketd serve on a free port and waits for its ready line.
func start(t *testing.T, args ...string) *process {
	t.Helper()
	args = append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)
	p := &process{cmd: exec.Command(binary, args...), out: &lines{}, done: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), "MARKETD_LOG_LEVEL=info")
	p.cmd.Stderr = p.out
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.kill(t) })
	ready := make(chan string, 1)
	go func() {
		s := bufio.NewScanner(stdout)
		for s.Scan() {
			if url, ok := strings.CutPrefix(s.Text(), "marketd: serving "); ok {
				ready <- url
			}
		}
		_ = p.cmd.Wait()
		close(p.done)
	}()
	select {
	case p.URL = <-ready:
	case <-p.done:
		t.Fatalf("marketd ended before it was ready:\n%s", p.out)
	case <-time.After(30 * time.Second):
		t.Fatalf("marketd was not ready in 30 s:\n%s", p.out)
	}
	return p
}

// kill ends the process as a power cut would.
func (p *process) kill(t *testing.T) {
	t.Helper()
	p.once.Do(func() {
		_ = p.cmd.Process.Kill()
		<-p.done
	})
	if t.Failed() {
		t.Logf("marketd said:\n%s", p.out)
	}
}

// stop ends the process as an operator would, and wants it to end well.
func (p *process) stop(t *testing.T) {
	t.Helper()
	p.once.Do(func() {
		if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		select {
		case <-p.done:
		case <-time.After(30 * time.Second):
			t.Error("marketd did not stop in 30 s")
			_ = p.cmd.Process.Kill()
			<-p.done
		}
		if code := p.cmd.ProcessState.ExitCode(); code != 0 {
			t.Errorf("marketd ended with %d:\n%s", code, p.out)
		}
	})
}

// lines collects output; it is safe for several writers.
type lines struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// client speaks to the market and keeps its cookies. It does not check the
// certificate: cmd/marketd's own tests do.
func client(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	tr := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true}
	t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Jar: jar, Transport: tr, Timeout: 2 * time.Minute}
}

// fetch returns the body of a 200.
func fetch(t *testing.T, c *http.Client, url string) []byte {
	t.Helper()
	resp, err := c.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	body, err := read(resp)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %s (%v)\n%.500s", url, resp.Status, err, body)
	}
	return body
}

// read reads an answer to its end.
func read(resp *http.Response) ([]byte, error) {
	body, err := io.ReadAll(resp.Body)
	return body, errors.Join(err, resp.Body.Close())
}

// catalog is registry.json as far as the tests look at it.
type catalog struct {
	Version  int              `json:"version"`
	Demo     bool             `json:"demo"`
	Revision int64            `json:"revision"`
	Packages []catalogPackage `json:"packages"`
}

type catalogPackage struct {
	ID     string  `json:"id"`
	Kind   string  `json:"kind"`
	Name   string  `json:"name"`
	Desc   string  `json:"desc"`
	Cat    string  `json:"cat"`
	UI     *string `json:"ui"`
	Author string  `json:"author"`
	Server struct {
		URL   string  `json:"url"`
		Token *string `json:"token"`
	} `json:"server"`
	Revision    int    `json:"revision"`
	ToolCount   int    `json:"toolCount"`
	ToolsDigest string `json:"toolsDigest"`
	Health      struct {
		State string    `json:"state"`
		Since time.Time `json:"since"`
	} `json:"health"`
	Compat struct {
		App string `json:"app"`
	} `json:"compat"`
}

func registry(t *testing.T, p *process) catalog {
	t.Helper()
	var c catalog
	if err := json.Unmarshal(fetch(t, client(t), p.URL+"/market/registry.json"), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c catalog) find(id string) (catalogPackage, bool) {
	for _, p := range c.Packages {
		if p.ID == id {
			return p, true
		}
	}
	return catalogPackage{}, false
}

// eventually polls until ok, and fails with what it was waiting for.
func eventually(t *testing.T, within time.Duration, what string, ok func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for !ok() {
		select {
		case <-ctx.Done():
			t.Fatalf("not within %v: %s", within, what)
		case <-tick.C:
		}
	}
}
