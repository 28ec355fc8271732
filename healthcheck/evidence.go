package healthcheck

import (
	"cmp"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"marketd/market"
	"marketd/market/plaintext"
	"marketd/market/secret"
)

// How much of a text is kept. Bodies are read a little further, so that a
// secret at the cut is seen whole and redacted whole.
const (
	maxBody    = 16 << 10
	slack      = 4 << 10
	maxHeader  = 1 << 10
	maxHeaders = 64
	maxDetail  = 200
)

// evidence makes a text fit to be kept: valid UTF-8, without the test token
// and other secrets, at most limit bytes. The token is hidden before anything
// is cut: it may be longer than the text that is kept.
func (r *run) evidence(s string, limit int) string {
	s = plaintext.Head(r.token.Hide(s), limit+slack)
	return plaintext.Head(r.redact(strings.ToValidUTF8(s, "\uFFFD")), limit)
}

// detail makes one short line for people of a text from the server: evidence
// with control and format characters shown as what they are.
func (r *run) detail(s string) string {
	return plaintext.Head(plaintext.Visible(r.evidence(s, maxDetail)), 2*maxDetail)
}

// recorder keeps the beginning of what is read through it.
type recorder struct {
	r    io.Reader
	kept []byte
	n    int64 // bytes read
}

func (r *recorder) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	r.n += int64(n)
	if room := maxBody + slack - len(r.kept); room > 0 {
		r.kept = append(r.kept, p[:min(n, room)]...)
	}
	return n, err
}

// buffers are for recorders: of a probe in its good course nothing that was
// recorded is kept.
type buffers struct{ pool sync.Pool }

func (b *buffers) take() []byte {
	if kept, ok := b.pool.Get().(*[]byte); ok {
		return (*kept)[:0]
	}
	return make([]byte, 0, 1<<10)
}

func (b *buffers) give(kept []byte) {
	if cap(kept) > 0 {
		b.pool.Put(&kept)
	}
}

// heard is an exchange as it was. It becomes evidence when it is wanted as
// such: to redact and copy costs more than to ask.
type heard struct {
	x      market.Exchange // but for its texts
	call   call
	header http.Header // of the answer
	kept   []byte      // the beginning of its body
	body   *string     // that as evidence, once it was wanted
}

// body is the beginning of an answer's body as evidence.
func (r *run) body(h *heard) string {
	if h.body == nil {
		s := r.evidence(string(h.kept), maxBody)
		h.body = &s
	}
	return *h.body
}

// transcript is what was said, as evidence: the token masked.
func (r *run) transcript() []market.Exchange {
	all := make([]market.Exchange, len(r.heard))
	for i, h := range r.heard {
		x := h.x
		x.URL, x.ReqBody = r.evidence(cmp.Or(h.call.url, r.target.URL), maxHeader), r.evidence(h.call.body, maxBody)
		for _, line := range h.call.header {
			x.ReqHeader = append(x.ReqHeader, market.Header{Name: line.Name, Value: r.evidence(line.Value, maxHeader)})
		}
		if agent := r.agent(); agent != "" {
			x.ReqHeader = append(x.ReqHeader, market.Header{Name: "User-Agent", Value: r.evidence(agent, maxHeader)})
		}
		if r.target.Token != "" {
			x.ReqHeader = append(x.ReqHeader, market.Header{Name: "Authorization", Value: "Bearer " + secret.Mask})
		}
		x.RespHeader, x.RespBody = r.headers(h.header), r.body(h)
		all[i] = x
	}
	return all
}

// forget frees what was recorded.
func (r *run) forget() {
	for _, h := range r.heard {
		r.buffers.give(h.kept)
	}
	r.heard = nil
}

// headers keeps an answer's header, sorted, without the values of cookies.
func (r *run) headers(h http.Header) []market.Header {
	var kept []market.Header
	for name, values := range h {
		for _, v := range values {
			if strings.EqualFold(name, "Set-Cookie") {
				v = "⟦cookie⟧"
			}
			kept = append(kept, market.Header{Name: r.evidence(name, 100), Value: r.evidence(v, maxHeader)})
		}
	}
	slices.SortFunc(kept, func(a, b market.Header) int {
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return strings.Compare(a.Value, b.Value)
	})
	return kept[:min(len(kept), maxHeaders)]
}

// mediaType is the media type in lower case without parameters, as far as it
// can be read; "" without one.
func mediaType(h http.Header) string {
	raw := h.Get("Content-Type")
	if t, _, err := mime.ParseMediaType(raw); err == nil {
		return t
	}
	t, _, _ := strings.Cut(raw, ";")
	return strings.ToLower(strings.TrimSpace(t))
}

// maxRetryAfter is the longest wait a server may ask for (rule CRN-005).
const maxRetryAfter = time.Hour

// retryAfter reads Retry-After (RFC 9110 §10.2.3), seconds or a date.
func retryAfter(v string, now time.Time) time.Duration {
	v = strings.TrimSpace(v)
	var d time.Duration
	if n, err := strconv.ParseUint(v, 10, 63); err == nil {
		d = time.Duration(min(n, uint64(maxRetryAfter/time.Second))) * time.Second
	} else if at, err := http.ParseTime(v); err == nil {
		d = at.Sub(now)
	} else if v != "" && strings.Trim(v, "0123456789") == "" {
		d = maxRetryAfter // a number beyond reading
	}
	return max(0, min(d, maxRetryAfter))
}

// skew is how far the answer's Date is ahead of now (RFC 9110 §6.6.1). What a
// cache kept says when it was kept.
func skew(h http.Header, now time.Time) (ahead time.Duration, ok bool) {
	date := h.Get("Date")
	if date == "" || h.Get("Age") != "" {
		return 0, false
	}
	at, err := http.ParseTime(date)
	if err != nil {
		return 0, false
	}
	return at.Sub(now.Truncate(time.Second)), true
}

// authScheme is the scheme of WWW-Authenticate; "" when it is no token.
func authScheme(v string) string {
	scheme, _, _ := strings.Cut(strings.TrimSpace(v), " ")
	for _, c := range scheme {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' {
			return ""
		}
	}
	return plaintext.Head(scheme, 32)
}
