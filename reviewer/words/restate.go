package words

import (
	"slices"
	"strings"
	"sync"
)

// Echo is how much a text only repeats a name.
type Echo int

// The degrees.
const (
	EchoNone  Echo = iota
	EchoSoft       // every word that counts is one of the name's: "Get a page" for get_page
	EchoExact      // the name itself, as a sentence or in Chinese: "Tool for add", 获取天气 for get_weather
)

type fillerLists struct{ en, zh set }

var (
	fillers = sync.OnceValue(func() fillerLists {
		var f fillerLists
		for _, line := range lines("filler.txt") {
			lang, rest, _ := strings.Cut(line, " ")
			if lang == "en" {
				f.en = setOf(strings.Fields(rest)...)
			} else {
				f.zh = setOf(strings.Fields(rest)...)
			}
		}
		return f
	})
	glosses = sync.OnceValue(func() map[string][]string {
		m := map[string][]string{}
		for _, line := range lines("gloss.txt") {
			zh, en, _ := strings.Cut(line, "=")
			m[zh] = strings.Split(en, ",")
		}
		return m
	})
	pieces = sync.OnceValue(func() []string {
		s := set{}
		for zh := range glosses() {
			s[zh] = struct{}{}
		}
		for zh := range fillers().zh {
			s[zh] = struct{}{}
		}
		return longestFirst(s)
	})
)

// Restates tells how much of a text is only the name again. Texts longer than a
// sentence are never that.
func Restates(text, name string) Echo {
	if len(name) > 200 || !strings.ContainsFunc(name, solid) {
		return EchoNone
	}
	plain := Plain(text)
	if len(plain) > 200 {
		return EchoNone
	}
	switch key, nameKey := Key(plain), Key(name); {
	case key == "" || nameKey == "":
		return EchoNone
	case key == nameKey:
		return EchoExact
	}
	named := Tokens(name)
	said, ok := content(plain, func(m meaning) bool {
		return slices.ContainsFunc(named, func(n string) bool { return m.means(n) })
	})
	if !ok {
		return EchoNone // a word that is not the name's
	}
	if len(said) == 0 {
		return EchoSoft // filler alone
	}
	own := without(named, fillers().en)
	if len(own) == 0 {
		own = named
	}
	if sameWords(said, own) {
		return EchoExact
	}
	return EchoSoft
}

// meaning is one content word of a text: what it may be in a name.
type meaning []string

func (m meaning) means(token string) bool {
	return slices.ContainsFunc(m, func(w string) bool { return Stem(w) == Stem(token) || w == token })
}

// content lists the words of a text that are no filler, Chinese ones by what
// they mean; false when a piece of Chinese is not understood, or at the first
// word that is not wanted.
func content(plain string, wanted func(meaning) bool) ([]meaning, bool) {
	var out []meaning
	for token := range eachToken(simple(plain)) {
		for w := range eachWord(token) {
			switch {
			case w == "":
			case wide([]rune(w)[0]):
				more, ok := translate(w)
				if !ok || slices.ContainsFunc(more, func(m meaning) bool { return !wanted(m) }) {
					return nil, false
				}
				out = append(out, more...)
			case !fillers().en.has(w):
				if !wanted(meaning{w}) {
					return nil, false
				}
				out = append(out, meaning{w})
			}
		}
	}
	return out, true
}

func translate(run string) ([]meaning, bool) {
	var out []meaning
	for run != "" {
		i := slices.IndexFunc(pieces(), func(p string) bool { return strings.HasPrefix(run, p) })
		if i < 0 {
			return nil, false
		}
		p := pieces()[i]
		if g, ok := glosses()[p]; ok {
			out = append(out, meaning(g))
		}
		run = run[len(p):]
	}
	return out, true
}

// sameWords reports whether the text says every word of the name once and
// nothing else.
func sameWords(said []meaning, name []string) bool {
	if len(said) != len(name) {
		return false
	}
	left := slices.Clone(name)
	for _, m := range said {
		i := slices.IndexFunc(left, func(n string) bool { return slices.Contains(m, n) || len(m) == 1 && Stem(m[0]) == Stem(n) })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}

func without(tokens []string, stop set) []string {
	return slices.DeleteFunc(slices.Clone(tokens), stop.has)
}

// Filler reports whether a text has words, and all of them are filler such as
// "tool", "for", 用于.
func Filler(text string) bool {
	plain := Plain(text)
	if Key(plain) == "" || len(plain) > 200 {
		return false
	}
	_, ok := content(plain, func(meaning) bool { return false })
	return ok
}
