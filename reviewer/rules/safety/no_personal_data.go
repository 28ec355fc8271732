package safety

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

func noPersonalData() reviewer.Rule {
	return reviewer.Rule{
		ID: "SEC-031", Group: market.GroupSafety, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title: reviewer.Say("文字里没有个人信息", "No text has personal data"),
		Why:   reviewer.Say("目录是公开的：手机号、身份证号和私人邮箱会被抓取，也可能不是你自己的。", "The catalog is public: telephone and identity numbers and private mailboxes are harvested, and may not even be yours."),
		Decide: reviewer.Say(
			"找大陆手机号（11 位，1 开头）、校验位正确的身份证号、gmail、qq 等个人邮箱。13800138000、五位相同的号码、示例值和“例如”后面的只作提示；noreply、support、info 等公用邮箱和 user、test、your… 这类示例邮箱不算。",
			"Looked for are mobile numbers of mainland China (11 digits beginning with 1), identity numbers with the right check digit, and mailboxes at gmail, qq and the like. 13800138000, numbers with five equal digits, example values and what follows “for example” are only noted; mailboxes of an office (noreply, support, info) and of nobody (user, test, your…) do not count."),
		Fix:    reviewer.Say("换成示例写法（如 13800138000、user@example.com）；联系方式放到主页。", "Write a made-up one (13800138000, user@example.com); put contacts on the home page."),
		Source: "Personal Information Protection Law of the People's Republic of China; GB 11643; RFC 2606",
		Check:  everywhere(judgePersonal),
	}
}

func judgePersonal(_ *reviewer.Dossier, p passage) []reviewer.Hit {
	if len(p.private) == 0 {
		return nil
	}
	d, severity := p.private[0], market.SeverityInfo
	for _, other := range p.private {
		if !other.sample {
			d, severity = other, market.SeverityWarn
			break
		}
	}
	if d.sample && d.kind == mailbox {
		return nil // nobody's
	}
	h := reviewer.Hit{Severity: severity, Evidence: masked(p.value, d)}
	switch d.kind {
	case mobile:
		h.Message = reviewer.Say("这里有一个手机号。", "There is a mobile number here.")
	case identity:
		h.Message = reviewer.Say("这里有一个身份证号。", "There is an identity number here.")
	default:
		h.Message = reviewer.Say("这里有一个私人邮箱。", "There is a private mailbox here.")
	}
	return one(h)
}

// masked shows where the detail stands and not what it is: a finding must not
// spread it.
func masked(s string, d detail) string {
	value := s[d.start:d.end]
	keep := min(3, len(value))
	return strings.ReplaceAll(around(s, d.start, d.end), value, value[:keep]+"…")
}
