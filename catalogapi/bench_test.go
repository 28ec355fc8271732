package catalogapi_test

import (
	"cmp"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"testing"
	"time"

	"marketd/catalogapi"
)

// bare is net/http alone: it sends, for one address and one Accept-Encoding,
// the header and the bytes that it was given, and asks nothing.
type bare struct {
	header http.Header
	body   []byte
	tag    string
}

func (b bare) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	same := r.Header.Get("If-None-Match") == b.tag
	for name, values := range b.header {
		if same && (name == "Content-Type" || name == "Content-Length" || name == "Content-Encoding") {
			continue
		}
		h.Set(name, values[0])
	}
	if same {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(b.body)
}

// listen serves a handler on loopback and returns a way to ask it on one
// connection that stays open.
func listen(b *testing.B, h http.Handler) (ask func(*http.Request)) {
	b.Helper()
	ln, err := new(net.ListenConfig).Listen(b.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	srv := &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = srv.Serve(ln) }()
	transport := &http.Transport{DisableCompression: true}
	b.Cleanup(func() {
		transport.CloseIdleConnections()
		_ = srv.Close()
	})
	return func(req *http.Request) {
		req.URL.Host = ln.Addr().String()
		res, err := transport.RoundTrip(req)
		if err != nil {
			b.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
	}
}

func request(b *testing.B, headers map[string]string) *http.Request {
	b.Helper()
	req, err := http.NewRequestWithContext(b.Context(), http.MethodGet, "http://host"+paths[0], http.NoBody)
	if err != nil {
		b.Fatal(err)
	}
	for name, value := range headers {
		req.Header.Set(name, value)
	}
	return req
}

// BenchmarkCatalog measures a 304 and a catalog of 12 listings against the
// same answers from bare net/http, over loopback. It asks the two in turns, so
// that both meet the same machine, and compares the medians: "x-bare" must not
// be above 1.3.
func BenchmarkCatalog(b *testing.B) {
	api, _ := serve(b, catalogapi.Options{})
	if err := api.Publish(snapshot(7, 12)); err != nil {
		b.Fatal(err)
	}
	api.Settle()
	for _, coding := range []string{"", "br"} {
		first := serveOnce(api.Handler(), request(b, map[string]string{"Accept-Encoding": coding}))
		twin := bare{header: first.header, body: first.body, tag: first.header.Get("Etag")}
		for name, headers := range map[string]map[string]string{
			"200": {"Accept-Encoding": coding},
			"304": {"Accept-Encoding": coding, "If-None-Match": twin.tag},
		} {
			b.Run(fmt.Sprintf("%s/%s", name, cmp.Or(coding, "identity")), func(b *testing.B) {
				ours, theirs := listen(b, api.Handler()), listen(b, twin)
				req := request(b, headers)
				var a, z []time.Duration
				for b.Loop() {
					t0 := time.Now()
					ours(req)
					t1 := time.Now()
					theirs(req)
					a, z = append(a, t1.Sub(t0)), append(z, time.Since(t1))
				}
				b.ReportMetric(float64(median(a).Nanoseconds()), "ns/ours")
				b.ReportMetric(float64(median(z).Nanoseconds()), "ns/bare")
				b.ReportMetric(float64(median(a))/float64(median(z)), "x-bare")
			})
		}
	}
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return max(1, d[len(d)/2])
}

// sink is a ResponseWriter that keeps what it is given.
type sink struct {
	header http.Header
	body   []byte
}

func (s *sink) Header() http.Header { return s.header }
func (s *sink) WriteHeader(int)     {}
func (s *sink) Write(p []byte) (int, error) {
	s.body = p
	return len(p), nil
}

func serveOnce(h http.Handler, r *http.Request) *sink {
	s := &sink{header: http.Header{}}
	h.ServeHTTP(s, r)
	return s
}

// BenchmarkCatalogHandler measures the handlers alone, without a connection.
func BenchmarkCatalogHandler(b *testing.B) {
	api, _ := serve(b, catalogapi.Options{})
	if err := api.Publish(snapshot(7, 12)); err != nil {
		b.Fatal(err)
	}
	api.Settle()
	accept := "gzip, deflate, br, zstd"
	first := serveOnce(api.Handler(), request(b, map[string]string{"Accept-Encoding": accept}))
	twin := bare{header: first.header, body: first.body, tag: first.header.Get("Etag")}
	for name, headers := range map[string]map[string]string{
		"200": {"Accept-Encoding": accept},
		"304": {"Accept-Encoding": accept, "If-None-Match": twin.tag},
	} {
		for whose, h := range map[string]http.Handler{"ours": api.Handler(), "bare": twin} {
			b.Run(name+"/"+whose, func(b *testing.B) {
				req, w := request(b, headers), &sink{header: http.Header{}}
				b.ReportAllocs()
				for b.Loop() {
					clear(w.header)
					h.ServeHTTP(w, req)
				}
			})
		}
	}
}

// BenchmarkPublish measures what a change of the catalog costs before it is out.
func BenchmarkPublish(b *testing.B) {
	for _, n := range []int{12, 1000, 20_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			api, _ := serve(b, catalogapi.Options{})
			api.Pause()
			snap := snapshot(1, n)
			for b.Loop() {
				snap.Revision++
				if err := api.Publish(snap); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
