package view

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"marketd/reviewer/pattern"
)

// escaped is a character written in percent encoding or as the escape of a
// programming language.
var escaped = pattern.Late(`(?:%[0-9A-Fa-f]{2})+|\\u\{[0-9A-Fa-f]{1,6}\}|(?:\\u[0-9A-Fa-f]{4})+|(?:\\x[0-9A-Fa-f]{2})+`)

// Decoded is the text with HTML entities, percent encoding and escapes such as
// \u0069 read once, and whether that changed anything.
func Decoded(s string) (string, bool) {
	out := s
	if strings.ContainsAny(out, `%\`) {
		out = escaped().ReplaceAllStringFunc(out, unescape)
	}
	if strings.Contains(out, "&") && strings.Contains(out, ";") {
		out = html.UnescapeString(out)
	}
	return out, out != s
}

// unescape reads one match of escaped; what is no text is left as it is.
func unescape(m string) string {
	var b strings.Builder
	switch {
	case m[0] == '%':
		for i := 0; i < len(m); i += 3 {
			b.WriteByte(byte(hex(m[i+1 : i+3])))
		}
	case m[1] == 'x':
		for i := 0; i < len(m); i += 4 {
			b.WriteByte(byte(hex(m[i+2 : i+4])))
		}
	case m[2] == '{':
		b.WriteRune(rune(hex(m[3 : len(m)-1])))
	default:
		for i := 0; i < len(m); i += 6 {
			b.WriteRune(rune(hex(m[i+2 : i+6])))
		}
	}
	if !utf8.ValidString(b.String()) {
		return m
	}
	return b.String()
}

// hex reads digits of which the pattern has made sure.
func hex(digits string) uint64 {
	n, _ := strconv.ParseUint(digits, 16, 32)
	return n
}
