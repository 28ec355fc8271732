package healthcheck

import (
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"marketd/market"
	"marketd/market/plaintext"
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
