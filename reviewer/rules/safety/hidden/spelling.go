package hidden

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Characters that good spelling may need.
const (
	zwnj      = 0x200C
	zwj       = 0x200D
	blackFlag = 0x1F3F4
	tagEnd    = 0xE007F
)

// flag is the end of the tags that make a black flag that of a region, such as
// Scotland, when they begin at from; from itself when they make none.
func (s *scanner) flag(from int) int {
	var region strings.Builder
	for i, r := range s.text[from:] {
		switch {
		case r == tagEnd:
			if !s.region(region.String()) {
				return from
			}
			return from + i + len(string(r))
		case r < 0xE0030 || r > 0xE007A || region.Len() == 6:
			return from
		}
		region.WriteByte(byte(r - 0xE0000))
	}
	return from
}

// regionsMost is how many flags beside the usual three a text may have: letters
// can be smuggled in regions that no flag exists for.
const regionsMost = 3

// region reports whether a flag of the region may stand in the text.
func (s *scanner) region(code string) bool {
	switch code {
	case "gbeng", "gbsct", "gbwls":
		return true
	}
	s.regions++
	return len(code) >= 4 && len(code) <= 5 && strings.TrimLeft(code[:2], "abcdefghijklmnopqrstuvwxyz") == "" && s.regions <= regionsMost
}

func selector(r rune) bool {
	return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF || r >= 0x180B && r <= 0x180D || r == 0x180F
}

// selector judges a variation selector by what stands before it.
func (s *scanner) selector(r rune) (Grade, bool) {
	switch {
	case r >= 0xE0100:
		return Certain, !unicode.Is(unicode.Han, s.prev)
	case r < 0xFE00:
		return Doubtful, !unicode.Is(unicode.Mongolian, s.prev)
	case r >= 0xFE0E:
		return Doubtful, !pictured(s.prev)
	}
	return Doubtful, !unicode.In(s.prev, unicode.Han, unicode.Sm, unicode.Myanmar, unicode.Phags_Pa, unicode.Mongolian) && !(s.prev >= 0x2010 && s.prev < 0x2FFF) && !(s.prev >= 0xFF01 && s.prev <= 0xFF1F) && s.prev != '0' && !(s.prev >= 0x3001 && s.prev <= 0x3002)
}

// pictured reports whether a character has a form as a text and one as a picture.
func pictured(r rune) bool {
	switch {
	case r >= '0' && r <= '9', r == '#', r == '*', r == 0xA9, r == 0xAE, r == 0x203C, r == 0x2049, r == 0x303D, r == 0x3030, r == 0x3297, r == 0x3299:
		return true
	case r >= 0x1F1E6 && r <= 0x1F1FF, r >= 0x1F3FB && r <= 0x1F3FF:
		return true
	case unicode.Is(unicode.Han, r):
		return true
	}
	return r >= 0x2000 && unicode.IsSymbol(r) || r == 0x2139
}

// joins reports whether the joiner at hand, n bytes long, joins two pictures, or
// letters of a script that is written with joiners.
func (s *scanner) joins(n int) bool {
	next := s.after(n)
	if picture(s.base()) && picture(next) {
		return true
	}
	return spelled(s.base()) && goesOn(next)
}

// goesOn reports whether a joiner may stand before a character: a letter of such
// a script, or no letter at all.
func goesOn(next rune) bool {
	return spelled(next) || !unicode.IsLetter(next) && !unicode.IsNumber(next) && next != zwj && next != zwnj
}

// base is the character before, or the one before that where a selector or a
// tone of skin follows it.
func (s *scanner) base() rune {
	if selector(s.prev) || s.prev >= 0x1F3FB && s.prev <= 0x1F3FF {
		return s.before
	}
	return s.prev
}

func picture(r rune) bool {
	return r >= 0x2190 && r <= 0x2BFF || r >= 0x1F000 && r <= 0x1FAFF || r == 0xA9 || r == 0xAE
}

// spelled reports whether a character is of a script whose spelling has joiners
// and non-joiners.
func spelled(r rune) bool {
	return r >= 0x600 && unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mandaic, unicode.Mongolian, unicode.Phags_Pa, unicode.Adlam, unicode.Hanifi_Rohingya,
		unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam,
		unicode.Sinhala, unicode.Thai, unicode.Lao, unicode.Tibetan, unicode.Myanmar, unicode.Khmer, unicode.Balinese, unicode.Javanese, unicode.Meetei_Mayek, unicode.Tirhuta, unicode.Newa)
}

// slipsMost is how many zero-width spaces in a row translators leave at the edges
// of words.
const slipsMost = 4

// zeroWidthSpace judges U+200B, n bytes long. Between letters it splits a word; at
// the edge of one it does nothing.
func (s *scanner) zeroWidthSpace(n int) (Grade, bool) {
	first, last := s.at, s.at+n
	for strings.HasSuffix(s.text[:first], "\u200b") && last-first <= slipsMost*n {
		first -= n
	}
	for strings.HasPrefix(s.text[last:], "\u200b") && last-first <= slipsMost*n {
		last += n
	}
	before, _ := utf8.DecodeLastRuneInString(s.text[:first])
	after, _ := utf8.DecodeRuneInString(s.text[last:])
	switch {
	case southEast(before) && southEast(after):
		return 0, false
	case last-first <= slipsMost*n && (edge(before) || edge(after)):
		return Odd, true
	}
	return Doubtful, true
}

// edge reports whether no word goes on at a character: a blank, a sign, or the end
// of the text.
func edge(r rune) bool {
	return r == utf8.RuneError || r < utf8.RuneSelf && !(r|0x20 >= 'a' && r|0x20 <= 'z') && !(r >= '0' && r <= '9') || unicode.IsSpace(r) || unicode.IsPunct(r)
}

// southEast reports whether a character is of a script that is written without
// blanks, where U+200B says where a line may break.
func southEast(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Javanese, unicode.Balinese)
}

func braille(r rune) bool { return r > 0x2800 && r <= 0x28FF }
