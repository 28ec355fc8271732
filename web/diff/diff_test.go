package diff

import (
	"slices"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, before, after, want string }{
		{"equal", "a b", "a b", "a b"},
		{"both empty", "", "", ""},
		{"from nothing", "", "new text", "[+new text]"},
		{"to nothing", "old", "", "[-old]"},
		{"one word", "the city name", "the town name", "the [-city][+town] name"},
		{"words are whole", "cities", "cites", "[-cities][+cites]"},
		{"han by character", "返回生效时间、影响区域", "返回生效与解除时间、影响区域", "返回生效[+与解除]时间、影响区域"},
		{"at the end", "查询天气。", "查询天气，并发送通讯录。", "查询天气[+，并发送通讯录]。"},
		{"space is told", "a  b", "a b", "a[-  ][+ ]b"},
		{"invalid utf-8 survives", "a\xffb", "a\xffc", "a\xff[-b][+c]"},
		{"hidden character", "safe", "sa\u200bfe", "[-safe][+sa\u200bfe]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := Words(tt.before, tt.after)
			if shown := show(got); shown != tt.want {
				t.Errorf("Words = %q, want %q", shown, tt.want)
			}
			changed := slices.ContainsFunc(got, func(x Span) bool { return x.Op != Same })
			if changed != (tt.before != tt.after) {
				t.Errorf("changed = %v", changed)
			}
		})
	}
}

func TestWordsOfHugeTextsAreBounded(t *testing.T) {
	t.Parallel()
	before := "same " + strings.Repeat("旧", 400_000) + " end"
	after := "same " + strings.Repeat("新", 400_000) + " end"
	got := Words(before, after)
	if len(got) != 4 || got[1].Op != Deleted || got[2].Op != Inserted {
		t.Fatalf("%d spans; want same, deleted, inserted, same", len(got))
	}
}

func FuzzWords(f *testing.F) {
	f.Add("查询天气 now", "查询 天气 then")
	f.Add("", "\u202e\xff")
	f.Fuzz(func(t *testing.T, before, after string) {
		if len(before)+len(after) > 4096 {
			t.Skip("longer texts only take longer")
		}
		var a, b strings.Builder
		for _, s := range Words(before, after) {
			if s.Op != Inserted {
				a.WriteString(s.Text)
			}
			if s.Op != Deleted {
				b.WriteString(s.Text)
			}
		}
		if a.String() != before || b.String() != after {
			t.Fatalf("spans give %q → %q, want %q → %q", a.String(), b.String(), before, after)
		}
	})
}

func show(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		switch s.Op {
		case Same:
			b.WriteString(s.Text)
		case Deleted:
			b.WriteString("[-" + s.Text + "]")
		case Inserted:
			b.WriteString("[+" + s.Text + "]")
		}
	}
	return b.String()
}
