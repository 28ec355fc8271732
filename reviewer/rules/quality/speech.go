package quality

import (
	"strings"
	"unicode"

	"marketd/reviewer"
	"marketd/reviewer/words"
)

// speech is a description as the rules on wording here read it.
type speech struct {
	lower  string // in lower case
	known  bool   // it is in a language whose cues are listed
	absent bool   // there is no text at all
}

type speechKey struct{}

// speechOf is the tool's description. What is neither Chinese nor English is
// not judged by its words.
func speechOf(t reviewer.Tool) speech {
	return reviewer.Remember(t, speechKey{}, func() speech {
		s := speech{lower: words.Lower(t.Description), absent: strings.TrimSpace(t.Description) == ""}
		var han, latin, other int
		for _, r := range s.lower {
			switch {
			case r >= 'a' && r <= 'z':
				latin++
			case r < 0x80:
			case unicode.Is(unicode.Han, r):
				han++
			case unicode.IsLetter(r):
				other++
			}
		}
		switch {
		case other*10 > han*2+latin: // accents, kana, Cyrillic, …
		case han*8 > latin: // an English text may name a Chinese place
			s.known = true
		default:
			s.known = s.has(english...)
		}
		return s
	})
}

// english are words that an English sentence rarely does without.
var english = []string{"the ", "a ", "an ", "of ", "to ", "for ", "and ", "in ", "by ", "with ", "from "}

// has reports whether one of the cues is in the text. A cue of ASCII letters is
// met only at the start of a word: "return" is in "returns", not in "unreturned".
func (s speech) has(cues ...string) bool { return has(s.lower, cues...) }

// has reports whether one of the cues is in a text in lower case.
func has(lower string, cues ...string) bool {
	for _, cue := range cues {
		for rest, before := lower, byte(' '); ; {
			i := strings.Index(rest, cue)
			if i < 0 {
				break
			}
			if i > 0 {
				before = rest[i-1]
			}
			if c := cue[0]; c < 'a' || c > 'z' || before < 'a' || before > 'z' {
				return true
			}
			before, rest = rest[i], rest[i+1:]
		}
	}
	return false
}
