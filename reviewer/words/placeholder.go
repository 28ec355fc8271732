package words

import (
	"strings"
	"sync"
)

// The kinds of text that say nothing, as [Placeholder] tells them.
const (
	KindEmpty   = "empty"  // nothing to read: blanks, punctuation, mark-up alone (DSC-001)
	KindListed  = "listed" // one of the known placeholders, in any of some twenty languages (DSC-002)
	KindShape   = "shape"  // the form of a placeholder: "TODO: …", "[insert description]", filler text (DSC-003)
	KindMarkup  = "markup" // template syntax, a message key, a bare URL, a printed value (DSC-003)
	KindJunk    = "junk"   // one or two characters repeated, a row of the keyboard (DSC-006)
	kindNothing = ""       // the text says something
)

// Placeholder reports whether the whole text says nothing, and by what sign. It
// never looks for words inside a text: "Lists todo items" is a description.
func Placeholder(text string) (kind string, ok bool) {
	kind = placeholder(text, 2)
	return kind, kind != kindNothing
}

// placeholder looks through at most depth layers of template and link.
func placeholder(text string, depth int) string {
	plain := Plain(text)
	canon := Canon(plain)
	switch {
	case canon == "":
		if strings.ContainsFunc(text, solid) {
			return KindMarkup
		}
		return KindEmpty
	case listed(plain):
		return KindListed
	case dump(plain), key(plain):
		return KindMarkup
	case marks(canon) && unfinished(plain), insertion(plain), requested(plain), lorem(canon):
		return KindShape
	case junk(canon):
		return KindJunk
	}
	if depth == 0 {
		return kindNothing
	}
	if HasAny(plain, "{", "<%", "%(", "t(") {
		if rest := template().ReplaceAllString(plain, " "); rest != plain && placeholder(rest, depth-1) != kindNothing {
			return KindMarkup
		}
	}
	if HasAny(Lower(plain), "://", "www.") {
		if rest := webLink().ReplaceAllString(plain, " "); rest != plain && (pointers().has(Key(rest)) || placeholder(rest, depth-1) != kindNothing) {
			return KindMarkup
		}
	}
	return kindNothing
}

// FieldNoun reports whether a text that would be a placeholder for a tool is
// good enough for a parameter, because it names the content: "Title", 名称.
func FieldNoun(text string) bool { return fieldNouns().has(Key(Plain(text))) }

// listed reports whether the text is in the lists, or is made of nothing but
// texts that are ("Description: TBD"), also in look-alike letters.
func listed(plain string) bool {
	if inList(plain) {
		return true
	}
	if len(plain) > 400 {
		return false
	}
	said := false
	for n := 1; plain != ""; n++ {
		part, rest, more := cutStatement(plain)
		if n == 1 && !more || n > 8 {
			return false
		}
		if Canon(part) != "" {
			if !inList(part) {
				return false
			}
			said = true
		}
		plain = rest
	}
	return said
}

// ends end a statement.
const ends = ".。!！?？;；:：,，、|\n"

// cutStatement cuts where one statement ends and the next begins: at
// punctuation, at a dash, and at hyphens or slashes between blanks.
func cutStatement(s string) (part, rest string, more bool) {
	for i, r := range s {
		switch {
		case strings.ContainsRune(ends, r):
			return s[:i], strings.TrimLeft(s[i:], ends), true
		case r == '—':
			return s[:i], strings.TrimLeft(s[i:], "—"), true
		case blank(r):
			after := strings.TrimLeft(s[i+1:], "-–—/")
			if len(after) < len(s)-i-1 && after != "" && blank(rune(after[0])) {
				return s[:i], after[1:], true
			}
		}
	}
	return s, "", false
}

func blank(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\f' || r == '\r' }

func inList(s string) bool {
	if len(s) > 300 || keyAbove(s, longest()) {
		return false
	}
	k := Key(s)
	if placeholders().has(k) {
		return true
	}
	l := lookalike(k)
	return l != k && placeholders().has(l)
}

// longest is the length of the longest key in the lists, in bytes.
var longest = sync.OnceValue(func() int {
	most := 0
	for k := range placeholders() {
		most = max(most, len(k))
	}
	return most
})

// keyAbove reports whether the key of a text is longer than so many bytes, as
// far as that can be told from its ASCII and Han characters alone.
func keyAbove(s string, most int) bool {
	n := 0
	for _, r := range s {
		switch {
		case r < 0x80 && solid(r):
			n++
		case r >= hanFirst && r <= hanLast:
			n += 3
		}
		if n > most {
			return true
		}
	}
	return false
}
