package plaintext_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"marketd/market/plaintext"
)

func TestVisible(t *testing.T) {
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
		"no\u00a0break":               "no\u00a0break",
		"😀é한ก":                        "😀é한ก",
	} {
		if got := plaintext.Visible(in); got != want {
			t.Errorf("Visible(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in    string
		limit int
		want  string
	}{{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"好好好好", 3, "好好…"}, {"ab cd", 4, "ab…"}, {"", 1, ""}, {"ab", 1, "…"}} {
		if got := plaintext.Cut(c.in, c.limit); got != c.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.in, c.limit, got, c.want)
		}
	}
}

func TestHead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in    string
		limit int
		want  string
	}{{"abc", 3, "abc"}, {"abcd", 3, "abc"}, {"好好", 3, "好"}, {"好好", 5, "好"}, {"好", 2, ""}, {"", 0, ""}, {"a", 0, ""}} {
		if got := plaintext.Head(c.in, c.limit); got != c.want {
			t.Errorf("Head(%q, %d) = %q, want %q", c.in, c.limit, got, c.want)
		}
	}
}

func FuzzPlaintext(f *testing.F) {
	for _, s := range []string{"", "a\u202eb", "\xff", "😀\ufe0f", strings.Repeat("\x00", 9)} {
		f.Add(s, 5)
	}
	f.Fuzz(func(t *testing.T, s string, limit int) {
		if limit < 1 {
			return
		}
		if head := plaintext.Head(s, limit); len(head) > limit || !strings.HasPrefix(s, head) {
			t.Fatalf("Head(%q, %d) = %q", s, limit, head)
		}
		if n := utf8.RuneCountInString(plaintext.Cut(s, limit)); n > limit {
			t.Fatalf("Cut(%q, %d) has %d runes", s, limit, n)
		}
		if !utf8.ValidString(s) {
			return // callers make texts valid first
		}
		got := plaintext.Visible(s)
		for _, c := range got {
			if unicode.IsControl(c) || unicode.In(c, unicode.Cf, unicode.Variation_Selector) {
				t.Fatalf("U+%04X is left in %q", c, got)
			}
		}
		if plaintext.Visible(got) != got {
			t.Fatalf("a second time changes %q", got)
		}
	})
}
