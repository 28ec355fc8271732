package notify_test

import (
	"crypto/x509"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"marketd/healthcheck/netguard"
	"marketd/market"
	"marketd/notify"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with a file, or writes the file.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s (-want +got):\n%s", name, d)
	}
}

// now is a time that receivers find fresh; then is the one of golden files.
type clock struct{ at time.Time }

func (c clock) Now() time.Time { return c.at }

var then = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)

// sink is an HTTPS server that keeps what it is sent.
type sink struct {
	*httptest.Server
	mu   sync.Mutex
	seen []received
}

type received struct {
	path, query string
	header      http.Header
	body        []byte
}

func newSink(t *testing.T, answer http.HandlerFunc) *sink {
	t.Helper()
	s := &sink{}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		s.mu.Lock()
		s.seen = append(s.seen, received{r.URL.Path, r.URL.RawQuery, r.Header, body})
		s.mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *sink) one(t *testing.T) received {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.seen) != 1 {
		t.Fatalf("%d requests, want one", len(s.seen))
	}
	return s.seen[0]
}

func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// guard lets the sender reach loopback, and trust the sinks.
func guard(sinks ...*sink) netguard.Policy {
	pool := x509.NewCertPool()
	for _, s := range sinks {
		pool.AddCert(s.Certificate())
	}
	return netguard.Policy{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, CA: pool, UserAgent: "marketd-notice/1"}
}

func newSender(at time.Time, sinks ...*sink) *notify.Sender {
	return notify.New(notify.Options{Guard: guard(sinks...), BaseURL: "https://market.example.com", Clock: clock{at}})
}

// hostile is a text that would be a link, markup or a mention where it could.
const hostile = "<b>x</b> [y](https://evil.example/z) ![i](http://evil.example) @all <!channel> <at user_id=\"all\"></at> www.evil.example \u202e *z* `q`"

func event(kind market.EventKind, data market.EventData) market.EventTold {
	return market.EventTold{Event: market.Event{ID: "e-1", At: then, Kind: kind, Listing: "weather", Account: "owner", Data: data}}
}

func message(c market.Channel, target, secret string, events ...market.EventTold) market.Message {
	c.Account = "owner"
	return market.Message{ID: "msg_1", At: then, Purpose: market.PurposeNotice, Channel: c, Target: target, Secret: secret, Events: events}
}
