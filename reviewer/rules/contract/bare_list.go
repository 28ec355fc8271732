package contract

import (
	"cmp"
	"time"

	"marketd/market"
	"marketd/reviewer"
)

func bareList() reviewer.Rule {
	return reviewer.Rule{
		ID: "PRO-001", Group: market.GroupApp, Severity: market.SeverityReject, Profile: market.ProfileApp, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("直接发 tools/list 能得到工具列表", "tools/list, sent directly, returns the tool list"),
		Why:    reviewer.Say("应用不建立会话，直接发 tools/list；得不到列表，就没有工具可用。", "The app opens no session and sends tools/list directly; without a list there are no tools."),
		Decide: reviewer.Say("请求与应用的一字不差：{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{}}，没有会话，没有版本请求头。要在 30 秒内得到状态 200 和一个带 result.tools 数组的应答，application/json 或 text/event-stream 都行。401、402、403 要人来看（没有附测试令牌时由 META-007 说）；429 一类不算；连接中断（跨 30 分钟）和 5xx 要见到三次才确定。原因更具体的，由别的规则说，例如 PRO-002、PRO-004。", "The request is the app's, byte for byte: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{}}, with no session and no version header. It has to bring status 200 and an answer with an array result.tools within 30 s, as application/json or text/event-stream. 401, 402 and 403 go to a person (said by rule META-007 when no test token was given); 429 and the like count for nothing; a broken connection (over 30 minutes) and 5xx are certain when seen three times. Where a cause is known better another rule tells it, such as PRO-002 or PRO-004."),
		Fix:    reviewer.Say("对这一个请求直接答 200 和工具列表，不要求先 initialize。", "Answer this one request with 200 and the tool list, without asking for initialize first."),
		Source: "seed, tools/list",
		Skip:   unlessOwned("PRO-001"),
		Check:  checkBareList,
		Took:   func(d *reviewer.Dossier) time.Duration { return d.Last().List.Answer.Took },
	}
}

func checkBareList(d *reviewer.Dossier) []reviewer.Hit {
	l := d.Last().List
	if l.OK() {
		return nil
	}
	hit := reviewer.Hit{Where: atList, Evidence: cmp.Or(l.Answer.Body, l.Answer.Detail, l.Fault.Detail)}
	switch l.Fault.Code {
	case market.FaultTransport:
		return []reviewer.Hit{listFailing(hit, d)}
	case market.FaultStatus:
		return []reviewer.Hit{listRefused(hit, d)}
	case market.FaultNoTools:
		hit.Message = reviewer.Say("应答里没有 result.tools 数组。", "The answer has no array result.tools.")
	default:
		hit.Message = reviewer.Say("没有得到工具列表。", "No tool list was given.")
	}
	return []reviewer.Hit{hit}
}

// listRefused is the hit of a status other than 200.
func listRefused(hit reviewer.Hit, d *reviewer.Dossier) reviewer.Hit {
	a := d.Last().List.Answer
	hit.Message = reviewer.Sayf("tools/list 得到的状态是 %d，应为 200。", "tools/list was answered with status %d; it should be 200.", a.Status)
	switch {
	case gate(a):
		text := classTexts[market.ClassAuth]
		hit.Severity, hit.Class = market.SeverityNeedsHuman, market.ClassAuth
		hit.Message = reviewer.Sayf("tools/list 要令牌才应答（%d）。", "tools/list wants a token before it answers (%d).", a.Status)
		hit.Fix = text.fix
	case a.Status == 408, a.Status == 425, a.Status == 429, a.Status == 503 && a.RetryAfter > 0:
		text := classTexts[market.ClassThrottled]
		hit.Severity, hit.Unsure, hit.Class = market.SeverityNeedsHuman, true, market.ClassThrottled
		hit.Message, hit.Why, hit.Fix = text.message, text.why, text.fix
	case a.Status >= 500:
		hit.Class = market.ClassServerError
		return listFailing(hit, d)
	case sessionWords().MatchString(a.Body):
		text := classTexts[market.ClassSessionRequired]
		hit.Class, hit.Why, hit.Fix = market.ClassSessionRequired, text.why, text.fix
		hit.Message = reviewer.Sayf("tools/list 得到 %d：服务器要先建立会话。", "tools/list was answered with %d: the server wants a session first.", a.Status)
		hit.Snippets = snippets(d.Last().SDK)
	case a.Status == 405:
		hit.Class = market.ClassNotEndpoint
		hit.Message = reviewer.Say("这个地址不接受 POST（405），所以不会是 MCP 服务器。", "This address takes no POST (405), so it cannot be an MCP server.")
		hit.Fix = reviewer.Say("检查路径和反向代理：MCP 服务器要能收 POST。", "Check the path and the reverse proxy: an MCP server has to take POST.")
	}
	return hit
}

// listFailing is the hit of a list that failed in a way that may pass.
func listFailing(hit reviewer.Hit, d *reviewer.Dossier) reviewer.Hit {
	l := d.Last().List
	if l.Answer.Reason == market.ReasonOurNetwork {
		return ours(hit)
	}
	n, span := d.Streak(func(p market.Probe) bool {
		return p.Contract.Status != 0 && (p.List.Fault.Code == market.FaultTransport || p.List.Answer.Status >= 500)
	})
	hit.Unsure = n < failTries
	if l.Fault.Code == market.FaultTransport {
		hit.Unsure = hit.Unsure || span < networkSpan
		hit.Message = reviewer.Say("tools/list 没有得到应答，连接中断了。", "tools/list got no answer; the connection broke.")
	}
	return hit
}
