package words

import (
	"iter"
	"slices"
	"strings"
	"unicode"
)

// Tokens are the words of a name in lower case: it is cut at everything that
// is no letter or digit and at camel case ("getHTTPUrl" is get, http, url).
func Tokens(name string) []string { return slices.Collect(eachToken(name)) }

// eachToken gives the words of a name one by one.
func eachToken(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for field := range strings.FieldsFuncSeq(name, func(r rune) bool { return !solid(r) }) {
			if !strings.ContainsFunc(field, unicode.IsUpper) {
				if !yield(Lower(field)) {
					return
				}
				continue
			}
			for _, w := range camel(field) {
				if !yield(w) {
					return
				}
			}
		}
	}
}

// camel cuts a run of letters and digits at its capitals.
func camel(field string) []string {
	rs := []rune(field)
	var out []string
	start := 0
	for i := 1; i < len(rs); i++ {
		lowerUpper := unicode.IsUpper(rs[i]) && !unicode.IsUpper(rs[i-1])
		endOfCaps := unicode.IsUpper(rs[i]) && unicode.IsUpper(rs[i-1]) && i+1 < len(rs) && unicode.IsLower(rs[i+1])
		if lowerUpper || endOfCaps {
			out = append(out, strings.ToLower(string(rs[start:i])))
			start = i
		}
	}
	return append(out, strings.ToLower(string(rs[start:])))
}

// Words are the words of a text in lower case: runs of letters and digits; a
// run of Han characters is one word.
func Words(text string) []string { return slices.Collect(eachWord(text)) }

// eachWord gives the words of a text one by one.
func eachWord(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		s := Lower(Visible(text))
		start, last := -1, rune(0) // where the open word began, and the character before
		for i, r := range s {
			open := start >= 0
			goesOn := solid(r) || r == '\'' && open && !wide(last)
			if open && (!goesOn || wide(r) != wide(last)) {
				if !yield(strings.Trim(s[start:i], "'")) {
					return
				}
				start = -1
			}
			if goesOn && start < 0 {
				start = i
			}
			last = r
		}
		if start >= 0 {
			yield(strings.Trim(s[start:], "'"))
		}
	}
}

// Stem cuts the commonest English endings, so that "Lists" meets "list".
func Stem(word string) string {
	for _, end := range []struct{ from, to string }{{"ies", "y"}, {"sses", "ss"}, {"shes", "sh"}, {"ches", "ch"}, {"xes", "x"}, {"zes", "ze"}, {"ing", ""}, {"ed", ""}, {"s", ""}} {
		stem, ok := strings.CutSuffix(word, end.from)
		if ok && len(stem+end.to) >= 3 && !strings.HasSuffix(word, "ss") {
			return stem + end.to
		}
	}
	return word
}

// HasAny reports whether the text contains one of the pieces. It is the cheap
// question before a dear expression.
func HasAny(text string, pieces ...string) bool {
	return slices.ContainsFunc(pieces, func(p string) bool { return strings.Contains(text, p) })
}
