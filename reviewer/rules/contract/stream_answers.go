package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

func streamAnswers() reviewer.Rule {
	return reviewer.Rule{
		ID: "SSE-004", Group: market.GroupProtocol, Severity: market.SeverityReject, Profile: market.ProfileApp, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("事件流里有应答", "The event stream brings the answer"),
		Why:    reviewer.Say("应用最多等 30 秒；流里一直没有应答，等于没有工具。", "The app waits at most 30 seconds; a stream without the answer is the same as no tools."),
		Decide: reviewer.Say("事件流开着，但 30 秒、4 MiB 或 1000 个事件之内没有带着请求的 id 的应答，就算。应答一到我们就关闭连接，不要求流结束。", "It hits when a stream is open and no answer with the request's id comes within 30 s, 4 MiB or 1,000 events. We close as soon as the answer is there; the stream need not end."),
		Fix:    reviewer.Say("在流里先发应答，再发别的；发完应答就可以结束流。", "Send the answer first and anything else later; the stream may end after it."),
		Source: "seed, transport; MCP specification, streamable HTTP",
		Skip:   unlessOwned("SSE-004"),
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			if d.Last().List.OK() {
				return nil
			}
			return fault(d, reviewer.Say("事件流开着，却没有给出应答。", "The event stream stayed open without giving the answer."))
		},
	}
}
