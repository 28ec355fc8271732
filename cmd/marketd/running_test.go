package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"marketd/cmd/marketd/certs"
)

// patience bounds everything a test waits for.
const patience = 30 * time.Second

// output is a stream that can be read while it is written.
type output struct {
	mu   sync.Mutex
	buf  bytes.Buffer
	line chan string // the first line, once
}

func newOutput() *output { return &output{line: make(chan string, 1)} }

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	had := bytes.Contains(o.buf.Bytes(), []byte("\n"))
	n, err := o.buf.Write(p)
	if first, _, ok := bytes.Cut(o.buf.Bytes(), []byte("\n")); ok && !had {
		o.line <- string(first)
	}
	return n, err
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}

// command runs a command to its end.
func runCommand(t *testing.T, stdin string, env []string, args ...string) (code int, out, errs string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	o, e := newOutput(), newOutput()
	code = run(ctx, args, env, streams{strings.NewReader(stdin), o, e})
	return code, o.String(), e.String()
}

// running is a market that serves.
type running struct {
	url      string
	out, err *output
	client   *http.Client
	cancel   context.CancelFunc
	exited   chan int
}

// serving starts the whole program in this process and returns when it is
// ready. The test's end stops it, if nothing has before.
func serving(t *testing.T, data string, args ...string) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r := &running{out: newOutput(), err: newOutput(), cancel: cancel, exited: make(chan int, 1)}
	args = append([]string{"serve", "--listen=127.0.0.1:0", "--data=" + data}, args...)
	go func() { r.exited <- run(ctx, args, nil, streams{strings.NewReader(""), r.out, r.err}) }()
	select {
	case line := <-r.out.line:
		url, ok := strings.CutPrefix(line, "marketd: serving ")
		if !ok {
			t.Errorf("the ready line is %q", line)
		}
		r.url = url
	case code := <-r.exited:
		cancel()
		t.Fatalf("serve ended with %d before it was ready:\n%s", code, r.err)
	case <-time.After(patience):
		cancel()
		t.Fatalf("not ready after %v:\n%s", patience, r.err)
	}
	r.client = &http.Client{
		Timeout:       patience,
		Transport:     &http.Transport{TLSClientConfig: &tls.Config{RootCAs: authorityOf(t, data), MinVersion: tls.VersionTLS12}, ForceAttemptHTTP2: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	t.Cleanup(func() { r.stop(t) })
	return r
}

// authorityOf is what a client of the market with this data folder trusts: its
// local authority, if it has one.
func authorityOf(t *testing.T, data string) *x509.CertPool {
	t.Helper()
	a, err := certs.ReadAuthority(filepath.Join(data, "ca"))
	if errors.Is(err, fs.ErrNotExist) {
		return x509.NewCertPool()
	}
	if err != nil {
		t.Fatal(err)
	}
	return a.Pool()
}

// stop stops the market in order; again does nothing.
func (r *running) stop(t *testing.T) {
	t.Helper()
	if r.cancel == nil {
		return
	}
	r.client.CloseIdleConnections()
	r.cancel()
	r.cancel = nil
	select {
	case code := <-r.exited:
		if code != exitOK {
			t.Errorf("serve ends with %d:\n%s", code, r.err)
		}
	case <-time.After(patience):
		t.Fatalf("serve does not end:\n%s", r.err)
	}
}

// reply is an answer, read whole.
type reply struct {
	*http.Response
	body string
}

func (r *running) do(t *testing.T, method, path, body string, header ...string) reply {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, r.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := r.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{resp, string(data)}
}

func (r *running) get(t *testing.T, path string, header ...string) reply {
	t.Helper()
	return r.do(t, http.MethodGet, path, "", header...)
}

func dataFolder(t *testing.T) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "data")
}
