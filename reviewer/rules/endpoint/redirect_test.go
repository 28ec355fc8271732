package endpoint_test

import (
	"strings"
	"testing"

	"marketd/market"
	"marketd/reviewer"
)

// to answers both requests with a redirect.
func to(status int, location string) func(*reviewer.Dossier) {
	return last(func(p *market.Probe) {
		p.Reason, p.Class = market.ReasonHTTPError, market.ClassMoved
		p.Contract = market.Answer{Sent: true, Status: status, Location: location}
		p.List = market.ToolList{Answer: p.Contract}
	})
}

func TestNoRedirect(t *testing.T) {
	t.Parallel()
	try(t, "RED-001", 1, []row{
		{"a slash", "", to(301, "/mcp/"), []string{"reject /probe/contract moved"}},
		{"method kept", "", to(308, "https://api.weather.com/mcp/"), []string{"reject /probe/contract moved"}},
		{"no target", "", to(302, ""), []string{"reject /probe/contract moved"}},
		{"unreadable target", "", to(302, "http://[::1"), []string{"reject /probe/contract moved"}},
		{"a login", "", to(302, "/login?next=/mcp"), nil},
		{"200", "", last(func(p *market.Probe) { p.Contract.Status = 200 }), nil},
		{"only the list", "", last(func(p *market.Probe) { p.List.Answer = market.Answer{Status: 307, Location: "/v2"} }), []string{"reject /probe/list moved"}},
		{"not modified is no redirect", "", to(304, ""), nil},
	})
	d := at(goodURL, 1)
	to(301, "/mcp/")(d)
	if fix := find(t, "RED-001").Check(d)[0].Fix.EN; fix != "Change the address to https://api.weather.com/mcp/ and submit again." {
		t.Errorf("fix %q", fix)
	}
}

// Nobody is told to register an address that is refused.
func TestNoRedirectAdvisesNothingRefused(t *testing.T) {
	t.Parallel()
	for location, astray := range map[string]bool{
		"https://127.0.0.1:8443/": false, "https://localhost/": false, "https://nas.local/": false, "https://169.254.169.254/latest": false, "https://market.weather.com/": true,
	} {
		d := at(goodURL, 1)
		to(301, location)(d)
		d.Probes[0].Contract.Astray = astray
		if fix := find(t, "RED-001").Check(d)[0].Fix.EN; !strings.Contains(fix, "cannot be registered") || strings.Contains(fix, location) {
			t.Errorf("%s: %q", location, fix)
		}
	}
	d := at("http://127.0.0.1:9000/mcp", 1)
	allow("127.0.0.0/8")(d)
	to(301, "https://127.0.0.1:9000/mcp/")(d)
	if fix := find(t, "RED-001").Check(d)[0].Fix.EN; !strings.Contains(fix, "https://127.0.0.1:9000/mcp/") {
		t.Errorf("within what is allowed: %q", fix)
	}
}

func TestNoDowngrade(t *testing.T) {
	t.Parallel()
	try(t, "RED-002", 1, []row{
		{"to plain text", "", to(307, "http://api.weather.com/mcp/"), []string{"reject /probe/contract"}},
		{"to another domain", "", to(301, "https://api.other.com/mcp"), []string{"reject /probe/contract"}},
		{"under one public suffix are strangers", "https://a.vercel.app/mcp", to(301, "https://b.vercel.app/mcp"), []string{"reject /probe/contract"}},
		{"to a sister host", "", to(301, "https://mcp.weather.com/mcp"), nil},
		{"to a login elsewhere", "", to(302, "https://accounts.other.com/login"), nil},
		{"a slash", "", to(301, "/mcp/"), nil},
	})
}

func TestNoLogin(t *testing.T) {
	t.Parallel()
	try(t, "RED-003", 1, []row{
		{"a redirect", "", to(302, "/login?next=/mcp"), []string{"needs_human /probe/contract auth"}},
		{"a page with a password field", "", last(func(p *market.Probe) {
			p.Contract = market.Answer{Status: 200, MediaType: "text/html", Body: `<input type="password">`}
		}), []string{"needs_human /probe/contract auth"}},
		{"only the list", "", last(func(p *market.Probe) { p.List.Answer = market.Answer{Status: 303, Location: "/sso"} }), []string{"needs_human /probe/list auth"}},
		{"401", "", last(func(p *market.Probe) { p.Contract = market.Answer{Status: 401, AuthScheme: "Bearer"} }), nil},
	})
}

func TestNoLoop(t *testing.T) {
	t.Parallel()
	try(t, "RED-004", 1, []row{
		{"itself", "", to(302, "/mcp"), []string{"reject /probe/contract"}},
		{"to another address that leads back: nobody follows, another rule tells", "", to(301, "/b"), nil},
		{"itself, written out", "", to(302, goodURL), []string{"reject /probe/contract"}},
		{"a slash", "", to(308, "/mcp/"), nil},
	})
}
