package web

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
)

// failingDemo fails as the action says: the shortest way to any error page.
type failingDemo struct{}

func (failingDemo) Servers() []DemoServer   { return nil }
func (failingDemo) Accounts() []DemoAccount { return nil }

func (failingDemo) Do(_, action string) error {
	text := market.Text{ZH: "坏了。", EN: "It broke."}
	switch action {
	case "panic":
		panic("secret of the panic")
	case "internal":
		return errors.New("secret of the database")
	case "wrapped":
		return errors.Join(errors.New("secret"), market.ErrStale)
	case "many":
		return &market.Error{Kind: market.TooMany, Code: "TOO_MANY", Msg: text, RetryAfter: 1500 * time.Millisecond}
	case "unavailable":
		return &market.Error{Kind: market.Unavailable, Code: "AWAY", Msg: text, Cause: errors.New("secret")}
	case "gone":
		return market.ErrInviteInvalid
	case "invalid":
		return &market.Error{Kind: market.Invalid, Code: "INVALID", Msg: text, Violations: []market.Violation{{Rule: "ENT-004", Path: "/entry/name", Message: market.Text{ZH: "名字空着。", EN: "The name is empty."}}}}
	}
	return nil
}

func TestErrorPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(o *Options) { o.Demo = failingDemo{} })
	b := w.browser()
	for _, c := range []struct {
		action string
		status int
		code   string
		text   string
		after  string
	}{
		{"panic", 500, "INTERNAL", "Something failed on our side", ""},
		{"internal", 500, "INTERNAL", "Something failed on our side", ""},
		{"wrapped", 409, "CHANGED_SINCE_OPENED", "It changed since you opened it", ""},
		{"many", 429, "TOO_MANY", "It broke.", "2"},
		{"unavailable", 503, "AWAY", "It broke.", "5"},
		{"gone", 410, "INVITE_INVALID", "This link has been used", ""},
		{"invalid", 422, "INVALID", "The name is empty. ENT-004", ""},
	} {
		a := b.post("/demo/x/" + c.action)
		page := a.text("[data-testid=error]")
		if a.status != c.status || !strings.Contains(page, c.code) || !strings.Contains(page, c.text) {
			t.Errorf("%s: %d %q", c.action, a.status, page)
		}
		if got := a.header.Get("Retry-After"); got != c.after {
			t.Errorf("%s: Retry-After %q, want %q", c.action, got, c.after)
		}
		if strings.Contains(a.body, "secret") {
			t.Errorf("%s: the cause is on the page", c.action)
		}
		if id := a.header.Get("X-Request-Id"); id == "" || !strings.Contains(page, id) {
			t.Errorf("%s: request id %q is not on the page", c.action, id)
		}
	}
}

func TestRefusedRequests(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	big := "email=" + strings.Repeat("a", 1<<20)
	endless := io.MultiReader(strings.NewReader(big)) // no Content-Length
	for _, c := range []struct {
		name   string
		header map[string]string
		body   io.Reader
		status int
		code   string
	}{
		{"cross-site by Sec-Fetch-Site", map[string]string{"Sec-Fetch-Site": "cross-site"}, strings.NewReader("email=a"), 403, "CROSS_SITE"},
		{"cross-site by Origin", map[string]string{"Sec-Fetch-Site": "", "Origin": "https://evil.example"}, strings.NewReader("email=a"), 403, "CROSS_SITE"},
		{"sibling site", map[string]string{"Sec-Fetch-Site": "same-site"}, strings.NewReader("email=a"), 403, "CROSS_SITE"},
		{"1 MiB", nil, strings.NewReader(big), 413, "REQUEST_TOO_LARGE"},
		{"1 MiB without its length", nil, endless, 413, "REQUEST_TOO_LARGE"},
		{"broken escapes", nil, strings.NewReader("email=%zz"), 400, "REQUEST_MALFORMED"},
		{"no such account", nil, strings.NewReader("email=a&password=b"), 401, ""},
		{"JSON for a form", map[string]string{"Content-Type": "application/json"}, strings.NewReader(`{"email":1}`), 415, "UNSUPPORTED_MEDIA_TYPE"},
	} {
		b := w.browser()
		for k, v := range c.header {
			b.header[k] = []string{v}
		}
		a := b.do(http.MethodPost, "/signin", c.body)
		if a.status != c.status || !strings.Contains(a.text("main"), c.code) {
			t.Errorf("%s: %d, %q", c.name, a.status, a.text("main"))
		}
	}
	if a := w.browser().do(http.MethodDelete, "/", nil); a.status != http.StatusMethodNotAllowed {
		t.Errorf("DELETE /: %d", a.status)
	}
	if a := w.browser().do(http.MethodHead, "/", nil); a.status != http.StatusOK || a.body != "" {
		t.Errorf("HEAD /: %d with %d bytes", a.status, len(a.body))
	}
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(o *Options) { o.Secure = true })
	for _, path := range []string{"/", "/nothing", "/signin"} {
		b := w.browser()
		a := b.get(path)
		for name, want := range map[string]string{
			"Content-Security-Policy":   "script-src 'self'; style-src 'self'",
			"X-Content-Type-Options":    "nosniff",
			"X-Frame-Options":           "DENY",
			"Referrer-Policy":           "same-origin",
			"Cache-Control":             "private, no-cache",
			"Strict-Transport-Security": "", // not for loopback: it would lock out what else is served there
		} {
			if got := a.header.Get(name); !strings.Contains(got, want) || want == "" && got != "" {
				t.Errorf("%s: %s: %q", path, name, got)
			}
		}
		if strings.Contains(a.header.Get("Content-Security-Policy"), "unsafe") {
			t.Errorf("%s: unsafe content policy", path)
		}
	}
	if loopback("market.example:443") || !loopback("[::1]:8443") || !loopback("localhost") || !loopback("127.0.0.1:1") {
		t.Error("loopback hosts are mistaken")
	}
}

// A form sent as anything else is told so: as an empty form it would be answered
// with what is wrong in fields that were sent.
func TestFormsAreForms(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(o *Options) { o.Demo = failingDemo{} })
	dev, rev := w.signedIn(devEmail), w.signedIn(reviewerEmail)
	send := func(b *browser, path, kind, body string) answer {
		b.header.Set("Content-Type", kind)
		defer b.header.Del("Content-Type")
		return b.do(http.MethodPost, path, strings.NewReader(body))
	}
	e, posts := echo.New(), 0
	w.web.routes(e)
	for _, route := range e.Routes() {
		r := route.Path
		if route.Method != http.MethodPost || r == "/unsubscribe/:token" { // reads no body: mail programs send what they like (RFC 8058)
			continue
		}
		posts++
		b := dev
		if strings.HasPrefix(r, "/desk/") {
			b = rev
		}
		path := strings.NewReplacer(":id", "x", ":secret", "x", ":server", "x", ":action", "x").Replace(r)
		for kind, body := range map[string]string{
			"application/json":                           `{"email":"dev@example.com","password":"correct horse battery"}`,
			"multipart/form-data; boundary=b":            "--b\r\nContent-Disposition: form-data; name=\"email\"\r\n\r\ndev@example.com\r\n--b--\r\n",
			"text/plain":                                 "email=dev@example.com",
			"application/x-www-form-urlencoded; charset": "email=dev@example.com",
			"": "email=dev@example.com",
		} {
			if r == "/check/tools" && strings.HasPrefix(kind, "multipart/") { // takes a file
				continue
			}
			a := send(b, path, kind, body)
			if a.status != http.StatusUnsupportedMediaType || !strings.Contains(a.text("[data-testid=error]"), "UNSUPPORTED_MEDIA_TYPE") {
				t.Errorf("%s as %q: %d %q", r, kind, a.status, a.text("h1"))
			}
		}
	}
	if posts < 10 {
		t.Errorf("only %d addresses take forms", posts)
	}
	for range 20 { // none of them a try
		send(w.browser(), "/signin", "application/json", `{}`)
	}
	if a := w.browser().post("/signin", "email", devEmail, "password", password); a.status != http.StatusSeeOther {
		t.Errorf("the right form after wrong ones: %d", a.status)
	}
	for path, want := range map[string]int{"/no/such/page": http.StatusNotFound, "/rules": http.StatusMethodNotAllowed} {
		if a := send(w.browser(), path, "application/json", "{}"); a.status != want {
			t.Errorf("POST %s: %d, want %d", path, a.status, want)
		}
	}
	if a := dev.do(http.MethodPost, "/signout", nil); a.status != http.StatusSeeOther {
		t.Errorf("a form without fields and body: %d", a.status)
	}
}

// What asks for the header of a page is led like what asks for the page.
func TestHeadIsLikeGet(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, path := range []string{"/", "/desk", "/desk/audit", "/desk/x", "/submissions", "/submissions/x", "/submissions/x/revise", "/submit", "/listings/none", "/nowhere", "/signin"} {
		for name, b := range map[string]*browser{"visitor": w.browser(), "developer": w.signedIn(devEmail)} {
			get, head := b.get(path), b.do(http.MethodHead, path, nil)
			if get.status != head.status || get.header.Get("Location") != head.header.Get("Location") || head.body != "" {
				t.Errorf("%s of a %s: GET %d %q, HEAD %d %q", path, name, get.status, get.header.Get("Location"), head.status, head.header.Get("Location"))
			}
		}
	}
}
