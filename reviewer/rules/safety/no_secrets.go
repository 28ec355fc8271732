package safety

import (
	"slices"
	"strings"
	"unicode/utf8"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/words"
)

func noSecrets() reviewer.Rule {
	return reviewer.Rule{
		ID: "SEC-030", Group: market.GroupSafety, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("工具的文字里没有密钥", "No secrets in the texts of tools"),
		Why:    reviewer.Say("目录是公开的，写进说明或默认值里的密钥会被所有人看到。", "The catalog is public: a key in a description or a default is seen by everyone."),
		Fix:    reviewer.Say("立刻吊销它，换成占位写法，例如 <token>；真正的令牌由用户在应用里填。", "Revoke it at once and write a stand-in such as <token>; users type their own token in the app."),
		Source: "seed, authentication: no real token in the catalog",
		Decide: reviewer.Say(
			"在每一段文字里找各家密钥的固定写法（GitHub、AWS、OpenAI、阿里云、腾讯云、钉钉、企业微信、飞书等八十多种）、私钥正文、带密码的连接地址。看起来是示例的不算：含 example、your、xxxx、<…>、${…} 等字样，随机度太低，RFC 和手册里印的样例，本机的默认账号。密钥用 base64 写的，解码一次再认。只靠前后文认出的（password = …、密码：…、Bearer …）要人来看；短的密码要有大小写字母和数字，且不含示例用词。去掉不可见字符后再找一遍。",
			"Every text is searched for the forms of more than eighty vendors' keys (GitHub, AWS, OpenAI, Alibaba Cloud, Tencent Cloud, DingTalk, WeCom, Feishu and others), for the body of a private key and for addresses with a password. Samples do not count: what says example, your, xxxx, <…> or ${…}, what is not random enough, samples printed in RFCs and manuals, default accounts of the own machine. A key in base64 is known too, decoded once. What is known by its surroundings only (password = …, Bearer …) goes to a person; a short password has to have small letters, capitals and digits, and no word of a sample. The text is searched again without invisible characters."),
		Check: everywhere(judgeSecrets),
	}
}

// secretsMost bounds the secrets of each kind that are found in one text.
const secretsMost = 8

// secretsOf finds the secrets of a text as served and, when there are none, of the
// text without invisible characters, by which a secret could be split.
func secretsOf(s string) (found []Secret, shown string) {
	if found = find(s, secretsMost); len(found) > 0 {
		return found, s
	}
	if visible := words.Visible(s); visible != s {
		return find(visible, secretsMost), visible
	}
	return nil, s
}

// wideLetters reports whether a text has full-width letters or digits, of which a
// secret could be made.
func wideLetters(s string) bool {
	for i := 0; i+2 < len(s); i++ {
		at := strings.IndexByte(s[i:], 0xEF)
		if at < 0 {
			return false
		}
		i += at
		if r, _ := utf8.DecodeRuneInString(s[i:]); r >= '０' && r <= '９' || r >= 'Ａ' && r <= 'Ｚ' || r >= 'ａ' && r <= 'ｚ' {
			return true
		}
	}
	return false
}

func judgeSecrets(_ *reviewer.Dossier, p passage) []reviewer.Hit {
	if len(p.secrets) == 0 {
		return nil
	}
	s := p.secrets[0]
	if i := slices.IndexFunc(p.secrets, func(s Secret) bool { return !s.Generic }); i >= 0 {
		s = p.secrets[i]
	}
	h := reviewer.Hit{
		Evidence: p.leak,
		Message:  reviewer.Sayf("这里有一个密钥（%s）。", "There is a secret here (%s).", s.Kind),
	}
	if s.Generic {
		h.Severity = market.SeverityNeedsHuman
		h.Message = reviewer.Say("这里像是写着一个密码或密钥。", "This looks like a password or a key.")
	}
	return one(h)
}

// redacted is the part of a text around its most telling secret, without secrets.
func redacted(text string, found []Secret) string {
	s := found[0]
	if i := slices.IndexFunc(found, func(s Secret) bool { return !s.Generic }); i >= 0 {
		s = found[i]
	}
	from := max(0, s.Start-60)
	if i := strings.LastIndexByte(text[:s.Start], '\n'); i >= from {
		from = i + 1
	}
	return Redact(strings.ToValidUTF8(text[from:min(len(text), s.End+40)], ""))
}
