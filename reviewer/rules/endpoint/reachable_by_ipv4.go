package endpoint

import (
	"net/netip"

	"marketd/market"
	"marketd/reviewer"
)

func reachableByIPv4() reviewer.Rule {
	return reviewer.Rule{
		ID: "NET-005", Group: market.GroupReach, Severity: market.SeverityWarn, Needs: reviewer.NeedsProbe,
		Title:  reviewer.Say("可以经 IPv4 访问", "It can be reached over IPv4"),
		Why:    reviewer.Say("不是每个用户的网络都有 IPv6。", "Not every user's network has IPv6."),
		Decide: reviewer.Say("查到的地址全是 IPv6（IPv4 映射的不算），就提醒。", "It warns when every address found is IPv6, IPv4-mapped ones aside."),
		Fix:    reviewer.Say("给域名加一条 A 记录。", "Add an A record to the name."),
		Source: "RFC 6540",
		Skip:   allowedOrNone,
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			addrs := d.Last().Net.Addrs
			for _, s := range addrs {
				if a, err := netip.ParseAddr(s); err != nil || a.Unmap().Is4() {
					return nil
				}
			}
			if len(addrs) == 0 {
				return nil
			}
			return []reviewer.Hit{{Where: atNet, Evidence: addrs[0], Message: reviewer.Say("域名只有 IPv6 地址。", "The name has IPv6 addresses only.")}}
		},
	}
}
