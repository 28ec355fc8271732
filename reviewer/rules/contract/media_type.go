package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

func mediaType() reviewer.Rule {
	return reviewer.Rule{
		ID: "PRO-005", Group: market.GroupProtocol, Severity: market.SeverityReject, Profile: market.ProfileApp, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("应答的 Content-Type 与内容相符", "The answer's Content-Type fits its content"),
		Why:    reviewer.Say("客户端按 Content-Type 决定把应答当 JSON 还是事件流来读。", "Clients go by the Content-Type to read the answer as JSON or as an event stream."),
		Decide: reviewer.Say("不看参数和大小写。application/json 按 JSON 读，text/event-stream 按事件流读；text/plain、没有类型和 +json 照内容读，提醒；事件流标成 JSON 的也读，提醒；别的类型，和没有要求却读不出来的 Content-Encoding，拒绝。网页由 HLT-003 说。", "Parameters and case do not matter. application/json is read as JSON and text/event-stream as a stream; text/plain, no type and +json are read by their content and warned of, and so is a stream under a JSON type; any other type, and a Content-Encoding that was not asked for and cannot be read, is refused. Web pages are HLT-003's."),
		Fix:    reviewer.Say("JSON 用 application/json，事件流用 text/event-stream，没有要求压缩时不要压缩。", "Use application/json for JSON and text/event-stream for a stream, and do not compress an answer unless the request asks for it."),
		Source: "seed, transport; RFC 9110 §8.3",
		Skip:   unlessOwned("PRO-005"),
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			switch d.Last().List.Fault.Code {
			case market.FaultMediaType:
				return fault(d, reviewer.Say("应答既不是 application/json，也不是 text/event-stream。", "The answer is neither application/json nor text/event-stream."))
			case market.FaultEncoded:
				return fault(d, reviewer.Say("应答用了没有要求的压缩方式（Content-Encoding），读不出来。", "The answer has a Content-Encoding that was not asked for and cannot be read."))
			}
			var hits []reviewer.Hit
			for _, n := range noted(d, market.NoteMediaType) {
				hits = append(hits, note(n, market.SeverityWarn, reviewer.Say("应答是 JSON，Content-Type 却不是 application/json。", "The answer is JSON, but its Content-Type is not application/json.")))
			}
			for _, n := range noted(d, market.NoteSSEAsJSON) {
				hits = append(hits, note(n, market.SeverityWarn, reviewer.Say("应答是事件流，Content-Type 却不是 text/event-stream。", "The answer is an event stream, but its Content-Type is not text/event-stream.")))
			}
			return hits
		},
	}
}
