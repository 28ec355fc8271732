package diff

import "unicode"

// split cuts a text into the smallest pieces that are compared: words of
// letters and digits, single characters of scripts without spaces, runs of
// white space, single marks. The pieces joined give the text back.
func split(s string) []string {
	var out []string
	start, kind := 0, other
	for i, r := range s {
		k := kindOf(r)
		if i > start && (k != kind || k == other) {
			out = append(out, s[start:i])
			start = i
		}
		kind = k
	}
	if start < len(s) {
		out = append(out, s[start:])
	}
	return out
}

type kind uint8

const (
	other kind = iota // stands alone
	word
	space
)

func kindOf(r rune) kind {
	switch {
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
		return other
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), r == '_':
		return word
	case unicode.IsSpace(r):
		return space
	}
	return other
}
