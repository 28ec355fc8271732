package notify

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"marketd/market"
	"marketd/market/plaintext"
)

// item is one event in words. Lines are sentences of ours, in which what came
// from outside has been made safe; quote is a text from outside, made safe.
type item struct {
	title  market.Text
	lines  []market.Text
	quote  string
	link   string // a page of the market
	urgent bool
}

// writer words events for one message.
type writer struct {
	base    string // of the market's pages
	zone    *time.Location
	account string // who reads it
}

// newWriter tells times by the channel's own clock, if it has one.
func newWriter(base string, c market.Channel) writer {
	zone, err := time.LoadLocation(c.Quiet.Zone)
	if err != nil {
		zone = time.UTC
	}
	return writer{base, zone, c.Account}
}

// desk reports whether the reader is told as a reviewer, not as who it concerns.
func (w writer) desk(e market.EventTold) bool { return e.Kind.Desk() && e.Account != w.account }

func (w writer) at(t time.Time) string { return t.In(w.zone).Format("2006-01-02 15:04 MST") }

// tell words one event.
func (w writer) tell(e market.EventTold) item {
	it := w.words(e)
	if e.Round > 0 {
		it.title = market.Text{ZH: "提醒：" + it.title.ZH, EN: "Reminder: " + it.title.EN}
	}
	it.urgent = e.Kind.Urgent()
	return it
}

func (w writer) words(e market.EventTold) item {
	switch e.Kind {
	case market.EventDegraded, market.EventDown, market.EventGone, market.EventGated, market.EventUp, market.EventSilent, market.EventCert:
		return w.health(e)
	case market.EventDriftCosmetic, market.EventDriftMaterial, market.EventDriftDangerous, market.EventDriftDecided:
		return w.drift(e)
	case market.EventHeld, market.EventRestored, market.EventComplaint, market.EventAnswered:
		return w.hold(e)
	case market.EventWaiting, market.EventDecided:
		return w.submission(e)
	case market.EventChannel:
		return w.channel(e)
	}
	return item{title: market.Text{ZH: string(e.Kind), EN: string(e.Kind)}, link: w.listing(e)}
}

// both makes a title or a line of both languages with the same arguments.
func both(zh, en string, args ...any) market.Text {
	return market.Text{ZH: fmt.Sprintf(zh, args...), EN: fmt.Sprintf(en, args...)}
}

// maxName is how much of a name is shown, in runes.
const maxName = 60

// name is the listing's name, or its id when there is none.
func name(e market.EventTold) string {
	if e.Data.Name != "" {
		return safe(plaintext.Cut(e.Data.Name, maxName))
	}
	return safe(e.Listing)
}

func (w writer) listing(e market.EventTold) string {
	if e.Listing == "" {
		return w.base + "/"
	}
	return w.base + "/listings/" + url.PathEscape(e.Listing)
}

func (w writer) submissionPage(e market.EventTold) string {
	return w.base + "/submissions/" + url.PathEscape(e.Data.Subject)
}

// began is when the event's matter began.
func began(e market.EventTold) time.Time {
	if s := e.Data.Since; !s.IsZero() && s.Before(e.At) {
		return s
	}
	return e.At
}

func (w writer) health(e market.EventTold) item {
	n, since, why := name(e), w.at(began(e)), because(e.Data.Reason)
	it := item{quote: safe(e.Data.Detail), link: w.listing(e)}
	reason := market.Text{ZH: "原因：" + why.ZH + "。", EN: "Why: " + why.EN + "."}
	switch e.Kind {
	case market.EventDegraded:
		it.title = both("「%s」的服务器不正常", "The server of “%s” is failing", n)
		it.lines = []market.Text{both("从 %s 起，它的探测接连失败。", "Its probes have failed in a row since %s.", since), reason, {
			ZH: "它还在目录里；一直这样的话，72 小时后会从应用的目录里撤下。请看看服务器。",
			EN: "It is still in the catalog; if this lasts for 72 hours it leaves the app's catalog. Look after the server.",
		}}
	case market.EventDown:
		it.title = both("「%s」的服务器停了", "The server of “%s” is down", n)
		it.lines = []market.Text{both("它从 %s 起就不能用，已从应用的目录里撤下。", "It has not worked since %s and has left the app's catalog.", since), reason, {
			ZH: "恢复之后会自动回到目录，不用做别的。", EN: "Once it works again it comes back by itself; nothing else is needed.",
		}}
	case market.EventGone:
		it.title = both("「%s」的服务器很久没有回来", "The server of “%s” has been away for long", n)
		it.lines = []market.Text{both("它从 %s 起就不能用，现在当作已经不在了。", "It has not worked since %s and is taken as gone.", since), {
			ZH: "如果还会回来，让它重新工作即可；不再提供的话，请撤回条目。", EN: "If it is to return, bring it back to work; if not, withdraw the listing.",
		}}
	case market.EventGated:
		it.title = both("「%s」现在要令牌", "“%s” wants a token now", n)
		it.lines = []market.Text{both("从 %s 起，它要登录才回答。这不算停机。", "Since %s it answers only who signs in. That is not being down.", since), {
			ZH: "如果这是有意的，请在条目里给一个测试令牌；不是的话，请看看服务器的设置。", EN: "If that is meant, give a test token with the listing; if not, look at the server's settings.",
		}}
	case market.EventUp:
		it.title = both("「%s」恢复了", "“%s” works again", n)
		it.lines = []market.Text{both("它在 %s 恢复正常。", "It has worked since %s.", w.at(e.At))}
		it.quote = ""
		if lasted := e.At.Sub(began(e)); lasted >= time.Minute {
			it.lines = append(it.lines, lastedFor(market.HealthState(e.Data.Before), lasted))
		}
	case market.EventSilent:
		it.title = both("「%s」有 24 小时没有算数的探测", "Nothing has counted for “%s” for 24 hours", n)
		it.lines = []market.Text{both("从 %s 起，每次探测都说明不了它的好坏。", "Since %s no probe has said anything about it.", since), reason}
	case market.EventCert:
		it.title = both("「%s」的证书还有 %d 天到期", "The certificate of “%s” expires in %d days", n, e.Data.Days)
		it.lines = []market.Text{both("它在 %s 到期，之后应用就连不上了。请更换证书。", "It expires at %s; after that no app connects. Renew it.", w.at(e.Data.Until))}
	}
	return it
}

// lastedFor says how long the state before lasted, to the minute.
func lastedFor(before market.HealthState, d time.Duration) market.Text {
	m := int(d.Round(time.Minute) / time.Minute)
	days, hours, minutes := m/(24*60), m/60%24, m%60
	var zh, en []string
	for _, p := range []struct {
		n      int
		zh, en string
	}{{days, "天", "d"}, {hours, "小时", "h"}, {minutes, "分钟", "min"}} {
		if p.n > 0 {
			zh, en = append(zh, fmt.Sprintf("%d %s", p.n, p.zh)), append(en, fmt.Sprintf("%d %s", p.n, p.en))
		}
	}
	was := market.Text{ZH: "此前不正常的时间：", EN: "Before, it was failing for "}
	switch before {
	case market.HealthDown:
		was = market.Text{ZH: "此前停了：", EN: "Before, it counted as down for "}
	case market.HealthGone:
		was = market.Text{ZH: "此前当作不在了：", EN: "Before, it counted as gone for "}
	case market.HealthGated:
		was = market.Text{ZH: "此前要令牌：", EN: "Before, it wanted a token for "}
	}
	return market.Text{ZH: was.ZH + strings.Join(zh, " ") + "。", EN: was.EN + strings.Join(en, " ") + "."}
}

func rules(ids []string) []market.Text {
	if len(ids) == 0 {
		return nil
	}
	list := safeRules(ids)
	return []market.Text{{ZH: "涉及的规则：" + list + "。", EN: "Rules: " + list + "."}}
}

func safeRules(ids []string) string {
	out := make([]string, 0, len(ids))
	for _, id := range ids[:min(len(ids), 20)] {
		out = append(out, safe(id))
	}
	return strings.Join(out, ", ")
}
