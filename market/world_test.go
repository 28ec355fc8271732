package market_test

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"marketd/market"
	"marketd/market/digest"
	"marketd/storage"
)

// world is the core on a real SQLite file; only time, network, the reviewer
// and the two ciphers are the test's.
type world struct {
	store    *storage.DB
	queue    *probeQueue // the store as the watch has it
	clock    *handClock
	examiner *scriptedExaminer
	prober   *scriptedProber
	hasher   *plainHasher
	intake   *market.Intake
	desk     *market.Desk
	watch    *market.Watch
	catalog  *market.Catalog
	accounts *market.Accounts
	dev      market.Actor
	reviewer market.Actor
	other    market.Actor                // a second reviewer
	batches  map[string]market.ProbeArgs // of probes, by name
}

func newWorld(t *testing.T) *world {
	t.Helper()
	store, err := storage.Open(t.Context(), storage.Options{Path: filepath.Join(t.TempDir(), "market.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return worldOn(t, store)
}

// worldOn is the core on the store.
func worldOn(t *testing.T, store *storage.DB) *world {
	t.Helper()
	w := &world{
		store: store, queue: &probeQueue{DB: store}, clock: &handClock{at: time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)},
		examiner: &scriptedExaminer{}, prober: &scriptedProber{answers: map[string]market.Probe{}}, hasher: &plainHasher{},
	}
	w.prober.clock = w.clock
	w.catalog = market.NewCatalog(store)
	w.intake = market.NewIntake(market.IntakeOptions{Store: store, Examiner: w.examiner, Checker: w.examiner, Sealer: plainSealer{}, Clock: w.clock})
	w.desk = market.NewDesk(store, w.clock, w.catalog.Nudge)
	w.watch = market.NewWatch(market.WatchOptions{
		Store: w.queue, Prober: w.prober, Sealer: plainSealer{}, Clock: w.clock,
		Thresholds: market.DefaultThresholds(), Publish: w.catalog.Nudge,
		Pause: func(ctx context.Context, d time.Duration) error { w.clock.pass(d); return ctx.Err() },
	})
	w.accounts = market.NewAccounts(store, w.hasher, w.clock)
	w.dev = w.account(t, "dev@example.com", market.RoleDeveloper)
	w.reviewer = w.account(t, "rev@example.com", market.RoleReviewer)
	w.other = w.account(t, "other@example.com", market.RoleReviewer)
	return w
}

func (w *world) account(t *testing.T, email string, role market.Role) market.Actor {
	t.Helper()
	a, err := w.accounts.Create(t.Context(), market.SignUpRequest{Email: email, Name: email[:3], Password: "correct horse battery"}, role)
	if err != nil {
		t.Fatal(err)
	}
	return market.Actor{Account: a.ID, Role: role, IP: "192.0.2.0"}
}

// entry is a good entry with the id.
func entry(id string) market.Entry {
	return market.Entry{
		ID: id, Name: "Weather " + id, Desc: "Current weather by city", Cat: "weather", Author: "Example",
		Server: market.Server{URL: "https://" + id + ".example.com/mcp"},
	}
}

func (w *world) submit(t *testing.T, id string) market.Submission {
	t.Helper()
	s, err := w.intake.Submit(t.Context(), w.dev, market.SubmitRequest{Entry: entry(id), Confirm: true})
	if err != nil {
		t.Fatalf("submit %s: %v", id, err)
	}
	w.clock.pass(21 * time.Second) // below the limit of three a minute
	return s
}

// reviewed submits and runs the first pass.
func (w *world) reviewed(t *testing.T, id string) market.Submission {
	t.Helper()
	s := w.submit(t, id)
	w.review(t, s.ID, 1)
	return w.submission(t, s.ID)
}

func (w *world) review(t *testing.T, id string, pass int) {
	t.Helper()
	if err := w.intake.Review(t.Context(), market.ReviewArgs{Submission: id, Pass: pass}); err != nil {
		t.Fatalf("review %s pass %d: %v", id, pass, err)
	}
}

func (w *world) submission(t *testing.T, id string) market.Submission {
	t.Helper()
	story, err := w.intake.Story(t.Context(), w.reviewer, id)
	if err != nil {
		t.Fatal(err)
	}
	return story.Submission
}

// listed brings a listing all the way into the catalog.
func (w *world) listed(t *testing.T, id string) market.Listing {
	t.Helper()
	w.approved(t, id)
	return w.listing(t, id)
}

// approved has a submission reviewed and approved, listed or held as it may be.
func (w *world) approved(t *testing.T, id string) {
	t.Helper()
	s := w.reviewed(t, id)
	_, err := w.desk.Decide(t.Context(), w.reviewer, market.DecideRequest{ID: s.ID, Version: s.Version, Digest: s.Digest, Kind: market.DecideApprove})
	if err != nil {
		t.Fatalf("approve %s: %v", id, err)
	}
}

func (w *world) listing(t *testing.T, id string) market.Listing {
	t.Helper()
	if err := w.catalog.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	l, ok := w.catalog.Current().Listing(id)
	if !ok {
		t.Fatalf("%s is not in the catalog", id)
	}
	return l
}

func (w *world) actions(t *testing.T, object string) []string {
	t.Helper()
	acts, _, err := w.desk.Audit(t.Context(), w.reviewer, market.AuditFilter{Object: object, Oldest: true})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, a := range acts {
		out = append(out, a.Action)
	}
	return out
}

func wantCode(t *testing.T, err error, code string) {
	t.Helper()
	if !errors.Is(err, &market.Error{Code: code}) {
		t.Errorf("error %v, want code %s", err, code)
	}
}

type handClock struct {
	mu sync.Mutex
	at time.Time
}

func (c *handClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *handClock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

var weatherTools = []json.RawMessage{json.RawMessage(`{"name":"weather.now","description":"Current weather by city","inputSchema":{"type":"object","properties":{"city":{"type":"string"}}}}`)}

// scriptedExaminer gives the next of its answers, and a clean report when there is none.
type scriptedExaminer struct {
	mu      sync.Mutex
	answers []market.Examined
	refuse  bool // the entry alone is refused
	cases   []market.Case
}

func (e *scriptedExaminer) Examine(_ context.Context, c market.Case) (market.Examined, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.cases = append(e.cases, c)
	if len(e.answers) > 0 {
		x := e.answers[0]
		e.answers = e.answers[1:]
		return x, nil
	}
	return clean(), nil
}

func (e *scriptedExaminer) CheckEntry(market.Case) market.Report {
	if !e.refuse {
		return market.Report{Verdict: market.VerdictClean}
	}
	return market.Report{Verdict: market.VerdictRejected, Findings: []market.Finding{
		{Rule: "ENT-002", Severity: market.SeverityReject, Enforced: true, Where: "/entry/id", Message: market.Text{ZH: "编号", EN: "the id"}},
	}}
}

func clean() market.Examined {
	set, each := digest.List(weatherTools)
	return market.Examined{
		Report: market.Report{Verdict: market.VerdictClean, Profiles: market.Profiles{App: market.ProfileResult{Verdict: market.VerdictClean, Outcome: market.OutcomePass}}, Digest: set, Tools: 1, Ruleset: "test"},
		Probe:  market.Probe{Reason: market.ReasonOK, Class: market.ClassOK}, Tools: weatherTools, Digests: each,
	}
}

func refused(rule string) market.Examined {
	x := clean()
	x.Report.Verdict = market.VerdictRejected
	x.Report.Findings = []market.Finding{{Rule: rule, Severity: market.SeverityReject, Enforced: true, Where: "/tools/0/description"}}
	return x
}

// scriptedProber answers by URL; an unknown URL is a good server.
type scriptedProber struct {
	clock   *handClock
	mu      sync.Mutex
	answers map[string]market.Probe
	targets []market.Target
	panicAt string // URL at which it panics
	during  func() // runs in the middle of a probe
}

func (p *scriptedProber) Probe(_ context.Context, t market.Target, _ func(market.Step)) market.Probe {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.targets = append(p.targets, t)
	if t.URL == p.panicAt {
		panic("the bytes of a stranger")
	}
	if p.during != nil {
		p.during()
	}
	a, ok := p.answers[t.URL]
	if !ok {
		a = goodProbe()
	}
	if a.At.IsZero() {
		a.At = p.clock.Now()
	}
	return a
}

func goodProbe() market.Probe {
	return market.Probe{Reason: market.ReasonOK, Class: market.ClassOK, List: market.ToolList{Pages: 1, Tools: weatherTools}}
}

type plainSealer struct{}

func (plainSealer) Seal(plain []byte, context string) ([]byte, error) {
	return append([]byte(context+"|"), plain...), nil
}

func (plainSealer) Open(sealed []byte, context string) ([]byte, error) {
	rest := string(sealed)
	if len(rest) <= len(context) || rest[:len(context)] != context {
		return nil, errors.New("sealed for another place")
	}
	return []byte(rest[len(context)+1:]), nil
}

// plainHasher hashes nothing; hashing runs before it answers.
type plainHasher struct{ hashing func() }

func (h *plainHasher) Hash(_ context.Context, password string) (string, error) {
	if h.hashing != nil {
		h.hashing()
	}
	return "plain:" + password, nil
}

func (*plainHasher) Verify(_ context.Context, password, hash string) (ok, renew bool, err error) {
	return hash == "plain:"+password || hash == "old:"+password, hash == "old:"+password, nil
}
