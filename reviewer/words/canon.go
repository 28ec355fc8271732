// Package words knows how texts are written: what is left of one without its
// mark-up and invisible characters, how wide it is, whether it says anything,
// and which of the words in a name read and which write. Its lists are data
// files; its functions are pure and take hostile text of any length.
package words

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Canon is the form in which texts are compared: NFKC, without invisible
// characters, lower case, outer punctuation, space and symbols trimmed, inner
// runs of space and of _ - . / : as one space.
func Canon(text string) string {
	s := Lower(Visible(text))
	s = strings.TrimFunc(s, func(r rune) bool { return !solid(r) })
	var b strings.Builder
	b.Grow(len(s))
	gap := false
	for _, r := range s {
		if separates(r) {
			gap = true
			continue
		}
		if gap {
			b.WriteByte(' ')
			gap = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// separates reports whether a character stands between words: space, and what
// joins them in names.
func separates(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '_', '-', '.', '/', ':':
		return true
	}
	return (r < 'a' || r > 0x7F) && unicode.IsSpace(r)
}

// Visible is the text in NFKC without the characters that nobody sees.
func Visible(text string) string {
	if printable(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if Invisible(r) {
			return -1
		}
		return r
	}, norm.NFKC.String(text))
}

// printable reports whether a text is ASCII and Han without invisible
// characters, and so in NFKC as it is.
func printable(text string) bool {
	for _, r := range text {
		switch {
		case r >= ' ' && r < 0x7F, r >= hanFirst && r <= hanLast, r == '、', r == '。':
		case r >= ' ' || Invisible(r):
			return false
		}
	}
	return true
}

// Key is the form in which a text is looked up in a list: its letters and
// digits alone, without accents, traditional Chinese as simplified. "To-do",
// "T O D O" and "t̶o̶d̶o̶" have one key.
func Key(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x300 && r <= 0x36F || !solid(r) {
			return -1
		}
		return Simple(r)
	}, norm.NFD.String(Canon(text)))
}

// Width is how much room a text takes: 2 for a Han, Kana or Hangul character,
// 1 for another letter or digit, 0 for everything else.
func Width(text string) int {
	w := 0
	for _, r := range Visible(text) {
		switch {
		case wide(r):
			w += 2
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			w++
		}
	}
	return w
}

// solid reports whether r carries text: letters, digits and their marks.
func solid(r rune) bool {
	if r < 0x80 {
		return r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9'
	}
	if r >= hanFirst && r <= hanLast {
		return true
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

func wide(r rune) bool {
	if r >= hanFirst && r <= hanLast {
		return true
	}
	return r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// Invisible reports whether r shows nothing: format characters, controls but
// for white space, variation selectors, fillers.
func Invisible(r rune) bool {
	switch {
	case r < 0x7F:
		return r < ' ' && !unicode.IsSpace(r)
	case r >= hanFirst && r <= hanLast:
		return false
	case r == 0x034F, r == 0x115F, r == 0x1160, r == 0x3164, r == 0xFFA0, r == 0x2800:
		return true
	case r >= 0xFE00 && r <= 0xFE0F, r >= 0xE0100 && r <= 0xE01EF, r >= 0x180B && r <= 0x180F:
		return true
	case unicode.IsSpace(r): // U+0085
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Cc)
}
