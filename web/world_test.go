package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"go.uber.org/goleak"

	"marketd/market"
	engine "marketd/reviewer"
	"marketd/storage"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		goleak.IgnoreTopFunction("database/sql.(*DB).connectionOpener"), // ends a moment after Close
	)
}

// world is the real core on a temporary database, with a clock that tests
// turn, a network that they script, and a server in front.
type world struct {
	t        testing.TB
	clock    *handClock
	store    *storage.DB
	catalog  *market.Catalog
	accounts *market.Accounts
	intake   *market.Intake
	desk     *market.Desk
	watch    *market.Watch
	examiner *scriptedExaminer
	engine   *engine.Reviewer
	web      *Server
	http     *httptest.Server
	sink     *sink
}

// epoch is when every test begins.
var epoch = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)

const (
	devEmail      = "dev@example.com"
	otherEmail    = "other@example.com"
	reviewerEmail = "reviewer@example.com"
	password      = "correct horse battery"
)

// newWorld starts a market with three accounts and nothing listed. The options
// may be changed before the server is made.
func newWorld(t testing.TB, change ...func(*Options)) *world {
	t.Helper()
	ctx := t.Context()
	db, err := storage.Open(ctx, storage.Options{Path: filepath.Join(t.TempDir(), "market.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	w := &world{t: t, clock: &handClock{now: epoch}, store: db, examiner: &scriptedExaminer{}}
	w.catalog = market.NewCatalog(db)
	w.accounts = market.NewAccounts(db, quickHasher{}, w.clock)
	w.intake = market.NewIntake(market.IntakeOptions{Store: db, Examiner: w.examiner, Checker: w.examiner, Sealer: openSealer{}, Clock: w.clock})
	w.desk = market.NewDesk(db, w.clock, w.publish)
	w.watch = market.NewWatch(market.WatchOptions{Store: db, Sealer: openSealer{}, Clock: w.clock, Thresholds: market.DefaultThresholds(), Publish: w.publish})
	for _, a := range []struct {
		email, name string
		role        market.Role
	}{{devEmail, "Dev", market.RoleDeveloper}, {otherEmail, "Other", market.RoleDeveloper}, {reviewerEmail, "Rev", market.RoleReviewer}} {
		if _, err := w.accounts.Create(ctx, market.SignUpRequest{Email: a.email, Name: a.name, Password: password}, a.role); err != nil {
			t.Fatal(err)
		}
	}
	o := Options{
		Sharing: market.NewSharing(market.SharingOptions{Store: db, Clock: w.clock}), Tools: w.examiner,
		Intake: w.intake, Desk: w.desk, Watch: w.watch, Catalog: w.catalog, Accounts: w.accounts,
		Sessions: storage.NewSessions(db, market.SystemClock{}), // scs measures by the wall clock
		Clock:    w.clock, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		RuleDocs: sampleRules, Ruleset: "2026-12-01.1", Categories: []string{"weather", "life", "office", "travel", "academic", "other"},
		Every: 30 * time.Minute, UserAgent: "marketd-probe/1",
	}
	w.reviewing(&o)
	w.watching(&o)
	w.drifting(&o)
	w.people(&o)
	for _, f := range change {
		f(&o)
	}
	w.web = New(o)
	w.http = httptest.NewServer(w.web.Handler())
	t.Cleanup(w.http.Close)
	t.Cleanup(w.web.Close) // before: an open stream keeps the server from closing
	w.publish()
	return w
}

func (w *world) publish() {
	if err := w.catalog.Refresh(context.Background()); err != nil {
		w.t.Error(err)
	}
}

// account finds one of the world's accounts.
func (w *world) account(email string) market.Account {
	w.t.Helper()
	var a market.Account
	err := w.store.View(w.t.Context(), func(r market.Reader) (err error) {
		a, err = r.AccountByEmail(w.t.Context(), email)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return a
}

// list publishes listings as if they had been approved.
func (w *world) list(listings ...market.Listing) {
	w.t.Helper()
	ctx := w.t.Context()
	owner := w.account(devEmail).ID
	err := w.store.Update(ctx, func(tx market.Writer) error {
		for _, l := range listings {
			if l.Owner == "" {
				l.Owner = owner
			}
			if err := tx.SaveListing(ctx, l); err != nil {
				return err
			}
			if l.Health.State != "" {
				if err := tx.SaveHealth(ctx, l.ID, l.Health); err != nil {
					return err
				}
			}
		}
		_, err := tx.BumpCatalog(ctx, w.clock.Now())
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.publish()
}

// probed records probes of a listing.
func (w *world) probed(records ...market.ProbeRecord) {
	w.t.Helper()
	ctx := w.t.Context()
	err := w.store.Update(ctx, func(tx market.Writer) error {
		for _, r := range records {
			if _, err := tx.InsertProbeRecord(ctx, r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// browser is a visitor with cookies, who does not follow redirects.
type browser struct {
	w      *world
	client *http.Client
	header http.Header
}

func (w *world) browser() *browser {
	jar, _ := cookiejar.New(nil)
	return &browser{w: w, header: http.Header{"Accept-Language": {"en"}}, client: &http.Client{
		Jar: jar, Transport: w.http.Client().Transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// signedIn is a browser after signing in.
func (w *world) signedIn(email string) *browser {
	w.t.Helper()
	b := w.browser()
	if a := b.post("/signin", "email", email, "password", password); a.status != http.StatusSeeOther {
		w.t.Fatalf("sign in as %s: %d", email, a.status)
	}
	return b
}

// answer is a page as a test looks at it.
type answer struct {
	status int
	header http.Header
	body   string
	doc    *goquery.Document
}

// text is the visible text of what the selector finds, its spaces made single.
func (a answer) text(selector string) string {
	return strings.Join(strings.Fields(a.doc.Find(selector).Text()), " ")
}

func (a answer) has(selector string) bool { return a.doc.Find(selector).Length() > 0 }

func (b *browser) get(path string) answer {
	b.w.t.Helper()
	return b.do(http.MethodGet, path, nil)
}

// post sends a form of name, value pairs, as a page of the site would.
func (b *browser) post(path string, pairs ...string) answer {
	b.w.t.Helper()
	f := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		f.Add(pairs[i], pairs[i+1])
	}
	return b.do(http.MethodPost, path, strings.NewReader(f.Encode()))
}

func (b *browser) do(method, path string, body io.Reader) answer {
	b.w.t.Helper()
	r, err := http.NewRequestWithContext(b.w.t.Context(), method, b.w.http.URL+path, body)
	if err != nil {
		b.w.t.Fatal(err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	maps.Copy(r.Header, b.header)
	resp, err := b.client.Do(r)
	if err != nil {
		b.w.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		b.w.t.Fatal(err)
	}
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(string(raw)))
	if err != nil {
		b.w.t.Fatal(err)
	}
	a := answer{resp.StatusCode, resp.Header, string(raw), doc}
	wellFormed(b.w.t, path, a)
	return a
}

// gq is what goquery calls an element.
type gq = goquery.Selection

// handClock shows the time that a test sets.
type handClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *handClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *handClock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// quickHasher is a hasher that costs nothing.
type quickHasher struct{}

func (quickHasher) Hash(_ context.Context, password string) (string, error) {
	sum := sha256.Sum256([]byte(password))
	return hex.EncodeToString(sum[:]), nil
}

func (h quickHasher) Verify(ctx context.Context, password, hash string) (ok, renew bool, err error) {
	want, err := h.Hash(ctx, password)
	return want == hash, false, err
}

// openSealer marks what is sealed, and is as good as none.
type openSealer struct{}

func (openSealer) Seal(plain []byte, context string) ([]byte, error) {
	return []byte(context + "\x01" + string(plain)), nil
}

func (openSealer) Open(sealed []byte, _ string) ([]byte, error) {
	_, plain, _ := strings.Cut(string(sealed), "\x01")
	return []byte(plain), nil
}

// bothPass is a server that both kinds of clients can use; notAsked one that
// nothing was sent to.
var (
	bothPass = market.Profiles{
		App: market.ProfileResult{Verdict: market.VerdictClean, Outcome: market.OutcomePass},
		MCP: market.ProfileResult{Verdict: market.VerdictClean, Outcome: market.OutcomePass, Version: "2025-11-25", Transport: "streamable-http"},
	}
	notAsked = market.Profiles{
		App: market.ProfileResult{Verdict: market.VerdictClean, Outcome: market.OutcomeUnknown},
		MCP: market.ProfileResult{Verdict: market.VerdictClean, Outcome: market.OutcomeUnknown},
	}
)

// scriptedExaminer answers as a test says: examine and check, when they are
// set; otherwise it finds nothing to say against the entry.
type scriptedExaminer struct {
	mu      sync.Mutex
	examine func(ctx context.Context, c market.Case) (market.Examined, error)
	check   func(c market.Case) market.Report
	tools   func(tools []json.RawMessage) market.Report
}

func (e *scriptedExaminer) RefuseTools(f market.ListFault, _ map[string]market.RuleSetting) market.Report {
	r := e.CheckTools(nil, nil)
	r.Verdict = market.VerdictRejected
	r.Findings = []market.Finding{{Rule: f.Rule, Severity: market.SeverityReject, Enforced: true, Where: f.Where, Evidence: f.Evidence, Message: f.Message}}
	return r
}

func (e *scriptedExaminer) CheckTools(tools []json.RawMessage, _ map[string]market.RuleSetting) market.Report {
	e.mu.Lock()
	f := e.tools
	e.mu.Unlock()
	if f == nil {
		none := market.ProfileResult{Verdict: market.VerdictNotRun}
		return market.Report{Format: 1, Ruleset: "2026-12-01.1", Verdict: market.VerdictClean, Profiles: market.Profiles{App: none, MCP: none}, Tools: len(tools)}
	}
	return f(tools)
}

func (e *scriptedExaminer) Examine(ctx context.Context, c market.Case) (market.Examined, error) {
	e.mu.Lock()
	f := e.examine
	e.mu.Unlock()
	if f == nil {
		return market.Examined{Report: market.Report{Format: 1, Ruleset: "2026-12-01.1", At: epoch, URL: c.Entry.Server.URL, Passes: 1, Verdict: market.VerdictClean, Profiles: bothPass}}, nil
	}
	return f(ctx, c)
}

func (e *scriptedExaminer) CheckEntry(c market.Case) market.Report {
	e.mu.Lock()
	f := e.check
	e.mu.Unlock()
	if f == nil {
		return market.Report{Format: 1, Verdict: market.VerdictClean, Profiles: notAsked}
	}
	return f(c)
}
