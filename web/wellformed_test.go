package web

import (
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"marketd/i18n"
)

// wellFormed checks what every page must be, whatever it shows: usable without
// script, safe under its content policy, readable by a screen reader, and
// spoken in one language.
func wellFormed(t testing.TB, path string, a answer) {
	t.Helper()
	if !strings.HasPrefix(a.header.Get("Content-Type"), "text/html") || a.body == "" {
		return
	}
	bad := func(format string, args ...any) {
		t.Helper()
		t.Errorf("page %s: "+format, append([]any{path}, args...)...)
	}
	if n := a.doc.Find("h1").Length(); n != 1 {
		bad("%d h1", n)
	}
	if n := a.doc.Find("[style], script:not([src]), style, iframe, object, embed").Length(); n > 0 {
		bad("%d inline styles, scripts or frames", n)
	}
	ids := map[string]bool{}
	a.doc.Find("*").Each(func(_ int, s *goquery.Selection) {
		for _, attr := range s.Nodes[0].Attr {
			switch {
			case strings.HasPrefix(attr.Key, "on"):
				bad("handler attribute %s", attr.Key)
			case attr.Key == "id" && ids[attr.Val]:
				bad("id %q twice", attr.Val)
			case attr.Key == "id":
				ids[attr.Val] = true
			case (attr.Key == "href" || attr.Key == "action") && strings.Contains(attr.Val, "templ-sanitization-failed"):
				bad("%s refused by templ", attr.Key)
			}
		}
	})
	a.doc.Find("input:not([type=hidden]), select, textarea").Each(func(_ int, s *goquery.Selection) {
		id := s.AttrOr("id", "")
		if a.doc.Find("label[for='"+id+"']").Length() == 0 && s.Closest("label").Length() == 0 && s.AttrOr("aria-label", "") == "" {
			bad("field %q has no label", id+s.AttrOr("name", ""))
		}
	})
	a.doc.Find("form[method=post]").Each(func(_ int, s *goquery.Selection) {
		if !strings.HasPrefix(s.AttrOr("action", ""), "/") {
			bad("form posts to %q", s.AttrOr("action", ""))
		}
	})
	a.doc.Find("button:not([type]), svg:not([aria-hidden]):not([role])").Each(func(_ int, s *goquery.Selection) {
		bad("<%s> without its type or role", goquery.NodeName(s))
	})
	if key := keyShown(a); key != "" {
		bad("message %q has no text", key)
	}
}

var keyLike = regexp.MustCompile(`\b[a-z]+\.[a-z][A-Za-z_]*\b`)

// keyShown is a message key that stands on the page where its text should.
func keyShown(a answer) string {
	p := i18n.For(i18n.English)
	for _, word := range keyLike.FindAllString(a.doc.Find("body").Text(), -1) {
		page, _, _ := strings.Cut(word, ".")
		if p.Has(word) || page == "state" || page == "reason" || page == "home" || page == "listing" {
			return word
		}
	}
	return ""
}
