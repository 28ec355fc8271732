package search

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"marketd/market/plaintext"
)

// Bounds on what is read; texts come from strangers.
const (
	maxFieldBytes = 64 << 10
	maxQueryBytes = 512
	maxWordRunes  = 64
	maxTerms      = 32 // of a query
)

// gram is one rune, or two that stand side by side, of a script that is
// written without spaces: the second in the upper half, 0 for a single rune.
type gram int64

func gramOf(a, b rune) gram { return gram(a) | gram(b)<<32 }

// unspaced are the scripts whose words are not set apart by spaces, and Hangul,
// whose particles stick to their words.
var unspaced = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
	unicode.Bopomofo, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// class is what a rune is to the tokeniser.
type class uint8

const (
	classGap class = iota
	classWord
	classGram
)

func classOf(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return classWord
		}
		return classGap
	case r == 'ー', r == '々', unicode.In(r, unspaced...):
		return classGram
	case unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsMark(r):
		return classWord
	}
	return classGap
}

// tokens are the distinct words and grams of a text. The slices are used again
// by the next read.
type tokens struct {
	count int // of words and single runes, repeats included
	words [][]byte
	grams []gram

	folded []byte
	run    []rune
	fold   *cases.Caser
}

// read takes the text apart. A word in mixed case, such as getWeather, is
// also read as its parts.
func (t *tokens) read(text string) {
	t.take(text, maxFieldBytes, false)
	slices.SortFunc(t.words, bytes.Compare)
	t.words = slices.CompactFunc(t.words, bytes.Equal)
	slices.Sort(t.grams)
	t.grams = slices.Compact(t.grams)
}

// take reads at most limit bytes of the text. As a query, words keep whole and
// a run of grams leaves out the single runes that its pairs imply.
func (t *tokens) take(text string, limit int, query bool) {
	t.count, t.words, t.grams = 0, t.words[:0], t.grams[:0]
	normal := []byte(norm.NFKC.String(plaintext.Head(text, limit)))
	t.folded = slices.Grow(t.folded[:0], len(normal)+len(normal)/2)
	for len(normal) > 0 {
		r, size := utf8.DecodeRune(normal)
		switch c := classOf(r); c {
		case classGap:
			normal = normal[size:]
		case classWord:
			n := span(normal, c)
			t.word(normal[:n], query)
			normal = normal[n:]
		case classGram:
			n := span(normal, c)
			t.pairs(normal[:n], query)
			normal = normal[n:]
		}
	}
}

// span is the length of the run of runes of class c at the beginning of b.
func span(b []byte, c class) int {
	n := 0
	for n < len(b) {
		r, size := utf8.DecodeRune(b[n:])
		if classOf(r) != c {
			break
		}
		n += size
	}
	return n
}

// word adds a word, and the parts of one in mixed case.
func (t *tokens) word(w []byte, query bool) {
	t.count++
	t.addFolded(w)
	if query {
		return
	}
	from := 0
	lower := false
	for i := 0; i < len(w); {
		r, size := utf8.DecodeRune(w[i:])
		if lower && unicode.IsUpper(r) {
			t.addFolded(w[from:i])
			from = i
		}
		lower = unicode.IsLower(r) || unicode.IsDigit(r)
		i += size
	}
	if from > 0 {
		t.addFolded(w[from:])
	}
}

// addFolded adds w without its case, cut to maxWordRunes.
func (t *tokens) addFolded(w []byte) {
	from, runes := len(t.folded), 0
	for len(w) > 0 && runes < maxWordRunes {
		r, size := utf8.DecodeRune(w)
		if r < utf8.RuneSelf {
			c := w[0]
			if c >= 'A' && c <= 'Z' {
				c += 'a' - 'A'
			}
			t.folded = append(t.folded, c)
		} else {
			t.folded = append(t.folded, t.foldRune(w[:size])...)
		}
		w = w[size:]
		runes++
	}
	t.words = append(t.words, t.folded[from:len(t.folded):len(t.folded)])
}

func (t *tokens) foldRune(r []byte) []byte {
	if t.fold == nil {
		c := cases.Fold()
		t.fold = &c
	}
	return t.fold.Bytes(r)
}

// pairs adds the runes of a run and its neighbouring pairs.
func (t *tokens) pairs(run []byte, query bool) {
	t.run = t.run[:0]
	for len(run) > 0 {
		r, size := utf8.DecodeRune(run)
		t.run = append(t.run, r)
		run = run[size:]
	}
	t.count += len(t.run)
	if !query || len(t.run) == 1 {
		for _, r := range t.run {
			t.grams = append(t.grams, gramOf(r, 0))
		}
	}
	for i := 1; i < len(t.run); i++ {
		t.grams = append(t.grams, gramOf(t.run[i-1], t.run[i]))
	}
}

// parseQuery returns the distinct words and grams that a document must have,
// at most maxTerms together.
func parseQuery(query string) (words []string, grams []gram) {
	var t tokens
	t.take(query, maxQueryBytes, true)
	for _, g := range t.grams {
		if !slices.Contains(grams, g) && len(grams) < maxTerms {
			grams = append(grams, g)
		}
	}
	for _, w := range t.words {
		if !slices.Contains(words, string(w)) && len(words)+len(grams) < maxTerms {
			words = append(words, string(w))
		}
	}
	return words, grams
}
