package secret_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"marketd/market/secret"
)

func TestHide(t *testing.T) {
	t.Parallel()
	const m = secret.Mask
	for _, c := range []struct{ token, text, want string }{
		{"tok-0123", "", ""},
		{"tok-0123", "Bearer tok-0123, twice tok-0123tok-0123", "Bearer " + m + ", twice " + m + m},
		{"tok-0123", "tok-012 is another", "tok-012 is another"},
		{"short", "short", "short"},
		{"", "anything", "anything"},
		{"abc/def+ghi=", `{"t":"abc\/def+ghi="}`, `{"t":"` + m + `"}`},
		{"abc/def+ghi=", `abc\u002Fdef\u002bghi\u003d`, m},
		{"abc/def+ghi=", `"{\"t\":\"abc\\\/def+ghi=\"}"`, `"{\"t\":\"` + m + `\"}"`},
		{"abcdefgh", `\u0061\u0062\u0063\u0064\u0065\u0066\u0067\u0068`, m},
		{"abcdefgh", `\\u0061bcdefgh`, m},
		{`tok"en-4711`, `you sent tok\"en-4711`, "you sent " + m},
		{"令牌很长很长", `令牌很长很长 \u4ee4\u724c\u5f88\u957f\u5f88\u957f`, m + " " + m},
		{"token😀token", `token\ud83d\ude00token`, m},
		{"nabcdefgh", `\nabcdefgh`, m},
		// A text may end within the token.
		{"tok-0123456789", "cut at tok-01234", "cut at " + m},
		{"tok-0123456789", "cut at tok-012", "cut at tok-012"},
		{"tok-0123456789", `cut at tok-01234\u00`, "cut at " + m},
		{"tok-0123456789", `cut at tok-01234\`, "cut at " + m},
		{"aaaaaaaab", "aaaaaaaaaaaaaaaab", "aaaaaaaa" + m},
		{"tok-0123", `ends in a backslash \`, `ends in a backslash \`},
		{"tok-0123", `\u00`, `\u00`},
	} {
		tok := secret.New(c.token)
		if got := tok.Hide(c.text); got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.token, c.text, got, c.want)
		}
	}
}

func TestTokenWithBackslash(t *testing.T) {
	t.Parallel()
	tok := secret.New(`tok\en-4711`)
	for _, text := range []string{`tok\en-4711`, `tok\\en-4711`, `tok\\\\en-4711`} {
		if got := tok.Hide(text); got != secret.Mask {
			t.Errorf("%s: %s", text, got)
		}
	}
}

func TestHideJSON(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ token, text, want string }{
		{"tok-0123", `{"a":"tok-0123","tok-0123":["\\tok-\u0030123"]}`, `{"a":"⟦token⟧","⟦token⟧":["⟦token⟧"]}`},
		{"tok-0123", `{"a":"tok-012"}`, `{"a":"tok-012"}`},
		{"12345678", `{"a":12345678,"b":-1.123456789e2,"c":1}`, `{"a":"⟦token⟧","b":"⟦token⟧","c":1}`},
		{"nabcdefgh", `{"a":"x\nabcdefgh"}`, `{"a":"x⟦token⟧"}`},
		{`a","b":"c`, `{"a":"a","b":"c"}`, `{"a":"a","b":"c"}`},
		{"tok-0123", `{"a":"\"tok-0123"}`, `{"a":"\"⟦token⟧"}`},
		{"tok-0123", `"tok-0123`, `"⟦token⟧`}, // no JSON
	} {
		got := secret.New(c.token).HideJSON(json.RawMessage(c.text))
		if string(got) != c.want {
			t.Errorf("%q in %s: %s, want %s", c.token, c.text, got, c.want)
		}
		if json.Valid([]byte(c.text)) && !json.Valid(got) {
			t.Errorf("%q in %s: %s is no JSON", c.token, c.text, got)
		}
	}
}

// The time is bounded by the text, not by the text times the token.
func TestHideIsLinear(t *testing.T) {
	t.Parallel()
	tok := secret.New(strings.Repeat("a", 4095) + "b")
	text := strings.Repeat("a", 4<<20)
	if got := tok.Hide(text); len(got) > len(text)-4000 {
		t.Errorf("the beginning of the token is left at the end: %d bytes", len(got))
	}
}

// However a token is escaped, nothing of it is left, and JSON stays JSON.
func FuzzHide(f *testing.F) {
	f.Add("abc/def+gh", "before ", uint64(0b1011))
	f.Add(`to"ken\with`, `\`, uint64(1<<40-1))
	f.Add("令牌很长😀很长", `{"a":`, uint64(7))
	f.Fuzz(func(t *testing.T, token, before string, how uint64) {
		token = strings.ReplaceAll(strings.ToValidUTF8(token, "?"), `\`, "/")
		tok := secret.New(token)
		written, err := json.Marshal(token)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(map[string]string{before: token, "b": before})
		if err != nil || !json.Valid(tok.HideJSON(raw)) {
			t.Fatalf("%s: %s", raw, tok.HideJSON(raw))
		}
		if len(token) < secret.Least || strings.ContainsAny(token, "\b\f\n\r\t") {
			return // not looked for; no token has control characters
		}
		for _, text := range []string{before + string(written), before + escaped(token, how)} {
			if !tok.In(text) || tok.In(tok.Hide(text)) {
				t.Fatalf("%q in %q: %q", token, text, tok.Hide(text))
			}
		}
	})
}

// escaped writes the characters for which a bit is set as \uXXXX.
func escaped(s string, how uint64) string {
	var b strings.Builder
	for i, r := range s {
		if how>>(i%64)&1 == 0 {
			b.WriteRune(r)
			continue
		}
		for _, u := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&b, `\u%04x`, u)
		}
	}
	return b.String()
}
