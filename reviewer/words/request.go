package words

import (
	"regexp"
	"strings"
	"sync"
)

// request is how a language asks for a description, or says that there is none.
type request struct {
	nouns, orders []string       // keys: what is asked for, and the asking
	whole         *regexp.Regexp // a key of these and of the words beside them alone
}

// requests are those of each language.
var requests = sync.OnceValue(func() []request {
	var out []request
	for _, line := range lines("request.txt") {
		var r request
		var all []string
		for i, words := range strings.Split(line, "|") {
			var keys []string
			for word := range strings.FieldsSeq(words) {
				keys = append(keys, Key(word))
				all = append(all, regexp.QuoteMeta(Key(word)))
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
		if in(r.nouns) && in(r.orders) && r.whole.MatchString(key) {
			return true
		}
	}
	return false
}
