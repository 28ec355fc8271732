package endpoint

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

func publicAddresses() reviewer.Rule {
	return reviewer.Rule{
		ID: "NET-002", Group: market.GroupSafety, Severity: market.SeverityReject, Needs: reviewer.NeedsProbe,
		Title:  reviewer.Say("域名解析到公网地址", "The name resolves to public addresses"),
		Why:    reviewer.Say("内网、本机和云元数据的地址不属于公网：用户访问不到，我们也不会去连。", "Addresses of private networks, of the machine itself and of cloud metadata are not public: users cannot reach them, and we do not connect to them."),
		Decide: reviewer.Say("查到的每个地址都要在公网上（按 RFC 6890 及其后的登记，IPv4 映射和 NAT64 也展开来看）。全都不在，拒绝，什么也不发；有一部分不在，只连接其余的，要人来看。市场自己的地址也不访问。", "Every address found has to be on the public internet (by the registries of RFC 6890 and after, IPv4-mapped and NAT64 forms taken apart). When none is, it is refused and nothing is sent; when some are not, only the others are connected to, and a person looks. The market's own addresses are not asked either."),
		Fix:    reviewer.Say("让域名的每条 A 和 AAAA 记录都指向服务器的公网地址。", "Point every A and AAAA record of the name to the server's public address."),
		Source: "RFC 6890; MCP security best practices (SSRF)",
		Skip:   allowedUnlessRefused,
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			p := d.Last()
			if len(p.Net.Blocked) == 0 && !blocked(p) {
				return nil
			}
			hit := reviewer.Hit{
				Where: atNet, Evidence: strings.Join(p.Net.Blocked, ", "),
				Message: reviewer.Say("域名解析到的都不是公网地址，没有访问它。", "The name resolves to no public address; nothing was sent."),
			}
			if d.Lifted() {
				hit.Message = reviewer.Say("这个地址不在放行之列，例如市场自己的地址；没有访问它。", "This address is not among those allowed, such as the market's own; nothing was sent.")
				hit.Fix = reviewer.Say("填你自己的服务器的地址。", "Give the address of a server of your own.")
			}
			if p.Net.Own && blocked(p) {
				hit.Message = reviewer.Say("这是市场自己的地址；没有访问它。", "This is the market's own address; nothing was sent.")
				hit.Fix = reviewer.Say("填你自己的服务器的地址；它若和市场在同一台机器上，给它另一个域名。", "Give the address of a server of your own; one on the market's machine needs another name.")
			}
			if !blocked(p) && len(p.Net.Blocked) < len(p.Net.Addrs) {
				hit.Severity = market.SeverityNeedsHuman
				hit.Message = reviewer.Say("域名解析到的地址里，有一部分不是公网地址。", "Some of the addresses of the name are not public.")
			}
			return []reviewer.Hit{hit}
		},
	}
}
