package view

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// A sentence is looked at whole up to this many bytes. A longer one is looked at
// in parts that overlap, so that nothing hides on a seam.
const (
	sentenceMost = 480
	overlap      = 160
)

// Sentences are the sentences of a text as offsets of their beginnings and ends.
// A line break alone ends none: descriptions are wrapped.
func Sentences(s string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for from := 0; from < len(s); {
			end, whole := sentenceEnd(s, from)
			if !yield(from, end) {
				return
			}
			if from = end; !whole {
				from = runeStart(s, end-overlap)
			}
		}
	}
}

// sentenceEnd is where the sentence that begins at from ends, and whether it
// does: a long one is cut, at a blank if there is one.
func sentenceEnd(s string, from int) (end int, whole bool) {
	most := min(len(s), from+sentenceMost)
	for i := from; i < most; i++ {
		if n := stop(s, i); n > 0 {
			return i + n, true
		}
	}
	if most == len(s) {
		return most, true
	}
	if i := strings.LastIndexByte(s[from+sentenceMost-overlap/2:most], ' '); i >= 0 {
		return from + sentenceMost - overlap/2 + i, false
	}
	return runeStart(s, most), false
}

// stop is the length of the end of a sentence at i, 0 when none is there.
func stop(s string, i int) int {
	switch c := s[i]; c {
	case '!', '?', ';', '.':
		if i+1 < len(s) && !breaks(s[i+1]) || c == '.' && short(s[:i]) {
			return 0
		}
		return 1
	case '\n':
		if rest := strings.TrimLeft(s[i+1:min(len(s), i+20)], " \t\r"); rest != "" && strings.IndexByte("\n-*#", rest[0]) >= 0 {
			return 1
		}
	case 0xE3, 0xEF:
		if i+3 <= len(s) {
			switch s[i : i+3] {
			case "。", "！", "？", "；":
				return 3
			}
		}
	}
	return 0
}

// breaks reports whether what follows a stop lets it end a sentence.
func breaks(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '"' || c == '\'' || c == ')' || c == '<' || c >= utf8.RuneSelf
}

// short reports whether a text ends in a single letter: an abbreviation, e.g.
// this one.
func short(s string) bool {
	n := len(s)
	return n >= 1 && letterAt(s, n-1) && (n == 1 || s[n-2] == '.' || s[n-2] == ' ' || s[n-2] == '(')
}

// runeStart is the last offset at or before i at which a character begins; i itself
// where the text is no UTF-8.
func runeStart(s string, i int) int {
	for at := i; at > i-utf8.UTFMax && at >= 0 && at < len(s); at-- {
		if utf8.RuneStart(s[at]) {
			return at
		}
	}
	return i
}
