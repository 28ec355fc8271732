package drift

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"marketd/reviewer/pattern"
)

// kind is what a piece of text is to the comparison.
type kind uint8

const (
	letters kind = iota // a word, or anything that is compared as it is
	number              // a count or a date: any other is as good
	gap                 // white space alone
	mark                // punctuation, with the white space around it
)

// piece is a part of a text that is compared as one.
type piece struct {
	kind kind
	text string
}

// alike reports whether two texts differ in numbers, dates, white space and
// punctuation only (rule DRF-004). A number with a letter in its token, as in
// "ign0re" or "gpt-4", is a word. One that names somebody, as a telephone number
// or an IP address does, is none either (see [naming]).
func alike(a, b string) bool {
	x, y := normal(a), normal(b)
	naming(x)
	naming(y)
	return slices.EqualFunc(x, y, func(p, q piece) bool {
		return p.kind == q.kind && (p.kind != letters || p.text == q.text)
	}) && slices.Equal(hosts(narrow(a)), hosts(narrow(b)))
}

// normal is a text's pieces without what does not count: white space beside a
// script that has none, and gaps and marks at both ends. One gap is as good as
// another, and so is one mark.
func normal(s string) []piece {
	all := split(narrow(s))
	out := all[:0]
	for i, p := range all {
		if p.kind == gap || p.kind == mark {
			if len(out) == 0 || i == len(all)-1 {
				continue
			}
			if p.kind == gap && (unspaced(all[i-1]) || unspaced(all[i+1])) {
				continue
			}
			p.kind = gap // punctuation is collapsed with white space
		}
		out = append(out, p)
	}
	months(out)
	return out
}

// unspaced reports whether a piece is of a script that has no blanks.
func unspaced(p piece) bool {
	r, _ := utf8.DecodeRuneInString(p.text)
	return p.kind == letters && blankless(r)
}

func blankless(r rune) bool {
	return r >= 0x2E80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// months makes the name of a month beside a number part of a date.
func months(pieces []piece) {
	for i, p := range pieces {
		if p.kind != letters || !month().MatchString(p.text) {
			continue
		}
		near := func(step int) bool {
			j := i + step
			if j >= 0 && j < len(pieces) && pieces[j].kind == gap {
				j += step
			}
			return j >= 0 && j < len(pieces) && pieces[j].kind == number
		}
		if near(-1) || near(1) {
			pieces[i].kind = number
		}
	}
}

var (
	month = pattern.Late(`^(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)$`)
	stamp = pattern.Late(`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$`)
)

// split takes a text apart. The pieces joined are the text.
func split(s string) []piece {
	pieces := make([]piece, 0, len(s)/6+1)
	for s != "" {
		p, rest := next(s)
		pieces = append(pieces, p...)
		s = rest
	}
	return pieces
}

// next is the first piece of a text, or the pieces of its first token.
func next(s string) ([]piece, string) {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case unicode.IsSpace(r), collapses(r) && !signs(r, s[size:]):
		return separator(s)
	case blankless(r):
		return []piece{{letters, s[:size]}}, s[size:]
	}
	end := strings.IndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) || blankless(r) || collapses(r) && !inner(r) })
	if end < 0 {
		end = len(s)
	}
	return token(s[:end]), s[end:]
}

// signs reports whether a character begins a number that goes on in rest.
func signs(r rune, rest string) bool {
	return (r == '-' || r == '+') && rest != "" && digit(rune(rest[0]))
}

// separator is the white space and punctuation at the start of a text.
func separator(s string) ([]piece, string) {
	k, end := gap, len(s)
	for i, r := range s {
		if !unicode.IsSpace(r) && (!collapses(r) || i > 0 && signs(r, s[i+utf8.RuneLen(r):])) {
			end = i
			break
		}
		if !unicode.IsSpace(r) {
			k = mark
		}
	}
	return []piece{{k, s[:end]}}, s[end:]
}

// token takes apart what stands between blanks. What is made of digits alone, with
// , . + % : - / in it, is a number; a comma or colon ends a word before one.
func token(s string) []piece {
	core := strings.TrimRightFunc(s, func(r rune) bool { return inner(r) && r != '%' && r != '+' })
	tail := s[len(core):]
	var out []piece
	if core != "" {
		out = words(core)
	}
	if tail != "" {
		out = append(out, piece{mark, tail})
	}
	return out
}

func words(s string) []piece {
	if stamp().MatchString(s) {
		return []piece{{number, s}}
	}
	var out []piece
	for i := 1; i < len(s)-1; i++ {
		if (s[i] == ':' || s[i] == ',') && !(digit(rune(s[i-1])) && digit(rune(s[i+1]))) {
			out = append(out, word(s[:i]), piece{mark, s[i : i+1]})
			s, i = s[i+1:], 0
		}
	}
	return append(out, word(s))
}

func word(s string) piece {
	if digits(s) {
		return piece{numberOrName(s), s}
	}
	return piece{letters, s}
}

// digits reports whether a token has digits, and nothing else but what joins them.
func digits(s string) bool {
	some := false
	for _, r := range s {
		switch {
		case digit(r):
			some = true
		case !inner(r):
			return false
		}
	}
	return some
}

func digit(r rune) bool { return r >= '0' && r <= '9' || r >= '０' && r <= '９' }

// inner reports whether a character may stand within a number.
func inner(r rune) bool { return strings.ContainsRune(",.+%:-/", r) }

// collapses reports whether a character is punctuation that means nothing to a
// machine: none of those that make addresses, paths, mark-up or placeholders.
func collapses(r rune) bool {
	if r < utf8.RuneSelf {
		return strings.ContainsRune(`,.;:!?'"()-*`, r) || r == '`'
	}
	return unicode.IsPunct(r)
}
