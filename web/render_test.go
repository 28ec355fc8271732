package web

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
)

func TestCompression(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.list(sampleListings()...)
	for accept, want := range map[string]string{
		"gzip": "gzip", "br, gzip;q=0.5": "gzip", "*": "gzip",
		"gzip;q=0": "", "gzip;q=0.0, br": "", "identity, gzip;q=0.5": "", "br": "", "nogzip": "", "identity": "",
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.http.URL+"/?lang=en", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept-Encoding", accept) // set by hand, so that the client leaves the body as it comes
		resp, err := w.http.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil || resp.Header.Get("Content-Length") != strconv.Itoa(len(raw)) {
			t.Errorf("%q: Content-Length %q of %d bytes: %v", accept, resp.Header.Get("Content-Length"), len(raw), err)
		}
		page := string(raw)
		if got := resp.Header.Get("Content-Encoding"); got != want || !strings.Contains(resp.Header.Get("Vary"), "Accept-Encoding") {
			t.Errorf("%q: sent as %q, want %q", accept, got, want)
		} else if got == "gzip" {
			page = unzipped(t, page)
		}
		if !strings.Contains(page, "</html>") || !strings.Contains(page, "8 listings") {
			t.Errorf("%q: the page is not whole", accept)
		}
	}
}

func unzipped(t *testing.T, s string) string {
	t.Helper()
	z, err := gzip.NewReader(strings.NewReader(s))
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A link checker's HEAD does not take away what the visitor is to read.
func TestHeadKeepsTheNotice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser()
	if a := b.post("/signup", "email", "new@example.com", "name", "New", "password", password, "next", "/rules"); a.status != http.StatusSeeOther {
		t.Fatal(a.status)
	}
	head := b.do(http.MethodHead, "/rules", nil)
	page := b.get("/rules")
	if !page.has(".said") {
		t.Error("the notice is gone after a HEAD")
	}
	if head.status != http.StatusOK || head.body != "" || head.header.Get("Content-Length") == "" {
		t.Errorf("HEAD: %d, %d bytes, Content-Length %q", head.status, len(head.body), head.header.Get("Content-Length"))
	}
	if b.get("/rules").has(".said") {
		t.Error("the notice is said twice")
	}
}

// A page past the end of a list says that, and not that the list is empty.
func TestPastTheEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.list(sampleListings()...)
	w.submitted(reviewerEmail, "weather-demo", good)
	rev := w.signedIn(reviewerEmail)
	for _, c := range []struct{ path, first string }{
		{"/submissions?page=9", "/submissions"},
		{"/submissions?page=1000000000", "/submissions"},
		{"/desk?page=7", "/desk?view=waiting"},
		{"/desk?view=decided&q=x&page=2", "/desk?q=x&view=decided"},
		{"/desk/audit?before=1", "/desk/audit"},
		{"/desk/audit?object=listing%2Fnone&before=1", "/desk/audit?object=listing%2Fnone"},
	} {
		a := rev.get(c.path)
		if got := a.doc.Find("[data-testid=past-end] a").AttrOr("href", ""); a.status != http.StatusOK || got != c.first || a.has("[rel=prev]") {
			t.Errorf("%s: %d, leads back to %q, want %q", c.path, a.status, got, c.first)
		}
	}
	for _, path := range []string{"/submissions", "/submissions?page=0", "/desk", "/desk?q=zzz", "/desk/audit?object=none"} {
		if a := rev.get(path); a.has("[data-testid=past-end]") {
			t.Errorf("%s is taken for a page past the end", path)
		}
	}
	if a := rev.get("/?page=9"); a.text("[data-testid=total]") != "8 listings" || !a.has(".cards li") {
		t.Errorf("the catalog past its end: %q", a.text("main"))
	}
}

// leftWriter is a client that goes away when the body comes.
type leftWriter struct{ http.ResponseWriter }

func (leftWriter) Write([]byte) (int, error) { return 0, errors.New("http2: stream closed") }

// A client that goes away in the middle of its page is no fault of ours.
func TestClientThatLeftIsNoFault(t *testing.T) {
	t.Parallel()
	var logged bytes.Buffer
	w := newWorld(t, func(o *Options) { o.Log = slog.New(slog.NewTextHandler(&logged, nil)) })
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	w.web.Handler().ServeHTTP(leftWriter{httptest.NewRecorder()}, r)
	if s := logged.String(); !strings.Contains(s, "route=/") || strings.Contains(s, "level=ERROR") {
		t.Errorf("logged %s", s)
	}
}
