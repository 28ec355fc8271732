// Package plaintext makes texts from outside fit to be read: nothing in them
// is unseen, and nothing is longer than there is room for.
package plaintext

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible spells out every character that a reader cannot see or that changes
// how others are shown: U+202E becomes ⟦U+202E⟧. Of white space only the
// space itself stays.
func Visible(s string) string {
	if strings.IndexFunc(s, hidden) < 0 {
		return s
	}
	var b strings.Builder
	for _, c := range s {
		if hidden(c) {
			fmt.Fprintf(&b, "⟦U+%04X⟧", c)
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// hidden reports whether a character shows nothing of itself.
func hidden(c rune) bool {
	switch {
	case c == ' ':
		return false
	case c < utf8.RuneSelf:
		return c < ' ' || c == 0x7F
	case Blank(c):
		return true
	}
	return !unicode.IsGraphic(c)
}

// Blank reports whether a character is graphic by its category and shows
// nothing all the same: fillers, inherent vowels, the blank of Braille, variation
// selectors.
func Blank(c rune) bool {
	switch {
	case c == 0x034F, c == 0x115F, c == 0x1160, c == 0x17B4, c == 0x17B5, c == 0x2800, c == 0x3164, c == 0xFFA0:
		return true
	case c >= 0x180B && c <= 0x180F, c >= 0xFE00 && c <= 0xFE0F, c >= 0xE0100 && c <= 0xE01EF:
		return true // variation selectors
	}
	return false
}

// Cut shortens s to at most limit runes, the last one an ellipsis if any were
// left out.
func Cut(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	runes := []rune(s)
	return strings.TrimRight(string(runes[:limit-1]), " ") + "…"
}

// Head returns the first whole runes of s within limit bytes.
func Head(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}
