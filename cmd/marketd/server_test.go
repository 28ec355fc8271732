package main

import (
	"net"
	"strings"
	"testing"

	"marketd/cmd/marketd/config"
)

func TestURLs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		cfg         config.Config
		local, want string
	}{
		"as listened":   {config.Config{}, "https://127.0.0.1:8443", "https://127.0.0.1:8443"},
		"as said":       {config.Config{BaseURL: "https://m.example"}, "https://127.0.0.1:8443", "https://m.example"},
		"as certified":  {config.Config{ACMEDomains: []string{"a.example"}}, "https://127.0.0.1:8443", "https://a.example"},
		"a local name":  {config.Config{Hosts: []string{"m.lan"}}, "https://127.0.0.1:8443", "https://m.lan:8443"},
		"an IPv6 alias": {config.Config{Hosts: []string{"fd00::1"}}, "https://127.0.0.1:8443", "https://[fd00::1]:8443"},
		"a name on 443": {config.Config{Hosts: []string{"m.lan"}}, "https://127.0.0.1", "https://m.lan"},
		"IPv6 on 443":   {config.Config{Hosts: []string{"fd00::1"}}, "https://127.0.0.1", "https://[fd00::1]"},
	} {
		if got := baseURL(&c.cfg, c.local); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	for listen, want := range map[string]string{":8443": "127.0.0.1", "0.0.0.0:1": "127.0.0.1", "[::]:1": "127.0.0.1", "10.0.0.5:1": "10.0.0.5", "m.lan:1": "m.lan", "[::1]:1": "::1"} {
		if got := localHost(listen); got != want {
			t.Errorf("%s: %s, want %s", listen, got, want)
		}
	}
	cfg := &config.Config{Listen: "10.0.0.5:1", Hosts: []string{"m.lan"}, BaseURL: "https://m.example"}
	if got := strings.Join(localNames(cfg), " "); got != "m.lan 10.0.0.5 m.example" {
		t.Errorf("the certificate is for %s", got)
	}
}

// The port that the scheme implies is in no address that browsers see.
func TestAddressOfAListener(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		port int
		cfg  config.Config
		want string
	}{
		{443, config.Config{Listen: ":443"}, "https://127.0.0.1"},
		{8443, config.Config{Listen: ":8443"}, "https://127.0.0.1:8443"},
		{80, config.Config{Listen: "[::1]:80", PlainHTTP: true}, "http://[::1]"},
		{443, config.Config{Listen: "127.0.0.1:443", PlainHTTP: true}, "http://127.0.0.1:443"},
	} {
		if got := address(listenerAt{port: c.port}, &c.cfg); got != c.want {
			t.Errorf("%s: %s, want %s", c.cfg.Listen, got, c.want)
		}
	}
}

// listenerAt is a listener that has an address and nothing else.
type listenerAt struct {
	net.Listener
	port int
}

func (l listenerAt) Addr() net.Addr { return &net.TCPAddr{Port: l.port} }
