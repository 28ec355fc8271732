package e2e

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"marketd/market"
	"marketd/storage"
)

// watched are servers, each on an address of its own, that count their probes.
type watched struct {
	ids   []string
	began time.Time
	urlOf map[string]string

	mu     sync.Mutex
	probes map[string][]visit
}

// visit is a probe as its server sees it.
type visit struct {
	at    time.Time
	agent string
}

const (
	badly   = 2 // servers that never answer well
	flappy  = 2 // that do so half of the time
	sweptBy = 24
)

func newWatched(t *testing.T) *watched { return newWatchedOf(t, sweptBy, 30*time.Millisecond) }

// newWatchedOf starts n servers, behind one socket that listens on all of 127/8.
func newWatchedOf(t *testing.T, n int, delay time.Duration) *watched {
	t.Helper()
	s := &watched{began: time.Now(), urlOf: map[string]string{}, probes: map[string][]visit{}}
	l, err := net.Listen("tcp4", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	good := slowMCP(delay)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := strings.TrimPrefix(r.URL.Path, "/")
		body, _ := io.ReadAll(r.Body)
		if string(bytes.TrimSpace(body)) == "{}" { // which each probe asks once
			s.mu.Lock()
			s.probes[id] = append(s.probes[id], visit{time.Now(), r.UserAgent()})
			s.mu.Unlock()
		}
		if strings.HasPrefix(id, "bad-") || strings.HasPrefix(id, "flappy-") && time.Since(s.began)/(2*time.Second)%2 == 1 {
			http.Error(w, "no", http.StatusInternalServerError)
			return
		}
		good.ServeHTTP(w, r)
	}))
	_ = server.Listener.Close()
	server.Listener = l
	server.Start()
	t.Cleanup(server.Close)
	_, port, _ := net.SplitHostPort(l.Addr().String())
	for i := range n {
		id := fmt.Sprintf("good-%04d", i)
		switch {
		case i < badly:
			id = fmt.Sprintf("bad-%d", i)
		case i < badly+flappy:
			id = fmt.Sprintf("flappy-%d", i)
		}
		s.ids = append(s.ids, id)
		s.urlOf[id] = fmt.Sprintf("http://127.77.%d.%d:%s", 1+i/200, 1+i%200, port)
	}
	return s
}

// list puts the servers in an empty database, due at once and approved long ago.
func (s *watched) list(t *testing.T, o storage.Options) {
	t.Helper()
	db := open(t, o)
	defer shut(t, db)
	now := market.SystemClock{}.Now()
	err := db.Update(t.Context(), func(w market.Writer) error {
		owner := market.Account{ID: market.NewID(now), Email: "dev@example.com", Name: "dev", Role: market.RoleDeveloper, CreatedAt: now}
		if err := w.InsertAccount(t.Context(), owner); err != nil {
			return err
		}
		for _, id := range s.ids {
			if err := list(t, w, owner.ID, entryAt(id, s.urlOf[id]), now.AddDate(-1, 0, 0)); err != nil {
				return err
			}
		}
		_, err := w.BumpCatalog(t.Context(), now)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// verify wants of each listing one result for each claim, each folded once and
// in order, and its roll-ups to be a recount of them.
func (s *watched) verify(t *testing.T, o storage.Options, kills int) {
	t.Helper()
	db := open(t, o)
	defer shut(t, db)
	if _, err := db.VerifyAudit(t.Context()); err != nil {
		t.Errorf("audit log: %v", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []market.ProbeRecord
	again := 0
	for _, l := range s.healths(t, db) {
		records := s.records(t, db, l.ID)
		all = append(all, records...)
		s.verifyClaims(t, l, records)
		s.verifyFold(t, db, l, records)
		for _, step := range []time.Duration{5 * time.Minute, time.Hour, 24 * time.Hour} {
			s.verifyRollups(t, db, l.ID, records, step)
		}
		probes := len(s.probes[l.ID])
		if probes < len(records) {
			t.Errorf("%s: %d probes came, %d results are stored", l.ID, probes, len(records))
		}
		if strings.HasPrefix(l.ID, "good-") { // of the others some are looked at twice
			again += probes - len(records)
			if probes-len(records) > kills {
				t.Errorf("%s: %d probes came for %d results, and %d processes were killed", l.ID, probes, len(records), kills)
			}
		}
	}
	for _, step := range []time.Duration{time.Hour, 24 * time.Hour} {
		s.verifyRollups(t, db, market.WholeMarket, all, step)
	}
	t.Logf("%d results of %d listings, each once; %d probes were made again because their process died", len(all), len(s.ids), again)
}

func (s *watched) records(t *testing.T, db *storage.DB, id string) (records []market.ProbeRecord) {
	t.Helper()
	err := db.View(t.Context(), func(r market.Reader) (err error) {
		records, err = r.ProbeRecords(t.Context(), id, 100_000)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(records)
	return records
}

// verifyClaims wants the claims without a gap: none of them died.
func (s *watched) verifyClaims(t *testing.T, l market.Listing, records []market.ProbeRecord) {
	t.Helper()
	if len(records) == 0 || l.Health.Claim != int64(len(records)) || l.Health.Folded != l.Health.Claim {
		t.Errorf("%s: %d results, %d claims, folded to %d", l.ID, len(records), l.Health.Claim, l.Health.Folded)
	}
	for i, r := range records {
		if r.Claim != int64(i+1) {
			t.Fatalf("%s: result %d is of claim %d", l.ID, i+1, r.Claim)
		}
	}
}

// verifyFold folds the results anew: health is what they make of it, and each
// turn was told of once.
func (s *watched) verifyFold(t *testing.T, db *storage.DB, l market.Listing, records []market.ProbeRecord) {
	t.Helper()
	h, turns, falls := market.Health{State: market.HealthUp}, 0, 0
	for _, r := range records {
		after := watchThresholds().Fold(h, r)
		if after.State != h.State {
			turns++
			if after.State == market.HealthDegraded {
				falls++
			}
		}
		h = after
	}
	got, want := l.Health, h
	type counts struct {
		State                       market.HealthState
		Reason                      market.Reason
		Failures, Successes, Folded int
		CheckedAt                   time.Time
	}
	of := func(h market.Health) counts {
		return counts{h.State, h.Reason, h.Failures, h.Successes, 0, h.CheckedAt}
	}
	if d := cmp.Diff(of(want), of(got)); d != "" {
		t.Errorf("%s: health is not what its %d results make (-want +got):\n%s", l.ID, len(records), d)
	}
	err := db.View(t.Context(), func(r market.Reader) error {
		acts, err := r.Acts(t.Context(), market.AuditFilter{Object: "listing/" + l.ID, Oldest: true, Limit: 10_000})
		told := 0
		for _, a := range acts {
			if a.Action == market.ActHealth {
				told++
			}
		}
		if told != turns {
			t.Errorf("%s: %d turns of state, %d of them recorded", l.ID, turns, told)
		}
		if err != nil {
			return err
		}
		incidents, err := r.Incidents(t.Context(), market.IncidentFilter{Listing: l.ID, Limit: 10_000})
		if len(incidents) != falls {
			t.Errorf("%s: degraded %d times, with %d incidents", l.ID, falls, len(incidents))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (s *watched) verifyRollups(t *testing.T, db *storage.DB, id string, records []market.ProbeRecord, step time.Duration) {
	t.Helper()
	by := map[time.Time]*market.Rollup{}
	for _, r := range records {
		start := r.At.Truncate(step)
		if by[start] == nil {
			by[start] = &market.Rollup{Start: start}
		}
		by[start].Count(r)
	}
	var want []market.Rollup
	for _, start := range slices.SortedFunc(maps.Keys(by), time.Time.Compare) {
		want = append(want, *by[start])
	}
	var pages []market.RollupPage
	err := db.View(t.Context(), func(r market.Reader) (err error) {
		pages, err = r.RollupPages(context.Background(), market.PageFilter{Listings: []string{id}, Resolution: market.Resolution(step)})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []market.Rollup
	for i := range pages {
		some, err := pages[i].Rollups()
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, some...)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%q by %v: the roll-ups are no recount of the results (-want +got):\n%.2000s", id, step, d)
	}
}
