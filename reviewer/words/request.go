package words

import (
	"regexp"
	"strings"
	"sync"
)

// request is how a language asks for a description, or says that there is none.
type request struct {
	nouns, orders []string       // keys: what is asked for, and the asking
	starts        set            // the first three bytes of these and of the words beside them
	whole         *regexp.Regexp // a key of these and of the words beside them alone
}

// requests are those of each language.
var requests = sync.OnceValue(func() []request {
	var out []request
	for _, line := range lines("request.txt") {
		r := request{starts: set{}}
		var all []string
		for i, words := range strings.Split(line, "|") {
			var keys []string
			for word := range strings.FieldsSeq(words) {
				keys = append(keys, Key(word))
				k := Key(word)
				r.starts[k[:min(3, len(k))]] = struct{}{}
				all = append(all, regexp.QuoteMeta(k))
			}
			switch i {
			case 0:
				r.nouns = keys
			case 1:
				r.orders = keys
			}
		}
		r.whole = regexp.MustCompile(`^(?:` + strings.Join(all, "|") + `)+$`)
		out = append(out, r)
	}
	return out
})

// begins reports whether a key can begin with a word of the language: most do
// not, and need no closer look.
func (r request) begins(key string) bool {
	for n := 1; n <= min(3, len(key)); n++ {
		if r.starts.has(key[:n]) {
			return true
		}
	}
	return false
}

// requested reports whether the text does nothing but ask for a description or
// say that it is missing, in whatever order a language puts that: "Hier bitte
// die Beschreibung einfügen", ここに説明を書いてください.
func requested(plain string) bool {
	if len(plain) > 120 {
		return false
	}
	key := Key(plain)
	in := func(words []string) bool {
		for _, w := range words {
			if strings.Contains(key, w) {
				return true
			}
		}
		return false
	}
	for _, r := range requests() {
		if r.begins(key) && in(r.nouns) && in(r.orders) && r.whole.MatchString(key) {
			return true
		}
	}
	return false
}
