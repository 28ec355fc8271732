package catalogapi

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"slices"
	"strconv"
	"time"

	"marketd/negotiate"
)

// edition is the catalog at one revision in every coding, ready to be sent.
// Nobody changes it.
type edition struct {
	updated  time.Time
	modified string // updated as Last-Modified; "" when the catalog never changed
	variants [negotiate.Codings]*variant
}

// variant is an edition in one coding. It has the header lines of its answers
// ready, so that an answer allocates none.
type variant struct {
	body  []byte
	tags  []string // the entity tag; then those of other bytes of the same content and coding
	on200 []headerLine
	on304 []headerLine
}

// headerLine is a header's canonical name and its values. The values are
// shared by all answers; their capacity is their length, so that an append
// copies them.
type headerLine struct {
	name   string
	values []string
}

// cacheControl has shared caches ask once a minute, serve what they have while
// they ask, and go on with it for a day when the market is away.
const cacheControl = "public, max-age=60, stale-while-revalidate=600, stale-if-error=86400"

// catalogLink leads from the catalog to what its members mean (RFC 8288, relation describedby).
const catalogLink = `</schemas/catalog.json>; rel="describedby"`

func newEdition(updated time.Time) *edition {
	e := &edition{updated: updated}
	if !updated.IsZero() {
		e.modified = updated.UTC().Format(http.TimeFormat)
	}
	return e
}

// with returns the edition with a body for a coding in place of the one before,
// whose entity tag goes on being known: who has those bytes has the content.
func (e *edition) with(c negotiate.Coding, body []byte) *edition {
	next := *e
	tags := []string{entityTag(body)}
	if old := e.variants[c]; old != nil {
		if old.tags[0] == tags[0] {
			return e
		}
		tags = append(tags, old.tags...)
	}
	v := newVariant(c, "application/json", body, tags, e.modified)
	v.on200 = append(v.on200, headerLine{"Link", []string{catalogLink}})
	next.variants[c] = v
	return &next
}

// entityTag is a strong validator: it is made from the very bytes that are sent,
// and so differs from coding to coding and agrees between replicas.
func entityTag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:18]) + `"`
}

func newVariant(c negotiate.Coding, mediaType string, body []byte, tags []string, modified string) *variant {
	line := func(name, value string) headerLine { return headerLine{name, []string{value}} }
	v := &variant{body: body, tags: tags}
	v.on304 = []headerLine{
		line("Access-Control-Allow-Origin", "*"),
		line("Access-Control-Expose-Headers", "ETag"),
		line("Cache-Control", cacheControl),
		line("Etag", tags[0]),
		line("Vary", "Accept-Encoding"),
		line("X-Content-Type-Options", "nosniff"),
	}
	if modified != "" {
		v.on304 = append(v.on304, line("Last-Modified", modified))
	}
	v.on200 = slices.Concat(v.on304, []headerLine{
		line("Content-Length", strconv.Itoa(len(body))),
		line("Content-Type", mediaType),
	})
	if c != negotiate.Identity {
		v.on200 = append(v.on200, line("Content-Encoding", c.String()))
	}
	return v
}

// serve answers a GET or HEAD, or says that the client has it already; it
// returns the status and the bytes sent.
func (v *variant) serve(w http.ResponseWriter, r *http.Request, modified string, updated time.Time) (status, bytes int) {
	h := w.Header()
	if tag, same := notModified(r.Header, v.tags, modified, updated); same {
		set(h, v.on304)
		if tag != v.tags[0] {
			h["Etag"] = []string{tag}
		}
		w.WriteHeader(http.StatusNotModified)
		return http.StatusNotModified, 0
	}
	set(h, v.on200)
	if r.Method == http.MethodGet {
		bytes, _ = w.Write(v.body) // a client that has gone away has its reasons
	}
	return http.StatusOK, bytes
}

func set(h http.Header, lines []headerLine) {
	for _, l := range lines {
		h[l.name] = l.values
	}
}

func (e *edition) has(c negotiate.Coding) bool { return e.variants[c] != nil }
