package report

import (
	"strings"
	"unicode"
)

// wide are the blocks whose characters take two columns of a terminal (Unicode
// East Asian Width, Wide and Fullwidth), in order.
var wide = [...][2]rune{
	{0x1100, 0x115F},
	{0x2E80, 0x303E},
	{0x3041, 0xA4CF},
	{0xA960, 0xA97C},
	{0xAC00, 0xD7A3},
	{0xF900, 0xFAFF},
	{0xFE30, 0xFE6B},
	{0xFF01, 0xFF60},
	{0xFFE0, 0xFFE6},
	{0x1F300, 0x1F64F},
	{0x1F680, 0x1F6FC},
	{0x1F900, 0x1FAFF},
	{0x20000, 0x3FFFD},
}

// columns is how many columns of a terminal a character takes.
func columns(c rune) int {
	if c < 0x300 {
		return 1
	}
	if unicode.In(c, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	for _, block := range wide {
		if c >= block[0] && c <= block[1] {
			return 2
		}
	}
	return 1
}

// width is how many columns a text takes.
func width(s string) int {
	n := 0
	for _, c := range s {
		n += columns(c)
	}
	return n
}

// pad fills a text up with spaces to so many columns.
func pad(s string, to int) string { return s + strings.Repeat(" ", max(0, to-width(s))) }

// Punctuation that does not begin a line, and that does not end one.
const (
	closing = "，。、；：！？）」』》】〉”’…,.;:!?)]}"
	opening = "（「『《【〈“‘([{"
)

// wrap breaks a text of one line into lines of at most so many columns: at
// spaces, and between characters of scripts that write none. A word that is
// longer than a line is cut. No columns: one line.
func wrap(s string, most int) []string {
	if most <= 0 {
		return []string{s}
	}
	var lines []string
	text := []rune(strings.TrimRight(s, " "))
	for start := 0; start < len(text) || len(lines) == 0; {
		end := lineEnd(text, start, most)
		lines = append(lines, strings.TrimRight(string(text[start:end]), " "))
		for start = end; start < len(text) && text[start] == ' '; start++ {
		}
	}
	return lines
}

// lineEnd is where the line ends that begins at start.
func lineEnd(text []rune, start, most int) int {
	taken, last := 0, 0
	for i := start; i < len(text); i++ {
		if i > start && breaks(text[i-1], text[i]) {
			last = i
		}
		if taken += columns(text[i]); taken <= most || i == start {
			continue
		}
		if text[i] == ' ' {
			return i
		}
		if last > start {
			return last
		}
		return i
	}
	return len(text)
}

// breaks reports whether a line may end between two characters.
func breaks(before, after rune) bool {
	switch {
	case strings.ContainsRune(closing, after), strings.ContainsRune(opening, before), after == ' ':
		return false
	case before == ' ':
		return true
	}
	return columns(before) == 2 || columns(after) == 2
}
