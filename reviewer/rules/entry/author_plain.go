package entry

import (
	"strings"
	"unicode/utf8"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
)

// official is a claim to speak for whoever made the app or the market.
var official = pattern.Late(`(?i)官方|\bofficial\b`)

func authorPlain() reviewer.Rule {
	return reviewer.Rule{
		ID: "META-002", Group: market.GroupMeta, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("发布者是一个人或团队的名字", "The publisher is the name of a person or a team"),
		Why:    reviewer.Say("用户想知道条目是谁发布的；自称“官方”却没有证明，会误导人。", "Users want to know who publishes the listing; a claim to be official without proof misleads them."),
		Decide: reviewer.Say("去掉首尾空白后判断。拒绝：没有填；超过 40 个字；有看不见的字符；没有一个字母、汉字或数字。提醒：只有一个字；含有“官方”或单独的词 official（unofficial 不算）：市场没有验证过它。", "Judged without the blanks around it. Refused: missing; over 40 characters; with invisible characters; without one letter or digit. Warned of: a single character; “官方” or the word official (unofficial is another word), which the market has not verified."),
		Fix:    reviewer.Sayf("填你或团队的名字，%d 到 %d 个字。", "Give your name or your team's, %d to %d characters.", market.AuthorMin, market.AuthorMax),
		Source: "the market's catalog contract, author",
		Check:  checkAuthor,
	}
}

func checkAuthor(d *reviewer.Dossier) []reviewer.Hit {
	author := strings.TrimSpace(d.Entry.Author)
	hit := reviewer.Hit{Where: "/entry/author", Evidence: d.Entry.Author}
	switch n := utf8.RuneCountInString(author); {
	case n == 0:
		hit.Message = reviewer.Say("没有填发布者。", "The publisher is missing.")
	case n > market.AuthorMax:
		hit.Message = reviewer.Sayf("发布者有 %d 个字，最多 %d 个。", "The publisher has %d characters; at most %d are allowed.", n, market.AuthorMax)
	case strings.IndexFunc(author, unseen(author)) >= 0:
		hit.Message = reviewer.Say("发布者里有看不见的控制字符或格式字符。", "The publisher contains control or format characters that cannot be seen.")
	case !readable(author):
		hit.Message = reviewer.Say("发布者里没有一个字母、汉字或数字。", "The publisher has not one letter or digit.")
	case n < market.AuthorMin:
		hit.Severity = market.SeverityWarn
		hit.Message = reviewer.Sayf("发布者只有一个字，应为 %d 到 %d 个。", "The publisher is a single character; it should have %d to %d.", market.AuthorMin, market.AuthorMax)
	case official().MatchString(author):
		hit.Severity = market.SeverityWarn
		hit.Message = reviewer.Say("发布者自称“官方”，但没有证明。", "The publisher claims to be official, but nothing proves it.")
	default:
		return nil
	}
	return []reviewer.Hit{hit}
}
