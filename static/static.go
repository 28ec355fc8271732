// Package static holds the pages' style sheet, script and icons, served under
// names that carry a hash of the content, so that they can be cached for ever.
package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"

	"marketd/negotiate"
)

//go:embed tokens.css app.css desk.css app.js icons.svg favicon.svg
var files embed.FS

// Prefix is the path under which [Assets] serves.
const Prefix = "/static/"

// bundles says of which files each asset is made, in order.
var bundles = map[string][]string{
	"app.css":     {"tokens.css", "app.css", "desk.css"},
	"app.js":      {"app.js"},
	"icons.svg":   {"icons.svg"},
	"favicon.svg": {"favicon.svg"},
}

var mediaTypes = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
}

// Assets serves the embedded files. Make one with [New].
type Assets struct {
	urls   map[string]string // name → URL
	byPath map[string]*asset // URL → content
}

type asset struct {
	mediaType string
	etag      string
	plain     []byte
	gzip      func() []byte // made at the first request that wants it
	brotli    func() []byte
}

// New reads and hashes the files.
func New() *Assets {
	a := &Assets{urls: map[string]string{}, byPath: map[string]*asset{}}
	for name, parts := range bundles {
		var content []byte
		for _, p := range parts {
			b, err := files.ReadFile(p)
			if err != nil {
				panic(err) // the file is embedded: a broken build, not a fault of the day
			}
			content = append(content, b...)
		}
		sum := sha256.Sum256(content)
		hash := hex.EncodeToString(sum[:6])
		ext := path.Ext(name)
		url := Prefix + strings.TrimSuffix(name, ext) + "." + hash + ext
		a.urls[name] = url
		a.byPath[url] = &asset{
			mediaType: mediaTypes[ext],
			etag:      `"` + hash + `"`,
			plain:     content,
			gzip:      sync.OnceValue(func() []byte { return gzipped(content) }),
			brotli:    sync.OnceValue(func() []byte { return brotlied(content) }),
		}
	}
	return a
}

// URL is the fingerprinted address of an asset; it panics for a name that is
// not one, since only templates name assets.
func (a *Assets) URL(name string) string {
	u, ok := a.urls[name]
	if !ok {
		panic("static: no asset " + name)
	}
	return u
}

// ServeHTTP serves one asset; any other path is not found.
func (a *Assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, ok := a.byPath[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Content-Type", f.mediaType)
	h.Set("ETag", f.etag)
	h.Set("Vary", "Accept-Encoding")
	h.Set("X-Content-Type-Options", "nosniff")
	if r.Header.Get("If-None-Match") == f.etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := f.plain
	coding := negotiate.AcceptEncoding(r.Header["Accept-Encoding"]).Best(kept)
	switch coding {
	case negotiate.Brotli:
		body = f.brotli()
	case negotiate.Gzip:
		body = f.gzip()
	case negotiate.Zstd, negotiate.Identity:
	}
	if coding != negotiate.Identity {
		h.Set("Content-Encoding", coding.String())
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(body)
	}
}

// kept tells the codings that assets are kept in.
func kept(c negotiate.Coding) bool { return c != negotiate.Zstd }

func gzipped(b []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	_, _ = w.Write(b) // a bytes.Buffer takes everything
	_ = w.Close()
	return out.Bytes()
}

func brotlied(b []byte) []byte {
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, brotli.BestCompression)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Bytes()
}
