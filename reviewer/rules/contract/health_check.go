package contract

import (
	"cmp"
	"time"

	"marketd/market"
	"marketd/reviewer"
)

func healthCheck() reviewer.Rule {
	return reviewer.Rule{
		ID: "HLT-001", Group: market.GroupApp, Severity: market.SeverityReject, Profile: market.ProfileApp, Needs: reviewer.NeedsProbe,
		Title:  reviewer.Say("应用的健康检查得到 200 或 405", "The app's health check is answered with 200 or 405"),
		Why:    reviewer.Say("安装和启用时，应用先发一个内容为 {} 的 POST，只有答 200 或 405 才继续。", "When a listing is installed or enabled, the app first sends a POST with the body {} and goes on only if the answer is 200 or 405."),
		Decide: reviewer.Say("发 POST，内容是 {}，带 Content-Type: application/json 和 Accept: application/json, text/event-stream，不跟随跳转。200 和 405 通过；401、402、403 要人来看（没有附测试令牌、也读不到工具列表时由 META-007 说）；408、425、429 和带 Retry-After 的 503 不算；500、501 要见到三次，502 到 504 和 52x 要三次、跨 10 分钟，没有应答要三次、跨 30 分钟；其余都拒绝，并说明是哪一类。", "A POST with the body {} is sent, with Content-Type: application/json and Accept: application/json, text/event-stream; redirects are not followed. 200 and 405 pass; 401, 402 and 403 go to a person (rule META-007 says so when no test token was given and no tool list could be read); 408, 425, 429 and 503 with Retry-After count for nothing; 500 and 501 have to be seen three times, 502 to 504 and 52x three times over 10 minutes, no answer at all three times over 30; everything else is refused, and its class is told."),
		Fix:    reviewer.Say("内容为 {} 的 POST 直接答 200 和 {}，其余请求照旧交给 SDK。", "Answer a POST with the body {} with 200 and {}, and leave every other request to the SDK."),
		Source: "seed, health check",
		Skip:   noHealthAnswer,
		Check:  checkHealth,
		Took:   func(d *reviewer.Dossier) time.Duration { return d.Last().Contract.Took },
	}
}

// noHealthAnswer skips the rule when another one says why there is no answer
// of the server's own.
func noHealthAnswer(d *reviewer.Dossier) market.Text {
	p := d.Last()
	see := func(id string) market.Text {
		return reviewer.Sayf("服务器自己没有应答，原因见 %s。", "The server itself did not answer; see %s.", id)
	}
	switch {
	case p.Reason == "":
		return notAsked
	case p.Net.DNSFault != "":
		return see("NET-001")
	case p.Reason == market.ReasonBlocked:
		return see("NET-002")
	case p.Net.TLSFault == "old-version":
		return see("TLS-003")
	case p.Net.TLSFault != "":
		return see("TLS-001")
	case challenged(p) != "":
		return see("HLT-005")
	case reviewer.ToLogin(p.Contract):
		return see("RED-003")
	case isRedirect(p.Contract):
		return see("RED-001")
	case classOf(p) == market.ClassAuth:
		return unlessTokenWanted(d, market.ProfileApp)
	}
	return market.Text{}
}

// notAsked is why the rules on the app's way are silent when only standard MCP
// was asked for.
var notAsked = reviewer.Say("这次只按标准 MCP 问了服务器，没有按应用的方式问。", "The server was asked in the way of standard MCP only, not in the app's.")

func checkHealth(d *reviewer.Dossier) []reviewer.Hit {
	p := d.Last()
	class := classOf(p)
	hit := reviewer.Hit{Where: atContract, Class: class, Evidence: cmp.Or(p.Contract.Body, p.Contract.Detail)}
	switch class {
	case market.ClassOK, market.ClassNotEndpoint: // the latter is rule HLT-003's
		return nil
	case market.ClassAuth:
		return []reviewer.Hit{gated(hit, d)}
	case market.ClassThrottled:
		hit.Severity, hit.Unsure = market.SeverityNeedsHuman, true
	case market.ClassServerError, market.ClassGateway, market.ClassNetwork:
		return []reviewer.Hit{failing(hit, d)}
	case market.ClassMismatch, market.ClassSessionRequired, market.ClassAccept, market.ClassContentType:
		hit.Snippets = snippets(p.SDK)
	}
	text := classTexts[class]
	hit.Message, hit.Why, hit.Fix = text.message, text.why, text.fix
	if class == market.ClassMismatch {
		hit.Message = reviewer.Sayf("服务器在运行，但健康检查答的是 %d；应用只认 200 和 405。", "The server is running, but it answers the health check with %d; the app accepts only 200 and 405.", p.Contract.Status)
	}
	return []reviewer.Hit{hit}
}

// classOf is the class of the contract answer. A status for which the prober
// has no class of its own is a mismatch.
func classOf(p market.Probe) market.Class {
	if p.Contract.Status == 402 {
		return market.ClassAuth
	}
	if _, known := classTexts[p.Class]; known || p.Class == market.ClassOK || p.Class == market.ClassNotEndpoint {
		return p.Class
	}
	if p.Contract.Status == 0 {
		return market.ClassNetwork
	}
	return market.ClassMismatch
}

// gated is the hit of a server that wants to know who calls: a person's, never a refusal.
func gated(hit reviewer.Hit, d *reviewer.Dossier) reviewer.Hit {
	text := classTexts[market.ClassAuth]
	hit.Severity = market.SeverityNeedsHuman
	hit.Message, hit.Why, hit.Fix = text.message, text.why, text.fix
	switch {
	case d.Last().Contract.Status == 402:
		hit.Message = reviewer.Say("服务器在运行，但要先付费才应答（402）。", "The server is running, but wants a payment before it answers (402).")
		hit.Fix = reviewer.Say("让健康检查和 tools/list 免费应答，只在调用工具时收费；或者提供一个已付费的测试令牌。", "Answer the health check and tools/list free of charge and charge for calls only; or give a test token that is paid for.")
	case d.HadToken:
		hit.Message = reviewer.Sayf("服务器在运行，但没有接受测试令牌（%d）。", "The server is running, but did not accept the test token (%d).", d.Last().Contract.Status)
		hit.Fix = reviewer.Say("检查测试令牌有没有过期、有没有填全；服务器应从 Authorization: Bearer 请求头读它。", "Check that the test token has not expired and is complete; the server should read it from the header Authorization: Bearer.")
	}
	return hit
}

// How often and how long a fault that may pass must be seen to be certain.
const (
	failTries   = 3
	gatewaySpan = 10 * time.Minute
	networkSpan = 30 * time.Minute
)

// failing is the hit of a fault that may pass: certain only when it was seen
// often enough, over long enough.
func failing(hit reviewer.Hit, d *reviewer.Dossier) reviewer.Hit {
	p := d.Last()
	if p.Reason == market.ReasonOurNetwork {
		return ours(hit)
	}
	n, span := d.Streak(func(p market.Probe) bool { return passing(classOf(p)) && p.Reason != market.ReasonOurNetwork })
	least := map[market.Class]time.Duration{market.ClassGateway: gatewaySpan, market.ClassNetwork: networkSpan}[hit.Class]
	hit.Unsure = n < failTries || span < least
	text := classTexts[hit.Class]
	if hit.Class == market.ClassNetwork {
		text = networkText(p)
	}
	hit.Message, hit.Why, hit.Fix = text.message, text.why, text.fix
	return hit
}

// ours is the hit of a fault of our own network, which is never the server's.
func ours(hit reviewer.Hit) reviewer.Hit {
	hit.Severity, hit.Unsure = market.SeverityNeedsHuman, true
	hit.Message = reviewer.Say("这次是我们自己的网络出了问题，与你的服务器无关。", "This time our own network failed; it is not your server's fault.")
	hit.Fix = reviewer.Say("你不用做什么，我们会再试。", "Nothing for you to do; we try again.")
	return hit
}

// passing reports whether a class is a fault that may pass by itself.
func passing(c market.Class) bool {
	return c == market.ClassServerError || c == market.ClassGateway || c == market.ClassNetwork
}
