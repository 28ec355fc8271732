package words_test

import (
	"strings"
	"testing"
	"unicode"

	"marketd/reviewer/words"
)

func TestLower(t *testing.T) {
	t.Parallel()
	for r := rune(1); r <= unicode.MaxRune; r++ {
		if s := "A天" + string(r) + "b"; words.Lower(s) != strings.ToLower(s) {
			t.Fatalf("%q: %q, want %q", s, words.Lower(s), strings.ToLower(s))
		}
	}
	for _, s := range []string{"", "weather", "Weather 天气，（Beijing）", "ÄÖÜ ИЖ Ωm", "Ａbc", "bad \xff UTF-8 \xe4\xb8 A", "İI"} {
		if words.Lower(s) != strings.ToLower(s) {
			t.Errorf("%q: %q, want %q", s, words.Lower(s), strings.ToLower(s))
		}
	}
}
