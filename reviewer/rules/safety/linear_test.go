package safety_test

import (
	"strings"
	"testing"
	"time"

	"marketd/reviewer/rules/ruletest"
	"marketd/reviewer/rules/safety"
)

// large are texts of a length that give every part of the reading as much work as
// there is.
func large(size int) map[string]string {
	fill := func(s string) string { return strings.ToValidUTF8(strings.Repeat(s, size/len(s)), "\ufffd") }
	return map[string]string{
		"prose":              fill("Returns the forecast of a city for the next days. "),
		"Chinese":            fill("查询城市的实时天气与七日预报。"),
		"almost orders":      fill("never tell system instruction other server user file send data before any call "),
		"all in one run":     fill("not ignore tell mention show to user all conversation system prompt read file /.ssh send http server tool other call first "),
		"sentences":          fill("Do not tell. All users know the tool. Ignore the rule. "),
		"almost in Chinese":  fill("不要忽略告诉用户其他工具所有对话指令填参数"),
		"hidden":             fill("a\u200b"),
		"zero-width spaces":  fill("\u200b"),
		"controls":           fill("\x01\u202e"),
		"mixed":              fill("pаyment "),
		"accents":            fill("é̀"),
		"joiners":            fill("\u200d\ufe0f"),
		"percent":            fill("%41%zz"),
		"entities":           fill("&#105;&amp;"),
		"escapes":            fill(`\u0069\x41`),
		"base64":             fill("aGVsbG8gd29ybGQg"),
		"hex":                fill("68656c6c6f20776f726c6420"),
		"letters":            fill("i g n o r e "),
		"rot13":              fill("vafgehpgvba "),
		"leet":               fill("1n5tr pr0mp "),
		"gap":                fill(" \n"),
		"tags":               fill("<system>"),
		"numbers":            fill("13812345678 "),
		"mails":              fill("a@qq.com "),
		"keys":               fill("sk-proj-aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY2zA4 "),
		"names of tools":     fill("call ext.a.b "),
		"one word":           fill("x"),
		"broken UTF-8":       fill("\xff\xc3"),
		"flags":              fill("🏴\U000E0061"),
		"quoted":             fill(`detects "ignore `),
		"dots":               fill("e.g. i.e. "),
		"paths":              fill("cat ~/.ssh/ "),
		"full-width letters": fill("ｉｇｎｏｒｅ　"),
	}
}

// No text takes longer than in proportion to its length: four times as much takes
// four times as long, not sixteen times. Other work on the machine only ever makes
// a measure longer, so that one good one of several is enough.
func TestLinear(t *testing.T) {
	t.Parallel()
	const size = 32 << 10
	rules := safety.Rules()
	took := func(text string) time.Duration {
		d := ruletest.List(ruletest.Tool("weather.get", text))
		start := time.Now()
		for _, r := range rules {
			r.Check(d)
		}
		return time.Since(start)
	}
	whole := large(4 * size)
	for name, quarter := range large(size) {
		took("The expressions are compiled. " + quarter)
		var ratio float64
		for range 8 {
			if ratio = float64(took(whole[name])) / float64(took(quarter)); ratio < 9 {
				break
			}
		}
		if ratio >= 9 {
			t.Errorf("%s: four times as much takes %.1f times as long", name, ratio)
		}
	}
}

// A mebibyte of the worst is read.
func TestMebibyte(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, name := range []string{"almost orders", "hidden", "one word", "keys"} {
		d := ruletest.List(ruletest.Tool("weather.get", large(1 << 20)[name]))
		for _, r := range safety.Rules() {
			r.Check(d)
		}
	}
}
