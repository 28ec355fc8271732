package endpoint

import (
	"marketd/market"
	"marketd/reviewer"
)

// tooOld is the fault of a server that speaks old versions of TLS alone.
const tooOld = "old-version"

func currentTLS() reviewer.Rule {
	return reviewer.Rule{
		ID: "TLS-003", Group: market.GroupReach, Severity: market.SeverityReject, Needs: reviewer.NeedsProbe,
		Title:  reviewer.Say("TLS 版本够新", "The version of TLS is current"),
		Why:    reviewer.Say("TLS 1.0 和 1.1 已被废止，手机系统不再接受。", "TLS 1.0 and 1.1 are deprecated and no longer accepted by phones."),
		Decide: reviewer.Say("握手只提供 TLS 1.2 和 1.3。服务器两样都不会，拒绝；用的是 1.2，提一句；1.3 通过。", "Only TLS 1.2 and 1.3 are offered. A server that speaks neither is refused; 1.2 is mentioned; 1.3 passes."),
		Fix:    reviewer.Say("开启 TLS 1.3，至少 1.2，关掉更旧的版本。", "Turn on TLS 1.3, or at least 1.2, and turn older versions off."),
		Source: "RFC 8996; RFC 9325",
		Skip: func(d *reviewer.Dossier) market.Text {
			if d.Last().Net.TLSFault == tooOld {
				return market.Text{}
			}
			if d.Last().Net.TLS == "" {
				return reviewer.Say("没有建立 TLS 连接。", "There was no TLS connection.")
			}
			return noTLS(d)
		},
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			n := d.Last().Net
			switch {
			case n.TLSFault == tooOld:
				return []reviewer.Hit{{Where: atNet, Evidence: unreached(d.Last()), Message: reviewer.Say("服务器不会用 TLS 1.2 或更新的版本，连接没有建立。", "The server speaks neither TLS 1.2 nor a later version; no connection was made.")}}
			case n.TLS == "TLS 1.2":
				return []reviewer.Hit{{
					Where: atNet, Severity: market.SeverityInfo, Evidence: n.TLS,
					Message: reviewer.Say("服务器用的是 TLS 1.2；可以用，1.3 更快。", "The server uses TLS 1.2; that is fine, and 1.3 is faster."),
				}}
			}
			return nil
		},
	}
}
