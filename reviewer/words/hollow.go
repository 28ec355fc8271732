package words

import (
	"slices"
	"strings"
	"sync"
)

var (
	hollowEN = sync.OnceValue(func() set { return fields("hollow_en.txt") })
	hollowZH = sync.OnceValue(func() []string { return longestFirst(fields("hollow_zh.txt")) })
)

// Hollow reports whether a text of several words has none that tells what the
// tool does: "This is a simple tool for testing purposes", 这是一个用于演示的接口.
// Unlike [Placeholder] it can be wrong; a person should look.
func Hollow(text string) bool {
	canon := Canon(Plain(text))
	if len(canon) > 300 {
		return false
	}
	var words []string
	for w := range eachWord(canon) {
		if !hollowEN().has(w) && !hollowRun(w) {
			return false
		}
		words = append(words, w)
	}
	return len(words) > 0 && !tests(words)
}

// tests reports whether "test" is what the tool does and not what it is for.
func tests(words []string) bool {
	if words[0] != "test" && words[0] != "tests" || len(words) < 3 {
		return false
	}
	return !slices.Contains(words, "purposes") && !slices.Contains(words, "testing") && !slices.Contains(words, "only")
}

// hollowRun reports whether a run of Chinese is made of empty pieces alone.
func hollowRun(w string) bool {
	if w != "" && w[0] < 0x80 && len(w) > 8 {
		return false // the pieces in Latin letters are short
	}
	rest := simple(w)
	if len(rest) > 150 {
		return false
	}
	for rest != "" {
		i := slices.IndexFunc(hollowZH(), func(p string) bool { return strings.HasPrefix(rest, p) })
		if i < 0 {
			return false
		}
		rest = rest[len(hollowZH()[i]):]
	}
	return true
}

// longestFirst lists a set with the longest members first, so that a greedy
// match is the longest one.
func longestFirst(s set) []string {
	out := make([]string, 0, len(s))
	for w := range s {
		out = append(out, w)
	}
	slices.SortFunc(out, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return out
}
