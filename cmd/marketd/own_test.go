package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"marketd/cmd/marketd/config"
)

func TestOwnPlaces(t *testing.T) {
	t.Parallel()
	self := &net.TCPAddr{IP: net.IPv6unspecified, Port: 8443}
	for name, c := range map[string]struct {
		cfg          config.Config
		base         string
		names, fixed string
	}{
		"as listened": {config.Config{Listen: ":8443"}, "https://127.0.0.1:8443", "[]", "[[::]:8443]"},
		"behind a proxy": {
			config.Config{Listen: ":8443", BaseURL: "https://Market.Example"},
			"https://Market.Example", "[market.example]", "[[::]:8443]",
		},
		"named": {
			config.Config{Listen: "m.lan:8443", Hosts: []string{"m.lan", "192.168.1.5"}},
			"https://m.lan:8443",
			"[m.lan]", "[[::]:8443 192.168.1.5:8443]",
		},
		"certified": {
			config.Config{Listen: ":8443", ACMEDomains: []string{"a.example", "b.example"}},
			"https://a.example",
			"[a.example b.example]", "[[::]:8443]",
		},
		"by address":    {config.Config{BaseURL: "https://198.51.100.7"}, "https://198.51.100.7", "[]", "[[::]:8443 198.51.100.7:8443 198.51.100.7:443]"},
		"of loopback":   {config.Config{Hosts: []string{"localhost", "a.localhost"}}, "https://localhost:8443", "[]", "[[::]:8443]"},
		"told by hand":  {config.Config{PublicAddresses: []netip.AddrPort{netip.MustParseAddrPort("198.51.100.7:0")}}, "https://127.0.0.1:8443", "[]", "[[::]:8443 198.51.100.7:0]"},
		"by plain HTTP": {config.Config{BaseURL: "http://127.0.0.1"}, "http://127.0.0.1", "[]", "[[::]:8443 127.0.0.1:8443 127.0.0.1:80]"},
	} {
		o, err := newOwn(&c.cfg, self, c.base)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(o.names); got != c.names {
			t.Errorf("%s: names %s, want %s", name, got, c.names)
		}
		if got := fmt.Sprint(o.addresses()); got != c.fixed {
			t.Errorf("%s: addresses %s, want %s", name, got, c.fixed)
		}
	}
}

// zone is a resolver of one name, whose addresses a test changes; none is an error.
type zone struct{ addrs atomic.Pointer[[]string] }

func (z *zone) set(addrs ...string) { z.addrs.Store(&addrs) }

func (z *zone) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	var list []netip.Addr
	for _, a := range *z.addrs.Load() {
		list = append(list, netip.MustParseAddr(a))
	}
	if list == nil {
		return nil, errors.New("no such host")
	}
	return list, nil
}

// The market's names are looked up at the start and again; an address that was
// found stays when the resolver fails later.
func TestOwnFollowsItsNames(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		z := &zone{}
		z.set("198.51.100.7", "2001:db8::7")
		o := &own{names: []string{"m.example"}, ports: []uint16{8443, 443}, resolver: z}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); o.follow(ctx, slog.New(slog.DiscardHandler)) }()
		has := func(want string, found bool) {
			t.Helper()
			synctest.Wait()
			if slices.Contains(o.addresses(), netip.MustParseAddrPort(want)) != found {
				t.Errorf("%s is among %v: want %v", want, o.addresses(), found)
			}
		}
		has("198.51.100.7:443", true)
		has("198.51.100.7:8443", true)
		has("[2001:db8::7]:443", true)
		z.set("198.51.100.8")
		time.Sleep(ownEvery)
		has("198.51.100.8:443", true)
		has("198.51.100.7:443", false)
		z.set()
		time.Sleep(ownEvery)
		has("198.51.100.8:443", true)
		z.set("198.51.100.9")
		time.Sleep(ownRetry)
		has("198.51.100.9:443", true)
		cancel()
		<-done
	})
}

// The address by which the world reaches the market is refused, a demo's too.
func TestServeRefusesToProbeItself(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"behind a proxy": {"--behind-proxy=127.0.0.0/8", "--base-url=https://market.own-tools.cn"},
		"a demo":         {"--demo", "--base-url=https://market.own-tools.cn"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := serving(t, dataFolder(t), append(args, "--hosts=market.own-tools.cn")...)
			for _, url := range []string{"https://market.own-tools.cn/mcp", "https://MARKET.own-tools.cn:9443/"} {
				entry := `{"id":"self-check","name":"Market itself","desc":"Asks the market for the market","cat":"developer","author":"Somebody","server":{"url":"` + url + `"}}`
				r := m.do(t, http.MethodPost, "/api/v1/submissions", entry, "Content-Type", "application/json", "X-Forwarded-Proto", "https", "Accept-Language", "en")
				if r.StatusCode != http.StatusOK || !strings.Contains(r.body, `"verdict":"rejected"`) || !strings.Contains(r.body, "This is the market's own address") {
					t.Errorf("%s: %s %s", url, r.Status, r.body)
				}
			}
		})
	}
}
