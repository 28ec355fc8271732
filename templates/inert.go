package templates

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Inert makes text from outside safe to read: control characters (but tab and
// newline), format characters such as bidirectional overrides and zero-width
// joints, private-use characters and broken bytes are written out as ⟦U+202E⟧,
// so that what a reader sees is all that is there. Joiners inside emoji, and the
// selector of an emoji's look, stay. It hides nothing that the reviewer's own
// texts spell out; a test in web holds the two alike.
func Inert(s string) string {
	clean := strings.IndexFunc(s, hidden) < 0 && utf8.ValidString(s)
	if clean {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, "⟦0x%02X⟧", s[i])
		case hidden(r) && !joins(s, i, r):
			fmt.Fprintf(&b, "⟦U+%04X⟧", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r < ' ' || r == 0x7f:
		return true
	case r < 0x80:
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp, unicode.Variation_Selector) || invisible(r)
}

// invisible holds letters and marks that draw nothing although their category
// does not say so.
func invisible(r rune) bool {
	switch r {
	case 0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800, 0x034F, 0x17B4, 0x17B5:
		return true
	}
	return false
}

// joins reports whether r is part of an emoji: a zero-width joiner between two
// symbols, or the selector of how the symbol before it looks.
func joins(s string, i int, r rune) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	switch r {
	case '\u200d':
		after, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
		return pictorial(before) && pictorial(after)
	case '\ufe0e', '\ufe0f':
		return pictorial(before) && before != '\ufe0f' || strings.HasPrefix(s[i+utf8.RuneLen(r):], "\u20e3") // 1️⃣
	}
	return false
}

func pictorial(r rune) bool {
	return r != utf8.RuneError && unicode.Is(unicode.So, r) || r == 0xFE0F || unicode.Is(unicode.Sk, r)
}

// Clip cuts s after n runes and says so with an ellipsis.
func Clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n]) + "…"
}
