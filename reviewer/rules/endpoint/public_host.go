package endpoint

import (
	"net/netip"
	"regexp"
	"strings"

	"golang.org/x/net/publicsuffix"

	"marketd/market"
	"marketd/reviewer"
)

// privateNames are domains that no public resolver answers for (RFC 6761, RFC
// 6762, RFC 7686, RFC 8375, RFC 9476) or that are in use inside networks only.
var privateNames = []string{
	"localhost", "local", "internal", "intranet", "lan", "home.arpa", "home", "corp", "private",
	"test", "example", "invalid", "onion", "alt",
}

// numeric is a label that the URL Standard's host parser takes for a number.
var numeric = regexp.MustCompile(`^(?:[0-9]+|0x[0-9a-f]*)$`)

func publicHost() reviewer.Rule {
	return reviewer.Rule{
		ID: "URL-003", Group: market.GroupReach, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("主机是公网上的域名", "The host is a domain name on the public internet"),
		Why:    reviewer.Say("用户的手机从公网访问它；本机、内网的名字和裸 IP 在别处打不开，或者会打到别人的设备上。", "Users' phones reach it over the internet; elsewhere, names of one machine or network and bare IP addresses lead nowhere, or to someone else's device."),
		Fix:    reviewer.Say("给服务器配一个公网域名再填。只想在自己机器上试，可以自己运行一个市场并放行那个网段。", "Give the server a public domain name. To try it on a machine of your own, run a market of your own and allow that network."),
		Source: "MCP security best practices; RFC 6761",
		Skip:   allowedOrNone,
		Check:  checkPublicHost,
	}
}

func checkPublicHost(d *reviewer.Dossier) []reviewer.Hit {
	h := host(parse(d))
	if h == "" {
		return nil // rule URL-001
	}
	labels := strings.Split(h, ".")
	last := labels[len(labels)-1]
	if _, err := netip.ParseAddr(h); err == nil || numeric.MatchString(last) {
		return one(d, reviewer.Say("主机是 IP 地址，不是域名。", "The host is an IP address, not a domain name."))
	}
	for _, p := range privateNames {
		if under(h, p) {
			return one(d, reviewer.Sayf("“.%s”的名字只在本机或内网有效。", "Names under “.%s” mean something on one machine or network only.", p))
		}
	}
	if len(labels) < 2 {
		return one(d, reviewer.Say("主机不是完整的域名。", "The host is not a complete domain name."))
	}
	if !wellFormed(labels) {
		return one(d, reviewer.Say("域名的写法不对。", "The domain name is not well formed."))
	}
	if suffix, icann := publicsuffix.PublicSuffix(ascii(h)); !icann && !strings.Contains(suffix, ".") {
		return one(d, reviewer.Sayf("没有“.%s”这个顶级域。", "There is no top-level domain “.%s”.", last))
	}
	return nil
}

// wellFormed reports whether labels can be those of a host name (RFC 1123 §2.1;
// an underscore, though no host name has one, does resolve).
func wellFormed(labels []string) bool {
	total := 0
	for _, l := range labels {
		total += len(l) + 1
		if l == "" || len(l) > 63 || l[0] == '-' || l[len(l)-1] == '-' {
			return false
		}
		for _, c := range l {
			if c < 0x80 && !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
				return false
			}
		}
	}
	return total <= 254
}
