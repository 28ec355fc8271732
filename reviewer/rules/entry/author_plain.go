package entry

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"marketd/market"
	"marketd/reviewer"
)

// official is a claim to speak for whoever made the app or the market.
var official = regexp.MustCompile(`(?i)官方|\bofficial\b`)

func authorPlain() reviewer.Rule {
	return reviewer.Rule{
		ID: "META-002", Group: market.GroupMeta, Severity: market.SeverityWarn, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("作者是一个人或团队的名字", "The author is a person's or team's name"),
		Why:    reviewer.Say("用户想知道这个服务是谁的；自称“官方”却没有证明会误导人。", "Users want to know whose service this is; to call oneself official without proof misleads them."),
		Fix:    reviewer.Say("填你或团队的名字，2 到 40 个字。", "Give your name or your team's, 2 to 40 characters."),
		Source: "the market's catalog contract, author",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			author := strings.TrimSpace(d.Entry.Author)
			var m market.Text
			switch n := utf8.RuneCountInString(author); {
			case n == 0:
				m = reviewer.Say("没有填作者。", "The author is missing.")
			case n < market.AuthorMin || n > market.AuthorMax:
				m = reviewer.Sayf("作者有 %d 个字，应为 2 到 40 个。", "The author has %d characters; it should be 2 to 40.", n)
			case strings.IndexFunc(author, unseen(author)) >= 0:
				m = reviewer.Say("作者里有看不见的控制字符或格式字符。", "The author contains control or format characters that cannot be seen.")
			case official.MatchString(author):
				m = reviewer.Say("作者自称“官方”，而这里没有证明。", "The author claims to be official, and nothing here proves it.")
			default:
				return nil
			}
			return []reviewer.Hit{{Where: "/entry/author", Evidence: d.Entry.Author, Message: m}}
		},
	}
}
