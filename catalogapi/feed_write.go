package catalogapi

import (
	"html"
	"strings"
	"time"

	"marketd/market/plaintext"
)

// feed is an Atom feed (RFC 4287).
type feed struct {
	id, title, subtitle string
	self, page          string // addresses of the feed and of the page that it is of
	lang                string // BCP 47
	updated             time.Time
	entries             []feedEntry // newest first
}

// feedEntry is one thing that happened.
type feedEntry struct {
	id, title, text, link string
	by                    string // who wrote it; "" is the market
	kind                  string // "listing", "incident", "revision", "tools" or "maintenance"
	published, updated    time.Time
}

// A feed tells of so many things at most, and of each so much: a publisher's
// text is as long as he likes.
const (
	feedEntries = 50
	feedText    = 2000 // runes
)

// atom writes the feed.
func (f feed) atom() []byte {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="utf-8"?>` + "\n" + `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="` + xmlText(f.lang) + `">` + "\n")
	element(&b, "id", f.id)
	element(&b, "title", f.title)
	element(&b, "subtitle", f.subtitle)
	element(&b, "updated", instant(f.updated).Format(time.RFC3339))
	b.WriteString("<author><name>marketd</name></author>\n")
	b.WriteString(`<link rel="self" type="application/atom+xml" href="` + xmlText(f.self) + `"/>` + "\n")
	b.WriteString(`<link rel="alternate" type="text/html" href="` + xmlText(f.page) + `"/>` + "\n")
	for _, e := range f.entries[:min(len(f.entries), feedEntries)] {
		e.write(&b)
	}
	b.WriteString("</feed>\n")
	return []byte(b.String())
}

func (e feedEntry) write(b *strings.Builder) {
	b.WriteString("<entry>\n")
	element(b, "id", e.id)
	element(b, "title", e.title)
	element(b, "published", instant(e.published).Format(time.RFC3339))
	element(b, "updated", instant(e.updated).Format(time.RFC3339))
	b.WriteString(`<link rel="alternate" type="text/html" href="` + xmlText(e.link) + `"/>` + "\n")
	b.WriteString(`<category term="` + xmlText(e.kind) + `"/>` + "\n")
	if e.by != "" {
		b.WriteString("<author>")
		element(b, "name", e.by)
		b.WriteString("</author>\n")
	}
	b.WriteString(`<summary type="text">` + xmlText(e.text) + "</summary>\n</entry>\n")
}

// element writes an element that holds a text, unless that is empty.
func element(b *strings.Builder, name, text string) {
	if text != "" {
		b.WriteString("<" + name + ">" + xmlText(text) + "</" + name + ">\n")
	}
}

// xmlText is a text fit for XML 1.0, as an attribute's value too: what no
// character of it may be is written out, and what is markup is escaped.
func xmlText(s string) string {
	return html.EscapeString(plaintext.Visible(strings.ToValidUTF8(plaintext.Cut(s, feedText), "\uFFFD")))
}
