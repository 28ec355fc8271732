package reviewer_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"marketd/reviewer"
)

func TestEscape(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                            "",
		"查询天气 now":                    "查询天气 now",
		"a\tb\nc\r\x7f":               "a⟦U+0009⟧b⟦U+000A⟧c⟦U+000D⟧⟦U+007F⟧",
		"\x1b]8;;http://x\a":          "⟦U+001B⟧]8;;http://x⟦U+0007⟧",
		"\u202egnp.exe":               "⟦U+202E⟧gnp.exe",
		"zero\u200bwidth\u2060\ufeff": "zero⟦U+200B⟧width⟦U+2060⟧⟦U+FEFF⟧",
		"tag\U000E0041":               "tag⟦U+E0041⟧",
		"\u3164\u115f\u2800":          "⟦U+3164⟧⟦U+115F⟧⟦U+2800⟧",
		"vs\ufe0f\U000E0100":          "vs⟦U+FE0F⟧⟦U+E0100⟧",
		"line\u2028para\u2029":        "line⟦U+2028⟧para⟦U+2029⟧",
		"private\ue000":               "private⟦U+E000⟧",
		"😀é한ก":                        "😀é한ก",
	} {
		if got := reviewer.Escape(in); got != want {
			t.Errorf("Escape(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzEscape(f *testing.F) {
	for _, s := range []string{"", "a\u202eb", "\xff", "😀\ufe0f", strings.Repeat("\x00", 9)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := reviewer.Escape(s)
		if !utf8.ValidString(s) {
			return // the engine makes texts valid first
		}
		for _, c := range got {
			if unicode.IsControl(c) || unicode.Is(unicode.Cf, c) {
				t.Fatalf("U+%04X is left in %q", c, got)
			}
		}
		if reviewer.Escape(got) != got {
			t.Fatalf("escaping twice changes %q", got)
		}
	})
}
