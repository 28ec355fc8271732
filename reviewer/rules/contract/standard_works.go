package contract

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"marketd/market"
	"marketd/market/plaintext"
	"marketd/reviewer"
)

// atMCP is where the hits on standard MCP stand.
const atMCP = "/probe/mcp"

func standardWorks() reviewer.Rule {
	return reviewer.Rule{
		ID: "PRO-018", Group: market.GroupProtocol, Severity: market.SeverityReject, Profile: market.ProfileMCP, Needs: reviewer.NeedsTalk,
		Title: reviewer.Say("标准的 MCP 客户端能用", "Standard MCP clients can use it"),
		Why:   reviewer.Say("VS Code、Copilot 这类客户端按 MCP 规范和服务器说话；它们读不到工具列表，条目就不会进 MCP 登记接口。", "Clients such as VS Code and Copilot speak to a server as the MCP specification has it; when they cannot read its tools, it is not listed in the MCP registry API."),
		Decide: reviewer.Say(
			"从新到旧试三种方式，直到读完工具列表的全部各页：① 2026-07-28 的 server/discover 和 tools/list（没有 discover、但列表带 resultType 的也算）；② initialize（先 2025-11-25，或服务器说它支持的版本）、notifications/initialized、tools/list；③ 2024-11-05 的 SSE 传输，endpoint 必须与服务器同源。每种方式最多等 10 秒开头，合计不超过 35 秒。都不行就拒绝；401、403 和登录页要人来看（见 META-007）；429 和我们自己的网络不算。超时、断线和 5xx 可能自己好：看到三次（连不上要跨 30 分钟，网关出错要跨 10 分钟）才确定。列表读到了、但应答里有严格的客户端读不了的写法，只提醒。",
			"Three ways are tried, newest first, until every page of a tool list was read: (1) server/discover and tools/list of 2026-07-28 (a server without discover counts when its list has a resultType); (2) initialize (2025-11-25 first, or a version that the server says it supports), notifications/initialized, tools/list; (3) the SSE transport of 2024-11-05, whose endpoint must have the server's own origin. Each way has 10 s to begin, all together 35 s. If none works it is refused; 401, 403 and login pages go to a person (see META-007); 429 and our own network count for nothing. Time-outs, broken connections and 5xx may pass: they are certain when seen three times (over 30 minutes when nothing answers, over 10 for a gateway). A list that was read out of an answer that strict clients cannot read is warned of."),
		Fix:    reviewer.Say("用官方 SDK 的 Streamable HTTP 服务端，把它挂在登记的路径上；下面的代码可以直接粘贴。", "Serve with an SDK's Streamable HTTP server at the path that is listed; the code below can be pasted."),
		Source: "MCP specification 2026-07-28, versioning and transports; 2025-11-25, lifecycle; 2024-11-05, transports",
		Skip:   noStandardAnswer,
		Check:  checkStandard,
		Took:   func(d *reviewer.Dossier) time.Duration { return d.Last().MCP.List.Answer.Took },
	}
}

// noStandardAnswer skips the rule when another one, which bears on both
// profiles, says why nothing was reached.
func noStandardAnswer(d *reviewer.Dossier) market.Text {
	p := d.Last()
	see := func(id string) market.Text {
		return reviewer.Sayf("没有连上服务器，原因见 %s。", "The server was not reached; see %s.", id)
	}
	switch {
	case p.MCP.Reason == market.ReasonOK:
		return market.Text{}
	case p.Net.DNSFault != "":
		return see("NET-001")
	case p.MCP.Reason == market.ReasonBlocked:
		return see("NET-002")
	case p.Net.TLSFault == "old-version":
		return see("TLS-003")
	case p.Net.TLSFault != "":
		return see("TLS-001")
	case wantsToken(p):
		return unlessTokenWanted(d, market.ProfileMCP)
	}
	return market.Text{}
}

func checkStandard(d *reviewer.Dossier) []reviewer.Hit {
	p := d.Last()
	hit := reviewer.Hit{Where: atMCP, Evidence: tried(p)}
	switch {
	case p.MCP.Reason == market.ReasonOK:
		return oddities(p.MCP.List)
	case p.MCP.Reason == market.ReasonOurNetwork:
		return []reviewer.Hit{ours(hit)}
	case p.MCP.Reason == market.ReasonRateLimited:
		text := classTexts[market.ClassThrottled]
		hit.Severity, hit.Unsure, hit.Class = market.SeverityNeedsHuman, true, market.ClassThrottled
		hit.Message, hit.Why, hit.Fix = text.message, text.why, text.fix
	case wantsToken(p):
		return []reviewer.Hit{gatedStandard(hit, d)}
	case challenge(p.MCP.List.Answer) != "":
		hit.Severity, hit.Class = market.SeverityNeedsHuman, market.ClassChallenge
		hit.Message = reviewer.Say("应答标准 MCP 的是防火墙的验证页面，不是你的服务器。", "A firewall's challenge page answered standard MCP, not your server.")
		hit.Fix = reviewer.Say("在防火墙里为这个路径关掉人机验证。", "Turn challenges off for this path in the firewall.")
	case mayPass(p):
		return []reviewer.Hit{failingStandard(hit, d)}
	default:
		text := standardFault(p.MCP.List)
		hit.Class, hit.Message, hit.Fix = text.class, text.message, text.fix
		if !text.bare {
			hit.Snippets = snippets(p.SDK)
		}
	}
	return []reviewer.Hit{hit}
}

// wantsToken reports whether a server that gives standard clients no list asks
// who is calling.
func wantsToken(p market.Probe) bool {
	l := p.MCP.List
	return p.MCP.Reason == market.ReasonAuthRequired || reviewer.ToLogin(l.Answer) || l.Fault.Code == market.FaultRPCError && authWords().MatchString(l.RPCMessage)
}

// gatedStandard is the hit of a server that wants to know who calls.
func gatedStandard(hit reviewer.Hit, d *reviewer.Dossier) reviewer.Hit {
	hit.Severity, hit.Class = market.SeverityNeedsHuman, market.ClassAuth
	hit.Message = reviewer.Say("服务器在运行，但要令牌才应答标准 MCP 的客户端。", "The server is running, but wants a token before it answers standard MCP clients.")
	hit.Why = reviewer.Say("没有令牌，我们看不到工具列表，只能由人来看。", "Without a token we cannot see the tool list; a person has to look.")
	hit.Fix = classTexts[market.ClassAuth].fix
	switch {
	case reviewer.ToLogin(d.Last().MCP.List.Answer):
		hit.Message = reviewer.Say("服务器把标准 MCP 的客户端送去登录页面。", "The server sends standard MCP clients to a login page.")
		hit.Why = reviewer.Say("客户端等的是 JSON，没有浏览器可以登录；我们看不到工具列表，只能由人来看。", "A client waits for JSON and has no browser to log in with; we cannot see the tool list, so a person has to look.")
		hit.Fix = reviewer.Say("令牌有效就直接应答；没有令牌或令牌无效就答 401，并带上 WWW-Authenticate: Bearer；不要跳转到登录页面，也不要返回它。", "Answer a request with a valid token itself, and one without with 401 and WWW-Authenticate: Bearer; neither redirect to a login page nor return one.")
	case d.HadToken:
		hit.Message = reviewer.Say("服务器在运行，但标准 MCP 的请求带上测试令牌也没有被接受。", "The server is running, but did not accept standard MCP requests with the test token.")
		hit.Fix = reviewer.Say("检查测试令牌有没有过期、有没有填全；服务器应从 Authorization: Bearer 请求头读它。", "Check that the test token has not expired and is complete; the server should read it from the header Authorization: Bearer.")
	}
	return hit
}

// mayPass reports whether standard MCP failed in a way that may pass by itself.
func mayPass(p market.Probe) bool {
	l := p.MCP.List
	switch {
	case p.MCP.Reason == market.ReasonOK, p.MCP.Reason == market.ReasonOurNetwork:
		return false
	case p.MCP.Reason == market.ReasonConnect, p.MCP.Reason == market.ReasonTimeout, l.Answer.Status >= 500:
		return true
	}
	return l.Fault.Code == market.FaultRPCError && l.RPCCode == codeInternal
}

// failingStandard is the hit of a fault that may pass: certain only when it was
// seen often enough, over long enough.
func failingStandard(hit reviewer.Hit, d *reviewer.Dossier) reviewer.Hit {
	p := d.Last()
	var least time.Duration
	text := classTexts[market.ClassServerError]
	switch status := p.MCP.List.Answer.Status; {
	case p.MCP.Reason == market.ReasonConnect, p.MCP.Reason == market.ReasonTimeout:
		hit.Class, least = market.ClassNetwork, networkSpan
		text = unansweredText(p)
	case status >= 502 && status <= 504 || status >= 520:
		hit.Class, least = market.ClassGateway, gatewaySpan
		text = classTexts[market.ClassGateway]
	case status >= 500:
		hit.Class = market.ClassServerError
		text.fix = reviewer.Say("看服务器日志里这个时刻的错误。", "Look for the error in the server's log at this time.")
	default:
		text.message = reviewer.Say("服务器内部出错（-32603）。", "The server failed internally (-32603).")
		text.fix = reviewer.Say("看服务器日志里这个时刻的错误。", "Look for the error in the server's log at this time.")
	}
	n, span := d.Streak(mayPass)
	hit.Unsure = n < failTries || span < least
	hit.Message, hit.Fix = text.message, text.fix
	return hit
}

// unansweredText is that of a server from which no answer came.
func unansweredText(p market.Probe) classText {
	if a := p.MCP.List.Answer; a.Sent {
		return classText{
			message: reviewer.Say("连上了服务器，但没有等到标准 MCP 的应答，或连接中断了。", "The server was connected to, but standard MCP got no answer, or the connection broke."),
			fix:     reviewer.Say("看服务器和反向代理在这个时刻的日志；反向代理不要缓冲事件流，也不要在应答之前断开。", "Look into the logs of the server and its proxy at this time; the proxy must neither buffer event streams nor close before the answer."),
		}
	}
	q := p
	q.Reason, q.Contract = p.MCP.Reason, market.Answer{}
	return networkText(q)
}

// wayNames are the ways as people know them.
var wayNames = map[string]string{"modern": "2026-07-28", "session": "initialize", "sse": "SSE 2024-11-05"}

// tried says which ways were tried, and what came of each.
func tried(p market.Probe) string {
	var parts []string
	for _, a := range p.MCP.Attempts {
		what := cmp.Or(a.Detail, "HTTP "+strconv.Itoa(a.Status))
		parts = append(parts, cmp.Or(wayNames[a.Kind], a.Kind)+": "+plaintext.Cut(what, 60))
	}
	if parts == nil {
		return p.Contract.Detail
	}
	return strings.Join(parts, "; ")
}
