package catalogapi

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"testing"
	"time"
	"unicode/utf8"
)

// FuzzFeed writes a feed of a stranger's texts: it must be well-formed, hold
// one entry, and nothing of the texts may become markup.
func FuzzFeed(f *testing.F) {
	for _, s := range []string{
		"", "天气", `</title><script>alert(1)</script>`, "]]>", "&amp;&#0;&bogus;", "\x00\x01\x08\x0b\x0c\x1f\x7f", "\xff\xfe\xfa", "\ufffe\uffff",
		"\u202egnirts", "line\nline\r\ttab", `"'><`, "<!--", "<?xml?>", "<!DOCTYPE x [<!ENTITY a \"b\">]>", "\U0001F600", "\u0085\u2028\u2029",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		at := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
		e := feedEntry{id: s, title: s, text: s, link: s, by: s, kind: s, published: at, updated: at}
		body := feed{id: s, title: s, subtitle: s, self: s, page: s, lang: s, updated: at, entries: []feedEntry{e}}.atom()
		if !utf8.Valid(body) {
			t.Fatal("not UTF-8")
		}
		names := map[string]int{}
		for d := xml.NewDecoder(bytes.NewReader(body)); ; {
			tok, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v in %s", err, body)
			}
			switch tok := tok.(type) {
			case xml.StartElement:
				names[tok.Name.Local]++
			case xml.Comment, xml.Directive:
				t.Fatalf("%q became %T", s, tok)
			}
		}
		for name, most := range map[string]int{
			"feed": 1, "entry": 1, "id": 2, "title": 2, "subtitle": 1, "updated": 2, "published": 1, "link": 3, "category": 1, "author": 2, "name": 2, "summary": 1,
		} {
			if names[name] > most {
				t.Errorf("%d <%s>", names[name], name)
			}
			delete(names, name)
		}
		if len(names) > 0 {
			t.Errorf("%q became elements: %v", s, names)
		}
	})
}

func TestAdvance(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]int{"": 0, "100%": 32, "可用率": 33, "30 天": 29, "·": 4, "e\u0301": 7} {
		if got := advance(s); got != want {
			t.Errorf("%q is %d wide, want %d", s, got, want)
		}
	}
}

func TestShareRoundsNoFailureAway(t *testing.T) {
	t.Parallel()
	for of, want := range map[float64]string{1: "100%", 0: "0%", .99999: "99.99%", .9: "90%", .995: "99.5%", 2.0 / 3: "66.66%"} {
		if got := share(of); got != want {
			t.Errorf("%v is %s, want %s", of, got, want)
		}
	}
}
