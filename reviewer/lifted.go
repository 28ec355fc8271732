package reviewer

import (
	"net/netip"
	"net/url"
	"strings"
)

// Lifted reports whether the operator allows the endpoint's address
// (Policy.Allowed), so that the rules on addresses and on https do not apply.
// For a host name that is known only once a probe has resolved it; before, and
// when nothing was found, the benefit of the doubt is the name's on a market
// that allows anything at all, for the guarded dialer has the last word.
func (d *Dossier) Lifted() bool {
	if len(d.Policy.Allowed) == 0 {
		return false
	}
	u, err := url.Parse(d.Entry.Server.URL)
	if err != nil || u.Hostname() == "" {
		return false
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if addr, err := netip.ParseAddr(host); err == nil {
		return d.allowed(addr)
	}
	if host == "localhost" || strings.HasSuffix(host, ".localhost") { // loopback by definition, RFC 6761 §6.3
		if !d.allowed(netip.AddrFrom4([4]byte{127, 0, 0, 1})) && !d.allowed(netip.IPv6Loopback()) {
			return false
		}
	}
	n := d.Last().Net
	if n.Dialled != "" || len(n.Addrs) == 0 {
		return n.Lifted || len(n.Addrs) == 0
	}
	for _, s := range n.Addrs { // no connection was made
		if a, err := netip.ParseAddr(s); err != nil || !d.allowed(a) {
			return false
		}
	}
	return true
}

func (d *Dossier) allowed(a netip.Addr) bool {
	if a.Zone() != "" {
		return false
	}
	a = a.Unmap()
	for _, p := range d.Policy.Allowed {
		if p.Contains(a) {
			return true
		}
	}
	return false
}
