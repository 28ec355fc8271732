package words

import (
	"strings"
	"sync"
)

// confusables maps what passes for a Latin letter to that letter.
var confusables = sync.OnceValue(func() map[rune]rune {
	m := map[rune]rune{}
	for _, line := range lines("confusable.txt") {
		for field := range strings.FieldsSeq(line) {
			pair := []rune(field)
			m[pair[0]] = pair[1]
		}
	}
	return m
})

// Latin is the Latin letter for which r passes, and whether it passes for one.
func Latin(r rune) (rune, bool) {
	l, ok := confusables()[r]
	return l, ok
}
