// Package similar tells what looks like what: names, host names and lists of
// tools, among a hundred thousand others. It is pure, and takes hostile text.
package similar

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// maxText bounds the texts that are compared, in bytes. What is longer is no
// name (rules ENT-002 and ENT-004) and has no key.
const maxText = 256

// Key is the form in which names are compared: their letters and digits alone,
// in lower case and without accents, compatibility forms, traditional Chinese
// and look-alikes (UTS 39) folded, and the digits 0, 1, 3 and 5 as the letters
// that they pass for. Texts with one key look alike. It is empty when a text has
// nothing to compare.
func Key(text string) string {
	return digitLetters(form(text))
}

// digitLetters writes digits as the letters for which they pass.
func digitLetters(s string) string {
	if !strings.ContainsAny(s, "0135") {
		return s
	}
	b := []byte(s)
	for i, c := range b {
		switch c {
		case '0':
			b[i] = 'o'
		case '1':
			b[i] = 'l'
		case '3':
			b[i] = 'e'
		case '5':
			b[i] = 's'
		}
	}
	return string(b)
}

// form is the key with its digits as they are.
func form(text string) string {
	if len(text) > maxText {
		return ""
	}
	if s, ok := asciiForm(text); ok {
		return s
	}
	var b strings.Builder
	bare := true // what stands last takes no mark
	for _, r := range norm.NFKD.String(strings.ToValidUTF8(text, " ")) {
		r = unicode.ToLower(r)
		switch {
		case hidden(r) || !solid(r):
		case bare && unicode.In(r, unicode.Mn, unicode.Me): // an accent
		case r < 0x80:
			b.WriteRune(r)
			bare = true
		default:
			to, ok := folds()[r]
			if !ok {
				to = string(r)
			}
			b.WriteString(to)
			bare = to[len(to)-1] < 0x80
		}
	}
	return norm.NFC.String(b.String())
}

// asciiForm is the form of a text that is all ASCII, as most ids are.
func asciiForm(text string) (string, bool) {
	same := true
	for i := range len(text) {
		c := text[i]
		if c >= 0x80 {
			return "", false
		}
		same = same && ('a' <= c && c <= 'z' || '0' <= c && c <= '9')
	}
	if same {
		return text, true
	}
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			return r
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return -1
	}, text), true
}

// solid reports whether r carries text.
func solid(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

// hidden reports whether r counts as a letter or a mark and shows nothing:
// fillers, joiners and variation selectors.
func hidden(r rune) bool {
	switch {
	case r == 0x034F, r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5, r == 0x3164, r == 0xFFA0,
		r >= 0x180B && r <= 0x180F, r >= 0xFE00 && r <= 0xFE0F, r >= 0xE0100 && r <= 0xE01EF:
		return true
	}
	return false
}

//go:embed folds.txt
var foldsText string

// folds is what a character is compared as, read when it is first wanted.
var folds = sync.OnceValue(func() map[rune]string {
	m := make(map[rune]string, 6000)
	for line := range strings.Lines(foldsText) {
		to, from, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			continue // a comment
		}
		for _, r := range from {
			m[r] = to
		}
	}
	return m
})
