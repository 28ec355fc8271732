package main

import (
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// proxies are the networks whose forwarding headers are believed; none when
// clients come directly.
type proxies []netip.Prefix

func (p proxies) trusts(a netip.Addr) bool {
	return slices.ContainsFunc(p, func(n netip.Prefix) bool { return n.Contains(a) })
}

// clientIP is the address of whoever asks: the peer, or, when the peer is a
// trusted proxy, the last address in X-Forwarded-For that no trusted proxy
// has. What stands left of that, anyone may have written.
func (p proxies) clientIP(r *http.Request) string {
	client := peer(r)
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		if !p.trusts(client) {
			break
		}
		a, ok := hopAddr(strings.TrimSpace(hop))
		if !ok {
			break
		}
		client = a
	}
	return client.String()
}

// hopAddr reads an address of X-Forwarded-For in any of the forms that proxies
// write: 192.0.2.1, 192.0.2.1:567, 2001:db8::1, [2001:db8::1], [2001:db8::1]:567.
func hopAddr(s string) (netip.Addr, bool) {
	a, err := netip.ParseAddr(s)
	if err != nil {
		var p netip.AddrPort
		p, err = netip.ParseAddrPort(s)
		a = p.Addr()
	}
	if inner, ok := strings.CutPrefix(s, "["); err != nil && ok {
		inner, ok = strings.CutSuffix(inner, "]")
		a, err = netip.ParseAddr(inner)
		if !ok || !a.Is6() {
			return a, false
		}
	}
	return a.Unmap().WithZone(""), err == nil
}

// peer is the other end of the connection.
func peer(r *http.Request) netip.Addr {
	a, _ := netip.ParseAddrPort(r.RemoteAddr) // the zero Addr is trusted by nobody
	return a.Addr().Unmap().WithZone("")
}

// guard lets in only what came through a trusted proxy by HTTPS: behind a
// proxy the market itself speaks plain HTTP, which nobody else may use. A proxy
// that does not say how it was reached is refused, since nobody could tell a
// password sent in clear. The health answers are for the machine itself.
func (p proxies) guard(next http.Handler, base *url.URL) http.Handler {
	if len(p) == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		proto := strings.Join(r.Header.Values("X-Forwarded-Proto"), ",")
		switch {
		case slices.Contains([]string{"/livez", "/readyz", "/version"}, r.URL.Path):
			next.ServeHTTP(w, r)
		case !p.trusts(peer(r)):
			answer(w, http.StatusForbidden, "This market is reached through its proxy only: "+base.String())
		case strings.EqualFold(proto, "https"):
			next.ServeHTTP(w, r)
		case strings.EqualFold(proto, "http"):
			to := url.URL{Scheme: base.Scheme, Host: base.Host, Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery}
			http.Redirect(w, r, to.String(), http.StatusPermanentRedirect) // our own host, whatever was asked for
		default:
			answer(w, http.StatusForbidden, "The proxy in front of this market must set X-Forwarded-Proto to http or https, as it was reached itself.")
		}
	})
}
