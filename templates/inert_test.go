package templates

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestInert(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{"plain 文字\n\tand é", "plain 文字\n\tand é"},
		{"a\u202eb", "a⟦U+202E⟧b"},
		{"a\u200bb\ufeff", "a⟦U+200B⟧b⟦U+FEFF⟧"},
		{"\x00\x1b[31m\x7f\r", "⟦U+0000⟧⟦U+001B⟧[31m⟦U+007F⟧⟦U+000D⟧"},
		{"\u0085\u2028\u2029", "⟦U+0085⟧⟦U+2028⟧⟦U+2029⟧"},
		{"tag\U000E0041", "tag⟦U+E0041⟧"},
		{"pua\ue000", "pua⟦U+E000⟧"},
		{"\u3164\u115f\u2800", "⟦U+3164⟧⟦U+115F⟧⟦U+2800⟧"},
		{"bad\xff\xc3", "bad⟦0xFF⟧⟦0xC3⟧"},
		{"\ufffd", "\ufffd"},
		{"👩\u200d💻", "👩\u200d💻"},
		{"🏳\ufe0f\u200d🌈", "🏳\ufe0f\u200d🌈"},
		{"a\u200db", "a⟦U+200D⟧b"},
		{"❤\ufe0f", "❤\ufe0f"},
		{"1\ufe0f\u20e3", "1\ufe0f\u20e3"},
		{"❤\ufe0f\ufe0f", "❤\ufe0f⟦U+FE0F⟧"},
		{"a\ufe01b\U000E0100", "a⟦U+FE01⟧b⟦U+E0100⟧"},
		{"", ""},
	} {
		if got := Inert(c.in); got != c.want {
			t.Errorf("Inert(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func FuzzInert(f *testing.F) {
	f.Add("a\u202eb\xff")
	f.Add("👩\u200d💻\u200d")
	f.Fuzz(func(t *testing.T, s string) {
		got := Inert(s)
		if !utf8.ValidString(got) {
			t.Fatalf("Inert(%q) is not UTF-8", s)
		}
		for i, r := range got {
			if hidden(r) && !joins(got, i, r) {
				t.Fatalf("Inert(%q) = %q hides %U", s, got, r)
			}
		}
		if Inert(got) != got {
			t.Fatalf("Inert is not settled on %q", s)
		}
	})
}

func TestClip(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{{"天气预报", 2, "天气…"}, {"天气", 2, "天气"}, {"", 0, ""}} {
		if got := Clip(c.in, c.n); got != c.want {
			t.Errorf("Clip(%q, %d) = %q", c.in, c.n, got)
		}
	}
}

func TestShortDigest(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"v1:sha256:9f3c" + strings.Repeat("0", 56) + "a71e": "9f3c…a71e",
		"v1:sha256:00": "00", "": "",
	} {
		if got := ShortDigest(in); got != want {
			t.Errorf("ShortDigest(%q) = %q, want %q", in, got, want)
		}
	}
}
