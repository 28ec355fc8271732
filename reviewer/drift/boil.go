package drift

import (
	"strings"
	"unicode/utf8"
)

// boiled reports whether a text of a tool differs by over 30 % from the one that a
// person approved last, though each step was cosmetic (rule DRF-007). A handful of
// characters are none: the counter of a short text is most of it.
func boiled(human, seen []tool) bool {
	const (
		few   = 8
		share = 30 // per cent
	)
	for _, p := range match(human, seen) {
		if p.before == nil || p.after == nil {
			return true
		}
		b := texts(p.after.Values)
		for at, x := range texts(p.before.Values) {
			if edits, length := distance(x, b[at]); edits >= few && 100*edits > share*length {
				return true
			}
		}
	}
	return false
}

// texts are the descriptions and titles in a tool, by their place. The display
// title is none: any other is cosmetic.
func texts(tool map[string]any) map[string]string {
	out := map[string]string{}
	var walk func(at string, v map[string]any, depth int)
	walk = func(at string, v map[string]any, depth int) {
		for key, inner := range v {
			switch inner := inner.(type) {
			case string:
				if (key == "description" || key == "title") && at != "/annotations" {
					out[at+"/"+key] = inner
				}
			case map[string]any:
				if depth < maxDepth {
					walk(at+"/"+key, inner, depth+1)
				}
			}
		}
	}
	walk("", tool, 0)
	return out
}

// distance is how many characters of two texts differ, and how long the longer is.
// Both are the same words in the same order, so it goes from piece to piece: the
// work is in their lengths, not in the product of them. Texts that are not alike
// after all differ whole.
func distance(a, b string) (edits, length int) {
	length = max(utf8.RuneCountInString(a), utf8.RuneCountInString(b))
	if a == b {
		return 0, length
	}
	x, y := split(strings.TrimSpace(a)), split(strings.TrimSpace(b))
	i, j := 0, 0
	for i < len(x) && j < len(y) {
		p, q := x[i], y[j]
		switch loose(p) == loose(q) {
		case true:
			edits += levenshtein([]rune(p.text), []rune(q.text))
			i, j = i+1, j+1
		default:
			if loose(p) {
				edits += utf8.RuneCountInString(p.text)
				i++
			} else {
				edits += utf8.RuneCountInString(q.text)
				j++
			}
		}
	}
	return edits + utf8.RuneCountInString(join(x[i:])) + utf8.RuneCountInString(join(y[j:])), length
}

// loose reports whether a piece may be there or not.
func loose(p piece) bool { return p.kind == gap || p.kind == mark }

// levenshtein is the edit distance of two short texts; of long ones, the length of
// the longer.
func levenshtein(a, b []rune) int {
	const long = 256
	if len(a) > long || len(b) > long {
		if string(a) == string(b) {
			return 0
		}
		return max(len(a), len(b))
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, s := range b {
			up := row[j+1]
			cost := diagonal
			if r != s {
				cost = 1 + min(diagonal, up, row[j])
			}
			diagonal, row[j+1] = up, cost
		}
	}
	return row[len(b)]
}
