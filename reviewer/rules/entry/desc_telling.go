package entry

import (
	"strings"
	"unicode/utf8"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
	"marketd/reviewer/words"
)

// descWidthLeast is the least width of a summary; a Han character counts two.
const descWidthLeast = 8

// markup is an HTML tag; a bare < or > in a sentence is none.
var markup = pattern.Late(`(?i)</?[a-z][a-z0-9]*(\s[^<>]*)?/?>|<!--`)

func descTelling() reviewer.Rule {
	return reviewer.Rule{
		ID: "ENT-010", Group: market.GroupMeta, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("一句话说明讲清它能做什么", "The summary says what the server does"),
		Why:    reviewer.Say("用户靠这一句话决定装不装，搜索也靠它。", "Users decide by this one sentence whether to install, and search relies on it."),
		Decide: reviewer.Say("去掉首尾空白后判断。拒绝：没有填；是占位文字、填充文字或乱敲的字（与 DSC-001、002、003、006 相同）；只重复了名称或编号，或只是它的翻译（DSC-005）；宽度不到 8（汉字算 2，其他字母数字算 1）；超过 200 个字；有换行、HTML 标签或看不见的字符。交给人看：没有一个词说出它做什么，或以“TODO”一类的记号开头。提醒：每个词都已在名称里。", "Judged without the blanks around it. Refused: missing; a placeholder, filler or junk (as in rules DSC-001, 002, 003 and 006); only the name or the id again, or its translation (DSC-005); of a width under 8 (a Han character counts 2, other letters and digits 1); over 200 characters; with a line break, an HTML tag or invisible characters. For a person: no word says what it does, or it begins with a marker such as TODO. Warned of: every word is one of the name's."),
		Fix:    reviewer.Sayf("用一句话讲清能做什么、数据从哪里来，不超过 %d 字，不换行，不用 HTML，例如“查询全国城市实时天气和七日预报”。", "Say in one sentence what it can do and where its data come from: at most %d characters, no line break, no HTML, for example “Current weather and 7-day forecasts for cities in China”.", market.DescMax),
		Source: "seed, desc",
		Check:  checkDesc,
	}
}

func checkDesc(d *reviewer.Dossier) []reviewer.Hit {
	desc := strings.TrimSpace(d.Entry.Desc)
	var hits []reviewer.Hit
	hit := func(s market.Severity, m market.Text) {
		hits = append(hits, reviewer.Hit{Severity: s, Where: "/entry/desc", Evidence: desc, Message: m})
	}
	if m := saysNothing(desc, d.Entry); !m.IsZero() {
		hit("", m)
	} else if words.Hollow(desc) || words.Marked(desc) {
		hit(market.SeverityNeedsHuman, reviewer.Say("一句话说明看起来还没写完，没有讲清能做什么。", "The summary looks unfinished; it does not tell what the server does."))
	} else if words.Restates(desc, d.Entry.Name) == words.EchoSoft {
		hit(market.SeverityWarn, reviewer.Say("一句话说明里没有名称以外的信息。", "The summary says nothing beyond the name."))
	}
	if n := utf8.RuneCountInString(desc); n > market.DescMax {
		hit("", reviewer.Sayf("一句话说明有 %d 个字，最多 %d 个。", "The summary has %d characters; at most %d are allowed.", n, market.DescMax))
	}
	if strings.ContainsAny(desc, "\r\n") {
		hit("", reviewer.Say("一句话说明里有换行。", "The summary contains line breaks."))
	}
	if strings.IndexFunc(strings.NewReplacer("\r", "", "\n", "").Replace(desc), unseen(desc)) >= 0 {
		hit("", reviewer.Say("一句话说明里有看不见的控制字符或格式字符。", "The summary contains control or format characters that cannot be seen."))
	}
	if markup().MatchString(desc) {
		hit("", reviewer.Say("一句话说明里有 HTML 标签，它会原样显示出来。", "The summary contains HTML tags; they would be shown as they are."))
	}
	return hits
}

// saysNothing tells why a description tells nothing; the zero Text when it does.
func saysNothing(desc string, e market.Entry) market.Text {
	canon := words.Canon(desc)
	_, placeholder := words.Placeholder(desc)
	switch {
	case desc == "":
		return reviewer.Say("没有填一句话说明。", "The summary is missing.")
	case canon == words.Canon(e.Name), canon == words.Canon(e.ID), words.Restates(desc, e.Name) == words.EchoExact:
		return reviewer.Say("一句话说明只是重复了名称或编号。", "The summary only repeats the name or the id.")
	case placeholder:
		return reviewer.Say("一句话说明是占位文字。", "The summary is a placeholder.")
	case words.Width(words.Plain(desc)) < descWidthLeast:
		return reviewer.Say("一句话说明太短，看不出能做什么。", "The summary is too short to tell what the server does.")
	}
	return market.Text{}
}
