package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hands is a clock that a test moves.
type hands struct{ now time.Time }

func (h *hands) Now() time.Time { return h.now }

func well(context.Context) error { return nil }

// asks asks one path of a health.
func asks(t *testing.T, h *health, path string) (int, string) {
	t.Helper()
	mux := http.NewServeMux()
	h.routes(mux)
	w := httptest.NewRecorder()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	mux.ServeHTTP(w, req)
	return w.Code, w.Body.String()
}

func TestReadyz(t *testing.T) {
	t.Parallel()
	h := &health{ping: well, write: well, clock: &hands{}}
	if code, _ := asks(t, h, "/readyz"); code != http.StatusOK {
		t.Errorf("ready: %d", code)
	}
	h.ping = func(ctx context.Context) error {
		if d, ok := ctx.Deadline(); !ok || time.Until(d) > pingFor {
			t.Error("the ping may take longer than said")
		}
		return io.ErrUnexpectedEOF
	}
	if code, body := asks(t, h, "/readyz"); code != http.StatusServiceUnavailable || strings.Contains(body, "EOF") {
		t.Errorf("without a database: %d %q", code, body)
	}
	if code, _ := asks(t, h, "/livez"); code != http.StatusOK {
		t.Errorf("without a database livez says %d: only the process counts", code)
	}
	h.ping = well
	h.stopping.Store(true)
	if code, _ := asks(t, h, "/readyz"); code != http.StatusServiceUnavailable {
		t.Errorf("while stopping: %d", code)
	}
}

// Whether the database takes writes is tried now and then, not for everyone
// who asks.
func TestReadyzTriesToWrite(t *testing.T) {
	t.Parallel()
	clock, tries, fault := &hands{time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)}, 0, errors.New("disk I/O error 2570")
	h := &health{ping: well, clock: clock, write: func(context.Context) error { tries++; return fault }}
	for _, step := range []struct {
		after time.Duration
		fault error
		code  int
		tries int
	}{
		{0, nil, http.StatusOK, 1},
		{writeEvery - 1, fault, http.StatusOK, 1},
		{1, fault, http.StatusServiceUnavailable, 2},
		{writeEvery - 1, nil, http.StatusServiceUnavailable, 2},
		{1, nil, http.StatusOK, 3},
	} {
		clock.now, fault = clock.now.Add(step.after), step.fault
		code, body := asks(t, h, "/readyz")
		if code != step.code || tries != step.tries || strings.Contains(body, "2570") {
			t.Errorf("at %v: %d %q after %d tries; want %d after %d", clock.now, code, body, tries, step.code, step.tries)
		}
	}
}

// A market whose disk is full says that it is not ready, serves what needs no
// writing, and is ready again once there is room.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	m := serveProcess(t, dataFolder(t))
	if r := m.get(t, "/readyz"); r.StatusCode != http.StatusOK {
		t.Fatalf("with room: %s", r.Status)
	}
	signal := func(s syscall.Signal) {
		t.Helper()
		if err := m.cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
	}
	signal(fillDisk)
	waitFor(t, "readyz to fail", func() bool { return m.get(t, "/readyz").StatusCode == http.StatusServiceUnavailable })
	if r := m.get(t, "/readyz"); !strings.Contains(r.body, "takes no writes") {
		t.Errorf("it says %q", r.body)
	}
	form := url.Values{"email": {"ada@market.test"}, "name": {"Ada"}, "password": {"a long enough password"}}.Encode()
	path := strings.TrimPrefix(setupLink.FindString(m.err.String()), m.url)
	if r := m.do(t, http.MethodPost, path, form, "Content-Type", "application/x-www-form-urlencoded"); r.StatusCode < 500 {
		t.Errorf("a write answers %s: the disk is not full", r.Status)
	}
	for _, path := range []string{"/livez", "/market/registry.json", "/"} {
		if r := m.get(t, path); r.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", path, r.Status)
		}
	}
	signal(freeDisk)
	waitFor(t, "readyz to recover", func() bool { return m.get(t, "/readyz").StatusCode == http.StatusOK })
	m.end(t, syscall.SIGTERM)
}
