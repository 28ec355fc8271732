// Package hidden finds characters that nobody sees, and words that mix scripts to
// pass for others (rules SEC-010 to SEC-013). It knows where such characters are
// part of good spelling: in emoji, in Persian, in Hindi, in flags.
package hidden

import (
	"unicode"
	"unicode/utf8"
)

// Grade is how sure it is that a hidden character is there to deceive.
type Grade uint8

// The grades, lightest first.
const (
	Note     Grade = iota // harmless: a byte order mark at the very beginning (SEC-012, info)
	Odd                   // does nothing in this text (SEC-012)
	Doubtful              // hides or joins where no spelling asks for it (SEC-011)
	Certain               // has no place in a text at all (SEC-010)
)

// Char is a hidden character, or a run of them, in a text.
type Char struct {
	Grade      Grade
	Start, End int // byte offsets
	Rune       rune
}

// most bounds what is told of one text; nobody reads the hundredth.
const most = 64

// Find returns the hidden characters of a text in order of place, runs of one
// grade as one, the first 64.
func Find(text string) []Char {
	s := scanner{text: text, rtl: -1}
	for s.at < len(text) && len(s.found) < most {
		if c := text[s.at]; c < utf8.RuneSelf {
			s.ascii(c)
			continue
		}
		s.step()
	}
	return s.found
}

// scanner reads a text character by character and knows the ones before.
type scanner struct {
	text    string
	at      int
	prev    rune // before at; 0 at the beginning
	before  rune // before prev
	found   []Char
	regions int // flags of regions that are not the usual three
	rtl     int // whether the text has letters written from right to left; -1: not looked
}

func (s *scanner) ascii(c byte) {
	if c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == 0x7F {
		s.add(Certain, s.at, s.at+1, rune(c))
	}
	s.next(rune(c), 1)
}

func (s *scanner) next(r rune, n int) {
	s.before, s.prev = s.prev, r
	s.at += n
}

// step reads a character that is not ASCII.
func (s *scanner) step() {
	r, n := utf8.DecodeRuneInString(s.text[s.at:])
	switch {
	case r == blackFlag:
		if end := s.flag(s.at + n); end > s.at+n {
			s.prev, s.before, s.at = r, s.prev, end
			return
		}
	case r >= 0x4E00 && r <= 0x9FFF || r >= 0xAC00 && r <= 0xD7A3 || r >= 0x3001 && r <= 0x30FF:
	case r < 0xA0:
		if end := mojibake(s.text, s.at, s.prev); end > 0 {
			s.add(Odd, s.at, end, r)
			s.prev, s.before, s.at = r, s.prev, end
			return
		}
		g := Certain
		if quoteOfWindows(r) && (unicode.IsLetter(s.prev) || unicode.IsLetter(s.after(n))) {
			g = Odd
		}
		s.add(g, s.at, s.at+n, r)
	default:
		if g, ok := s.grade(r, n); ok {
			s.add(g, s.at, s.at+n, r)
		}
	}
	s.next(r, n)
}

// grade judges a character by what it is and what stands around it.
func (s *scanner) grade(r rune, n int) (Grade, bool) {
	switch {
	case r > 0xAD && r < 0x34F, r > 0x34F && r < 0x600, r >= 0x1F000 && r <= 0x1FAFF: // most of what is written
		return 0, false
	case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r >= 0xE0000 && r <= 0xE007F:
		return Certain, true
	case selector(r):
		return s.selector(r)
	case r == zwj:
		return Doubtful, !s.joins(n)
	case r == zwnj:
		return Doubtful, !(spelled(s.base()) && goesOn(s.after(n)))
	case r == 0x200B:
		return s.zeroWidthSpace(n)
	case r == 0xFEFF && s.at == 0:
		return Note, true
	case r == 0x2800:
		return Doubtful, !(braille(s.prev) || braille(s.after(n)))
	case doubtful(r):
		return Doubtful, true
	case r == 0x200E, r == 0x200F, r == 0x061C:
		return Odd, !s.rightToLeft()
	case r == 0xAD, r == 0xFFFD, r == 0x2028, r == 0x2029, unicode.Is(unicode.Co, r), r&0xFFFE == 0xFFFE, r >= 0xFDD0 && r <= 0xFDEF:
		return Odd, true
	case r >= 0xFFF0 && unicode.Is(unicode.Cf, r):
		return Doubtful, !unicode.In(r, unicode.Egyptian_Hieroglyphs)
	}
	return 0, false
}

// doubtful are the characters that show nothing and have no place in a text of
// today: word joiners, invisible operators, deprecated controls, fillers.
func doubtful(r rune) bool {
	switch r {
	case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x3164, 0xFEFF, 0xFFA0:
		return true
	}
	return r >= 0x2060 && r <= 0x2065 || r >= 0x206A && r <= 0x206F
}

// add notes what was found; of neighbours of one grade it makes one.
func (s *scanner) add(g Grade, start, end int, r rune) {
	if n := len(s.found); n > 0 && s.found[n-1].Grade == g && s.found[n-1].End == start {
		s.found[n-1].End = end
		return
	}
	s.found = append(s.found, Char{Grade: g, Start: start, End: end, Rune: r})
}

// after is the character n bytes behind the one at hand, 0 at the end.
func (s *scanner) after(n int) rune {
	if s.at+n >= len(s.text) {
		return 0
	}
	r, _ := utf8.DecodeRuneInString(s.text[s.at+n:])
	return r
}

// rightToLeft reports whether the text has Arabic, Hebrew or the like.
func (s *scanner) rightToLeft() bool {
	if s.rtl < 0 {
		s.rtl = 0
		for _, r := range s.text {
			if r >= 0x590 && unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam) && unicode.IsLetter(r) {
				s.rtl = 1
				break
			}
		}
	}
	return s.rtl == 1
}

// quoteOfWindows reports whether a control is what Windows-1252 has as an ellipsis,
// a quotation mark, a bullet or a dash: read as Latin-1, it's becomes it\u0092s.
func quoteOfWindows(r rune) bool { return r == 0x85 || r >= 0x91 && r <= 0x97 }

// mojibake is the end of the rest of a UTF-8 sequence that was read as Latin-1,
// such as â\u0080\u0099 for an apostrophe; 0 when there is none, or when what it
// stands for is itself a control.
func mojibake(text string, at int, lead rune) int {
	var size int
	switch {
	case lead >= 0xC2 && lead <= 0xDF:
		size = 1
	case lead >= 0xE0 && lead <= 0xEF:
		size = 2
	case lead >= 0xF0 && lead <= 0xF4:
		size = 3
	default:
		return 0
	}
	bytes := []byte{byte(lead)}
	for range size {
		r, n := utf8.DecodeRuneInString(text[at:])
		if r < 0x80 || r > 0xBF {
			return 0
		}
		bytes = append(bytes, byte(r))
		at += n
	}
	if r, _ := utf8.DecodeRune(bytes); r == utf8.RuneError || !unicode.IsGraphic(r) {
		return 0
	}
	return at
}
