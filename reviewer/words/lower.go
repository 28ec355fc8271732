package words

import (
	"strings"
	"unicode/utf8"
)

// Lower is [strings.ToLower], several times as fast on ASCII and Chinese.
func Lower(text string) string {
	capitals := false
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf:
			capitals = capitals || r >= 'A' && r <= 'Z'
		case !caseless(r):
			return strings.ToLower(text)
		}
	}
	if !capitals {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for i := range len(text) {
		c := text[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		b.WriteByte(c)
	}
	return b.String()
}

// caseless reports whether a character is of a block without capitals: general
// punctuation, from the radicals to Yi, and the wide punctuation and digits.
func caseless(r rune) bool {
	return r >= 0x2010 && r <= 0x205E || r >= 0x2E80 && r <= 0xA4CF || r >= 0xFF00 && r <= 0xFF20
}
