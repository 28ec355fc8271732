package endpoint

import (
	"marketd/market"
	"marketd/reviewer"
)

func endpointUnique() reviewer.Rule {
	return reviewer.Rule{
		ID: "URL-008", Group: market.GroupMeta, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("这个地址没有登记过", "The address is not listed yet"),
		Why:    reviewer.Say("同一个服务器登记两次，用户会装到两套一样的工具。", "A server that is listed twice gives users the same tools twice."),
		Decide: reviewer.Say("地址规范化（小写主机、去掉默认端口和结尾的斜杠）之后，与另一个已上架的条目相同：是别人的，拒绝；是自己的，提醒。", "The address, normalised (host in lower case, without a default port and a final slash), is that of another listing: someone else's is refused, one's own is warned of."),
		Fix:    reviewer.Say("如果是同一个服务器，请更新原来的条目，不要新建；如果别人登记了你的服务器，请联系市场的运营者。", "If it is the same server, update the existing listing instead; if someone else listed your server, contact the market's operator."),
		Source: "the market's catalog contract, server.url",
		Skip:   noAddress,
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			var hits []reviewer.Hit
			for _, use := range d.Facts.Endpoints {
				h := reviewer.Hit{
					Where: atURL, Evidence: use.Listing,
					Message: reviewer.Sayf("条目 %s 已经登记了这个地址，它属于别人。", "The listing %s has this address already, and it is someone else's.", use.Listing),
				}
				if use.Mine {
					h.Severity = market.SeverityWarn
					h.Message = reviewer.Sayf("你的条目 %s 已经登记了这个地址。", "Your own listing %s has this address already.", use.Listing)
				}
				hits = append(hits, h)
			}
			return hits
		},
	}
}
