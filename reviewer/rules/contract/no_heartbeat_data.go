package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

func noHeartbeatData() reviewer.Rule {
	return reviewer.Rule{
		ID: "SSE-003", Group: market.GroupProtocol, Severity: market.SeverityWarn, Profile: market.ProfileApp, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("心跳不写成 data", "Heartbeats are not sent as data"),
		Why:    reviewer.Say("客户端把每个 data 都当作 JSON 来读，遇到 ping 之类就会出错。", "Clients read every data line as JSON and fail on ping and the like."),
		Decide: reviewer.Say("应答之前的 data 不是 JSON 消息，最多跳过 50 个，提醒；超过 50 个就不再读，拒绝。注释行（以冒号开头）和空的 data 不算。", "Up to 50 data events before the answer that are no JSON message are passed over and warned of; with more we stop reading, and it is refused. Comment lines, which begin with a colon, and empty data do not count."),
		Fix:    reviewer.Say("心跳用注释行，例如“: keepalive”。", "Use a comment line for heartbeats, for example “: keepalive”."),
		Source: "WHATWG HTML, server-sent events, authoring notes",
		Skip:   unlessOwned("SSE-003"),
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			if d.Last().List.Fault.Code == market.FaultStreamNoise {
				h := fault(d, reviewer.Say("事件流里不是 JSON 的 data 超过 50 个，没有再读下去。", "The stream has more than 50 data events that are not JSON; we stopped reading."))
				h[0].Severity = market.SeverityReject
				return h
			}
			var hits []reviewer.Hit
			for _, n := range noted(d, market.NoteHeartbeat) {
				hits = append(hits, note(n, "", reviewer.Say("应答之前有不是 JSON 的 data。", "Before the answer there was data that is not JSON.")))
			}
			return hits
		},
	}
}
