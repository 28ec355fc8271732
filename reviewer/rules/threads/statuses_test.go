package threads

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// inTurn answers with one handler after another, the last for ever.
func inTurn(all ...http.Handler) http.Handler {
	var n atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		all[min(int(n.Add(1)), len(all))-1].ServeHTTP(w, r)
	})
}

// accepting answers 406 to who does not accept both media types.
func accepting(rest http.Handler) http.Handler {
	return on(func(r *http.Request, _ message) bool {
		a := r.Header.Get("Accept")
		return r.Method == http.MethodPost && !(strings.Contains(a, asJSON) && strings.Contains(a, events))
	}, refuses(406, -32000, "Not Acceptable: Client must accept both application/json and text/event-stream"), rest)
}

// at answers 404 elsewhere than at the path.
func at(path string, rest http.Handler) http.Handler {
	return on(func(r *http.Request, _ message) bool { return r.URL.Path == path }, rest, says(404, plain, "404 page not found"))
}

// way wants standard MCP to have been spoken in this way.
func way(want string) func(*testing.T, seen) {
	return func(t *testing.T, s seen) {
		t.Helper()
		if got := s.probe.MCP.Way; got != want {
			t.Errorf("standard MCP by %q, want %q; tried %+v", got, want, s.probe.MCP.Attempts)
		}
	}
}

// statuses are servers that others took for dead: by a status, for want of a
// header, for want of a session.
func statuses() []thread {
	good := standard(goodTool)
	missing := refuses(400, -32600, "Bad Request: Missing session ID")
	gone := refuses(404, -32001, "Session not found")
	return []thread{
		{in: "affaan-m/ECC#1155", say: "a GET without Accept got 406 and the server was called dead", scene: scene{handler: on(other, status(406), good)}, app: "clean pass", mcp: "clean pass"},
		{in: "affaan-m/ECC#1979", say: "the same again: GET gets a JSON-RPC error", scene: scene{handler: on(other, refuses(405, -32000, "Method not allowed"), good)}, app: "clean pass", mcp: "clean pass"},
		{in: "affaan-m/ECC#2539", say: "GET got 406, then 400", scene: scene{handler: on(other, inTurn(status(406), status(400)), good)}, app: "clean pass", mcp: "clean pass"},
		{
			in: "affaan-m/ECC#1249", say: "a 400 was called dead; the app does not take it, yet the server runs", scene: scene{handler: on(empty, refuses(400, -32700, "Parse error"), good)},
			app: "rejected fail", mcp: "clean pass", hits: []string{"reject HLT-001 contract-mismatch app"}, also: saysRunning,
		},
		{in: "nano-step/nano-brain#633", say: "200 was expected where 405 is right", scene: scene{handler: on(empty, status(405), good)}, app: "clean pass", mcp: "clean pass"},
		{in: "agentic-community/gateway", say: "only 200 was healthy", scene: scene{handler: on(empty, refuses(405, -32000, "Method not allowed."), good)}, app: "clean pass", mcp: "clean pass"},
		{in: "IBM/mcp-context-forge#4154 IBM/mcp-context-forge#4146", say: "a server without sessions was unhealthy, for GET gets 405", scene: scene{handler: good}, app: "clean pass", mcp: "clean pass", also: way("session")},
		{
			in: "IBM/mcp-context-forge#4154", say: "a sign-in by OAuth was unhealthy", scene: scene{handler: bearer(status(401))},
			app: "needs_human gated", mcp: "needs_human gated", hits: []string{"needs_human META-007 auth"},
		},
		{
			in: "punkpeye/awesome-mcp-servers#2876", say: "a directory called unhealthy what wants OAuth at initialize", scene: scene{handler: on(empty, good, bearer(status(401)))},
			app: "needs_human gated", mcp: "needs_human gated", hits: []string{"needs_human META-007 auth"},
		},
		{
			in: "kirodotdev/KiroCrew#1878", say: "401 was a failure instead of a want of credentials", scene: scene{handler: says(401, asJSON, `{"error":"unauthorized"}`)},
			app: "needs_human gated", mcp: "needs_human gated", hits: []string{"needs_human META-007 auth"},
		},
		{
			in: "fr0ster/mcp-abap-adt#18", say: "the path of the health check was asked for MCP", scene: scene{handler: at("/mcp", good), path: "/health"},
			app: "rejected fail", mcp: "rejected fail", hits: []string{"reject HLT-001 wrong-path app", "reject PRO-018 wrong-path mcp"},
		},
		{in: "greeves89/AI-Employee#466 greeves89/AI-Employee#465", say: "the check did not accept both media types", scene: scene{handler: accepting(good)}, app: "clean pass", mcp: "clean pass"},
		{
			in: "bh-rat/context-awesome#11", say: "Accept: */* was refused, as by a proxy that rewrites it", scene: scene{handler: says(406, asJSON, `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Not Acceptable"}}`)},
			app: "rejected fail", mcp: "rejected fail", hits: []string{"reject HLT-001 accept app", "reject PRO-018 accept mcp"},
		},
		{in: "stacklok/toolhive#1125", say: "a remote that takes POST alone was checked otherwise", scene: scene{handler: on(other, status(404), good)}, app: "clean pass", mcp: "clean pass"},
		{
			in: "aks129/HealthClawGuardrails#490", say: "an old session gets 404, so clients begin anew", scene: scene{handler: &sessions{Handler: good, missing: gone, open: map[string]bool{}, lost: 1}},
			app: "rejected fail", mcp: "clean pass", hits: []string{"reject HLT-001 session-required app"}, also: way("session"),
		},
		{
			in: "aks129/HealthClawGuardrails#490", say: "an old session got 400, and clients never begin anew", scene: scene{handler: &sessions{Handler: good, missing: missing, open: map[string]bool{}, lost: 1}},
			app: "rejected fail", mcp: "rejected fail", hits: []string{"reject HLT-001 contract-mismatch app", "reject PRO-001 session-required app", "reject PRO-018 mcp"},
		},
		{
			in: "junjiem/dify-plugin-tools-mcp_sse#70 junjiem/dify-plugin-agent-mcp_sse#76", say: "the session's header was not kept: Missing session ID", scene: scene{handler: stateful(missing, goodTool)},
			app: "rejected fail", mcp: "clean pass", hits: []string{"reject HLT-001 contract-mismatch app", "reject PRO-001 session-required app"}, also: way("session"),
		},
		{
			in: "punkpeye/mcp-remote#215", say: "on a 400 to the newest way and a 405 to GET the wrong transport was taken", scene: scene{handler: on(unknown, status(400), good)},
			app: "clean pass", mcp: "clean pass", also: way("session"),
		},
		{
			in: "f/mcptools#69", say: "the session's id was not sent back", scene: scene{handler: stateful(says(404, plain, "Invalid session ID"), goodTool)},
			app: "rejected fail", mcp: "clean pass", hits: []string{"reject HLT-001 session-required app"}, also: way("session"),
		},
		{
			in: "masumi-network/Citadel#45", say: "406 to every Accept but both, then a session is wanted", scene: scene{handler: accepting(stateful(missing, goodTool))},
			app: "rejected fail", mcp: "clean pass", hits: []string{"reject HLT-001 contract-mismatch app", "reject PRO-001 session-required app"},
		},
		{
			in: "xpzouying/xiaohongshu-mcp#555 xpzouying/xiaohongshu-mcp#554", say: "after a restart nobody's session was found", scene: scene{handler: stateful(gone, goodTool)},
			app: "rejected fail", mcp: "clean pass", hits: []string{"reject HLT-001 session-required app"}, also: advises("HLT-001", "stateless"),
		},
		{in: "kai-agi/registry-audit", say: "the list was asked for only when a session's id came back: 47 of 58 had no tools", scene: scene{handler: good}, app: "clean pass", mcp: "clean pass", also: way("session")},
	}
}

// unknown are the requests of 2026-07-28.
func unknown(r *http.Request, _ message) bool { return r.Header.Get("Mcp-Method") != "" }

// bearer wants a token, as RFC 6750 has it.
func bearer(rest http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("WWW-Authenticate", `Bearer resource_metadata="https://mcp.weather.co.uk/.well-known/oauth-protected-resource"`)
		rest.ServeHTTP(w, r)
	})
}

// saysRunning wants the developer told that the server is up.
func saysRunning(t *testing.T, s seen) {
	t.Helper()
	for _, f := range s.rep.Findings {
		if f.Rule == "HLT-001" && strings.Contains(f.Message.EN, "running") {
			return
		}
	}
	t.Error("nothing says that the server is running")
}

// advises wants a rule's finding to advise something, in words or code.
func advises(rule, what string) func(*testing.T, seen) {
	return func(t *testing.T, s seen) {
		t.Helper()
		for _, f := range s.rep.Findings {
			text := f.Message.EN + f.Why.EN + f.Fix.EN
			for _, c := range f.Snippets {
				text += c.Code
			}
			if f.Rule == rule && strings.Contains(strings.ToLower(text), strings.ToLower(what)) {
				return
			}
		}
		t.Errorf("%s does not say %q", rule, what)
	}
}
