package threads

import (
	"net/http"
	"net/netip"
	"strconv"
	"sync/atomic"
	"testing"

	"marketd/market"
)

// moved answers everything with a redirect.
func moved(code int, to string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", to)
		w.WriteHeader(code)
	})
}

// endless lists one new tool a page, and always promises another.
func endless() http.Handler {
	return speaks(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(read(r).Params.Cursor)
		says(200, asJSON, `{"jsonrpc":"2.0","id":ID,"result":`+page(strconv.Itoa(n+1), many(n + 1)[n])+`}`).ServeHTTP(w, r)
	}))
}

// slashed serves at /mcp/ and sends /mcp there.
func slashed(code int, rest http.Handler) http.Handler {
	return on(func(r *http.Request, _ message) bool { return r.URL.Path == "/mcp/" }, rest, moved(code, "/mcp/"))
}

// away are addresses that lead elsewhere, and what a look leaves behind.
func away() []thread {
	good := standard(goodTool)
	private := func(addrs string) scene { return scene{names: named(host, addrs)} }
	led := []string{"reject RED-001 moved", "reject PRO-018 moved mcp"}
	blocked := []string{"reject NET-002"}
	to := func(url string) scene {
		return scene{names: named("none", ""), entry: func(e *market.Entry) { e.Server.URL = url }}
	}
	left := stateful(refuses(400, -32600, "Bad Request: Missing session ID"), goodTool)
	victim := &counted{rest: good}
	return []thread{
		{in: "modelcontextprotocol/modelcontextprotocol#2755", say: "a 301 made a GET of the POST", scene: scene{handler: slashed(301, good)}, app: "rejected fail", mcp: "rejected fail", hits: led},
		{in: "fastmcp#435 litellm#23688", say: "a slash at the end is another address", scene: scene{handler: slashed(307, good)}, app: "rejected fail", mcp: "rejected fail", hits: led},
		{in: "fastmcp#435", say: "and with the slash it is the right one", scene: scene{handler: slashed(307, good), path: "/mcp/"}, app: "clean pass", mcp: "clean pass"},
		{in: "modelcontextprotocol/python-sdk#732", say: "a redirect to itself without end", scene: scene{handler: moved(307, "/mcp")}, app: "rejected fail", mcp: "rejected fail", hits: append(led, "reject RED-004")},
		{
			in: "sigbit/mcp-auth-proxy#115 sigbit/mcp-auth-proxy#116", say: "a redirect to a page to sign in was a failure", scene: scene{handler: moved(302, "/login?next=/mcp")},
			app: "needs_human gated", mcp: "needs_human gated", hits: []string{"needs_human RED-003 auth", "needs_human PRO-018 auth mcp"},
		},
		{in: "opensearch#271", say: "behind a proxy for TLS the redirect leads to plain http", scene: scene{handler: moved(307, "http://"+host+"/mcp/"), chain: whole}, app: "rejected fail", mcp: "rejected fail", hits: append(led, "reject RED-002"), also: advises("RED-002", "http")},
		{
			in: "fastmcp#3443 python-sdk#3300 python-sdk#3228 prowler#12235 sim#4441 n8n#33752 postiz#1696", say: "sessions that checks opened were never closed", scene: scene{handler: left},
			app: "rejected fail", mcp: "clean pass", hits: []string{"reject HLT-001 contract-mismatch app", "reject PRO-001 session-required app"},
			also: func(t *testing.T, _ seen) {
				if open, opened := left.left(); open != 0 || opened == 0 {
					t.Errorf("%d of %d sessions are open", open, opened)
				}
			},
		},
		{in: "OneUptime#2578", say: "an address mapped into IPv6 passed the filter", scene: to("http://[::ffff:169.254.169.254]/"), app: "not_run unknown", mcp: "not_run unknown", hits: []string{"reject URL-001", "reject URL-003"}, also: refused},
		{in: "OneUptime#2578", say: "the same, behind a name", scene: private("::ffff:169.254.169.254"), app: "rejected fail", mcp: "rejected fail", hits: blocked},
		{in: "CVE-2026-79913 golang/vulndb#6572", say: "6to4 of this machine was public", scene: private("2002:7f00:1::1"), app: "rejected fail", mcp: "rejected fail", hits: blocked},
		{in: "golang/vulndb#6572", say: "NAT64 of the metadata service was public", scene: private("64:ff9b::a9fe:a9fe"), app: "rejected fail", mcp: "rejected fail", hits: blocked},
		{
			in: "Unla#305 librefang#2411 emby-reverse-proxy-go#1", say: "the name was looked up again to dial, and had another address by then",
			scene: scene{handler: victim, names: turning("127.0.0.2", "127.0.0.1"), open: "127.0.0.2/32"},
			app:   "inconclusive fail", mcp: "inconclusive fail", hits: []string{"reject HLT-001 network app?", "reject PRO-018 network mcp?"},
			also: func(t *testing.T, _ seen) {
				if n := victim.n.Load(); n > 0 {
					t.Errorf("what must not be reached was asked %d times", n)
				}
			},
		},
	}
}

// counted counts what is asked.
type counted struct {
	n    atomic.Int64
	rest http.Handler
}

func (c *counted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.n.Add(1)
	c.rest.ServeHTTP(w, r)
}

// turning gives one address after another, the last for ever.
func turning(addrs ...string) resolver {
	var n atomic.Int64
	return func(name string) []netip.Addr {
		if name != host {
			return nil
		}
		return []netip.Addr{netip.MustParseAddr(addrs[min(int(n.Add(1)), len(addrs))-1])}
	}
}
