package veiled

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"marketd/reviewer/rules/safety/keyword"
)

// hints are what shows that a text may be written in a disguise: the words of an
// order in that disguise.
var hints = sync.OnceValue(func() *keyword.Set {
	return keyword.New([][]string{
		{"vafgehpgvba", "flfgrz cebzcg", "cebzcgf", "thvqryvarf"},           // instruction, system prompt, prompts, guidelines in ROT13
		{"noitcurtsni", "tpmorp metsys", "stpmorp", "senilediug", "tpmorp"}, // backwards
		{"1n5tr", "1n57r", "in5tr", "1nstr", "in57r", "pr0mp", "pr0m9", "ins7r", "1ns7r", "!nstr", "1gn0r", "ign0r", "1gnor", "d1sr3g", "disr3g", "d1sreg", "pr3v10", "prev10", "prev1o", "instruct1", "ru1es", "gu1de", "0verr", "overr1d", "f0rg", "forg3t"}, // digits for letters
		{"令指的前之", "令指有所", "示指的前之"}, // Chinese backwards
	})
})

// Order tells whether a text gives orders; see package family.
type Order func(text string) bool

// Texts returns what is hidden in a text. longest is its longest run of letters and
// digits; order decides whether what is decoded gives orders to a model.
func Texts(text string, longest int, order Order) []Find {
	var found []Find
	if len(text) < base64Short {
		return nil // nothing else is shorter
	}
	if f, ok := gap(text); ok {
		found = append(found, f)
	}
	if longest >= base64Short {
		found = append(found, decoded(text, order)...)
	}
	return append(found, disguised(text, order)...)
}

// decoded are the runs that decode to a long text, or to an order.
func decoded(text string, order Order) []Find {
	var found []Find
	blobs(text, func(f Find, picture bool) bool {
		long := !picture && (f.Kind == Hex && f.End-f.Start >= hexLong || f.Kind == Base64 && f.End-f.Start >= base64Long)
		if long || order(f.Plain) {
			found = append(found, f)
		}
		return len(found) < findsMost
	})
	return found
}

// windowMost is how much of a text around a hint is read in a disguise.
const windowMost = 4 << 10

// disguised reads the text in the disguises of which it has hints.
func disguised(text string, order Order) []Find {
	var found []Find
	try := func(kind Kind, plain string) {
		if order(plain) {
			found = append(found, Find{Kind: kind, End: min(len(text), 160), Plain: plain})
		}
	}
	bits := hints().In(text)
	if bits.Has(0) {
		try(Rot13, rot13(text))
	}
	if bits.Has(1) || bits.Has(3) {
		try(Backward, backward(text))
	}
	if bits.Has(2) {
		try(Leet, unleet(text))
	}
	if from, end, ok := spaced(text); ok && spacedOrder(text[from:end]) {
		found = append(found, Find{Kind: Spaced, Start: from, End: end, Plain: joined(text[from:end])})
	}
	return found
}

func backward(s string) string {
	rs := []rune(s)
	slices.Reverse(rs)
	return string(rs)
}

// digits are letters for which digits and signs stand.
var digits = strings.NewReplacer("0", "o", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!", "i").Replace

// unleet puts the letters for which digits stand in words that have letters too.
func unleet(text string) string {
	b := []byte(digits(text))
	plain := slices.Clone(b)
	for i, c := range b {
		if c != '1' {
			continue
		}
		before, after := byte(' '), byte(' ')
		if i > 0 {
			before = b[i-1]
		}
		if i+1 < len(b) {
			after = b[i+1]
		}
		plain[i] = one(before, after)
	}
	return string(plain)
}

// one is the letter for which a 1 stands between two characters: l beside another
// l, 1 or i, as no word has ii; at the end after a vowel, and before a vowel after
// another one or at the beginning (a11, emai1, ru1es, 1eak); else i.
func one(before, after byte) byte {
	beside := func(c byte) bool { return c == '1' || c|0x20 == 'l' || c|0x20 == 'i' }
	vowel := func(c byte) bool { return strings.IndexByte("aeiou", c|0x20) >= 0 }
	switch {
	case beside(before), beside(after),
		vowel(before) && (vowel(after) || !alpha(after)),
		!alpha(before) && vowel(after):
		return 'l'
	}
	return 'i'
}

// spacedLeast is from how many single letters in a row on a text is read letter by
// letter.
const spacedLeast = 12

// spaced is the longest stretch of single letters with blanks or signs between
// them, the first 4 KiB of it.
func spaced(text string) (from, end int, ok bool) {
	best := 0
	for i := 0; i+2 < len(text); {
		start, letters := i, 0
		for i < len(text) && alpha(text[i]) && (i+1 >= len(text) || !alpha(text[i+1])) {
			letters++
			i++
			for j := 0; j < 4 && i < len(text) && sign(text[i]); j++ {
				i++
			}
		}
		if letters >= spacedLeast && letters > best {
			best, from, end, ok = letters, start, min(i, start+windowMost), true
		}
		for i < len(text) && alpha(text[i]) { // the rest of a longer word
			i++
		}
		for i < len(text) && !alpha(text[i]) {
			i++
		}
	}
	return from, end, ok
}

func alpha(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' && c < utf8.RuneSelf }

func sign(c byte) bool { return strings.IndexByte(" .-_*|/\n", c) >= 0 }

// joined is a text without what stands between its letters, in lower case.
func joined(s string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && !alpha(byte(r)) {
			return -1
		}
		return r
	}, s))
}

// spacedOrder reports whether letters, joined, give an order: their words cannot
// be told apart any more, so that the parts of one are looked for.
func spacedOrder(s string) bool {
	j := joined(s)
	for _, part := range []string{"previousinstruction", "priorinstruction", "aboveinstruction", "earlierinstruction", "allinstruction", "yourinstruction", "systemprompt", "donottelltheuser", "donttelltheuser", "ignoreall", "disregardall", "ignoreprevious", "ignoretheprevious"} {
		if strings.Contains(j, part) {
			return true
		}
	}
	return false
}
