package threads

import (
	"net/http"

	"marketd/market"
)

func nameOf(s string) func(*market.Entry) { return func(e *market.Entry) { e.Name = s } }

// linked is what a visit to the entry's home page gave.
func linked(status int, reason market.Reason) market.Visits {
	return market.Visits{Links: []market.LinkVisit{{Member: "homepage", URL: "https://www.weather.co.uk/", Status: status, Reason: reason}}}
}

// withToken lets only callers in that bring it.
func withToken(token string, rest http.Handler) http.Handler {
	return on(func(r *http.Request, _ message) bool { return r.Header.Get("Authorization") == "Bearer "+token }, rest, bearer(status(401)))
}

// goodServers are servers that a simple check would turn away.
func goodServers() []thread {
	good := standard(goodTool)
	missing := refuses(400, -32600, "Bad Request: Missing session ID")
	gone := refuses(404, -32001, "Session not found")
	shuffled := many(3)
	return []thread{
		{in: "affaan-m/ECC#1155 affaan-m/ECC#2539", say: "GET without Accept gets 406: down", scene: scene{handler: on(other, status(406), good)}, app: "clean pass", mcp: "clean pass"},
		{in: "affaan-m/ECC#2749", say: "takes POST alone, GET gets 404: down", scene: scene{handler: on(other, status(404), good)}, app: "clean pass", mcp: "clean pass"},
		{in: "nano-step/nano-brain#633 IBM/mcp-context-forge#4154", say: "GET gets 405: down", scene: scene{handler: good}, app: "clean pass", mcp: "clean pass"},
		{
			in: "PrefectHQ/fastmcp#1664 ComposioHQ/composio#2152", say: "wants initialize first: dead", scene: scene{handler: stateful(missing, goodTool)},
			app: "rejected fail", mcp: "clean pass", hits: []string{"reject HLT-001 contract-mismatch app", "reject PRO-001 session-required app"}, also: saysRunning,
		},
		{
			in: "aks129/HealthClawGuardrails#490", say: "an expired session gets 404: dead", scene: scene{handler: on(empty, good, &sessions{Handler: good, missing: gone, open: map[string]bool{}, lost: 1})},
			app: "rejected fail", mcp: "clean pass", hits: []string{"reject PRO-001 session-required app"},
		},
		{in: "kai-agi/registry-audit", say: "gives no session's id: no tools", scene: scene{handler: good}, app: "clean pass", mcp: "clean pass", also: tools(1)},
		{
			in: "docker/mcp-registry#51", say: "cannot list without credentials: no tools", scene: scene{handler: withToken("canary-canary", good)},
			app: "needs_human gated", mcp: "needs_human gated", hits: []string{"needs_human META-007 auth"},
		},
		{in: "docker/mcp-registry#51:token", say: "and with a token for the review it lists them", scene: scene{handler: withToken("canary-canary", good), token: "canary-canary"}, app: "clean pass", mcp: "clean pass", also: tools(1)},
		{
			in: "docker/mcp-registry:dynamic", say: "signs in by OAuth, its tools are known later: no tools", scene: scene{handler: on(empty, good, bearer(status(401)))},
			app: "needs_human gated", mcp: "needs_human gated", hits: []string{"needs_human META-007 auth"},
		},
		{in: "erayendes/app-store-connect-mcp#34", say: "343 tools cover a whole API: a bad score", scene: scene{tools: many(343)}, app: "needs_human pass", mcp: "needs_human pass", hits: []string{"needs_human PRO-008"}},
		{
			in: "docker-agent#3233 bifrost#2347 toolhive#5702", say: "another order each time: a rug pull", scene: scene{tools: shuffled, before: []market.Probe{passed(10, 200, shuffled[2], shuffled[0], shuffled[1])}},
			app: "clean pass", mcp: "clean pass", free: []string{"DRF-001"}, hits: []string{"info PRO-015"},
		},
		{in: "registry#1625", say: "the repository's host answers 429: a dead link", scene: scene{handler: good, visits: linked(429, market.ReasonRateLimited)}, app: "clean pass", mcp: "clean pass", free: []string{"META-003"}},
		{in: "awesome-remote-mcp-servers#242", say: "the repository's host answers 403: a dead link", scene: scene{handler: good, visits: linked(403, market.ReasonHTTPError)}, app: "clean pass", mcp: "clean pass", free: []string{"META-003"}},
		{in: "prometheus/blackbox_exporter#340 prometheus/blackbox_exporter#636", say: "an expired root is sent along: an expired certificate", scene: scene{handler: good, chain: crossSigned(-2 * day)}, app: "clean pass", mcp: "clean pass", free: []string{"TLS-001", "TLS-002"}},
	}
}
