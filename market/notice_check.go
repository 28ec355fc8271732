package market

import (
	"errors"
	"net/mail"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// The bounds of a channel's settings.
const (
	maxDelay  = 7 * 24 * time.Hour
	minRemind = 15 * time.Minute
	maxRemind = 30 * 24 * time.Hour
	minDigest = time.Minute
	maxDigest = 7 * 24 * time.Hour
)

var errTarget = NewError(Invalid, "TARGET_INVALID", Text{"这个地址不能用。", "This address cannot be used."})

// flaws are what of the settings cannot be.
func (n *Notices) flaws(c Channel, actor Actor, s ChannelSettings) []Violation {
	var v []Violation
	bad := func(path string, message, fix Text) { v = append(v, Violation{Path: path, Message: message, Fix: fix}) }
	switch c.Kind {
	case ChannelEmail, ChannelWebhook:
	case ChannelChat:
		if !slices.Contains([]string{ChatFeishu, ChatDingTalk, ChatSlack, ChatNtfy}, c.Template) {
			bad("template", Text{"没有选聊天工具。", "No chat was chosen."}, Text{"选飞书、钉钉、Slack 或 ntfy。", "Choose Feishu, DingTalk, Slack or ntfy."})
		}
	default:
		bad("kind", Text{"没有选通知方式。", "No kind of channel was chosen."}, Text{"选邮件、Webhook 或聊天。", "Choose e-mail, webhook or chat."})
		return v
	}
	if utf8.RuneCountInString(s.Name) > 40 || strings.ContainsFunc(s.Name, unprintable) {
		bad("name", Text{"名字最长 40 个字，不含控制字符。", "A name has at most 40 characters and no control characters."}, Text{"写短一些。", "Write a shorter one."})
	}
	if len(s.Secret) > 512 || strings.ContainsFunc(s.Secret, func(r rune) bool { return r <= ' ' || r > '~' }) {
		bad("secret", Text{"密钥不对。", "The secret cannot be right."}, Text{"只粘贴密钥本身。", "Paste the secret alone."})
	}
	v = append(v, n.targetFlaws(c, s.Target)...)
	if slices.ContainsFunc(s.Kinds, func(k EventKind) bool { return !slices.Contains(EventKinds(), k) }) {
		bad("kinds", Text{"有一种事件我们不认得。", "One kind of event is unknown."}, Text{"请重新选。", "Choose anew."})
	}
	if s.Desk && !actor.Role.Reviews() {
		bad("desk", Text{"只有审核员能收到审核台的通知。", "Only reviewers are told of the desk's events."}, Text{"去掉这一项。", "Leave it out."})
	}
	if s.Lang != "" && s.Lang != Chinese && s.Lang != English {
		bad("lang", Text{"没有这种语言。", "There is no such language."}, Text{"选中文、英文或两种都要。", "Choose Chinese, English or both."})
	}
	return append(v, timeFlaws(s)...)
}

// targetFlaws are what is wrong with where a channel leads. A new one needs a target.
func (n *Notices) targetFlaws(c Channel, target string) []Violation {
	if target == "" && c.Address != "" {
		return nil
	}
	if c.Kind == ChannelEmail {
		target = normalEmail(target)
		if a, err := mail.ParseAddress(target); err != nil || a.Address != target || len(target) > 254 {
			return []Violation{{Path: "target", Message: Text{"这不像一个邮箱地址。", "This is not an e-mail address."}, Fix: Text{"写成 name@example.com 的样子。", "Write it as name@example.com."}}}
		}
	}
	if err := n.Sender.CheckTarget(c.Kind, target); err != nil {
		text := errTarget.Msg
		if e, ok := errors.AsType[*Error](err); ok {
			text = e.Msg
		}
		return []Violation{{Path: "target", Message: text, Fix: Text{"填一个公网的 https 地址。", "Give a public https address."}}}
	}
	return nil
}

// timeFlaws are what is wrong with when a channel is told.
func timeFlaws(s ChannelSettings) []Violation {
	var v []Violation
	for _, x := range []struct {
		path             string
		have, least, top time.Duration
		message, fix     Text
	}{
		{"delay", s.Delay, 0, maxDelay, Text{"等待时间不对。", "The delay cannot be right."}, Text{"填 0 到 7 天。", "Give 0 to 7 days."}},
		{"remind", s.Remind, minRemind, maxRemind, Text{"提醒间隔不对。", "The time between reminders cannot be right."}, Text{"填 15 分钟到 30 天，或不提醒。", "Give 15 minutes to 30 days, or none."}},
		{"digest", s.Digest, minDigest, maxDigest, Text{"汇总周期不对。", "The time of a digest cannot be right."}, Text{"填 1 分钟到 7 天，或不汇总。", "Give 1 minute to 7 days, or none."}},
	} {
		if x.have != 0 && (x.have < x.least || x.have > x.top) {
			v = append(v, Violation{Path: x.path, Message: x.message, Fix: x.fix})
		}
	}
	q := s.Quiet
	_, err := time.LoadLocation(q.Zone)
	if err != nil || q.Zone == "Local" || q.From < 0 || q.From >= 24*60 || q.Until < 0 || q.Until >= 24*60 {
		v = append(v, Violation{Path: "quiet", Message: Text{"免打扰时段或时区不对。", "The quiet hours or their time zone cannot be right."}, Fix: Text{"时间写成 22:00 的样子，时区写成 Asia/Shanghai 的样子。", "Write times as 22:00 and the zone as Asia/Shanghai."}})
	}
	return v
}
