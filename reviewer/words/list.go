package words

import (
	"embed"
	"strings"
	"sync"
)

//go:embed data/*.txt
var files embed.FS

// lines are the lines of a data file that are neither empty nor comments.
func lines(name string) []string {
	b, err := files.ReadFile("data/" + name)
	if err != nil {
		panic(err) // the file is compiled in
	}
	var out []string
	for line := range strings.Lines(string(b)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	return out
}

type set map[string]struct{}

func (s set) has(w string) bool {
	_, ok := s[w]
	return ok
}

func setOf(words ...string) set {
	s := make(set, len(words))
	for _, w := range words {
		s[w] = struct{}{}
	}
	return s
}

// fields is the set of the blank-separated words of a file.
func fields(name string) set {
	return setOf(strings.Fields(strings.Join(lines(name), " "))...)
}

// keys is the set of the keys of a file's entries: one a line, or several
// between bars.
func keys(names ...string) set {
	s := set{}
	for _, name := range names {
		for _, line := range lines(name) {
			for entry := range strings.SplitSeq(line, "|") {
				s[Key(entry)] = struct{}{}
			}
		}
	}
	return s
}

// The lists, read once and then never changed.
var (
	simplified = sync.OnceValue(func() map[rune]rune {
		m := map[rune]rune{}
		for _, line := range lines("t2s.txt") {
			pair := []rune(line)
			m[pair[0]] = pair[1]
		}
		return m
	})
	placeholders = sync.OnceValue(func() set {
		return keys("placeholder_en.txt", "placeholder_zh.txt", "placeholder_more.txt")
	})
	fieldNouns = sync.OnceValue(func() set { return keys("field_nouns.txt") })
	pointers   = sync.OnceValue(func() set { return keys("pointers.txt") })
	loremWords = sync.OnceValue(func() set { return fields("lorem.txt") })
)
