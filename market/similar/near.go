package similar

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// minNear is how wide a key must be for a slip to tell anything: of four-letter
// words too many are one letter apart.
const minNear = 5

// Near reports whether two texts that have different keys pass for each other:
// they are one slip apart, of one [Shape], or of one [Stem].
//
// A slip is one letter more, less, other or changed with its neighbour (Damerau
// and Levenshtein, distance 1), in keys of five characters or more, a Chinese one
// counting as two and affixes (see [Stem]) as none. It is a word and no slip, but for two that changed places; and texts
// that differ in a number alone are of one series (v1, v2).
func Near(a, b string) bool {
	ka, kb := Key(a), Key(b)
	switch {
	case ka == kb || ka == "" || kb == "":
		return false
	case slip(ka, kb) && !series(form(a), form(b)) && min(width(core(a)), width(core(b))) >= minNear:
		return true
	case min(width(ka), width(kb)) >= minNear && shape(ka) == shape(kb):
		return true
	}
	stem := Stem(a)
	return stem != "" && stem == Stem(b)
}

// slip compares keys.
func slip(a, b string) bool {
	if a == b || width(a) < minNear || width(b) < minNear {
		return false
	}
	ra, rb := []rune(differ(a, b)), []rune(differ(b, a))
	switch {
	case len(ra) == 2 && len(rb) == 2:
		return ra[0] == rb[1] && ra[1] == rb[0]
	case len(ra) > 1 || len(rb) > 1:
		return false
	}
	for _, r := range append(ra, rb...) {
		if unicode.Is(unicode.Han, r) {
			return false
		}
	}
	return true
}

// width is how many characters a key has, Chinese, Japanese and Korean ones as
// two.
func width(key string) int {
	n := 0
	for _, r := range key {
		if n++; wide(r) {
			n++
		}
	}
	return n
}

// differ is what is left of a without the beginning and the end that it shares
// with b.
func differ(a, b string) string {
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	for start > 0 && (boundless(a, start) || boundless(b, start)) {
		start--
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	for end > 0 && !utf8.RuneStart(a[len(a)-end]) {
		end--
	}
	return a[start : len(a)-end]
}

// boundless reports whether i is in the middle of a character of s.
func boundless(s string, i int) bool { return i < len(s) && !utf8.RuneStart(s[i]) }

// series reports whether two forms with letters have another number each.
func series(a, b string) bool {
	da, db := differ(a, b), differ(b, a)
	return len(da) <= 1 && len(db) <= 1 && strings.Trim(da+db, digits) == "" &&
		strings.ContainsAny(a, digits) && strings.ContainsAny(b, digits) && strings.ContainsFunc(a, unicode.IsLetter)
}

const digits = "0123456789"

// pairs are letters that look like one together, and Chinese characters that
// take a second look to be told apart.
var pairs = strings.NewReplacer(
	"rn", "m", "vv", "w",
	"徽", "微", "掏", "淘", "忖", "付", "末", "未", "已", "己", "巳", "己", "士", "土", "曰", "日", "入", "人", "夭", "天", "千", "干", "午", "牛",
	"拆", "折", "睛", "晴", "往", "住", "候", "侯", "兔", "免", "治", "冶", "戍", "戌", "荼", "茶", "搏", "博", "昧", "味", "抺", "抹", "沬", "沫", "妺", "妹", "亰", "京",
)

// Shape is the key with what takes a second look to be told apart as one: rn is
// m. Texts with one shape are nearly the same to the eye.
func Shape(text string) string { return shape(Key(text)) }

// shape is the shape of a key.
func shape(key string) string {
	if strings.Contains(key, "rn") || strings.Contains(key, "vv") || strings.ContainsFunc(key, func(r rune) bool { return r >= 0x80 }) {
		return pairs.Replace(key)
	}
	return key
}
