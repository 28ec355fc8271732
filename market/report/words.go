package report

import (
	"fmt"
	"slices"
	"strings"

	"marketd/market"
)

// words are a report's own words, in the language of its reader.
type words struct{ lang market.Lang }

func (w words) zh() bool { return w.lang != market.English }

// say is one of two texts.
func (w words) say(zh, en string) string { return market.Text{ZH: zh, EN: en}.In(w.lang) }

// sayf is say with values, the same in each language.
func (w words) sayf(zh, en string, values ...any) string {
	return fmt.Sprintf(w.say(zh, en), values...)
}

// count is a number of things: "3 个工具", "1 tool", "2 tools".
func (w words) count(n int, zh, en string) string {
	if w.zh() {
		return fmt.Sprintf("%d %s", n, zh)
	}
	if n != 1 {
		en += "s"
	}
	return fmt.Sprintf("%d %s", n, en)
}

func (w words) verdict(v market.Verdict) string {
	switch v {
	case market.VerdictRejected:
		return w.say("有必须改的", "rejected")
	case market.VerdictInconclusive:
		return w.say("暂时查不清", "inconclusive")
	case market.VerdictNeedsHuman:
		return w.say("需要人工复核", "needs a person")
	case market.VerdictClean:
		return w.say("没有必须改的", "clean")
	case market.VerdictNotRun:
	}
	return w.say("没有查", "not run")
}

// means is what the verdict means for who submits.
func (w words) means(s Subject) string {
	switch s.Report.Verdict {
	case market.VerdictRejected:
		return w.say("下面标为“必须改”的几处改好之前，市场不会收录。", "A market refuses it until what must change has changed.")
	case market.VerdictInconclusive:
		return w.say("有要查的没有查成，不算服务器的错；请再查一次。", "Something that has to be checked could not be, through no fault of the server; check again.")
	case market.VerdictNeedsHuman:
		return w.say("有几处机器不敢断定，市场的审核员会看。", "A few things are not for a machine to decide; a market's reviewer will look.")
	case market.VerdictClean:
		if divided(s.Report) {
			return w.say("应用和标准 MCP 两种客户端里，至少一种没有规则拦着。", "For at least one of the two kinds of clients no rule stands in its way.")
		}
		return w.say("规则没有找到拦着它的地方。", "No rule stands in its way.")
	case market.VerdictNotRun:
	}
	return ""
}

// divided reports whether the two profiles fare differently, or would when no
// server was asked.
func divided(r market.Report) bool {
	if r.Profiles.App.Verdict != r.Profiles.MCP.Verdict {
		return true
	}
	return r.Profiles.App.Verdict == market.VerdictNotRun && slices.ContainsFunc(r.Findings, func(f market.Finding) bool {
		return f.Stands() && f.Profile != "" && f.Severity.Weight() >= market.SeverityNeedsHuman.Weight()
	})
}

func (w words) profile(p market.Profile) string {
	if p == market.ProfileApp {
		return w.say("应用", "the app")
	}
	return w.say("标准 MCP", "standard MCP")
}

// outcome is what a profile's result means. Where clients of its kind cannot use
// the server for what bears on both kinds, it does not blame how it was asked.
func (w words) outcome(rep market.Report, p market.Profile, r market.ProfileResult) string {
	if r.Verdict == market.VerdictNotRun {
		return w.say("这一次没有照它问过服务器", "no server was asked in this way")
	}
	if r.Verdict == market.VerdictInconclusive {
		return w.say("没有查清", "it could not be told")
	}
	if r.Outcome == market.OutcomeFail && rep.Reached(p) {
		return w.say("连得上，但有规则不放行，见下面标为“必须改”的", "clients can connect, but rules keep it out: see what must change, below")
	}
	if r.Outcome == market.OutcomeFail && !ownFault(rep, p) {
		return w.say("问得到，但下面标为“必须改”的没改好之前还用不了", "it answers, but cannot be used before what must change, below, has changed")
	}
	if p == market.ProfileApp {
		switch r.Outcome {
		case market.OutcomePass:
			return w.say("应用照自己的办法用得了它", "the app can use it in its own way")
		case market.OutcomeFail:
			return w.say("应用还用不了它：要对 POST {} 答 200 或 405，不握手就答工具列表", "the app cannot use it yet: it wants 200 or 405 to POST {}, and the tool list without a handshake")
		case market.OutcomeGated:
			return w.say("要令牌才能查完（--token-stdin）", "it needs a token to tell (--token-stdin)")
		case market.OutcomeUnknown:
		}
		return w.say("没有查清", "it could not be told")
	}
	switch r.Outcome {
	case market.OutcomePass:
		how := strings.Trim(r.Version+w.say("，", " over ")+r.Transport, w.say("，", " over "))
		return w.sayf("标准客户端连得上，读得到工具（%s）", "standard clients can connect and read the tools (%s)", how)
	case market.OutcomeFail:
		return w.say("标准客户端还用不了它：2026-07-28、initialize 握手、旧的 SSE 都没有读到能用的工具", "standard clients cannot use it yet: neither 2026-07-28 nor the initialize handshake nor the old SSE gave tools that can be used")
	case market.OutcomeGated:
		return w.say("要令牌才能查完（--token-stdin）", "it needs a token to tell (--token-stdin)")
	case market.OutcomeUnknown:
	}
	return w.say("没有查清", "it could not be told")
}

// ownFault reports whether what stands in the way of a profile bears on it alone.
func ownFault(r market.Report, p market.Profile) bool {
	return slices.ContainsFunc(r.Findings, func(f market.Finding) bool {
		return f.Stands() && f.Profile == p && f.Severity == market.SeverityReject
	})
}

// ofList says what the verdict on a list is of, for which no server was asked.
func (w words) ofList(require market.Require) string {
	switch require {
	case market.RequireAny:
		return w.say("没有问服务器。结论只看这份列表：有一种客户端那里没有规则拦着就行。", "No server was asked. The verdict is of the list alone: it is enough that no rule stands in the way for one kind of clients.")
	case market.RequireBoth:
		return w.say("没有问服务器。结论只看这份列表：两种客户端那里都不能有规则拦着。", "No server was asked. The verdict is of the list alone: no rule may stand in the way for either kind of clients.")
	case market.RequireApp, market.RequireMCP:
		return w.sayf("没有问服务器。结论只看这份列表，看关系到%s的规则。", "No server was asked. The verdict is of the list alone, by the rules that bear on %s.", w.profile(market.Profile(require)))
	}
	return ""
}

func (w words) severity(s market.Severity) string {
	switch s {
	case market.SeverityReject:
		return w.say("必须改", "Must change")
	case market.SeverityNeedsHuman:
		return w.say("要有人看", "A person has to look")
	case market.SeverityWarn:
		return w.say("建议", "Advice")
	case market.SeverityInfo:
	}
	return w.say("说明", "Notes")
}

// counts says which of the two profiles the verdict is of, "" when they agree
// or nothing is known of it.
func (w words) counts(s Subject) string {
	if !divided(s.Report) {
		return ""
	}
	if s.Report.Profiles.App.Verdict == market.VerdictNotRun { // of neither: nobody was asked
		return w.ofList(s.Require)
	}
	switch s.Require {
	case market.RequireAny:
		return w.say("结论取两者中较好的那个。", "The better of the two counts.")
	case market.RequireBoth:
		return w.say("两者都要过，结论取较差的那个。", "Both are required: the worse of the two counts.")
	case market.RequireApp, market.RequireMCP:
		return w.sayf("结论取%s的。", "What counts is %s.", w.profile(market.Profile(s.Require)))
	}
	return ""
}

// mark says how a finding stands that does not count as it is, "" for one that does.
func (w words) mark(f market.Finding) string {
	switch {
	case f.Waived != nil:
		return w.sayf("审核员已放行：%s", "let be by a reviewer: %s", f.Waived.Reason)
	case !f.Enforced:
		return w.say("只记录，不影响结论", "recorded only, changes no verdict")
	case f.Unsure:
		return w.say("可能自己会好，过一会儿再查才知道", "may pass by itself: checking again later will tell")
	}
	return ""
}

// only says on which profile a finding bears, "" for both.
func (w words) only(p market.Profile) string {
	if p == "" {
		return ""
	}
	return w.sayf("只关系到%s", "%s only", w.profile(p))
}

// counted is what ran and what could not, in a line.
func (w words) counted(r market.Report) string {
	parts := []string{
		w.sayf("%s没有发现问题", "%s ran and found nothing", w.count(len(states(r, market.CheckPass)), "项检查", "check")),
		w.sayf("%d 项有发现", "%d found something", len(states(r, market.CheckHit))),
		w.sayf("%d 项没有可看的", "%d had nothing to look at", len(states(r, market.CheckSkipped))),
	}
	if n := len(r.ChecksFailed); n > 0 {
		parts = append(parts, w.sayf("%d 项没有查成", "%d could not run", n))
	}
	return strings.Join(parts, w.say("，", ", ")) + w.say("。", ".")
}

// quality is the score and the cost of the definitions.
func (w words) quality(r market.Report) string {
	s := w.sayf("%s，定义约占模型上下文 %d tokens", "%s, about %d tokens of a model's context", w.count(r.Tools, "个工具", "tool"), r.Tokens)
	if r.Score != nil {
		s += w.sayf("；质量 %d 分（满分 100）", "; quality %d of 100", *r.Score)
	}
	return s
}
