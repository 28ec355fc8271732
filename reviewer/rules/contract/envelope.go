package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

// unstrictText is what is said of JSON that readers take differently, or not at
// all; which of these it is stands in the evidence.
var unstrictText = reviewer.Say(
	"应答的 JSON 各家读法不一，或者读不了：键重复、键只差大小写、键里有空字符、有半个代理对（如 \\ud800）、有不是 UTF-8 的字节、嵌套太深，或者太大。",
	"Readers take the answer's JSON differently, or not at all: a key twice, keys that differ only in case, U+0000 in a key, half of a surrogate pair such as \\ud800, bytes that are not UTF-8, or too deep or too large.",
)

func envelope() reviewer.Rule {
	return reviewer.Rule{
		ID: "PRO-002", Group: market.GroupProtocol, Severity: market.SeverityReject, Profile: market.ProfileApp, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("应答是规范的 JSON-RPC 2.0", "The answer is proper JSON-RPC 2.0"),
		Why:    reviewer.Say("应用按 JSON-RPC 2.0 读应答；JSON 要是有两种读法，审核看到的和用户得到的就可能不同。", "The app reads the answer as JSON-RPC 2.0; and when JSON can be read in two ways, users may get something other than what was reviewed."),
		Decide: reviewer.Say("应答要是一个 JSON 对象，jsonrpc 是 \"2.0\"，result 和 error 恰有一个。先逐字节检查 JSON：键重复、键只差大小写、键里有空字符、半个代理对（如 \\ud800）、不是 UTF-8 的字节、嵌套太深（超过 64 层），都拒绝（Schema 的 properties 里参数名只差大小写的除外）。只包着一个元素的数组，和 result 旁边的 \"error\": null，只提醒。", "The answer has to be one JSON object with jsonrpc \"2.0\" and exactly one of result and error. The JSON is scanned first: a key twice, keys that differ only in case, U+0000 in a key, half of a surrogate pair such as \\ud800, bytes that are not UTF-8 and nesting deeper than 64 levels are refused (but for names of arguments under properties that differ in case). An array of one element, and \"error\": null beside a result, are warned of."),
		Fix:    reviewer.Say("答一个 JSON 对象：\"jsonrpc\":\"2.0\"、与请求相同的 id，以及 result 或 error 之一；键不重复。", "Answer with one JSON object: \"jsonrpc\":\"2.0\", the id of the request, and either result or error; no key twice."),
		Source: "JSON-RPC 2.0 §5; RFC 8259 §4",
		Skip:   unlessOwned("PRO-002"),
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			switch d.Last().List.Fault.Code {
			case market.FaultNotJSON:
				return fault(d, reviewer.Say("应答不是合法的 JSON。", "The answer is not valid JSON."))
			case market.FaultUnstrictJSON:
				return fault(d, unstrictText)
			case market.FaultEnvelope:
				return fault(d, reviewer.Say("应答不是 JSON-RPC 2.0 的应答。", "The answer is not a JSON-RPC 2.0 response."))
			}
			var hits []reviewer.Hit
			for _, n := range noted(d, market.NoteBatch) {
				hits = append(hits, note(n, market.SeverityWarn, reviewer.Say("应答包在一个数组里，简单的客户端读不出来。", "The answer is wrapped in an array, which simple clients cannot read.")))
			}
			for _, n := range noted(d, market.NoteNullError) {
				hits = append(hits, note(n, market.SeverityWarn, reviewer.Say("result 旁边还有 \"error\": null；两者只能有一个。", "There is \"error\": null beside the result; only one of the two is allowed.")))
			}
			return hits
		},
	}
}
