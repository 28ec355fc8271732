// Package view shows a text as a reader of it would take it: folded (compatible
// forms, accents, look-alikes and case made one, the invisible gone), decoded
// once, and cut into sentences. Every function takes hostile text of any length
// and is linear in it.
package view

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"marketd/reviewer/words"
)

// Folded is the text in the form in which it is searched: compatible characters
// (NFKC) made one, without accents and invisible characters, look-alikes of Latin
// letters beside Latin letters as these, traditional Chinese as simplified,
// letters other than ASCII in lower case. ASCII stays as it is. A text of which
// nothing changes is returned as it is.
func Folded(s string) string {
	if !folds(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	fold(&b, s, -1)
	return b.String()
}

// Origin is the offset in s of what stands at an offset of Folded(s).
func Origin(s string, at int) int {
	if !folds(s) {
		return min(at, len(s))
	}
	var b strings.Builder
	return fold(&b, s, at)
}

func folds(s string) bool {
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if control(c) {
				return true
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if !plain(r) {
			return true
		}
		i += n
	}
	return false
}

// fold writes the folded text until it is longer than stop bytes, and returns
// the offset in s of what it wrote last; a stop below 0 is none.
func fold(b *strings.Builder, s string, stop int) int {
	for i := 0; i < len(s); {
		from := i
		for i < len(s) {
			r, n := utf8.DecodeRuneInString(s[i:])
			if plain(r) && (r >= utf8.RuneSelf || !control(s[i])) {
				break
			}
			i += n
		}
		if i > from {
			b.WriteString(foldRun(s[from:i], letterAt(s, from-1) || letterAt(s, i)))
		} else {
			_, n := utf8.DecodeRuneInString(s[i:])
			i += n
			b.WriteString(s[from:i])
		}
		if stop >= 0 && b.Len() > stop {
			return from
		}
	}
	return len(s)
}

// foldRun folds characters none of which are plain. In a word that has Latin
// letters what passes for one is one.
func foldRun(run string, latin bool) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(run) {
		if r >= 0x300 && r <= 0x36F || words.Invisible(r) {
			continue
		}
		if l, ok := words.Latin(r); ok && (latin || phonetic(r)) {
			r = l
		}
		b.WriteRune(words.Simple(unicode.ToLower(r)))
	}
	return norm.NFC.String(b.String())
}

// phonetic reports whether a character is of those that no language is written with.
func phonetic(r rune) bool {
	return r >= 0x250 && r < 0x2B0 || r >= 0x1D00 && r < 0x1E00 || r >= 0xA720 && r < 0xA800 || r >= 0x1F100
}

// plain reports whether a character is its own folded form, and no mark that
// might join the one before it.
func plain(r rune) bool {
	switch {
	case r < utf8.RuneSelf, r >= 0x2010 && r <= 0x2023, r >= 0x3000 && r <= 0x3020, r >= 0x3041 && r <= 0x3096, r >= 0x30A1 && r <= 0x30FE:
		return true
	case r >= 0x4E00 && r <= 0x9FFF:
		return words.Simple(r) == r
	case r >= 0xAC00 && r <= 0xD7A3, r >= 0x2190 && r <= 0x23FF, r >= 0x2500 && r <= 0x27BF, r >= 0x1F300 && r <= 0x1F9FF:
		return true
	case r == '！', r == '（', r == '）', r == '，', r == '：', r == '；', r == '？', r == '…', r == '・':
		return true
	}
	return false
}

// control reports whether an ASCII character is a control that is no white space.
func control(c byte) bool {
	return c < ' ' && c != '\n' && c != '\t' && c != '\r' && c != '\f' && c != '\v' || c == 0x7F
}

func letterAt(s string, i int) bool {
	return i >= 0 && i < len(s) && (s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z')
}
