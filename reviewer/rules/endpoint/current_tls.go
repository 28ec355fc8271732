package endpoint

import (
	"marketd/market"
	"marketd/reviewer"
)

func currentTLS() reviewer.Rule {
	return reviewer.Rule{
		ID: "TLS-003", Group: market.GroupReach, Severity: market.SeverityReject, Needs: reviewer.NeedsProbe,
		Title:  reviewer.Say("TLS 版本够新", "The version of TLS is current"),
		Why:    reviewer.Say("TLS 1.0 和 1.1 已被废止，手机系统不再接受。", "TLS 1.0 and 1.1 are deprecated and no longer accepted by phones."),
		Fix:    reviewer.Say("开启 TLS 1.3，至少 1.2，关掉更旧的版本。", "Turn on TLS 1.3, or at least 1.2, and turn older versions off."),
		Source: "RFC 8996; RFC 9325",
		Skip: func(d *reviewer.Dossier) market.Text {
			if d.Last().Net.TLS == "" {
				return reviewer.Say("没有建立 TLS 连接。", "There was no TLS connection.")
			}
			return noTLS(d)
		},
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			v := d.Last().Net.TLS
			hit := reviewer.Hit{Where: atNet, Evidence: v}
			switch v {
			case "TLS 1.3":
				return nil
			case "TLS 1.2":
				hit.Severity = market.SeverityInfo
				hit.Message = reviewer.Say("服务器用的是 TLS 1.2；可以用，1.3 更快。", "The server uses TLS 1.2; that is fine, and 1.3 is faster.")
			default:
				hit.Message = reviewer.Sayf("服务器用的是 %s，太旧了。", "The server uses %s, which is too old.", v)
			}
			return []reviewer.Hit{hit}
		},
	}
}
