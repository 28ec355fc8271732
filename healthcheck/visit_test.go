package healthcheck_test

import (
	"bytes"
	"context"
	"crypto/x509"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"marketd/healthcheck"
	"marketd/healthcheck/netguard"
	"marketd/market"
)

// site is a web site on loopback, over TLS, that keeps what it was asked.
type site struct {
	*httptest.Server
	mu   sync.Mutex
	seen []*http.Request
}

func newSite(t *testing.T, h http.HandlerFunc) *site {
	t.Helper()
	s := &site{}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.seen = append(s.seen, r.Clone(context.Background()))
		s.mu.Unlock()
		h(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *site) asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, r := range s.seen {
		out = append(out, r.Method+" "+r.URL.Path)
	}
	return out
}

// visitor may go to loopback and trusts the site.
func (s *site) visitor(change ...func(*netguard.Policy)) *healthcheck.Visitor {
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	p := netguard.Policy{Allow: loopback, UserAgent: "marketd-prober/1", CA: roots}
	for _, f := range change {
		f(&p)
	}
	return healthcheck.NewVisitor(p, market.SystemClock{}, nil)
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// noHead answers HEAD with a status and GET with 200.
func noHead(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			w.WriteHeader(code)
		}
	}
}

// around redirects n times and then answers.
func around(n int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if hop := len(r.URL.Path) - 1; hop < n {
			http.Redirect(w, r, r.URL.Path+"x", http.StatusFound)
		}
	}
}

func TestVisitLinks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		status int
		reason market.Reason
		asked  []string
	}{
		"it opens":              {status(200), 200, market.ReasonOK, []string{"HEAD /"}},
		"nothing in it":         {status(204), 204, market.ReasonOK, []string{"HEAD /"}},
		"no HEAD":               {noHead(405), 200, market.ReasonOK, []string{"HEAD /", "GET /"}},
		"HEAD breaks it":        {noHead(500), 200, market.ReasonOK, []string{"HEAD /", "GET /"}},
		"gone":                  {status(404), 404, market.ReasonHTTPError, []string{"HEAD /", "GET /"}},
		"no robots":             {status(403), 403, market.ReasonHTTPError, []string{"HEAD /", "GET /"}},
		"too many, and no more": {status(429), 429, market.ReasonRateLimited, []string{"HEAD /"}},
		"five redirects":        {around(5), 200, market.ReasonOK, []string{"HEAD /", "HEAD /x", "HEAD /xx", "HEAD /xxx", "HEAD /xxxx", "HEAD /xxxxx"}},
		"six redirects":         {around(6), 302, market.ReasonHTTPError, nil},
		"a redirect to nowhere": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusFound) }, 302, market.ReasonHTTPError, nil},
		"to a private address": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://10.0.0.1/", http.StatusFound)
		}, 0, market.ReasonBlocked, nil},
		"to the cloud's metadata": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://169.254.169.254/", http.StatusFound)
		}, 0, market.ReasonBlocked, nil},
		"to a file": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		}, 0, market.ReasonBlocked, nil},
		"to what is no address": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "https://%")
			w.WriteHeader(http.StatusFound)
		}, 302, market.ReasonHTTPError, nil},
		"a page without an end":    {forever(200, "text/html", "x", 0), 200, market.ReasonOK, []string{"HEAD /"}},
		"a failure without an end": {forever(500, "text/html", strings.Repeat("x", 1000), 0), 500, market.ReasonHTTPError, []string{"HEAD /", "GET /"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, c.answer)
			got := s.visitor().Visit(t.Context(), market.Entry{Homepage: s.URL + "/"})
			if len(got.Links) != 1 || got.Icon != nil {
				t.Fatalf("%+v", got)
			}
			l := got.Links[0]
			if l.Member != "homepage" || l.URL != s.URL+"/" || l.Status != c.status || l.Reason != c.reason || l.At.IsZero() {
				t.Errorf("%+v, want %d %s", l, c.status, c.reason)
			}
			if asked := s.asked(); c.asked != nil && !slices.Equal(asked, c.asked) {
				t.Errorf("asked %q, want %q", asked, c.asked)
			}
			if got.Sound() != (c.reason == market.ReasonOK) {
				t.Errorf("sound: %v", got.Sound())
			}
		})
	}
}

// Nothing goes along that could tell one visit from another.
func TestVisitIsPolite(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "id", Value: "1"})
		if r.URL.Path == "/" {
			http.Redirect(w, r, "/next#part", http.StatusMovedPermanently)
		}
	})
	e := market.Entry{Homepage: strings.Replace(s.URL, "https://", "https://user:secret@", 1) + "/"}
	s.visitor().Visit(t.Context(), e)
	for _, r := range s.seen {
		if r.Header.Get("Cookie")+r.Header.Get("Referer")+r.Header.Get("Authorization") != "" || r.UserAgent() != "marketd-prober/1" || r.URL.Fragment != "" {
			t.Errorf("%s %s with %v", r.Method, r.URL, r.Header)
		}
	}
	if len(s.seen) != 2 {
		t.Errorf("asked %q", s.asked())
	}
}

func TestVisitGoesNowhereElse(t *testing.T) {
	t.Parallel()
	s := newSite(t, status(200))
	strict := s.visitor(func(p *netguard.Policy) { p.Allow = nil })
	got := strict.Visit(t.Context(), market.Entry{Homepage: s.URL, Privacy: "http://www.example.com/", Support: "mailto:a@example.com", Icon: s.URL + "/icon.png"})
	if len(got.Links) != 1 || got.Links[0].Reason != market.ReasonBlocked || got.Icon.Fault != market.IconUnreachable {
		t.Errorf("%+v %+v", got.Links, got.Icon)
	}
	own := s.visitor(func(p *netguard.Policy) {
		p.Own = func() []netip.AddrPort { return []netip.AddrPort{netip.MustParseAddrPort(s.Listener.Addr().String())} }
	})
	if got := own.Visit(t.Context(), market.Entry{Homepage: s.URL}); got.Links[0].Reason != market.ReasonBlocked {
		t.Errorf("the market's own address: %+v", got.Links)
	}
	if asked := s.asked(); len(asked) > 0 {
		t.Errorf("asked %q", asked)
	}
	if got := s.visitor().Visit(t.Context(), market.Entry{Support: "mailto:a@example.com"}); !got.IsZero() {
		t.Errorf("nothing to visit: %+v", got)
	}
}

// However slow everything is, a visit ends.
func TestVisitEnds(t *testing.T) {
	t.Parallel()
	s := newSite(t, hang)
	v := s.visitor()
	healthcheck.SetVisitTotal(v, 300*time.Millisecond)
	start := time.Now()
	got := v.Visit(t.Context(), market.Entry{Homepage: s.URL, Privacy: s.URL, Support: s.URL, Icon: s.URL})
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
	for _, l := range got.Links {
		if l.Reason != market.ReasonTimeout || l.Status != 0 {
			t.Errorf("%+v", l)
		}
	}
	if len(got.Links) != 3 || got.Icon.Fault != market.IconUnreachable {
		t.Errorf("%+v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := v.Visit(ctx, market.Entry{Homepage: s.URL}); got.Links[0].Reason != market.ReasonOurNetwork {
		t.Errorf("given up: %+v", got.Links)
	}
}

func TestVisitIcon(t *testing.T) {
	t.Parallel()
	picture := pngOf(t, disc(300, 300))
	serve := func(b []byte) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/svg+xml") // what it is called says nothing
			_, _ = w.Write(b)
		}
	}
	big := append(bytes.Clone(picture), make([]byte, market.IconBytes)...)
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		fault  string
	}{
		"a picture": {serve(picture), ""},
		"behind a move": {func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/icon" {
				http.Redirect(w, r, "/moved", http.StatusFound)
				return
			}
			serve(picture)(w, r)
		}, ""},
		"not there":      {status(404), market.IconUnreachable},
		"too large":      {serve(big), market.IconTooLarge},
		"without an end": {forever(200, "image/png", string(picture), 0), market.IconTooLarge},
		"cut off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", fmt.Sprint(len(picture)))
			_, _ = w.Write(picture[:100])
		}, market.IconUnreachable},
		"a page": {serve([]byte("<html>")), market.IconOtherType},
		"to another host": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://192.168.1.1/icon.png", http.StatusFound)
		}, market.IconUnreachable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, c.answer)
			got := s.visitor().Visit(t.Context(), market.Entry{Icon: s.URL + "/icon"})
			if got.Icon == nil || got.Icon.Fault != c.fault || (got.Icon.PNG != nil) != (c.fault == "") {
				t.Errorf("%+v, want %q", got.Icon, c.fault)
			}
			for _, asked := range s.asked() {
				if !strings.HasPrefix(asked, "GET ") {
					t.Errorf("asked %q", asked)
				}
			}
		})
	}
}
