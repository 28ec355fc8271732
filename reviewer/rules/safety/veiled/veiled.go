// Package veiled finds texts that are there to be missed by people or by a search:
// pushed out of sight by blanks, or written in base64, hexadecimal, ROT13, digits
// for letters, backwards or letter by letter (rule SEC-006). Long runs of letters
// are innocent unless they decode to a text: a digest or a protein does not.
package veiled

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind is a way of hiding a text.
type Kind uint8

// The kinds.
const (
	Gap      Kind = iota + 1 // text behind many blanks or line breaks
	Base64                   // base64 of a text
	Hex                      // hexadecimal of a text
	Rot13                    // an instruction in ROT13
	Leet                     // an instruction with digits for letters
	Backward                 // an instruction written backwards
	Spaced                   // an instruction with blanks between its letters
)

// Find is one hidden text. Plain is what it says; empty for a gap.
type Find struct {
	Kind       Kind
	Start, End int
	Plain      string
}

// Lengths from which on a text is hidden.
const (
	spacesLeast = 200 // blanks in a row, rule SEC-006
	breaksLeast = 20  // line breaks in a row
	base64Long  = 120 // characters of base64 that decode to a text
	base64Short = 24  // the same, when what they decode to gives orders
	hexLong     = 160
	findsMost   = 16
)

// gap is the first place where text stands behind so many blanks that nobody
// would scroll there. A gap has a blank at every multiple of its least length, so
// that only there is looked.
func gap(text string) (Find, bool) {
	for i := breaksLeast - 1; i < len(text); i += breaksLeast {
		if !blankByte[text[i]] {
			continue
		}
		from := strings.LastIndexFunc(text[:i], seen)
		rest := strings.IndexFunc(text[i:], seen)
		if rest < 0 {
			return Find{}, false
		}
		between := text[from+1 : i+rest]
		if strings.Count(between, "\n") >= breaksLeast || utf8.RuneCountInString(between) >= spacesLeast {
			return Find{Kind: Gap, Start: i + rest, End: min(len(text), i+rest+120)}, true
		}
		i += max(0, rest-breaksLeast)
	}
	return Find{}, false
}

// blankByte are the bytes of blank characters: those of ASCII, and what U+00A0,
// U+2000–200A, U+2800 and U+3000 have in UTF-8.
var blankByte = [256]bool{' ': true, '\n': true, '\r': true, '\t': true, '\f': true, '\v': true, 0xC2: true, 0xA0: true, 0xE2: true, 0xE3: true, 0x80: true}

// seen reports whether a character shows anything.
func seen(r rune) bool { return !unicode.IsSpace(r) && r != 0x2800 }

// base64Byte reports whether c is of an alphabet of base64, the usual or the one
// for addresses.
func base64Byte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/' || c == '-' || c == '_'
}

// blobs calls found with every run of base64 or hexadecimal characters that decodes
// to a text, and whether it is the body of a picture, until found returns false.
func blobs(text string, found func(f Find, picture bool) bool) {
	for i := 0; i < len(text); {
		from := i
		for i < len(text) && base64Byte(text[i]) {
			i++
		}
		if i-from >= base64Short {
			if f, ok := blob(text[from:i]); ok {
				f.Start, f.End = from, i
				if !found(f, picture(text[:from])) {
					return
				}
			}
		}
		if i == from {
			i++
		}
	}
}

// picture reports whether a text ends in the head of a data URL of a picture or a
// font: its body is no text, or markup.
func picture(before string) bool {
	head := before[max(0, len(before)-60):]
	at := strings.LastIndex(head, "data:")
	return at >= 0 && strings.HasSuffix(head, ";base64,") && (strings.HasPrefix(head[at+5:], "image/") || strings.HasPrefix(head[at+5:], "font/") || strings.HasPrefix(head[at+5:], "audio/"))
}

// blob decodes a run of characters.
func blob(run string) (Find, bool) {
	if plain, err := hex.DecodeString(run[:len(run)&^1]); err == nil {
		if prose(plain) {
			return Find{Kind: Hex, Plain: string(plain)}, true
		}
		return Find{}, false
	}
	if !varied(run) {
		return Find{}, false
	}
	whole := run
	if len(run)%4 == 1 { // no length of base64: cut, or something else is stuck to it
		whole = run[:len(run)-1]
	}
	enc := base64.RawStdEncoding
	if strings.ContainsAny(run, "-_") {
		enc = base64.RawURLEncoding
	}
	plain, err := enc.DecodeString(whole)
	if err != nil || !prose(plain) {
		return Find{}, false
	}
	return Find{Kind: Base64, Plain: string(plain)}, true
}

// varied reports whether a run has small letters and capitals or digits: a word,
// a path or a name in one case is no base64 of a text.
func varied(run string) bool {
	var small, big bool
	for i := range len(run) {
		small = small || run[i] >= 'a' && run[i] <= 'z'
		big = big || run[i] >= 'A' && run[i] <= 'Z' || run[i] >= '0' && run[i] <= '9'
	}
	return small && big
}

// prose reports whether bytes are a text that people could read: valid, at least
// four fifths printable, with letters and blanks, or with Chinese.
func prose(b []byte) bool {
	if !utf8.Valid(b) {
		return false
	}
	printable, letters, blanks, wide, all := 0, 0, 0, 0, 0
	for _, r := range string(b) {
		all++
		switch {
		case unicode.IsLetter(r):
			letters++
			printable++
			if r >= 0x3000 {
				wide++
			}
		case r == ' ' || r == '\n':
			blanks++
			printable++
		case unicode.IsPrint(r):
			printable++
		}
	}
	return all > 0 && printable*5 >= all*4 && letters*2 >= all && (blanks*16 >= all || wide*4 >= all)
}

// rot13 turns each ASCII letter by thirteen.
func rot13(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return 'a' + (r-'a'+13)%26
		case r >= 'A' && r <= 'Z':
			return 'A' + (r-'A'+13)%26
		}
		return r
	}, s)
}
