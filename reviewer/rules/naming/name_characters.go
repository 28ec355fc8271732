package naming

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

func nameCharacters() reviewer.Rule {
	return reviewer.Rule{
		ID: "NAM-001", Group: market.GroupTools, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("工具名只用字母、数字和 _ . -", "Tool names use only letters, digits and _ . -"),
		Why:    reviewer.Say("应用和模型按名字调用工具；空格、斜杠和非 ASCII 字符会被改写或拒绝，工具就调不到了。", "Apps and models call a tool by its name; spaces, slashes and non-ASCII characters are rewritten or refused on the way, and the tool cannot be called."),
		Decide: reviewer.Say("拒绝：没有名字；超过 128 个字节；有英文字母、数字、_ . - 以外的字符；以 . 或 - 开头或结尾；一个字母也没有（12306.query 有字母，可以）。", "Refused: no name; over 128 bytes; a character other than English letters, digits and _ . -; a . or - at the beginning or end; not one letter (12306.query has some and passes)."),
		Fix:    reviewer.Say("改成“领域.动作”的英文形式，例如 weather.now；中文名字放到 title 里。", "Use the form domain.action, for example weather.now; a name in another script belongs in title."),
		Source: "MCP specification 2025-11-25, tool names; seed, tools/list",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			m := misspelt(t.Name)
			if m.IsZero() {
				return nil
			}
			return []reviewer.Hit{{Where: t.Pointer("name"), Evidence: t.Name, Message: m}}
		}),
	}
}

func misspelt(name string) market.Text {
	switch {
	case name == "":
		return reviewer.Say("这个工具没有名字。", "This tool has no name.")
	case len(name) > 128:
		return reviewer.Sayf("工具名有 %d 字节，最多 128。", "The name is %d bytes long; at most 128 are allowed.", len(name))
	case strings.ContainsFunc(name, func(r rune) bool { return !letter(r) && (r < '0' || r > '9') && r != '_' && r != '.' && r != '-' }):
		return reviewer.Say("工具名里有不允许的字符。", "The name has a character that is not allowed.")
	case strings.Trim(name, ".-") != name:
		return reviewer.Say("工具名不能以 . 或 - 开头或结尾。", "A name must not begin or end with . or -.")
	case !strings.ContainsFunc(name, letter):
		return reviewer.Say("工具名里至少要有一个字母。", "A name needs at least one letter.")
	}
	return market.Text{}
}

func letter(r rune) bool { return r < 0x80 && r|0x20 >= 'a' && r|0x20 <= 'z' }
