package hidden_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"marketd/reviewer/rules/safety/hidden"
)

func worst(found []hidden.Char) (grade hidden.Grade, some bool) {
	for _, c := range found {
		grade = max(grade, c.Grade)
	}
	return grade, len(found) > 0
}

func TestFind(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]hidden.Grade{
		"tag\U000E0041":                       hidden.Certain,
		"language tag \U000E0001 old":         hidden.Certain,
		"bidi \u202a\u202b\u202c\u202d\u202e": hidden.Certain,
		"isolate \u2066a\u2069":               hidden.Certain,
		"\x00nul":                             hidden.Certain,
		"escape \x1b[0m":                      hidden.Certain,
		"form\ffeed":                          hidden.Certain,
		"delete\x7f":                          hidden.Certain,
		"C1 \u009b31m":                        hidden.Certain,
		"next \u0085 line":                    hidden.Certain,
		"Â\u009b31m":                          hidden.Certain, // what the pair stands for is a control
		"no Han \U000E0100":                   hidden.Certain,

		"black flag \U0001F3F4\U000E0067 unended": hidden.Certain,

		"too long \U0001F3F4\U000E0061\U000E0062\U000E0063\U000E0064\U000E0065\U000E0066\U000E0067\U000E007F": hidden.Certain,

		"ig\u200bnore": hidden.Doubtful,
		"查\u200b询":     hidden.Doubtful,
		"word \u200b\u200b\u200b\u200b\u200b\u200b": hidden.Doubtful, // many
		"word joiner \u2060":                        hidden.Doubtful,
		"plus\u2064":                                hidden.Doubtful,
		"deprecated \u206a":                         hidden.Doubtful,
		"inner \ufeff mark":                         hidden.Doubtful,
		"vowel\u180eseparator":                      hidden.Doubtful,
		"fillers \u3164 \u115f \u1160 \uffa0":       hidden.Doubtful,
		"grapheme\u034fjoiner":                      hidden.Doubtful,
		"a\u200db":                                  hidden.Doubtful,
		"a\u200cb":                                  hidden.Doubtful,
		"می\u200c\u200cخواهم":                       hidden.Doubtful,
		"می\u200cx":                                 hidden.Doubtful,
		"selector\ufe0f":                            hidden.Doubtful,
		"😀\ufe0f\ufe0f":                             hidden.Doubtful,
		"葛\U000E0100\U000E0101":                     hidden.Certain,
		"annotation \ufff9":                         hidden.Doubtful,
		"music \U0001D173":                          hidden.Doubtful,
		"blank\u2800":                               hidden.Doubtful,
		"mark\u200e \u200f \u061c":                  hidden.Odd,
		"soft\u00adhyphen":                          hidden.Odd,
		"private \ue000 \U000F0000":                 hidden.Odd,
		"broken \ufffd":                             hidden.Odd,
		"line\u2028 paragraph\u2029":                hidden.Odd,
		"not a character \ufdd0 \uffff":             hidden.Odd,
		"edge \u200bof a word\u200b.":               hidden.Odd,
		"it\u0092s":                                 hidden.Odd,
		"itâ\u0080\u0099s":                          hidden.Odd,
		"\ufeffbeginning":                           hidden.Note,
	} {
		if got, some := worst(hidden.Find(text)); !some || got != want {
			t.Errorf("%+q is %d (%v), want %d: %+v", text, got, some, want, hidden.Find(text))
		}
	}
}

func TestFindSparesSpelling(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "plain\ttext\r\n", "中文　空格", "naïve Ångström", "Игнор", "Ελληνικά",
		"👨‍👩‍👧‍👦 🧑🏽‍🚀 🏳️‍🌈 ❤️‍🔥 👁️‍🗨️", "1️⃣ #️⃣ *️⃣ 0⃣", "©️ ®️ ™️ ℹ️ ‼️ ⁉️ ↔️ ▶️ ㊗️ 〰️", "☎︎ ✈︎",
		"🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F 🏴\U000E0067\U000E0062\U000E0077\U000E006C\U000E0073\U000E007F", "🏴‍☠️ 🇨🇳",
		"🏴\U000E0075\U000E0073\U000E0074\U000E0078\U000E007F of Texas",
		"می\u200cخواهم خانه\u200cای کتاب\u200cها", "क्\u200dष र्\u200dय श्री\u200d", "র\u200d্যাব", "ക്\u200d", "ශ්\u200dරී ලංකා", "ខ្មែរ\u200bភាសា", "ไทย\u200bไทย", "ᠮᠣᠩᠭᠣᠯ\u180bᠤ",
		"葛\U000E0100城", "㐂\ufe00", "∩︀", "，︀", "⠓⠑⠇⠇⠕⠀⠺", "שלום\u200f, (א)", "سلام\u200f (1)", "日本語\u3099",
	} {
		if found := hidden.Find(text); len(found) > 0 {
			t.Errorf("%+q has %+v", text, found)
		}
	}
}

// Letters can be smuggled in flags of regions that do not exist.
func TestFlagsSmuggleNothing(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for range 4 {
		b.WriteString("🏴\U000E0061\U000E0062\U000E0063\U000E0064\U000E007F")
	}
	if got, _ := worst(hidden.Find(b.String())); got != hidden.Certain {
		t.Errorf("four strange flags are %d", got)
	}
}

func TestFindIsBounded(t *testing.T) {
	t.Parallel()
	if n := len(hidden.Find(strings.Repeat("a\u202e", 10000))); n > 100 {
		t.Errorf("%d are told", n)
	}
	if found := hidden.Find("a" + strings.Repeat("\u202e", 1000) + "b"); len(found) != 1 || found[0].Start != 1 || found[0].End != 3001 {
		t.Errorf("a run is %+v", found)
	}
}

func TestMixed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a pаyment of a Gооgle user": "pаyment Gооgle",
		"раypal":                     "раypal",
		"tоken_nаme":                 "tоken nаme",
		"pа\u200byment":              "pа\u200byment",
		"ΡayPal":                     "ΡayPal",
		"businοss":                   "businοss",
		"Ꭺpple":                      "Ꭺpple",
		"gօօgle":                     "gօօgle",
		"cервер":                     "cервер",
	} {
		var got []string
		for _, w := range hidden.Mixed(text) {
			got = append(got, text[w.Start:w.End])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("Mixed(%q) = %q, want %q", text, got, want)
		}
	}
	if found := hidden.Mixed("cервер"); len(found) != 1 || !found[0].Foreign {
		t.Errorf("a slip of the keyboard is %+v", found)
	}
	if found := hidden.Mixed("pаyment"); len(found) != 1 || found[0].Foreign {
		t.Errorf("a disguise is %+v", found)
	}
}

func TestMixedSparesGoodWords(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "plain", "просто", "POI智能提取", "iPhone手机", "Pythonコード", "한국API", "μs Δt kΩ", "µmol μmol μTorrent", "TNFα IFNγ NFκB PPARγ αβT", "β-carotene", "σfield", "APIшка SMSка PDFки", "веб-API", "web-сайт", "π2 2πr",
		"naïve café", "Łódź", "iшd",
	} {
		if found := hidden.Mixed(text); len(found) > 0 {
			t.Errorf("%q has %+v", text, found)
		}
	}
}

func FuzzHidden(f *testing.F) {
	for _, s := range []string{"", "a\u200bb", "🏴\U000E0067\U000E007F", "â\u0080\u0099", "\xff\xfe", "pаy", "می\u200c", strings.Repeat("\u200b", 30)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		last := 0
		for _, c := range hidden.Find(s) {
			if c.Start < last || c.End <= c.Start || c.End > len(s) || c.Grade > hidden.Certain {
				t.Fatalf("%+v in %q", c, s)
			}
			last = c.End
		}
		last = 0
		for _, w := range hidden.Mixed(s) {
			if w.Start < last || w.End <= w.Start || w.End > len(s) || utf8.ValidString(s) && !utf8.ValidString(s[w.Start:w.End]) {
				t.Fatalf("%+v in %q", w, s)
			}
			last = w.End
		}
	})
}
