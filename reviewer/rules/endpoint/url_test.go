package endpoint_test

import (
	"strings"
	"testing"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/endpoint"
	"marketd/reviewer/rules/ruletest"
)

func TestAbsoluteHTTPS(t *testing.T) {
	t.Parallel()
	rows := every(map[string]bool{
		"https://api.example.com/mcp": true, "HTTPS://API.example.com:8443/mcp?a=b": true, "https://天气.example.cn/mcp": true,
		"http://api.example.com/mcp": false, "https:/x": false, `HTTPS:\\x`: false, "//h/mcp": false, "api.example.com/mcp": false,
		"ftp://h.example.com/": false, "https://h.example.com/a b": false, "https://h.example.com/\u3000": false, "https://h.example.com/#x": false, "https://h.example.com/a\x00": false, "https://h.example.com/a\u202eb": false, "https://a\u200bb.com/": false, "https://h.example.com/a\u3164b": false, "https://h.example.com/a\xffb": false,
		"https:opaque": false, "https://": false, "https://h.example.com:port/": false, "https://[::1": false, "javascript:alert(1)": false,
		"https://h.example.com/" + strings.Repeat("a", 2048): false,
		"https://{tenant}.example.com/mcp":                   true, // rule URL-005 speaks
	}, "reject /entry/server/url")
	rows = append(rows,
		row{"http to an allowed range", "http://127.0.0.1:9000/mcp", allow("127.0.0.0/8"), nil},
		row{"http to another address", "http://10.0.0.1/mcp", allow("127.0.0.0/8"), []string{"reject /entry/server/url"}},
		row{"ftp to an allowed range", "ftp://127.0.0.1/", allow("127.0.0.0/8"), []string{"reject /entry/server/url"}},
	)
	try(t, "URL-001", 0, rows)
}

func TestNoCredentials(t *testing.T) {
	t.Parallel()
	try(t, "URL-002", 0, every(map[string]bool{
		"https://h.example.com/mcp?lang=zh&key=": true, "https://h/mcp?lang=zh&key=": true, "https://h.example.com/token-tools/mcp": true, "https://h/token-tools/mcp": true, "https://h.example.com/mcp?key=short": true,
		"https://h.example.com/mcp?api_key=YOUR_API_KEY": true, "https://h.example.com/mcp?monkey=9f8a7b6c5d": true,
		"https://u:p@h.example.com/mcp": false, "https://u:p@h/mcp": false, "https://h/mcp?api_key=9f8a7b6c5d": false, "https://u@h.example.com/mcp": false, "https://h.example.com/mcp?api_key=9f8a7b6c5d": false,
		"https://h.example.com/mcp?a=b&Access-Token=9f8a7b6c5d": false, "https://h.example.com/mcp?%61pi_key=9f8a7b6c5d": false,
		"https://h.example.com/ghp_q7Zk2WmXv9Lr4TnB8sYc1DfGh6JpKe3Ua5Rt/mcp": false,
	}, "reject /entry/server/url"))
	d := at("https://bob:hunter2secret@h.example.com/?token=9f8a7b6c5d", 0)
	for _, h := range find(t, "URL-002").Check(d) {
		if strings.Contains(h.Evidence+h.Message.EN, "hunter2") || strings.Contains(h.Evidence+h.Message.EN, "9f8a") {
			t.Errorf("the finding gives the secret away: %+v", h)
		}
	}
}

func TestPublicHost(t *testing.T) {
	t.Parallel()
	rows := every(map[string]bool{
		"https://test.example-corp.cn/mcp": true, "https://local.weibo-tools.com/mcp": true, "https://api.example.com./mcp": true,
		"https://1.0.0.1.example.com/": true, "https://app.vercel.app/mcp": true, "https://天气.中国/mcp": true, "https://h-1.example.com/": true,
		"https://127.0.0.1/mcp": false, "https://0x7f.1/": false, "https://2130706433/": false, "https://0177.0.0.1/": false, "https://[::1]/": false,
		"https://8.8.8.8/mcp": false, "https://１２７.０.０.１/": false, "https://127。0。0。1/": false, "https://[fe80::1%25eth0]/": false, "https://1.0xa9fea9/": false,
		"https://nas.local/mcp": false, "https://NAS.LOCAL./mcp": false, "https://localhost/": false, "https://a.localhost:443/": false,
		"https://db.internal/": false, "https://router.home.arpa/": false, "https://x.onion/": false, "https://weather.example/": false,
		"https://weather/": false, "https://api.weather.nosuchtld/": false, "https://a..com/": false, "https://-a.example.com/": false,
		"https://" + strings.Repeat("a", 64) + ".com/": false, "https://a$b.com/": false, "https://exa_mple.org/": false, "https://xn--a.example.org/": false,
	}, "reject /entry/server/url")
	rows = append(rows,
		row{"an allowed address", "http://127.0.0.1:9000/mcp", allow("127.0.0.0/8"), skipped},
		row{"localhost where loopback is allowed", "http://localhost:9000/mcp", allow("127.0.0.0/8"), skipped},
		row{"no host name, whatever is allowed", "https://exa_mple.org/", allow("10.0.0.0/8"), []string{"reject /entry/server/url"}},
		row{"localhost where it is not", "http://localhost:9000/mcp", allow("10.0.0.0/8"), []string{"reject /entry/server/url"}},
	)
	try(t, "URL-003", 0, rows)
}

func TestUsualPort(t *testing.T) {
	t.Parallel()
	rows := every(map[string]bool{"https://h.example.com/": true, "https://h.example.com:443/": true, "https://h.example.com:/": true, "https://h.example.com:8443/mcp": false, "https://h:8443/mcp": false, "https://h.example.com:65535/": false}, "warn /entry/server/url")
	rows = append(rows, every(map[string]bool{"https://h.example.com:22/": false, "https://h:22/": false, "https://h.example.com:80/": false, "https://h.example.com:65536/": false, "https://h.example.com:0/": false}, "reject /entry/server/url")...)
	rows = append(
		rows, row{"an allowed range", "http://127.0.0.1:81/", allow("127.0.0.0/8"), skipped},
		row{"no such port, whatever is allowed", "https://127.0.0.1:99999/", allow("127.0.0.0/8"), []string{"reject /entry/server/url"}},
	)
	try(t, "URL-004", 0, rows)
}

func TestNoVariables(t *testing.T) {
	t.Parallel()
	try(t, "URL-005", 0, every(map[string]bool{
		"https://h.example.com/mcp;v=1": true, "https://h/mcp;v=1": true, "https://h.example.com:8443/mcp": true, `https://h.example.com/mcp?filter={"a":1}`: true, "https://h.example.com/a:b": true,
		"https://{tenant}.api.com": false, "https://{tenant}.api.com/mcp": false, "https://h.example.com/${id}/mcp": false, "https://<host>/mcp": false,
		"https://h.example.com/%7Bid%7D/mcp": false, "https://h.example.com/:tenant/mcp": false, "https://h.example.com/u/:id": false,
	}, "reject /entry/server/url"))
}

func TestLastingHost(t *testing.T) {
	t.Parallel()
	rows := every(map[string]bool{"https://mcp.ngrok.com/": true, "https://notbit.ly.example.com/": true, "https://xbit.ly/": true, "https://ab12.ngrok-free.app/mcp": false, "https://AB12.TryCloudflare.com./mcp": false}, "needs_human /entry/server/url")
	rows = append(rows, every(map[string]bool{"https://bit.ly/x": false, "https://t.cn/x": false}, "reject /entry/server/url")...)
	try(t, "URL-006", 0, rows)
}

func TestEndpointUnique(t *testing.T) {
	t.Parallel()
	use := func(mine ...bool) func(*reviewer.Dossier) {
		return func(d *reviewer.Dossier) {
			for _, m := range mine {
				d.Facts.Endpoints = append(d.Facts.Endpoints, market.EndpointUse{Listing: "weather-one", Mine: m})
			}
		}
	}
	try(t, "URL-008", 0, []row{
		{"someone else's", "", use(false), []string{"reject /entry/server/url"}},
		{"my own", "", use(true), []string{"warn /entry/server/url"}},
		{"both", "", use(true, false), []string{"warn /entry/server/url", "reject /entry/server/url"}},
	})
}

func TestCurrentTransport(t *testing.T) {
	t.Parallel()
	try(t, "URL-009", 0, every(map[string]bool{"https://h.example.com/sse": false, "https://h.example.com/v1/sse/": false, "https://h.example.com/mcp": true, "https://h.example.com/assess": true, "https://h.example.com/sse/mcp": true}, "warn /entry/server/url"))
	try(t, "URL-009", 1, []row{
		{"it answers the POST", "https://h.example.com/sse", nil, nil},
		{"it does not", "https://h.example.com/sse", last(func(p *market.Probe) { p.List.Pages = 0 }), []string{"warn /entry/server/url"}},
	})
}

// A link is judged without any network, and only where nobody could open it,
// or see where it leads, is something wrong with it.
func TestLinkFault(t *testing.T) {
	t.Parallel()
	strict, lab := at(goodURL, 0), at(goodURL, 0)
	allow("127.0.0.0/8")(lab)
	for link, want := range map[string]struct{ strict, lab bool }{
		"https://github.com/a/b#readme": {true, true}, "https://天气.中国/隐私": {true, true}, "https://h.example.com:8443/": {true, true},
		"https://127.0.0.1/": {false, true}, "https://localhost:8443/": {false, true}, "https://nas.lan/": {false, true}, "https://8.8.8.8/": {false, false},
		"http://h.example.com/": {}, "javascript:alert(1)": {}, "not a url <>": {}, "//evil.example/x": {}, "data:text/html,x": {}, "https:opaque": {}, "https://": {},
		"https://u@h.example.com/": {}, "https://u:p@h.example.com/": {}, "https://t.cn/x": {}, "https://h.example.com:0/": {}, "https://h.example.com:65536/": {}, "https://exa_mple.org/": {},
		"https://h.example.com/\x00": {}, "https://h.example.com/\u202e": {}, "https://h.example.com/\xff": {}, `https:\\h.example.com`: {}, " https://h.example.com/": {},
		"https://h.example.com/" + strings.Repeat("a", 2048): {}, "https://[::1": {}, "https://[fe80::1%25eth0]/": {}, "https://2130706433/": {false, true},
	} {
		if got := endpoint.LinkFault(strict, link); got.IsZero() != want.strict {
			t.Errorf("%q: %q", link, got.EN)
		}
		if got := endpoint.LinkFault(lab, link); got.IsZero() != want.lab {
			t.Errorf("%q where loopback is allowed: %q", link, got.EN)
		}
	}
}

// No address, however written, makes a rule break, and what passes them all
// has a host outside every private name and is no IP address.
func FuzzURL(f *testing.F) {
	for _, s := range []string{goodURL, "http://[::1%25a]:80/", "https://u:p@１２７.1/#", `https:\\x`, "https://%31/", "https://a.b.c/%7B%7D?key=%zz", ":"} {
		f.Add(s)
	}
	rules := []string{"URL-001", "URL-002", "URL-003", "URL-004", "URL-005", "URL-006", "URL-008", "URL-009"}
	f.Fuzz(func(t *testing.T, raw string) {
		d := at(raw, 0)
		clean := true
		for _, id := range rules {
			for _, h := range ruletest.Hits(t, find(t, id), d) {
				clean = clean && !strings.HasPrefix(h, "reject")
			}
		}
		if strings.TrimSpace(raw) != "" && clean && !strings.HasPrefix(strings.ToLower(raw), "https://") {
			t.Fatalf("%q passes and is no https address", raw)
		}
	})
}
