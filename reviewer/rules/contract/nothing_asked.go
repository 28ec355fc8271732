package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

func nothingAsked() reviewer.Rule {
	return reviewer.Rule{
		ID: "PRO-016", Group: market.GroupProtocol, Severity: market.SeverityWarn, Profile: market.ProfileApp, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("服务器给出工具列表之前，不反过来要东西", "The server asks for nothing before it gives its tool list"),
		Why:    reviewer.Say("应用只问不答：它不应 sampling、elicitation 和 roots 的请求。", "The app asks and does not answer: it handles no request for sampling, elicitation or roots."),
		Decide: reviewer.Say("应答的事件流里有服务器发来的请求（sampling/createMessage、elicitation/create、roots/list 等），我们不回答：列表照样来了，只提醒；等不到列表，或应答是 resultType: input_required，要人来看。", "When the stream of the answer holds a request of the server's (sampling/createMessage, elicitation/create, roots/list and the like), we do not answer: if the list comes all the same it is warned of; if it does not, or the answer is resultType: input_required, it goes to a person."),
		Fix:    reviewer.Say("不要等客户端的回答，直接给出工具列表。", "Give the tool list without waiting for the client's answer."),
		Source: "MCP specification, client features",
		Skip:   unlessOwned("PRO-016"),
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			l := d.Last().List
			if !l.OK() {
				h := fault(d, reviewer.Say("服务器反过来要东西，没等到就不给工具列表。", "The server asked for something and, not getting it, withheld its tool list."))
				h[0].Severity = market.SeverityNeedsHuman
				if m := asked(l); m != "" {
					h[0].Evidence = m
				}
				return h
			}
			var hits []reviewer.Hit
			for _, n := range noted(d, market.NoteServerRequest) {
				hits = append(hits, note(n, market.SeverityWarn, reviewer.Say("服务器在应答里发了一个请求，应用不会回答它。", "The server sent a request on the stream; the app will not answer it.")))
			}
			return hits
		},
	}
}
