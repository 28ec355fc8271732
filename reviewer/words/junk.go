package words

import (
	"slices"
	"strings"
	"unicode"
)

// rows are what fingers type when nobody thinks.
var rows = []string{"qwertyuiop", "asdfghjkl", "zxcvbnm", "poiuytrewq", "lkjhgfdsa", "mnbvcxz", "1234567890", "0987654321", "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"}

// junk reports whether a text is made without thought: one or two letters over
// and over, a syllable three times, a row of the keyboard, digits alone, words that
// nobody can say. Short
// real words look alike (TTS, LLM, CoCo) and are spared; a description of that
// length has rule DSC-004.
func junk(canon string) bool {
	if len(canon) > 4096 {
		return false
	}
	var letters, distinct []rune
	digits := true
	for _, r := range canon {
		if !unicode.IsLetter(r) && !unicode.IsNumber(r) {
			continue
		}
		letters = append(letters, r)
		digits = digits && unicode.IsNumber(r)
		if len(distinct) < 4 && !slices.Contains(distinct, r) {
			distinct = append(distinct, r)
		}
		if len(letters) == 4 && len(distinct) == 4 && !digits && sober(string(letters)) {
			return false
		}
	}
	n := len(letters)
	if n < 3 {
		return false
	}
	return len(distinct) == 1 || len(distinct) == 2 && n >= 5 || digits || repeated(letters) || mashed(letters) || mute(canon, n)
}

// repeated reports whether a token of up to three characters, said three times
// or more, is all there is; twice is enough for a token that nobody can say.
func repeated(letters []rune) bool {
	for p := 1; p <= 3; p++ {
		if len(letters) < 2*p || len(letters) < 4 || len(letters) < 3*p && !unspeakable(letters[:p]) {
			continue
		}
		same := true
		for i := p; i < len(letters) && same; i++ {
			same = letters[i] == letters[i-p]
		}
		if same {
			return true
		}
	}
	return false
}

// unspeakable reports whether a token has no vowel or lies in a row of the
// keyboard.
func unspeakable(token []rune) bool {
	s := string(token)
	if len(token) < 3 {
		return false
	}
	for _, row := range rows {
		if strings.Contains(row, s) {
			return true
		}
	}
	return strings.Trim(s, consonants) == ""
}

func mashed(letters []rune) bool {
	if len(letters) < 4 {
		return false
	}
	s := string(letters)
	for _, row := range rows {
		if strings.Contains(row, s) {
			return true
		}
	}
	// rows one after the other: "qwertyasdf"
	rest := s
	for rest != "" {
		if k := rowPrefix(rest); k >= 4 {
			rest = rest[k:]
		} else {
			return false
		}
	}
	return true
}

// sober reports whether a text that begins with four different letters can be
// none of those: no row of keys, and not without a vowel.
func sober(four string) bool {
	return rowPrefix(four) < len(four) && strings.Trim(four, consonants) != ""
}

const consonants = "bcdfghjklmnpqrstvwxz"

// mute reports whether no word of a text of n letters can be said: each is of
// six Latin letters or more and has no vowel.
func mute(canon string, n int) bool {
	if n < 12 {
		return false
	}
	for w := range strings.FieldsSeq(canon) {
		if len(w) < 6 || strings.Trim(w, consonants) != "" {
			return false
		}
	}
	return true
}

// rowPrefix is the length in bytes of the longest beginning of s that lies in
// one row of the keyboard.
func rowPrefix(s string) int {
	best := 0
	for _, row := range rows {
		for i := range s {
			if i > best && strings.Contains(row, s[:i]) {
				best = i
			}
		}
		if len(s) > best && strings.Contains(row, s) {
			best = len(s)
		}
	}
	return best
}
