package endpoint

import (
	"net/url"
	"strings"

	"golang.org/x/text/unicode/norm"

	"marketd/market"
	"marketd/reviewer"
)

// Where the hits of this family stand.
const (
	atURL      = "/entry/server/url"
	atNet      = "/probe/net"
	atContract = "/probe/contract"
	atList     = "/probe/list"
)

// noAddress skips a rule when there is no address to look at (rule ENT-009
// says so where one is needed).
func noAddress(d *reviewer.Dossier) market.Text {
	if strings.TrimSpace(d.Entry.Server.URL) != "" {
		return market.Text{}
	}
	return reviewer.Say("这个条目没有服务器地址。", "This entry has no server address.")
}

// allowedOrNone skips a rule on addresses that the operator has lifted.
func allowedOrNone(d *reviewer.Dossier) market.Text {
	if d.Lifted() {
		return reviewer.Say("运营者放行了这个网段，这条不适用。", "The operator allows this network; the rule does not apply.")
	}
	return noAddress(d)
}

// allowedUnlessRefused is allowedOrNone for the rule that tells of a refusal:
// the dialer refuses some addresses, the market's own above all, even inside
// the ranges that the operator allows, and then silence would pass for consent.
func allowedUnlessRefused(d *reviewer.Dossier) market.Text {
	if blocked(d.Last()) {
		return market.Text{}
	}
	return allowedOrNone(d)
}

// blocked reports whether our own guard refused the address.
func blocked(p market.Probe) bool {
	return p.Reason == market.ReasonBlocked || p.MCP.Reason == market.ReasonBlocked
}

// parse reads the address; it is nil when it cannot be read.
func parse(d *reviewer.Dossier) *url.URL {
	u, err := url.Parse(d.Entry.Server.URL)
	if err != nil {
		return nil
	}
	return u
}

// dots are the characters that name resolution reads as a dot (UTS 46 §2.3).
var dots = strings.NewReplacer("。", ".", "．", ".", "｡", ".")

// host is the host name as a resolver reads it: compatibility forms folded
// (full-width digits are digits), lower case, no final dot. It is empty when
// there is none.
func host(u *url.URL) string {
	if u == nil {
		return ""
	}
	h := norm.NFKC.String(dots.Replace(strings.ToLower(u.Hostname())))
	return strings.TrimSuffix(h, ".")
}

// under reports whether a host is a domain or below it.
func under(host, domain string) bool {
	return host == domain || strings.HasSuffix(host, "."+domain)
}

// one is the single hit on the address as written.
func one(d *reviewer.Dossier, m market.Text) []reviewer.Hit {
	return []reviewer.Hit{{Where: atURL, Evidence: d.Entry.Server.URL, Message: m}}
}
