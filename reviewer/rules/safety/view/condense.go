package view

import (
	"strings"
	"unicode/utf8"
)

// Squeezed is the text with runs of white space as single blanks and apostrophes
// as '; the text itself when that changes nothing.
func Squeezed(s string) string {
	s = strings.ReplaceAll(s, "’", "'")
	i := strings.IndexFunc(s, func(r rune) bool { return r >= '\t' && r <= '\r' })
	if i < 0 && !strings.Contains(s, "  ") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	blank := false
	for i := range len(s) {
		c := s[i]
		space := c == ' ' || c >= '\t' && c <= '\r'
		switch {
		case !space:
			b.WriteByte(c)
		case !blank:
			b.WriteByte(' ')
		}
		blank = space
	}
	return b.String()
}

// Condensed is a sentence in lower case with white space as single blanks, every
// kind of quotation mark as " or ', and without the marks of emphasis.
func Condensed(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	condense(&b, s, -1)
	return b.String()
}

// CondensedOrigin is the offset in s of what stands at an offset of Condensed(s).
func CondensedOrigin(s string, at int) int {
	var b strings.Builder
	return condense(&b, s, at)
}

// condense writes until it has written more than stop bytes, and returns the
// offset in s of what it wrote last; a stop below 0 is none.
func condense(b *strings.Builder, s string, stop int) int {
	blank := true
	for i := 0; i < len(s); {
		from := i
		c := s[i]
		i++
		switch {
		case c == ' ' || c >= '\t' && c <= '\r':
			if !blank {
				b.WriteByte(' ')
			}
			blank = true
		case (c == '*' || c == '_') && i < len(s) && s[i] == c:
			i++ // emphasis
		case c == '`': // code
		case c < utf8.RuneSelf:
			if 'A' <= c && c <= 'Z' {
				c |= 0x20
			}
			b.WriteByte(c)
			blank = false
		default:
			r, n := utf8.DecodeRuneInString(s[from:])
			i = from + n
			blank = write(b, r, blank)
		}
		if stop >= 0 && b.Len() > stop {
			return from
		}
	}
	return len(s)
}

// write writes a character that is not ASCII and reports whether it was a blank.
func write(b *strings.Builder, r rune, blank bool) bool {
	switch r {
	case '\u3000':
		if !blank {
			b.WriteByte(' ')
		}
		return true
	case '‘', '’', '‚', '‛':
		b.WriteByte('\'')
	case '“', '”', '„', '‟', '«', '»', '「', '」', '『', '』':
		b.WriteByte('"')
	default:
		b.WriteRune(r)
	}
	return false
}
