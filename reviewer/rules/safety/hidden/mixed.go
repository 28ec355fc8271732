package hidden

import (
	"unicode"
	"unicode/utf8"

	"marketd/reviewer/words"
)

// Word is a word that mixes scripts so that it passes for another.
type Word struct {
	Start, End int
	Foreign    bool // most of it is not Latin: a slip of the keyboard rather than a disguise
}

// lettersLeast is from how many letters on a word is looked at: Δt and kΩ are units.
const lettersLeast = 3

// Mixed returns the words of a text that mix Latin with Cyrillic, Greek, Armenian
// or Cherokee letters so that one passes for the other (Unicode Technical Standard
// 39, restriction level "highly restrictive"), the first 64.
func Mixed(text string) []Word {
	var found []Word
	for at := 0; at < len(text) && len(found) < most; {
		w, end := readWord(text, at)
		if w.mixed() && w.disguised() {
			found = append(found, Word{Start: w.start, End: w.end, Foreign: w.foreign > w.latin})
		}
		at = end
	}
	return found
}

// script is what matters of a letter's script here.
type script uint8

const (
	none script = iota
	latin
	cyrillic // and the others that serve only to deceive beside Latin
	greek
)

func scriptOf(r rune) script {
	switch {
	case r|0x20 >= 'a' && r|0x20 <= 'z' && r < utf8.RuneSelf, r >= 0xC0 && r < 0x250 && r != 0xD7 && r != 0xF7:
		return latin
	case r >= 0x370 && r < 0x400, r >= 0x1F00 && r < 0x2000:
		if unicode.IsLetter(r) {
			return greek
		}
	case r >= 0x400 && r < 0x590, r >= 0x13A0 && r < 0x1400, r >= 0x2C80 && r < 0x2CE4, r >= 0xA640 && r < 0xA6A0:
		if unicode.IsLetter(r) {
			return cyrillic
		}
	}
	return none
}

// word is what is known of a run of letters.
type word struct {
	start, end int
	latin      int
	foreign    int
	passing    int // foreign letters that pass for Latin ones
	capitals   int // of the Latin letters
	parts      int // changes of script, plus one
	greek      bool
	omicron    bool   // a Greek letter that is never a symbol because it looks like a Latin one
	first      script // of the first letter
	last       script
}

// readWord reads the next word from at on, and says where to go on.
func readWord(text string, at int) (w word, end int) {
	for at < len(text) { // to the first letter
		r, n := utf8.DecodeRuneInString(text[at:])
		if scriptOf(r) != none {
			break
		}
		at += n
	}
	w.start = at
	for at < len(text) {
		r, n := utf8.DecodeRuneInString(text[at:])
		s := scriptOf(r)
		if s == none {
			if !unicode.IsMark(r) && !words.Invisible(r) || r < utf8.RuneSelf {
				break
			}
			at += n
			continue
		}
		w.letter(r, s)
		at += n
	}
	w.end = at
	return w, at
}

func (w *word) letter(r rune, s script) {
	if w.parts == 0 {
		w.first = s
	}
	if s != w.last {
		w.parts++
	}
	w.last = s
	if s == latin {
		w.latin++
		if unicode.IsUpper(r) {
			w.capitals++
		}
		return
	}
	w.foreign++
	if _, ok := words.Latin(r); ok {
		w.passing++
		w.omicron = w.omicron || s == greek && (unicode.IsUpper(r) || r == 'ο')
	}
	w.greek = w.greek || s == greek
}

func (w *word) mixed() bool {
	return w.latin > 0 && w.foreign > 0 && w.latin+w.foreign >= lettersLeast
}

// disguised reports whether a mixed word passes for one that is not. Symbols of
// science (TNFα, kΩ, μmol) and abbreviations with an ending (APIшка) do not.
func (w *word) disguised() bool {
	switch {
	case w.passing == 0:
		return false
	case w.greek:
		symbol := w.foreign == 1 && (w.parts == 2 || w.capitals == w.latin || w.latin+w.foreign <= 4)
		return w.omicron || !symbol && w.passing == w.foreign
	case w.parts == 2 && w.first == latin && w.capitals == w.latin && w.latin > 1:
		return false
	}
	return w.passing == w.foreign || w.foreign > w.latin && w.parts > 2 || w.foreign > w.latin && w.latin == 1
}
