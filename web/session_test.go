package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/storage"
)

func cookieOf(t *testing.T, a answer, name string) *http.Cookie {
	t.Helper()
	for _, c := range (&http.Response{Header: a.header}).Cookies() {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no cookie %s in %v", name, a.header["Set-Cookie"])
	return nil
}

func (b *browser) isSignedIn() bool {
	b.w.t.Helper()
	return b.get("/").has("form[action='/signout']")
}

func TestSignInAndOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser()
	if a := b.get("/submissions"); a.status != http.StatusSeeOther || a.header.Get("Location") != "/signin?next=%2Fsubmissions" {
		t.Fatalf("a visitor's own submissions: %d %s", a.status, a.header.Get("Location"))
	}
	wrong := b.post("/signin", "email", devEmail, "password", "wrong password", "next", "/submissions")
	if wrong.status != http.StatusUnauthorized || wrong.doc.Find("#email").AttrOr("value", "") != devEmail ||
		wrong.doc.Find("[name=next]").AttrOr("value", "") != "/submissions" || wrong.doc.Find("#password").AttrOr("value", "") != "" {
		t.Errorf("wrong password: %d, the form forgot the e-mail or the place, or kept the password", wrong.status)
	}
	unknown := b.post("/signin", "email", "nobody@example.com", "password", "wrong password")
	if unknown.text("#problems") != wrong.text("#problems") {
		t.Error("the page tells whether an account exists")
	}
	right := b.post("/signin", "email", " DEV@example.com ", "password", password, "next", "/submissions")
	if right.status != http.StatusSeeOther || right.header.Get("Location") != "/submissions" {
		t.Fatalf("sign in: %d to %s", right.status, right.header.Get("Location"))
	}
	c := cookieOf(t, right, "session")
	if !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Secure {
		t.Errorf("session cookie: %v", c)
	}
	if _, found, _ := storage.NewSessions(w.store, w.clock).Find(c.Value); found {
		t.Error("the store keeps the token itself, not its hash")
	}
	if !b.isSignedIn() {
		t.Fatal("not signed in after signing in")
	}
	if a := b.get("/"); a.header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("a signed-in page may be cached: %s", a.header.Get("Cache-Control"))
	}
	if a := b.get("/signin?next=%2Frules"); a.header.Get("Location") != "/rules" {
		t.Errorf("signing in again leads to %q", a.header.Get("Location"))
	}
	if a := b.post("/signout"); a.status != http.StatusSeeOther {
		t.Errorf("sign out: %d", a.status)
	}
	if b.isSignedIn() {
		t.Error("signed in after signing out")
	}
	old := w.browser()
	old.header.Set("Cookie", "session="+c.Value)
	if old.isSignedIn() {
		t.Error("the cookie works after signing out")
	}
}

func TestSessionTokenChangesAtSignIn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.signedIn(devEmail)
	before := cookieOf(t, b.post("/signin", "email", devEmail, "password", password), "session").Value
	after := cookieOf(t, b.post("/signin", "email", devEmail, "password", password), "session").Value
	if before == after {
		t.Error("a session keeps its token over a sign-in: it can be fixed by someone else")
	}
}

func TestSessionEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, email string
		steps       []time.Duration // each followed by a request
		want        bool
	}{
		{"developer after 11 idle hours", devEmail, []time.Duration{11 * time.Hour}, true},
		{"developer after 13 idle hours", devEmail, []time.Duration{13 * time.Hour}, false},
		{"developer who comes back", devEmail, []time.Duration{11 * time.Hour, 11 * time.Hour}, true},
		{"reviewer after 29 idle minutes", reviewerEmail, []time.Duration{29 * time.Minute}, true},
		{"reviewer after 31 idle minutes", reviewerEmail, []time.Duration{31 * time.Minute}, false},
		{"reviewer who works on", reviewerEmail, []time.Duration{20 * time.Minute, 20 * time.Minute, 20 * time.Minute}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			b := w.signedIn(c.email)
			got := false
			for _, d := range c.steps {
				w.clock.add(d)
				got = b.isSignedIn()
			}
			if got != c.want {
				t.Errorf("signed in: %v, want %v", got, c.want)
			}
		})
	}
}

func TestReviewerSessionIsShort(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for email, limit := range map[string]time.Duration{reviewerEmail: absoluteReviewer, devEmail: absoluteLimit} {
		c := cookieOf(t, w.browser().post("/signin", "email", email, "password", password), "session")
		if left := time.Until(c.Expires); left > limit+time.Minute || left < limit-time.Minute {
			t.Errorf("%s: the session lasts %s, want %s", email, left, limit)
		}
	}
}

func TestDisabledAccountIsOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.signedIn(devEmail)
	account := w.account(devEmail)
	account.Disabled = true
	err := w.store.Update(t.Context(), func(tx market.Writer) error { return tx.UpdateAccount(t.Context(), account) })
	if err != nil {
		t.Fatal(err)
	}
	if b.isSignedIn() {
		t.Error("a disabled account is still signed in")
	}
}

func TestSecureCookies(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(o *Options) { o.Secure = true })
	c := cookieOf(t, w.browser().post("/signin", "email", devEmail, "password", password), "__Host-session")
	if !c.Secure || !c.HttpOnly || c.Path != "/" || c.Domain != "" {
		t.Errorf("session cookie over HTTPS: %v", c)
	}
}

func TestActorOutside(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := cookieOf(t, w.browser().post("/signin", "email", reviewerEmail, "password", password), "session")
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "/api/v1/reviews", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.RemoteAddr = "203.0.113.77:4711"
	if a := w.web.Actor(r); a != (market.Actor{IP: "203.0.113.0/24"}) {
		t.Errorf("without a cookie: %+v", a)
	}
	r.AddCookie(&http.Cookie{Name: "session", Value: "no such token"})
	if a := w.web.Actor(r); a.Account != "" || a.Role != "" {
		t.Errorf("with a made-up cookie: %+v", a)
	}
	r.Header.Set("Cookie", "session="+c.Value)
	if a := w.web.Actor(r); a.Account != w.account(reviewerEmail).ID || a.Role != market.RoleReviewer {
		t.Errorf("with a session: %+v", a)
	}
}

func TestSignUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser()
	bad := b.post("/signup", "email", "nonsense", "name", "小明", "password", "short", "next", "/submit")
	if bad.status != http.StatusUnprocessableEntity || !bad.has("#problems a[href='#email']") || !bad.has("#problems a[href='#password']") {
		t.Fatalf("bad sign-up: %d %s", bad.status, bad.text("#problems"))
	}
	if bad.doc.Find("#name").AttrOr("value", "") != "小明" || bad.doc.Find("#email").AttrOr("aria-invalid", "") != "true" || bad.doc.Find("[name=next]").AttrOr("value", "") != "/submit" {
		t.Error("the form lost a field, or does not mark the wrong one")
	}
	taken := b.post("/signup", "email", devEmail, "name", "Dev", "password", password)
	if taken.status != http.StatusConflict || !taken.has("#problems") {
		t.Errorf("taken e-mail: %d", taken.status)
	}
	good := b.post("/signup", "email", "new@example.com", "name", "<b>New</b>", "password", password, "next", "/rules")
	if good.status != http.StatusSeeOther || good.header.Get("Location") != "/rules" {
		t.Fatalf("sign up: %d %s", good.status, good.text("#problems"))
	}
	page := b.get("/rules")
	if page.text(".said") != "Your account is ready and you are signed in." || !strings.Contains(page.text("header"), "<b>New</b>") {
		t.Errorf("after sign-up: %q, %q", page.text(".said"), page.text("header"))
	}
	if b.get("/rules").has(".said") {
		t.Error("the notice is said twice")
	}
}

func TestSetup(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	secret, err := w.accounts.Invite(t.Context(), market.RoleAdmin)
	if err != nil {
		t.Fatal(err)
	}
	b := w.browser()
	form := b.get("/setup/" + secret)
	if form.header.Get("Referrer-Policy") != "no-referrer" || form.header.Get("Cache-Control") != "no-store" {
		t.Errorf("the secret may leak: %v", form.header)
	}
	if a := b.get("/setup/nobody-gave-this"); a.status != http.StatusGone || a.text("h1") != "It is gone" || a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("an unknown link: %d %q", a.status, a.text("h1"))
	}
	if strings.Contains(form.doc.Find("[name=back]").AttrOr("value", ""), secret) {
		t.Error("the switches carry the secret")
	}
	if a := b.post("/setup/"+secret, "email", "x", "name", "", "password", ""); a.status != http.StatusUnprocessableEntity {
		t.Errorf("an empty form: %d", a.status)
	}
	if a := b.post("/setup/"+secret, "email", "admin@example.com", "name", "Admin", "password", password); a.status != http.StatusSeeOther {
		t.Fatalf("set-up: %d %s", a.status, a.text("main"))
	}
	a := b.get("/")
	if !a.has("nav a[href='/desk']") {
		t.Error("the administrator has no desk")
	}
	if got := a.text(".said code"); got != "marketd admin create EMAIL --role reviewer" {
		t.Errorf("what comes next is %q", got)
	}
	if a := w.browser().get("/setup/" + secret); a.status != http.StatusGone {
		t.Errorf("a used link shows its form: %d", a.status)
	}
	if a := w.browser().post("/setup/"+secret, "email", "second@example.com", "name", "Second", "password", password); a.status != http.StatusGone {
		t.Errorf("the link works twice: %d", a.status)
	}
}

func TestPrefix(t *testing.T) {
	t.Parallel()
	for ip, want := range map[string]string{
		"203.0.113.77": "203.0.113.0/24", "2001:db8:1:2::3": "2001:db8:1::/48", "::ffff:203.0.113.77": "203.0.113.0/24",
		"fe80::1%eth0": "fe80::/48", "": "", "nonsense": "",
	} {
		if got := prefix(ip); got != want {
			t.Errorf("prefix(%q) = %q, want %q", ip, got, want)
		}
	}
}

// Whoever is sent to sign in reads why; whoever comes by themselves is told nothing.
func TestSignInSaysWhy(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser()
	for next, want := range map[string]string{
		"/desk": "Sign in to see the desk.", "/desk/x?y=z": "Sign in to see the desk.", "/desk?view=mine": "Sign in to see the desk.",
		"/submissions": "Sign in to see your submissions.", "/deskless": "", "/rules": "", "": "", "//desk": "",
	} {
		if got := b.get("/signin?next=" + url.QueryEscape(next)).text(".lead"); got != want {
			t.Errorf("before %s: %q, want %q", next, got, want)
		}
	}
	if got := b.post("/signin", "email", "a@example.com", "password", "wrong password", "next", "/desk").text(".lead"); got != "Sign in to see the desk." {
		t.Errorf("after a slip: %q", got)
	}
}
