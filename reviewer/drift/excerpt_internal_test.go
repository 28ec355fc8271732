package drift

import (
	"strings"
	"testing"
)

// Where a quotation leaves out a part of a sentence, it says so; whole sentences
// are quoted whole.
func TestExcerptMarksItsCuts(t *testing.T) {
	t.Parallel()
	w := &writer{redact: func(s string) string { return s }}
	for _, c := range []struct{ before, after, want string }{
		{"Shows rain for a city today.", "Shows snow for a city today.", "“…rain…” → “…snow…”"},
		{"Shows rain.", "Lists rain.", "“Shows…” → “Lists…”"},
		{"Shows rain.", "Shows snow.", "“…rain” → “…snow”"},
		{"Shows rain. For a city.", "Shows rain. It is free. For a city.", "added: “It is free.”"},
		{"Shows rain.", "Shows rain. It is free.", "added: “It is free.”"},
		{"查询天气。", "查询今日天气。", "added: “…今日…”"},
		{"查询天气。", "查询天气。免费。", "added: “免费。”"},
		{"Shows rain.", "Shows rain in " + strings.Repeat("many ", 40) + "cities.", "…”"},
		{"red", "blue", "“red” → “blue”"},
	} {
		got := w.excerpt(toolDescription, isOtherwise, c.before, c.after).EN
		if !strings.HasSuffix(got, c.want) || strings.Contains(got, "……") {
			t.Errorf("%q to %q: %s, want %s", c.before, c.after, got, c.want)
		}
	}
}
