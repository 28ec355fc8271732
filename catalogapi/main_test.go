package catalogapi_test

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"marketd/catalogapi"
	"marketd/market"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// hand is a clock that a test moves.
type hand struct {
	mu  sync.Mutex
	now time.Time
}

func newHand() *hand { return &hand{now: time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)} }

func (h *hand) Now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *hand) move(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
}

// serve starts an API on loopback, ended with the test.
func serve(tb testing.TB, o catalogapi.Options) (*catalogapi.Server, *client) {
	tb.Helper()
	if o.Clock == nil {
		o.Clock = newHand()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(tb.Output(), nil))
	}
	api := catalogapi.New(o)
	srv := httptest.NewServer(api.Handler())
	// The transport asks for no coding and undoes none: tests say what they want.
	transport := &http.Transport{DisableCompression: true}
	tb.Cleanup(func() {
		transport.CloseIdleConnections()
		srv.Close()
		api.Close()
	})
	return api, &client{t: tb, base: srv.URL, http: &http.Client{Transport: transport, Timeout: time.Minute}}
}

type client struct {
	t    testing.TB
	base string
	http *http.Client
}

// reply is an answer with its body read.
type reply struct {
	*http.Response
	body []byte
}

// do sends a request; headers are "Name: value".
func (c *client) do(method, path, body string, headers ...string) reply {
	c.t.Helper()
	req, err := http.NewRequestWithContext(c.t.Context(), method, c.base+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		req.Header.Add(name, value)
	}
	res, err := c.http.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return reply{res, data}
}

func (c *client) get(path string, headers ...string) reply {
	c.t.Helper()
	return c.do(http.MethodGet, path, "", headers...)
}

// snapshot is a catalog of n listings as the core makes them.
func snapshot(revision int64, n int) *market.Snapshot {
	at := time.Date(2026, 11, 30, 9, 0, int(revision), 250_000_000, time.UTC)
	s := &market.Snapshot{Revision: revision, UpdatedAt: at}
	for i := range n {
		s.Listings = append(s.Listings, listing(fmt.Sprintf("weather-%03d", i), at))
	}
	return s
}

func listing(id string, at time.Time) market.Listing {
	return market.Listing{
		ID: id, Owner: "owner-of-" + id, Revision: 3,
		Entry: market.Entry{
			ID: id, Kind: market.KindServer, Name: "天气 " + id, Desc: "查询国内城市的实时天气与七日预报 <" + id + "> & more",
			Cat: "weather", Author: "Example Weather", Server: market.Server{URL: "https://" + id + ".example.com/mcp"},
		},
		Tools: nil, Digest: "v1:sha256:" + strings.Repeat("0f", 32), Auth: "none", App: market.OutcomePass,
		Health:     market.Health{State: market.HealthUp, Since: at.Add(-48 * time.Hour), CheckedAt: at, NextProbe: at.Add(time.Hour)},
		ApprovedBy: "reviewer-account", CreatedAt: at, ApprovedAt: at,
	}
}
