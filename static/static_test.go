package static

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

func TestServe(t *testing.T) {
	t.Parallel()
	a := New()
	css := a.URL("app.css")
	get := func(method, path string, header ...string) *http.Response {
		r := httptest.NewRequestWithContext(t.Context(), method, path, nil)
		for i := 0; i+1 < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		a.ServeHTTP(w, r)
		return w.Result()
	}
	plain := get(http.MethodGet, css)
	body, _ := io.ReadAll(plain.Body)
	if plain.StatusCode != http.StatusOK || plain.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" || !bytes.Contains(body, []byte("@layer tokens")) {
		t.Fatalf("%d %v", plain.StatusCode, plain.Header)
	}
	unpack := map[string]func(io.Reader) io.Reader{
		"br": func(r io.Reader) io.Reader { return brotli.NewReader(r) },
		"gzip": func(r io.Reader) io.Reader {
			z, err := gzip.NewReader(r)
			if err != nil {
				t.Fatal(err)
			}
			return z
		},
		"": func(r io.Reader) io.Reader { return r },
	}
	for accept, want := range map[string]string{
		"": "", "identity": "", "gzip": "gzip", "gzip, deflate, br": "br", "br;q=0, gzip;q=0.5": "gzip", "zstd": "", "BR": "br", "gzip;q=0": "", "gzip;q=0.00": "", "br;q=0.1, gzip;q=0.9": "gzip", "*": "br", "gzipped": "",
	} {
		resp := get(http.MethodGet, css, "Accept-Encoding", accept)
		if got := resp.Header.Get("Content-Encoding"); got != want {
			t.Errorf("Accept-Encoding %q gives %q, want %q", accept, got, want)
			continue
		}
		got, err := io.ReadAll(unpack[want](resp.Body))
		if err != nil || !bytes.Equal(got, body) {
			t.Errorf("%s: the unpacked body differs: %v", want, err)
		}
	}
	for _, c := range []struct {
		method, path string
		header       []string
		status       int
	}{
		{http.MethodGet, css, []string{"If-None-Match", plain.Header.Get("ETag")}, 304},
		{http.MethodHead, css, nil, 200},
		{http.MethodPost, css, nil, 405},
		{http.MethodGet, "/static/app.css", nil, 404},
		{http.MethodGet, "/static/../static.go", nil, 404},
		{http.MethodGet, Prefix, nil, 404},
	} {
		if resp := get(c.method, c.path, c.header...); resp.StatusCode != c.status {
			t.Errorf("%s %s: %d, want %d", c.method, c.path, resp.StatusCode, c.status)
		}
	}
}

func TestURLIsOfTheContent(t *testing.T) {
	t.Parallel()
	if first, second := New().URL("app.js"), New().URL("app.js"); first != second || !strings.HasPrefix(first, Prefix+"app.") {
		t.Error("an asset's address is not settled")
	}
}

// TestLean keeps the pages light: the whole style sheet and script, packed.
func TestLean(t *testing.T) {
	t.Parallel()
	a := New()
	for name, limit := range map[string]int{"app.css": 8 << 10, "app.js": 3 << 10, "icons.svg": 3 << 10} {
		if n := len(a.byPath[a.URL(name)].brotli()); n > limit {
			t.Errorf("%s is %d bytes packed, more than %d", name, n, limit)
		}
	}
	js, err := files.ReadFile("app.js")
	if err != nil || len(js) > 6<<10 {
		t.Errorf("app.js is %d bytes, more than 6 KiB: %v", len(js), err)
	}
}
