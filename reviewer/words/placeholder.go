package words

import (
	"strings"

	"marketd/reviewer/pattern"
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
	case unfinished(plain), insertion(plain), requested(plain), lorem(canon):
		return KindShape
	case junk(canon):
		return KindJunk
	}
	if depth == 0 {
		return kindNothing
	}
	if !strings.ContainsAny(plain, "{%'\":") && !strings.Contains(plain, "www.") {
		return kindNothing // neither template nor link
	}
	if rest := template().ReplaceAllString(plain, " "); rest != plain && placeholder(rest, depth-1) != kindNothing {
		return KindMarkup
	}
	if rest := webLink().ReplaceAllString(plain, " "); rest != plain {
		if pointers().has(Key(rest)) || placeholder(rest, depth-1) != kindNothing {
			return KindMarkup
		}
	}
	return kindNothing
}

// FieldNoun reports whether a text that would be a placeholder for a tool is
// good enough for a parameter, because it names the content: "Title", 名称.
func FieldNoun(text string) bool { return fieldNouns().has(Key(Plain(text))) }

// sentence splits where one statement ends and the next begins.
var sentence = pattern.Late(`[.。!！?？;；:：,，、|\n]+|\s[-–—/]+\s|—+`)

// listed reports whether the text is in the lists, or is made of nothing but
// texts that are ("Description: TBD"), also in look-alike letters.
func listed(plain string) bool {
	if inList(plain) {
		return true
	}
	if len(plain) > 400 {
		return false
	}
	parts := sentence().Split(plain, 9)
	if len(parts) < 2 || len(parts) > 8 {
		return false
	}
	n := 0
	for _, part := range parts {
		if Canon(part) == "" {
			continue
		}
		if !inList(part) {
			return false
		}
		n++
	}
	return n > 0
}

func inList(s string) bool {
	if len(s) > 300 {
		return false
	}
	k := Key(s)
	if placeholders().has(k) {
		return true
	}
	l := lookalike(k)
	return l != k && placeholders().has(l)
}
