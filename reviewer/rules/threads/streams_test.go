package threads

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// chunks writes a stream piece by piece, each sent at once.
func chunks(size int, stream string) http.Handler {
	return speaks(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := strings.ReplaceAll(strings.ReplaceAll(stream, "RESULT", result(goodTool)), "ID", string(read(r).ID))
		w.Header().Set("Content-Type", events)
		for len(body) > 0 {
			n := min(size, len(body))
			_, _ = io.WriteString(w, body[:n])
			_ = http.NewResponseController(w).Flush()
			body = body[n:]
		}
	}))
}

// streams are answers that others could not read.
func streams() []thread {
	stream := func(s string) scene { return scene{handler: streaming(s)} }
	const note = `data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"warming up"}}` + "\n\n"
	return []thread{
		{in: "envoyproxy/ai-gateway#1398", say: "one form of line end was expected", scene: stream("event: message\r\ndata: RESULT\r\n\r\n"), app: "clean pass", mcp: "clean pass", free: sseRules},
		{in: "iOfficeAI/aionrs#134", say: "with CRLF the status was green and there were no tools", scene: stream(": ping\r\n\r\nevent: message\r\ndata: RESULT\r\n\r\n"), app: "clean pass", mcp: "clean pass", free: sseRules, also: tools(1)},
		{in: "iOfficeAI/aionrs#134", say: "CR alone is a line end too", scene: stream("event: message\rdata: RESULT\r\r"), app: "clean pass", mcp: "clean pass", hits: []string{"warn SSE-002 app"}, also: tools(1)},
		{in: "PhilflowIO/dav-mcp#31", say: "a heartbeat was read as JSON", scene: stream("data: ping\n\ndata: RESULT\n\n"), app: "clean pass", mcp: "clean pass", hits: []string{"warn SSE-003 app"}},
		{in: "modelcontextprotocol/python-sdk#1670", say: "an event with empty data crashed the client", scene: stream("data:\n\ndata: RESULT\n\n"), app: "clean pass", mcp: "clean pass"},
		{in: "continuedev/continue#13144", say: "a comment was taken for the end of the stream", scene: stream(": keepalive\n\n: keepalive\n\ndata: RESULT\n\n"), app: "clean pass", mcp: "clean pass", free: sseRules},
		{in: "anomalyco/opencode#45040", say: "each piece from the network was parsed as an event", scene: scene{handler: chunks(37, "event: message\ndata: RESULT\n\n")}, app: "clean pass", mcp: "clean pass", free: sseRules},
		{in: "anomalyco/opencode#45040", say: "a line end came in two pieces", scene: scene{handler: chunks(1, "data: RESULT\r\n\r\n")}, app: "clean pass", mcp: "clean pass", free: sseRules, also: tools(1)},
		{in: "cisco-ai-defense/mcp-scanner", say: "the first event was taken for the answer", scene: stream(note + "data: RESULT\n\n"), app: "clean pass", mcp: "clean pass", also: tools(1)},
		{in: "cisco-ai-defense/mcp-scanner", say: "a blank was wanted after the colon", scene: stream("data:RESULT\n\n"), app: "clean pass", mcp: "clean pass", hits: []string{"warn SSE-002 app"}, also: tools(1)},
		{
			in: "github/github-mcp-server", say: "a line of 129,042 bytes was too long for a reader of lines", scene: stream("data: " + longLine(129_042) + "\n\n"),
			app: "clean pass", mcp: "clean pass", free: []string{"PRO-001", "SSE-004"}, also: tools(40),
		},
	}
}

var sseRules = []string{"SSE-001", "SSE-002", "SSE-003", "SSE-004", "SSE-005"}

// longLine is a response on one line of n bytes: 40 tools, the last of which is
// told at such length that the bytes come out.
func longLine(n int) string {
	all := many(40)
	for i := range all {
		all[i] = strings.Replace(all[i], "Name of the city", "Name of the city"+strings.Repeat(" or of a district", 170), 1)
	}
	short := n - len(strings.Replace(result(all...), "ID", "1", 1))
	all[39] = strings.Replace(all[39], "Name of the city", "Name of the city"+strings.Repeat("!", short), 1)
	return result(all...)
}

// tools wants so many to have been read.
func tools(n int) func(*testing.T, seen) {
	return func(t *testing.T, s seen) {
		t.Helper()
		if s.rep.Tools != n || len(s.probe.MCP.List.Tools) != n {
			t.Errorf("%d tools, %d of them by standard MCP; want "+strconv.Itoa(n), s.rep.Tools, len(s.probe.MCP.List.Tools))
		}
	}
}
