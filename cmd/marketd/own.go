package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"marketd/cmd/marketd/config"
	"marketd/healthcheck/netguard"
)

// own is where the market itself is found, so that probes do not come back to it.
type own struct {
	names    []string         // host names, as DNS writes them; those of loopback are addresses enough
	fixed    []netip.AddrPort // the listener, and what the operator named
	ports    []uint16         // where the market answers: the listener's, and the world's
	resolver netguard.Resolver
	found    atomic.Pointer[[]netip.AddrPort] // what the names resolve to, at the ports
}

// How often the market's own names are looked up, and again when that failed.
const (
	ownEvery = 10 * time.Minute
	ownRetry = time.Minute
	ownFor   = 10 * time.Second // of one look at all names
)

func newOwn(cfg *config.Config, listener net.Addr, base string) (*own, error) {
	self, err := netip.ParseAddrPort(listener.String())
	if err != nil {
		return nil, fmt.Errorf("own address: %w", err)
	}
	o := &own{resolver: net.DefaultResolver, ports: []uint16{self.Port()}}
	o.fixed = append([]netip.AddrPort{self}, cfg.PublicAddresses...)
	if u, err := url.Parse(base); err == nil && portOf(u) != self.Port() {
		o.ports = append(o.ports, portOf(u))
	}
	for _, h := range append(localNames(cfg), cfg.ACMEDomains...) {
		if a, err := netip.ParseAddr(h); err == nil {
			o.fixed = append(o.fixed, o.at(a)...)
		} else if h = strings.ToLower(h); h != "localhost" && !strings.HasSuffix(h, ".localhost") && !slices.Contains(o.names, h) {
			o.names = append(o.names, h)
		}
	}
	return o, nil
}

// portOf is the port that the world uses.
func portOf(u *url.URL) uint16 {
	if n, err := strconv.ParseUint(u.Port(), 10, 16); err == nil {
		return uint16(n)
	}
	if u.Scheme == "http" {
		return 80
	}
	return 443
}

func (o *own) at(a netip.Addr) []netip.AddrPort {
	list := make([]netip.AddrPort, len(o.ports))
	for i, p := range o.ports {
		list[i] = netip.AddrPortFrom(a.Unmap(), p)
	}
	return list
}

// addresses is what probes keep out of.
func (o *own) addresses() []netip.AddrPort {
	if found := o.found.Load(); found != nil {
		return slices.Concat(o.fixed, *found)
	}
	return o.fixed
}

// follow looks the names up now and then until ctx ends: a listing under
// another name may lead to the same address.
func (o *own) follow(ctx context.Context, log *slog.Logger) {
	if len(o.names) == 0 {
		return
	}
	for {
		wait := ownEvery
		if err := o.look(ctx); err != nil && ctx.Err() == nil {
			wait = ownRetry
			log.InfoContext(ctx, "the market's own name is not found; probes are kept from the name itself alone", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// look finds the addresses of the names. When one is not found those known
// before stay.
func (o *own) look(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, ownFor)
	defer cancel()
	var all []netip.AddrPort
	for _, name := range o.names {
		found, err := o.resolver.LookupNetIP(ctx, "ip", name)
		if err != nil {
			return err
		}
		for _, a := range found {
			all = append(all, o.at(a)...)
		}
	}
	o.found.Store(&all)
	return nil
}
