package endpoint

import (
	"net/netip"
	"net/url"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
)

// privateNames are domains that no public resolver answers for (RFC 6761, RFC
// 6762, RFC 7686, RFC 8375, RFC 9476) or that are in use inside networks only.
var privateNames = []string{
	"localhost", "local", "internal", "intranet", "lan", "home.arpa", "home", "corp", "private",
	"test", "example", "invalid", "onion", "alt",
}

// numeric is a label that the URL Standard's host parser takes for a number.
var numeric = pattern.Late(`^(?:[0-9]+|0x[0-9a-f]*)$`)

func publicHost() reviewer.Rule {
	return reviewer.Rule{
		ID: "URL-003", Group: market.GroupReach, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("主机是公网上的域名", "The host is a domain name on the public internet"),
		Why:    reviewer.Say("用户的手机从公网访问它；本机、内网的名字和裸 IP 在别处打不开，或者会打到别人的设备上。", "Users' phones reach it over the internet; elsewhere, names of one machine or network and bare IP addresses lead nowhere, or to someone else's device."),
		Decide: reviewer.Say("主机名要是写法正确的域名（RFC 1123、IDNA），至少两段，在公共后缀表里有它的顶级域；不是 IP 地址（十进制、十六进制、八进制的写法都认），也不在 localhost、local、internal、lan、home.arpa、test、example、onion 这类名字之下。", "The host has to be a well-formed domain name (RFC 1123, IDNA) of at least two parts under a top-level domain of the public suffix list; not an IP address, in any notation that programs read as one, and not under localhost, local, internal, lan, home.arpa, test, example, onion and the like."),
		Fix:    reviewer.Say("给服务器配一个公网域名再填。只想在自己机器上试，在那台机器上运行 marketd check 加这个地址就行；内网地址再加 --probe-allow 和它的网段。", "Give the server a public domain name. To try a server on your own machine, run marketd check with the address there; for one in a private network add --probe-allow and its range."),
		Source: "MCP security best practices; RFC 6761",
		Skip:   allowedIfWellFormed,
		Check:  checkPublicHost,
	}
}

// allowedIfWellFormed is allowedOrNone, but no range makes a host of what is
// none: it is never looked up.
func allowedIfWellFormed(d *reviewer.Dossier) market.Text {
	if u := parse(d); host(u) != "" && !nameFault(u).IsZero() {
		return market.Text{}
	}
	return allowedOrNone(d)
}

func checkPublicHost(d *reviewer.Dossier) []reviewer.Hit {
	u := parse(d)
	if host(u) == "" {
		return nil // rule URL-001
	}
	if m := nameFault(u); !m.IsZero() {
		return []reviewer.Hit{{
			Where: atURL, Evidence: d.Entry.Server.URL, Message: m,
			Fix: reviewer.Say("填写正确的域名：字母、数字和连字符，用点分开，例如 api.example.com。", "Give a well-formed domain name: letters, digits and hyphens in parts with dots between them, such as api.example.com."),
		}}
	}
	if m := hostFault(u); !m.IsZero() {
		return one(d, m)
	}
	return nil
}

// hostFault says why a host is none of the public internet, as far as can be
// told from how it is written; the zero Text when it may be one.
func hostFault(u *url.URL) market.Text {
	h := host(u)
	labels := strings.Split(h, ".")
	last := labels[len(labels)-1]
	if isAddress(h) {
		return reviewer.Say("主机是 IP 地址，不是域名。", "The host is an IP address, not a domain name.")
	}
	if m := nameFault(u); !m.IsZero() {
		return m
	}
	for _, p := range privateNames {
		if under(h, p) {
			return reviewer.Sayf("“.%s”的名字只在本机或内网有效。", "Names under “.%s” mean something on one machine or network only.", p)
		}
	}
	if len(labels) < 2 {
		return reviewer.Say("主机不是完整的域名。", "The host is not a complete domain name.")
	}
	if suffix, icann := publicsuffix.PublicSuffix(ascii(h)); !icann && !strings.Contains(suffix, ".") {
		return reviewer.Sayf("没有“.%s”这个顶级域。", "There is no top-level domain “.%s”.", last)
	}
	return market.Text{}
}

// isAddress reports whether a host is an IP address, in any of the ways in
// which programs read one.
func isAddress(h string) bool {
	_, err := netip.ParseAddr(h)
	return err == nil || numeric().MatchString(h[strings.LastIndexByte(h, '.')+1:])
}

// nameFault says that a host is neither an address nor a name that can be
// looked up (RFC 1123 §2.1, RFC 5891 §5); the zero Text when it is either.
func nameFault(u *url.URL) market.Text {
	h := host(u)
	if isAddress(h) {
		return market.Text{}
	}
	if _, err := idna.Lookup.ToASCII(u.Hostname()); err != nil || !wellFormed(strings.Split(ascii(h), ".")) {
		return reviewer.Say("主机名的写法不对，查不出地址。", "The host name is not well formed; it cannot be looked up.")
	}
	return market.Text{}
}

// wellFormed reports whether labels can be those of a host name (RFC 1123 §2.1).
func wellFormed(labels []string) bool {
	total := 0
	for _, l := range labels {
		total += len(l) + 1
		if l == "" || len(l) > 63 || l[0] == '-' || l[len(l)-1] == '-' {
			return false
		}
		for _, c := range l {
			if c < 0x80 && !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-') {
				return false
			}
		}
	}
	return total <= 254
}
