package entry

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"marketd/market/plaintext"
)

// unseen tells which characters of the text cannot be seen, or cannot be read
// at all. Joiners are part of the spelling of Persian, Hindi and others, and
// like selectors of emoji; between Latin letters or Han characters they only
// make two names differ.
func unseen(text string) func(rune) bool {
	joined := strings.IndexFunc(text, func(c rune) bool {
		return unicode.In(c, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali,
			unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada,
			unicode.Malayalam, unicode.Sinhala, unicode.So)
	}) >= 0
	return func(c rune) bool {
		switch c {
		case '\u200c', '\u200d', '\ufe0e', '\ufe0f', '\u180b', '\u180c', '\u180d':
			return !joined
		}
		return c == utf8.RuneError || plaintext.Blank(c) ||
			unicode.In(c, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp)
	}
}

// readable reports whether a text has anything that a person can read: a
// letter or a digit.
func readable(text string) bool {
	return strings.IndexFunc(text, func(c rune) bool {
		return !plaintext.Blank(c) && (unicode.IsLetter(c) || unicode.IsNumber(c))
	}) >= 0
}

// containsUnseen reports whether a text has characters that cannot be seen.
func containsUnseen(text string) bool { return strings.IndexFunc(text, unseen(text)) >= 0 }
