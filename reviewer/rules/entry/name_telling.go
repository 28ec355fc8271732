package entry

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/words"
)

func nameTelling() reviewer.Rule {
	return reviewer.Rule{
		ID: "ENT-004", Group: market.GroupMeta, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("名称是一个真正的名字", "The name is a real name"),
		Why:    reviewer.Say("用户在应用的市场里先看到的就是名称，它也是工具名前缀的来源。", "The name is what users see first in the app's market, and the prefix of the tools is made from it."),
		Decide: reviewer.Say("去掉首尾空白后为 2 到 20 个字（按 Unicode 码点）；没有控制字符、格式字符和看不见的字符（波斯文、印地文等书写需要的连接符除外）；本身就是 NFC 形式；至少有一个字母或汉字；整个名称不是占位词（与 DSC-002 同一张表，如“测试”“name”）。", "Without the blanks around it, 2 to 20 characters (code points); no control, format or invisible characters (but for the joiners that Persian, Hindi and others are written with); in NFC as it is; at least one letter or Han character; and not as a whole a placeholder of the list of rule DSC-002, such as “测试” or “name”."),
		Fix:    reviewer.Sayf("填 %d 到 %d 个字，说出这是什么，例如“天气查询”。", "Use %d to %d characters that say what it is, for example “Weather”.", market.NameMin, market.NameMax),
		Source: "seed, ext.<tag>.<name>; the app's form (20 characters)",
		Check:  checkName,
	}
}

func checkName(d *reviewer.Dossier) []reviewer.Hit {
	name := strings.TrimSpace(d.Entry.Name)
	var message market.Text
	switch n := utf8.RuneCountInString(name); {
	case n == 0:
		message = reviewer.Say("没有填名称。", "The name is missing.")
	case n < market.NameMin:
		message = reviewer.Say("名称只有一个字，看不出是什么。", "The name is a single character and tells nothing.")
	case n > market.NameMax:
		message = reviewer.Sayf("名称有 %d 个字，应用里最多显示 %d 个。", "The name has %d characters; the app shows at most %d.", n, market.NameMax)
	case strings.IndexFunc(name, unseen(name)) >= 0:
		message = reviewer.Say("名称里有看不见的控制字符或格式字符。", "The name contains control or format characters that cannot be seen.")
	case !norm.NFC.IsNormalString(name):
		message = reviewer.Say("名称没有用规范组合形式（NFC）书写，看起来一样的名称会对不上。", "The name is not in Unicode's composed form (NFC); names that look the same would not match.")
	case words.Width(name) == 0 || onlyDigits(name):
		message = reviewer.Say("名称只有数字或标点。", "The name has digits or punctuation only.")
	default:
		if _, placeholder := words.Placeholder(name); !placeholder {
			return nil
		}
		message = reviewer.Say("名称是占位文字，不是名字。", "The name is a placeholder, not a name.")
	}
	return []reviewer.Hit{{Where: "/entry/name", Evidence: d.Entry.Name, Message: message}}
}

// onlyDigits reports whether a text has no letter: digits and punctuation alone.
func onlyDigits(s string) bool { return strings.IndexFunc(s, unicode.IsLetter) < 0 }
