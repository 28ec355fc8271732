package catalogapi_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"marketd/catalogapi"
	"marketd/market"
)

var paths = []string{"/market/registry.json", "/api/v1/catalog"}

// plain undoes a content coding with readers of other makers where there are any.
func plain(t *testing.T, coding string, body []byte) []byte {
	t.Helper()
	var r io.Reader = bytes.NewReader(body)
	var err error
	switch coding {
	case "":
	case "gzip":
		r, err = gzip.NewReader(r)
	case "br":
		r = brotli.NewReader(r)
	case "zstd":
		var d *zstd.Decoder
		if d, err = zstd.NewReader(r, zstd.WithDecoderMaxWindow(8<<20)); err == nil {
			defer d.Close()
			r = d
		}
	default:
		t.Fatalf("coding %q", coding)
	}
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestCatalogInEveryCoding(t *testing.T) {
	t.Parallel()
	api, c := serve(t, catalogapi.Options{})
	api.Pause()
	if err := api.Publish(snapshot(7, 40)); err != nil {
		t.Fatal(err)
	}
	check := func(t *testing.T) (sizes map[string]int) {
		t.Helper()
		sizes = map[string]int{}
		tags := map[string]bool{}
		identity := c.get(paths[0])
		for _, coding := range []string{"", "gzip", "br", "zstd"} {
			for _, path := range paths {
				res := c.get(path, "Accept-Encoding: "+coding)
				if res.StatusCode != http.StatusOK || res.Header.Get("Content-Encoding") != coding {
					t.Fatalf("%s as %q: status %d, coding %q", path, coding, res.StatusCode, res.Header.Get("Content-Encoding"))
				}
				if got := plain(t, coding, res.body); !bytes.Equal(got, identity.body) {
					t.Errorf("%s as %q is another document", path, coding)
				}
				if got := res.Header.Get("Content-Length"); got != strconv.Itoa(len(res.body)) {
					t.Errorf("%s as %q: Content-Length %s of %d", path, coding, got, len(res.body))
				}
				tag := res.Header.Get("Etag")
				if len(tag) < 18 || tag[0] != '"' || tag[len(tag)-1] != '"' {
					t.Errorf("%s as %q: ETag %s is not a strong one", path, coding, tag)
				}
				tags[tag] = true
				sizes[coding] = len(res.body)
			}
		}
		if len(tags) != 4 {
			t.Errorf("want one entity tag for each coding, on both addresses alike: %v", tags)
		}
		return sizes
	}
	fast := check(t)
	api.Resume()
	api.Settle()
	strong := check(t)
	for coding, size := range strong {
		if size > fast[coding] || coding != "" && size*2 > strong[""] {
			t.Errorf("%q: %d bytes at first, %d then, of %d", coding, fast[coding], size, strong[""])
		}
	}
	if strong["br"] >= fast["br"] {
		t.Errorf("the strong encoding was not swapped in: %d bytes, %d then", fast["br"], strong["br"])
	}
}

func TestCatalogHeaders(t *testing.T) {
	t.Parallel()
	api, c := serve(t, catalogapi.Options{})
	if err := api.Publish(snapshot(7, 3)); err != nil {
		t.Fatal(err)
	}
	api.Settle()
	want := map[string]string{
		"Access-Control-Allow-Origin":   "*",
		"Access-Control-Expose-Headers": "ETag",
		"Cache-Control":                 "public, max-age=60, stale-while-revalidate=600, stale-if-error=86400",
		"Last-Modified":                 "Mon, 30 Nov 2026 09:00:07 GMT",
		"Vary":                          "Accept-Encoding",
		"X-Content-Type-Options":        "nosniff",
		"Content-Type":                  "application/json",
		"Content-Encoding":              "br",
	}
	full := c.get(paths[0], "Accept-Encoding: br")
	head := c.do(http.MethodHead, paths[0], "", "Accept-Encoding: br")
	same := c.get(paths[0], "Accept-Encoding: br", "If-None-Match: "+full.Header.Get("Etag"))
	for name, value := range want {
		if got := full.Header.Get(name); got != value {
			t.Errorf("GET %s: %q, want %q", name, got, value)
		}
		if got := head.Header.Get(name); got != value {
			t.Errorf("HEAD %s: %q, want %q", name, got, value)
		}
		if strings.HasPrefix(name, "Content-") {
			value = "" // RFC 9110, 15.4.5
		}
		if got := same.Header.Get(name); got != value {
			t.Errorf("304 %s: %q, want %q", name, got, value)
		}
	}
	if link := full.Header.Get("Link"); link != `</schemas/catalog.json>; rel="describedby"` || same.Header.Get("Link") != "" {
		t.Errorf("Link %q on a 200, %q on a 304", link, same.Header.Get("Link"))
	}
	if same.StatusCode != http.StatusNotModified || len(same.body) != 0 || same.Header.Get("Etag") != full.Header.Get("Etag") {
		t.Errorf("304: status %d, %d bytes, ETag %s", same.StatusCode, len(same.body), same.Header.Get("Etag"))
	}
	if head.StatusCode != http.StatusOK || len(head.body) != 0 || head.ContentLength != int64(len(full.body)) || head.Header.Get("Etag") != full.Header.Get("Etag") {
		t.Errorf("HEAD: status %d, %d bytes of %d announced, ETag %s", head.StatusCode, len(head.body), head.ContentLength, head.Header.Get("Etag"))
	}
}

func TestCatalogConditional(t *testing.T) {
	t.Parallel()
	api, c := serve(t, catalogapi.Options{})
	api.Pause()
	if err := api.Publish(snapshot(7, 20)); err != nil {
		t.Fatal(err)
	}
	early := c.get(paths[0], "Accept-Encoding: br").Header.Get("Etag")
	api.Resume()
	api.Settle()
	br := c.get(paths[0], "Accept-Encoding: br").Header.Get("Etag")
	identity := c.get(paths[0]).Header.Get("Etag")
	if early == br {
		t.Fatal("want the strong encoding to be other bytes than the fast one")
	}
	tests := map[string]struct {
		headers []string
		status  int
	}{
		"tag":                             {[]string{"Accept-Encoding: br", "If-None-Match: " + br}, 304},
		"weak tag":                        {[]string{"Accept-Encoding: br", "If-None-Match: W/" + br}, 304},
		"list":                            {[]string{"Accept-Encoding: br", `If-None-Match: "x", ` + br}, 304},
		"any":                             {[]string{"If-None-Match: *"}, 304},
		"tag of the first encoding":       {[]string{"Accept-Encoding: br", "If-None-Match: " + early}, 304},
		"tag of another coding":           {[]string{"Accept-Encoding: br", "If-None-Match: " + identity}, 200},
		"unknown tag":                     {[]string{`If-None-Match: "x"`}, 200},
		"date":                            {[]string{"If-Modified-Since: Mon, 30 Nov 2026 09:00:07 GMT"}, 304},
		"date before":                     {[]string{"If-Modified-Since: Mon, 30 Nov 2026 09:00:06 GMT"}, 200},
		"unknown tag, date that would do": {[]string{`If-None-Match: "x"`, "If-Modified-Since: Mon, 30 Nov 2026 09:00:07 GMT"}, 200},
	}
	for name, tt := range tests {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			if got := c.do(method, paths[0], "", tt.headers...); got.StatusCode != tt.status {
				t.Errorf("%s by %s: status %d, want %d", name, method, got.StatusCode, tt.status)
			}
		}
	}
	// The client's copy is confirmed under the tag that it has (RFC 9111, 4.3.4).
	if got := c.get(paths[0], "Accept-Encoding: br", "If-None-Match: "+early).Header.Get("Etag"); got != early {
		t.Errorf("confirmed %s under %s", early, got)
	}
	if err := api.Publish(snapshot(8, 20)); err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{early, br, identity} {
		if got := c.get(paths[0], "If-None-Match: "+tag, "Accept-Encoding: br"); got.StatusCode != http.StatusOK {
			t.Errorf("the tag of revision 7 is confirmed at revision 8: status %d", got.StatusCode)
		}
	}
}

func TestCatalogPublishedAgainIsTheSame(t *testing.T) {
	t.Parallel()
	api, c := serve(t, catalogapi.Options{})
	if err := api.Publish(snapshot(7, 20)); err != nil {
		t.Fatal(err)
	}
	api.Settle()
	before := c.get(paths[0], "Accept-Encoding: zstd")
	again := snapshot(7, 20)
	for i := range again.Listings { // what probes move without a change of state
		again.Listings[i].Health.CheckedAt = again.UpdatedAt.Add(time.Hour)
		again.Listings[i].Health.Failures = 1
	}
	if err := api.Publish(again); err != nil {
		t.Fatal(err)
	}
	after := c.get(paths[0], "Accept-Encoding: zstd")
	if before.Header.Get("Etag") != after.Header.Get("Etag") || !bytes.Equal(before.body, after.body) {
		t.Error("the same content was published as another document")
	}
}

func TestCatalogTellsApartMethods(t *testing.T) {
	t.Parallel()
	api, c := serve(t, catalogapi.Options{})
	if res := c.get(paths[0]); res.StatusCode != http.StatusServiceUnavailable || problem(t, res).Code != "CATALOG_NOT_READY" || res.Header.Get("Retry-After") == "" {
		t.Errorf("before the first publication: status %d, %s", res.StatusCode, res.body)
	}
	if err := api.Publish(snapshot(1, 0)); err != nil {
		t.Fatal(err)
	}
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch} {
		res := c.do(method, paths[0], "{}")
		if res.StatusCode != http.StatusMethodNotAllowed || res.Header.Get("Allow") != "GET, HEAD, OPTIONS" || problem(t, res).Code != "METHOD_NOT_ALLOWED" {
			t.Errorf("%s: status %d, Allow %q", method, res.StatusCode, res.Header.Get("Allow"))
		}
	}
	res := c.do(http.MethodOptions, paths[0], "", "Origin: https://app.example", "Access-Control-Request-Method: GET", "Access-Control-Request-Headers: if-none-match")
	if res.StatusCode != http.StatusNoContent || res.Header.Get("Access-Control-Allow-Origin") != "*" || !strings.Contains(res.Header.Get("Access-Control-Allow-Headers"), "If-None-Match") {
		t.Errorf("preflight: status %d, %v", res.StatusCode, res.Header)
	}
}

// Publications while the worker encodes: the last one wins and nothing hangs.
func TestCatalogPublishedInARow(t *testing.T) {
	t.Parallel()
	api, c := serve(t, catalogapi.Options{})
	const last = 12
	for revision := range int64(last) {
		if err := api.Publish(snapshot(revision+1, 200)); err != nil {
			t.Fatal(err)
		}
	}
	api.Settle()
	for _, coding := range []string{"", "gzip", "br", "zstd"} {
		var doc catalogapi.Document
		res := c.get(paths[0], "Accept-Encoding: "+coding)
		if err := json.Unmarshal(plain(t, coding, res.body), &doc); err != nil || doc.Revision != last {
			t.Errorf("%q: revision %d, want %d (%v)", coding, doc.Revision, last, err)
		}
	}
}

func TestCatalogHasWhatTheAppMayUse(t *testing.T) {
	t.Parallel()
	api, c := serve(t, catalogapi.Options{})
	snap := snapshot(5, 0)
	add := func(id string, change func(*market.Listing)) {
		l := listing(id, snap.UpdatedAt)
		change(&l)
		snap.Listings = append(snap.Listings, l)
	}
	add("a-up", func(*market.Listing) {})
	add("b-degraded", func(l *market.Listing) { l.Health.State = market.HealthDegraded })
	add("c-down", func(l *market.Listing) { l.Health.State = market.HealthDown })
	add("d-gone", func(l *market.Listing) { l.Health.State = market.HealthGone })
	add("e-gated", func(l *market.Listing) {
		l.Health.State, l.Auth, l.App = market.HealthGated, "token", market.OutcomeGated
	})
	add("f-fails", func(l *market.Listing) { l.App = market.OutcomeFail })
	add("g-held", func(l *market.Listing) { l.Hold = market.HoldSuspended })
	add("h-new", func(l *market.Listing) { l.Health = market.Health{} })
	if err := api.Publish(snap); err != nil {
		t.Fatal(err)
	}
	var doc catalogapi.Document
	if err := json.Unmarshal(c.get(paths[0]).body, &doc); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, p := range doc.Packages {
		ids = append(ids, p.ID)
	}
	if want := []string{"a-up", "b-degraded", "e-gated", "h-new"}; !slices.Equal(ids, want) || doc.PackageCount != len(want) {
		t.Errorf("the catalog has %v (count %d), want %v", ids, doc.PackageCount, want)
	}
}
