package contract

import (
	"fmt"
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

// Codes of JSON-RPC (§5.1) and of MCP 2026-07-28.
const (
	codeNoMethod    = -32601
	codeModernFirst = -32022
	codeModernLast  = -32020
	codeInternal    = -32603
)

// supportedAtMost bounds the versions that a finding quotes.
const supportedAtMost = 8

func noRPCError() reviewer.Rule {
	return reviewer.Rule{
		ID: "PRO-004", Group: market.GroupProtocol, Severity: market.SeverityReject, Profile: market.ProfileApp, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("tools/list 得到的不是错误", "tools/list is not answered with an error"),
		Why:    reviewer.Say("应答是错误，应用就没有工具可用。", "If the answer is an error, the app has no tools."),
		Decide: reviewer.Say("tools/list 得到 JSON-RPC 错误就算。错误文字说到令牌、授权的，要人来看；-32603 要见到三次；-32601、说到会话或 initialize 的、-32020 到 -32022（只认 2026-07-28 的请求方式）和其余的，拒绝。错误里列出的版本会显示出来。", "It hits when tools/list is answered with a JSON-RPC error. One whose message speaks of tokens or authorisation goes to a person; -32603 has to be seen three times; -32601, those that speak of sessions or initialize, -32020 to -32022 (only requests of 2026-07-28 are taken) and all others are refused. Versions that the error names are shown."),
		Fix:    reviewer.Say("看错误信息，让服务器对直接发来的 tools/list 给出列表。", "Read the error's message, and have the server give its list to a tools/list that is sent directly."),
		Source: "JSON-RPC 2.0 §5.1; MCP specification, tools",
		Skip:   unlessOwned("PRO-004"),
		Check:  checkRPCError,
	}
}

func checkRPCError(d *reviewer.Dossier) []reviewer.Hit {
	l := d.Last().List
	if l.Fault.Code != market.FaultRPCError {
		return nil
	}
	hit := reviewer.Hit{Where: atList, Evidence: fmt.Sprint(l.RPCCode) + ": " + l.RPCMessage}
	switch {
	case l.RPCCode == codeNoMethod:
		hit.Message = reviewer.Say("服务器说没有 tools/list 这个方法：它没有提供工具。", "The server says that it has no method tools/list: it offers no tools.")
		hit.Fix = reviewer.Say("在服务器上登记至少一个工具，SDK 就会应答 tools/list。", "Register at least one tool with the server; the SDK then answers tools/list.")
	case l.RPCCode >= codeModernFirst && l.RPCCode <= codeModernLast:
		hit.Message = reviewer.Say("服务器只接受 MCP 2026-07-28 的请求方式；应用不发那些请求头。", "The server takes only requests in the way of MCP 2026-07-28; the app does not send the headers for it.")
		if n := min(len(l.Supported), supportedAtMost); n > 0 {
			hit.Evidence += " (" + strings.Join(l.Supported[:n], ", ") + ")"
		}
		hit.Fix = reviewer.Say("让服务器也接受不带版本请求头的 tools/list；下面的代码可以直接粘贴。", "Have the server take a tools/list without version headers as well; the code below can be pasted.")
		hit.Snippets = snippets(d.Last().SDK)
	case sessionWords().MatchString(l.RPCMessage):
		text := classTexts[market.ClassSessionRequired]
		hit.Class, hit.Why, hit.Fix = market.ClassSessionRequired, text.why, text.fix
		hit.Message = reviewer.Say("服务器要先建立会话，才给工具列表。", "The server wants a session before it gives its tool list.")
		hit.Snippets = snippets(d.Last().SDK)
	case authWords().MatchString(l.RPCMessage):
		hit.Severity, hit.Class, hit.Fix = market.SeverityNeedsHuman, market.ClassAuth, classTexts[market.ClassAuth].fix
		hit.Message = reviewer.Say("服务器要令牌，才给工具列表。", "The server wants a token before it gives its tool list.")
	case l.RPCCode == codeInternal:
		n, _ := d.Streak(func(p market.Probe) bool { return p.List.RPCCode == codeInternal })
		hit.Unsure = n < failTries
		hit.Message = reviewer.Say("服务器内部出错（-32603）。", "The server failed internally (-32603).")
	default:
		hit.Message = reviewer.Sayf("tools/list 得到错误 %d。", "tools/list was answered with the error %d.", l.RPCCode)
	}
	return []reviewer.Hit{hit}
}
