package similar

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Words are the words of a name, each as its [Shape]: it is cut at what is no
// letter or digit, at camel case, around numbers and around runs of Chinese.
func Words(name string) []string {
	if len(name) > maxText {
		return nil
	}
	var words []string
	var word []rune
	flush := func() {
		if s := Shape(string(word)); s != "" {
			words = append(words, s)
		}
		word = word[:0]
	}
	rs := []rune(norm.NFKC.String(strings.ToValidUTF8(name, " ")))
	for i, r := range rs {
		switch {
		case hidden(r) || unicode.Is(unicode.Cf, r):
			continue
		case !solid(r):
			flush()
			continue
		case len(word) > 0 && parts(word[len(word)-1], r, rs[i+1:]):
			flush()
		}
		word = append(word, r)
	}
	flush()
	return words
}

// parts reports whether a word ends between two characters that follow each
// other, with rest after them.
func parts(a, b rune, rest []rune) bool {
	if unicode.IsMark(b) {
		return false
	}
	endOfCapitals := unicode.IsUpper(a) && unicode.IsUpper(b) && len(rest) > 0 && unicode.IsLower(rest[0])
	return wide(a) != wide(b) || unicode.IsNumber(a) != unicode.IsNumber(b) || !unicode.IsUpper(a) && unicode.IsUpper(b) || endOfCapitals
}

func wide(r rune) bool {
	return r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// Hold reports whether the [Words] of a name have the brand in them: as words
// where it is written in letters, anywhere where it is written in Chinese.
// "n0tion-notes" holds Notion, "emotional" does not; 我的支付宝 holds 支付宝. In a
// brand the i passes for l too, as its capital does. An unless is a longer word
// that has the brand in it by chance, as 北京东站 has 京东.
func Hold(words []string, brand string, unless ...string) bool {
	text := slur(strings.Join(words, ""))
	if strings.ContainsFunc(brand, wide) && !strings.ContainsFunc(text, wide) {
		return false // an id, most often
	}
	want := slur(Shape(brand))
	if want == "" || !strings.Contains(text, want) {
		return false
	}
	for _, u := range unless {
		text = strings.ReplaceAll(text, slur(Shape(u)), strings.Repeat("\x00", len(slur(Shape(u)))))
	}
	first, _ := utf8.DecodeRuneInString(want)
	last, _ := utf8.DecodeLastRuneInString(want)
	for from := 0; ; {
		i := strings.Index(text[from:], want)
		if i < 0 {
			return false
		}
		i += from
		if (wide(first) || border(words, i)) && (wide(last) || border(words, i+len(want))) {
			return true
		}
		from = i + utf8.RuneLen(first)
	}
}

func slur(s string) string { return strings.ReplaceAll(s, "i", "l") }

// border reports whether a word begins or ends at the offset in the words,
// written together.
func border(words []string, at int) bool {
	for _, w := range words {
		if at <= 0 {
			break
		}
		at -= len(w)
	}
	return at == 0
}

// affixes are what is put before or after a name without making it another.
var affixes = struct{ words, front, back []string }{
	words: []string{"mcp", "server", "tool", "tools", "api", "official", "remote", "the", "cn", "app", "plugin", "pro", "plus", "lite"},
	front: []string{"官方", "正版"},
	back:  []string{"官方", "正版", "服务", "工具", "助手"},
}

// minStem is how wide a stem must be to tell anything, a Chinese character
// counting as two.
const minStem = 4

// Stem is the shape of a name without what is put before or after names: "Notion
// MCP Server" and 官方 Notion have one. It is empty when too little is left.
func Stem(name string) string {
	if s := core(name); width(s) >= minStem {
		return s
	}
	return ""
}

// core is the stem, however little is left.
func core(name string) string {
	words := Words(name)
	for {
		n := len(strings.Join(words, ""))
		words = strip(words)
		if s := strings.Join(words, ""); len(s) == n {
			return s
		}
	}
}

// strip takes one affix from either end.
func strip(words []string) []string {
	if n := len(words); n > 0 && slices.Contains(affixes.words, words[n-1]) {
		words = words[:n-1]
	}
	if len(words) > 0 && slices.Contains(affixes.words, words[0]) {
		words = words[1:]
	}
	if len(words) == 0 {
		return nil
	}
	words = slices.Clone(words)
	for _, a := range affixes.front {
		words[0] = strings.TrimPrefix(words[0], a)
	}
	for _, a := range affixes.back {
		words[len(words)-1] = strings.TrimSuffix(words[len(words)-1], a)
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}
