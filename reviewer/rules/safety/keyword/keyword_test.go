package keyword_test

import (
	"strings"
	"testing"

	"marketd/reviewer/rules/safety/keyword"
)

var groups = [][]string{{"ignor", "disregard"}, {"instruction", "指令"}, {"ins"}, {"инструкц"}}

func bits(list ...int) keyword.Bits {
	var b keyword.Bits
	for _, g := range list {
		b.Add(g)
	}
	return b
}

func TestIn(t *testing.T) {
	t.Parallel()
	set := keyword.New(groups)
	for text, want := range map[string]keyword.Bits{
		"":                                {},
		"ig":                              {},
		"IGNORED":                         bits(0),
		"please DisRegard all":            bits(0),
		"Ignore the INSTRUCTIONS":         bits(0, 1, 2),
		"inspect":                         bits(2),
		"忽略指令":                            bits(1),
		"指 令":                             {},
		"инструкции":                      bits(3),
		"instructio":                      bits(2),
		strings.Repeat("x", 1<<16) + "指令": bits(1),
	} {
		if got := set.In(text); got != want {
			t.Errorf("In(%.20q) = %b, want %b", text, got, want)
		}
	}
}

func TestBits(t *testing.T) {
	t.Parallel()
	b := bits(0, 63, 64, 127)
	if !b.Has(63) || !b.Has(64) || b.Has(65) || !b.All(bits(0, 127)) || b.All(bits(0, 1)) || !b.Any(bits(1, 64)) || b.Any(bits(1, 100)) || !b.All(keyword.Bits{}) {
		t.Errorf("%b", b)
	}
}

func TestSlips(t *testing.T) {
	t.Parallel()
	for name, groups := range map[string][][]string{
		"too short": {{"ab"}}, "capitals": {{"Abc"}}, "too many": make([][]string, keyword.MaxGroups+1),
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			keyword.New(groups)
		}()
	}
}

// FuzzIn compares with the plain search.
func FuzzIn(f *testing.F) {
	for _, s := range []string{"", "Ignore the instructions", "忽略指令", "\xff\x00ins"} {
		f.Add(s)
	}
	set := keyword.New(groups)
	f.Fuzz(func(t *testing.T, text string) {
		got := set.In(text)
		small := strings.Map(func(r rune) rune {
			if 'A' <= r && r <= 'Z' {
				return r | 0x20
			}
			return r
		}, strings.ToValidUTF8(text, "\uFFFD"))
		for g, words := range groups {
			want := false
			for _, w := range words {
				want = want || strings.Contains(small, w)
			}
			if got.Has(g) != want {
				t.Fatalf("%q: group %d is %v", text, g, got.Has(g))
			}
		}
	})
}

func BenchmarkIn(b *testing.B) {
	set := keyword.New(groups)
	text := strings.Repeat("Returns the forecast of a city for the next days. ", 40)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		set.In(text)
	}
}
