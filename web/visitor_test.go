package web

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"

	"marketd/market"
)

// rows counts what is stored of sessions, by token.
type rows struct {
	scs.Store
	mu     sync.Mutex
	expiry map[string]time.Time
}

func (r *rows) Commit(token string, data []byte, expiry time.Time) error {
	r.mu.Lock()
	r.expiry[token] = expiry
	r.mu.Unlock()
	return r.Store.Commit(token, data, expiry)
}

func (r *rows) all() map[string]time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.expiry
}

// Who is refused leaves no session behind, and who has no account a short one.
func TestVisitorsLeaveLittleBehind(t *testing.T) {
	t.Parallel()
	kept := &rows{expiry: map[string]time.Time{}}
	w := newWorld(t, func(o *Options) {
		kept.Store, o.Sessions = o.Sessions, kept
		o.Admission = market.NewAdmission(o.Clock, market.AdmissionLimits{PerMinute: 2})
	})
	statuses := map[int]int{}
	for range 20 { // none keeps its cookie
		statuses[w.browser().post("/submit", formOf("weather-demo", "do", "check")...).status]++
	}
	if statuses[http.StatusSeeOther] != 2 || statuses[http.StatusTooManyRequests] != 18 {
		t.Fatalf("statuses %v", statuses)
	}
	if n := len(kept.all()); n != 2 {
		t.Errorf("%d sessions of 2 checks", n)
	}
	for _, path := range []string{"/", "/submit", "/signin", "/rules"} {
		w.browser().get(path)
	}
	w.browser().post("/submit", "do", "check")
	w.browser().post("/signin", "email", devEmail, "password", "wrong")
	w.browser().post("/signout")
	w.browser().post("/language", "lang", "en")
	if n := len(kept.all()); n != 2 {
		t.Errorf("%d sessions after requests that need none", n)
	}
	for _, at := range kept.all() {
		if left := time.Until(at); left < idleVisitor-time.Minute || left > idleVisitor+time.Minute {
			t.Errorf("a visitor's session lives %s, want %s", left, idleVisitor)
		}
	}
}

// A visitor's session lasts as long as they come back, and signing in makes it
// the account's, with its check.
func TestVisitorComesBack(t *testing.T) {
	t.Parallel()
	kept := &rows{expiry: map[string]time.Time{}}
	w := newWorld(t, func(o *Options) { kept.Store, o.Sessions = o.Sessions, kept })
	v := w.browser()
	path := v.post("/submit", formOf("weather-demo", "do", "check")...).header.Get("Location")
	before := len(kept.all())
	first := cookieOf(t, func() answer { w.clock.add(2 * touchEvery); return v.get(path) }(), "session")
	if len(kept.all()) != before || time.Until(first.Expires) < idleVisitor-time.Minute {
		t.Errorf("coming back gives a cookie until %s, %d sessions", first.Expires, len(kept.all()))
	}
	in := cookieOf(t, v.post("/signin", "email", devEmail, "password", password), "session")
	if time.Until(in.Expires) < absoluteLimit-time.Minute {
		t.Errorf("after signing in the session ends at %s", in.Expires)
	}
	if a := v.get(path); a.status != http.StatusOK {
		t.Errorf("the check after signing in: %d", a.status)
	}
}
