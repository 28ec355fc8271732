// Package secret takes a test token out of texts that are kept or shown, in
// every form in which JSON can write it.
package secret

import (
	"encoding/json"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Mask stands where the token stood.
const Mask = "⟦token⟧"

// Least is the length in bytes from which a token is looked for, backslashes
// not counted: a shorter one would be found by chance.
const Least = 8

// Token finds one token in texts. The zero Token finds nothing. It is safe for
// concurrent use.
type Token struct {
	plain string // without backslashes
	fail  []int  // of Knuth, Morris and Pratt: how much of plain still matches after a mismatch
}

// New returns what finds the token.
func New(token string) Token {
	plain := unescape(token)
	if len(plain) < Least {
		return Token{}
	}
	fail := make([]int, len(plain))
	for i, n := 1, 0; i < len(plain); i++ {
		for n > 0 && plain[i] != plain[n] {
			n = fail[n-1]
		}
		if plain[i] == plain[n] {
			n++
		}
		fail[i] = n
	}
	return Token{plain, fail}
}

// In reports whether the text holds the token.
func (t Token) In(text string) bool {
	found, _ := t.find(text)
	return len(found) > 0
}

// Hide puts [Mask] in place of the token, however its characters are escaped:
// a/b, a\/b, a\u002fb, and the same once more in JSON within JSON. A text may
// have been cut: the beginning of a token at its end is hidden as well. It
// takes time in proportion to the text, whatever the token.
func (t Token) Hide(text string) string {
	found, tail := t.find(text)
	if tail.from < tail.to {
		found = append(found, tail)
	}
	if len(found) == 0 {
		return text
	}
	var b []byte
	last := 0
	for _, s := range found {
		b = append(append(b, text[last:s.from]...), Mask...)
		last = s.to
	}
	return string(append(b, text[last:]...))
}

// HideJSON is Hide for a JSON text, which stays one: the token is looked for
// in each string by itself, and a number that holds it becomes a string.
func (t Token) HideJSON(raw json.RawMessage) json.RawMessage {
	if !t.In(string(raw)) {
		return raw
	}
	if !json.Valid(raw) {
		return json.RawMessage(t.Hide(string(raw)))
	}
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		end := literal(raw, i)
		part := string(raw[i:end])
		switch {
		case raw[i] == '"':
			out = append(append(append(out, '"'), t.hideWhole(part[1:len(part)-1])...), '"')
		case number(raw[i]) && t.In(part):
			out = append(out, `"`+Mask+`"`...)
		default:
			out = append(out, part...)
		}
		i = end
	}
	return out
}

// hideWhole is Hide for a text that was not cut.
func (t Token) hideWhole(text string) string {
	if !t.In(text) {
		return text
	}
	return t.Hide(text)
}

// literal is the end of the string or number that begins at i of valid JSON;
// of a single byte when there is neither.
func literal(raw []byte, i int) int {
	end := i + 1
	switch {
	case raw[i] == '"':
		for ; end < len(raw); end++ {
			switch raw[end] {
			case '\\':
				end++
			case '"':
				return end + 1
			}
		}
	case number(raw[i]):
		for end < len(raw) && number(raw[end]) {
			end++
		}
	}
	return end
}

func number(c byte) bool {
	return c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'
}

// span is a part of a text, in bytes.
type span struct{ from, to int }

// find returns where the token stands, and the beginning of one at the end.
func (t Token) find(text string) (found []span, tail span) {
	m := len(t.plain)
	if m == 0 {
		return nil, span{}
	}
	starts := make([]int, m) // where the last m bytes come from, as a ring
	seen, n := 0, 0
	var buf [utf8.UTFMax]byte
	for i := 0; i < len(text); {
		unit, end := next(text, i, buf[:0])
		for _, c := range unit {
			starts[seen%m] = i
			seen++
			for n > 0 && t.plain[n] != c {
				n = t.fail[n-1]
			}
			if t.plain[n] == c {
				n++
			}
			if n == m {
				found = append(found, span{starts[seen%m], end})
				n = 0
			}
		}
		i = end
	}
	if n >= Least {
		tail = span{starts[(seen-n)%m], len(text)}
	}
	return found, tail
}

// unescape is the text as find compares it.
func unescape(text string) string {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		unit, end := next(text, i, out)
		out, i = unit, end
	}
	return string(out)
}

// next appends the character at i without its backslashes to out, and says
// where it ends.
func next(text string, i int, out []byte) ([]byte, int) {
	j := i
	for j < len(text) && text[j] == '\\' {
		j++
	}
	if j == len(text) {
		return out, j
	}
	if j == i || text[j] != 'u' {
		return append(out, text[j]), j + 1
	}
	r, end, ok := unicodeEscape(text, j)
	if !ok && len(text)-j < len("u0000") {
		return out, len(text) // the text was cut within the escape
	}
	if !ok {
		return append(out, text[j]), j + 1
	}
	if utf16.IsSurrogate(r) {
		k := end
		for k < len(text) && text[k] == '\\' {
			k++
		}
		if low, after, ok := unicodeEscape(text, k); ok && k > end {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return utf8.AppendRune(out, pair), after
			}
		}
	}
	return utf8.AppendRune(out, r), end
}

// unicodeEscape reads uXXXX at i.
func unicodeEscape(text string, i int) (r rune, end int, ok bool) {
	if i+5 > len(text) || text[i] != 'u' {
		return 0, 0, false
	}
	n, err := strconv.ParseUint(text[i+1:i+5], 16, 16)
	return rune(n), i + 5, err == nil
}
