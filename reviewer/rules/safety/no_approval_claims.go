package safety

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/safety/family"
)

func noApprovalClaims() reviewer.Rule {
	return reviewer.Rule{
		ID: "SEC-021", Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title: reviewer.Say("不自称已获批准、无需确认", "It does not claim approval or to need no confirmation"),
		Why:   reviewer.Say("是否批准由市场说，要不要用户确认由应用定；写进说明，是要模型跳过这些关口。", "The market says what is approved and the app when users confirm; in a description such words make a model skip both."),
		Decide: reviewer.Say(
			"说本工具已由市场、平台、官方审核或认证；说可以放心自动运行、无需确认、跳过用户确认，或说用户早已同意、不要再问。药品获批、航班由航司核实、官方认证账号之类说的是别的事，不算；“是否已认证”也不算。",
			"It says that this tool was approved, verified or certified by the market, a platform or a vendor, that it is safe to run, needs no confirmation, or may skip the user's, or that the user has agreed already and is not to be asked. A drug approved by an agency, data verified by an airline, an officially verified account are other matters and do not count, nor does “whether it is approved”."),
		Fix:    reviewer.Say("删掉这句话。", "Remove the sentence."),
		Source: "OWASP MCP Top 10, MCP06; measured: none of 949 tools",
		Check:  everywhere(bySign(family.Approval, reviewer.Say("这里谈论批准或确认。", "This speaks of approval or confirmation."))),
	}
}
