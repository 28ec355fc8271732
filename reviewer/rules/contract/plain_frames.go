package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

func plainFrames() reviewer.Rule {
	return reviewer.Rule{
		ID: "SSE-002", Group: market.GroupProtocol, Severity: market.SeverityWarn, Profile: market.ProfileApp, Needs: reviewer.NeedsList,
		Title:  reviewer.Say("事件流用简单客户端也读得懂的写法", "The event stream is framed so that simple clients can read it"),
		Why:    reviewer.Say("应用按“data: {…}”一行来读；JSON 拆成多行、冒号后没有空格、只用 CR 换行，简单的客户端会读错。", "The app reads one line “data: {…}”; JSON over several lines, no space after the colon, or CR alone as the line end makes simple clients fail."),
		Decide: reviewer.Say("这些写法各提醒一次：一个事件有几行 data、冒号后没有空格、只用 CR 换行、应答不在第一个带 data 的事件里、最后一个事件后面没有空行。", "Warned of, once each: several data lines in one event, no space after the colon, CR alone as the line end, an answer that is not in the first event with data, and a last event that no blank line follows."),
		Fix:    reviewer.Say("每个事件写成一行“data: ”加紧凑的 JSON，后面跟一个空行。", "Write each event as one line, “data: ” and compact JSON, followed by an empty line."),
		Source: "seed, transport; WHATWG HTML, server-sent events",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			var hits []reviewer.Hit
			for _, n := range noted(d, market.NoteFrames) {
				hits = append(hits, note(n, "", reviewer.Say("事件流的写法，简单的客户端可能读不懂。", "Simple clients may fail on how the event stream is framed.")))
			}
			for _, n := range noted(d, market.NoteUnended) {
				hits = append(hits, note(n, "", reviewer.Say("最后一个事件后面没有空行，严格的客户端会丢掉它。", "No empty line follows the last event; strict clients drop it.")))
			}
			return hits
		},
	}
}
