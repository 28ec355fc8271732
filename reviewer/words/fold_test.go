package words_test

import (
	"testing"
	"unicode/utf8"

	"marketd/reviewer/words"
)

func TestSimple(t *testing.T) {
	t.Parallel()
	for in, want := range map[rune]rune{'請': '请', '請' + 1: '請' + 1, '请': '请', 'a': 'a', 'あ': 'あ', 0x4E00: 0x4E00, 0x9FFF: 0x9FFF, 0x20000: 0x20000, utf8.MaxRune: utf8.MaxRune, -1: -1} {
		if got := words.Simple(in); got != want {
			t.Errorf("Simple(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestLatin(t *testing.T) {
	t.Parallel()
	for in, want := range map[rune]rune{'а': 'a', 'Р': 'P', 'ο': 'o', 'ɪ': 'i', '🅰': 'a'} {
		if got, ok := words.Latin(in); !ok || got != want {
			t.Errorf("Latin(%q) = %q, want %q", in, got, want)
		}
	}
	for _, in := range []rune{'a', 'ж', 'Δ', 'é', '中', '1'} {
		if got, ok := words.Latin(in); ok {
			t.Errorf("%q passes for %q", in, got)
		}
	}
}
