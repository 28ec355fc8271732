package endpoint

import (
	"net/netip"
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

func steadyAddresses() reviewer.Rule {
	return reviewer.Rule{
		ID: "NET-003", Group: market.GroupReach, Severity: market.SeverityInfo, Needs: reviewer.NeedsProbe,
		Title:  reviewer.Say("几次访问之间没有换到别的网络", "The server did not move to another network between passes"),
		Why:    reviewer.Say("域名忽然指到别处，可能是搬家，也可能是过期的记录被别人接手。", "A name that suddenly leads elsewhere may have moved, or a stale record of it was taken over."),
		Decide: reviewer.Say("比较第一次和最近一次查到的地址：没有一个在同一个网络里（IPv4 看 /16，IPv6 看 /32），就提一句。", "The addresses of the first and the latest look are compared; it is mentioned when none is in the same network (/16 for IPv4, /32 for IPv6)."),
		Fix:    reviewer.Say("如果是你自己换的，不用做什么。", "If you moved it yourself, there is nothing to do."),
		Source: "the market's policy",
		Skip: func(d *reviewer.Dossier) market.Text {
			if len(d.Probes) < 2 {
				return reviewer.Say("只访问过一次，没有可比的。", "There was only one pass, so there is nothing to compare.")
			}
			return allowedOrNone(d)
		},
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			before, now := networks(d.Probes[0].Net.Addrs), networks(d.Last().Net.Addrs)
			if len(before) == 0 || len(now) == 0 {
				return nil
			}
			for n := range now {
				if before[n] {
					return nil
				}
			}
			return []reviewer.Hit{{
				Where: atNet, Evidence: strings.Join(d.Probes[0].Net.Addrs, ", ") + " → " + strings.Join(d.Last().Net.Addrs, ", "),
				Message: reviewer.Say("域名的地址全部换到了别的网络。", "All addresses of the name have moved to another network."),
			}}
		},
	}
}

// networks are the networks of addresses, as coarse as they are commonly
// assigned: /16 for IPv4, /32 for IPv6.
func networks(addrs []string) map[netip.Prefix]bool {
	found := map[netip.Prefix]bool{}
	for _, s := range addrs {
		a, err := netip.ParseAddr(s)
		if err != nil {
			continue
		}
		bits := 32
		if a = a.Unmap(); a.Is4() {
			bits = 16
		}
		if p, err := a.Prefix(bits); err == nil {
			found[p] = true
		}
	}
	return found
}
