package endpoint

import (
	"time"

	"marketd/market"
	"marketd/reviewer"
)

// What makes a missing name certain (rule NET-001).
const (
	missingTries = 3
	missingSpan  = 2 * time.Minute
)

func resolvable() reviewer.Rule {
	return reviewer.Rule{
		ID: "NET-001", Group: market.GroupReach, Severity: market.SeverityReject, Needs: reviewer.NeedsProbe,
		Title:  reviewer.Say("域名可以解析", "The domain name resolves"),
		Why:    reviewer.Say("解析不出地址，谁也连不上。", "Without an address nobody can connect."),
		Decide: reviewer.Say("用自己的解析器查 A 和 AAAA 记录。没有这个名字（NXDOMAIN，或没有任何地址），要见到三次、跨 2 分钟才确定；解析器出错或超时可能是我们的问题，从不拒绝。", "A and AAAA records are looked up with our own resolver. A name that is not there (NXDOMAIN, or no address at all) is certain when seen three times over 2 minutes; a resolver that fails or is late may be our trouble, and is never a refusal."),
		Fix:    reviewer.Say("检查域名有没有拼错、有没有过期、解析记录有没有生效；新加的记录要等一段时间。", "Check the spelling, whether the registration has expired, and the DNS records; a new record takes some time."),
		Source: "RFC 1034; RFC 8020",
		Skip:   noAddress, // no range allows a name that is not there
		Check:  checkResolvable,
	}
}

func checkResolvable(d *reviewer.Dossier) []reviewer.Hit {
	fault := d.Last().Net.DNSFault
	if fault == "" {
		return nil
	}
	hit := reviewer.Hit{Where: atNet, Evidence: host(parse(d)), Unsure: true}
	if fault == "nxdomain" {
		n, span := d.Streak(func(p market.Probe) bool { return p.Net.DNSFault == "nxdomain" })
		hit.Unsure = n < missingTries || span < missingSpan
		hit.Message = reviewer.Say("没有这个域名。", "There is no such domain name.")
		return []reviewer.Hit{hit}
	}
	hit.Severity = market.SeverityNeedsHuman
	hit.Message = reviewer.Say("这次没能查到域名的地址，可能是我们或域名服务器一时的问题。", "The name could not be looked up this time; the trouble may be ours or the name server's, and may pass.")
	hit.Fix = reviewer.Say("一般不用做什么，我们会再试。如果一直这样，请检查域名服务器是否应答。", "Usually nothing to do: it is tried again. If it stays, check that the domain's name servers answer.")
	return []reviewer.Hit{hit}
}
