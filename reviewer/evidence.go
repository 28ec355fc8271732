package reviewer

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lengths in runes to which texts in a report are cut.
const (
	maxEvidence = 160
	maxWhere    = 300
	maxMessage  = 1000
	maxURL      = 2048
)

// text makes a hostile text fit to be shown, logged and kept: secrets taken
// out, what cannot be seen spelled out as ⟦U+XXXX⟧, and cut.
func (r *Reviewer) text(s string, limit int) string {
	if s == "" {
		return ""
	}
	return cut(Escape(r.redact(strings.ToValidUTF8(head(s, limit), "\uFFFD"))), limit)
}

// lines is text for our own texts, which may have line breaks.
func (r *Reviewer) lines(s string, limit int) string {
	parts := strings.Split(s, "\n")
	for i, p := range parts {
		parts[i] = r.text(p, limit)
	}
	return strings.Join(parts, "\n")
}

// head bounds the work on a text of any length. It leaves enough behind the
// cut for a secret that begins before it to be recognised.
func head(s string, limit int) string {
	const behind = 4096
	if most := limit*utf8.UTFMax + behind; len(s) > most {
		return s[:most]
	}
	return s
}

// Escape spells out every character that a reader cannot see or that changes
// how others are shown: U+202E becomes ⟦U+202E⟧.
func Escape(s string) string {
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
	case c == 0x034F, c == 0x115F, c == 0x1160, c == 0x17B4, c == 0x17B5, c == 0x2800, c == 0x3164, c == 0xFFA0:
		return true // graphic by category, blank by look: joiner, fillers, inherent vowels, braille blank
	case c >= 0x180B && c <= 0x180F, c >= 0xFE00 && c <= 0xFE0F, c >= 0xE0100 && c <= 0xE01EF:
		return true // variation selectors
	}
	return !unicode.IsGraphic(c)
}

// cut shortens s to limit runes, the last one an ellipsis.
func cut(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	runes := []rune(s)
	return strings.TrimRight(string(runes[:limit-1]), " ") + "…"
}
