package threads

import (
	"net/http"
	"testing"
)

func TestRecorded(t *testing.T) { t.Parallel(); replay(t, recorded()) }

// recorded are SDKs as they come, by the answers that they were seen to give;
// those for Go are tried themselves elsewhere.
func recorded() []thread {
	good := standard(goodTool)
	noSession := refuses(400, -32000, "Bad Request: No valid session ID provided")
	parse := says(400, asJSON, `{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error: Invalid JSON-RPC message"},"id":null}`)
	version := refuses(400, -32000, "Bad Request: Unsupported protocol version")
	typescript := func(rest http.Handler) http.Handler { return accepting(on(unknown, version, rest)) }
	fix := []string{"reject HLT-001 contract-mismatch app"}
	return []thread{
		{
			in: "typescript", say: "with sessions", scene: scene{handler: typescript(stateful(noSession, goodTool))},
			app: "rejected fail", mcp: "clean pass", hits: append(fix, "reject PRO-001 session-required app"), also: recognised("typescript"),
		},
		{in: "typescript", say: "without sessions, as JSON", scene: scene{handler: typescript(on(empty, parse, good))}, app: "rejected fail", mcp: "clean pass", hits: fix, also: recognised("typescript")},
		{
			in: "typescript", say: "without sessions, as a stream", scene: scene{handler: typescript(on(empty, parse, streaming("event: message\ndata: RESULT\n\n")))},
			app: "rejected fail", mcp: "clean pass", hits: fix, also: recognised("typescript"),
		},
		{
			in: "python", say: "FastMCP with sessions", scene: scene{handler: accepting(stateful(says(400, asJSON, `{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"Bad Request: Missing session ID"}}`), goodTool))},
			app: "rejected fail", mcp: "clean pass", hits: append(fix, "reject PRO-001 session-required app"), also: recognised("python"),
		},
	}
}

// recognised wants the SDK to be recognised, and the developer told what to change in it.
func recognised(sdk string) func(*testing.T, seen) {
	return func(t *testing.T, s seen) {
		t.Helper()
		if s.rep.SDK != sdk {
			t.Errorf("the SDK is %q", s.rep.SDK)
		}
		for _, f := range s.rep.Findings {
			if f.Rule == "HLT-001" && len(f.Snippets) > 0 {
				return
			}
		}
		t.Error("no fix to paste")
	}
}
