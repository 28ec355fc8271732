package healthcheck_test

import (
	"slices"
	"strings"
	"testing"

	"marketd/market"
)

func TestListInAStream(t *testing.T) {
	t.Parallel()
	const (
		data         = "data: " + goodList + "\n\n"
		notification = `data: {"jsonrpc":"2.0","method":"notifications/message","params":{}}` + "\n\n"
		roots        = `data: {"jsonrpc":"2.0","id":"s1","method":"roots/list"}` + "\n\n"
	)
	pretty := strings.ReplaceAll(goodList, ",", ",\ndata: ")
	long := `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","description":"` + strings.Repeat("x", 129_042) + `"}]}}`
	for _, tc := range []struct {
		name, body string
		fault      string
		notes      []string
	}{
		{"event", "event: message\r\n" + strings.ReplaceAll(data, "\n", "\r\n"), "", nil},
		{"comment first", ": keepalive\n\n" + data, "", nil},
		{"empty data first", "data:\n\n" + data, "", nil},
		{"one long line", "data: " + long + "\n\n", "", nil},
		{"more after the answer", data + "data: junk\n\n" + roots, "", nil},
		{"no space", "data:" + goodList + "\n\n", "", []string{market.NoteFrames}},
		{"several lines", "data: " + pretty + "\n\n", "", []string{market.NoteFrames}},
		{"lone CR", strings.ReplaceAll(data, "\n", "\r") + ": end\r", "", []string{market.NoteFrames}},
		{"no blank line at the end", strings.TrimSuffix(data, "\n\n"), "", []string{market.NoteUnended}},
		{"notification first", notification + data, "", []string{market.NoteFrames}},
		{"ping as data", "data: ping\n\n" + data, "", []string{market.NoteFrames, market.NoteHeartbeat}},
		{"JSON ping as data", "data: 1\n\ndata: {\"type\":\"ping\"}\n\n" + data, "", []string{market.NoteFrames, market.NoteHeartbeat}},
		{"50 pings", strings.Repeat("data: ping\n\n", 50) + data, "", []string{market.NoteFrames, market.NoteHeartbeat}},
		{"another id first", `data: {"jsonrpc":"2.0","id":9,"result":{}}` + "\n\n" + data, "", []string{market.NoteFrames}},
		{"asks, and answers all the same", roots + data, "", []string{market.NoteServerRequest, market.NoteFrames}},
		{"string id", "data: " + strings.Replace(goodList, `"id":1`, `"id":"1"`, 1) + "\n\n", "", []string{market.NoteStringID}},

		{"51 pings", strings.Repeat("data: ping\n\n", 51) + data, market.FaultStreamNoise, nil},
		{"nothing", "", market.FaultStreamNoReply, nil},
		{"comments only", strings.Repeat(": x\n\n", 1000), market.FaultStreamNoReply, nil},
		{"plain JSON as events", goodList, market.FaultStreamNoReply, nil},
		{"only another id", `data: {"jsonrpc":"2.0","id":9,"result":{}}` + "\n\n", market.FaultID, nil},
		{"asks and ends", roots, market.FaultWithheld, []string{market.NoteServerRequest}},
		{"101 notifications", strings.Repeat(notification, 101) + data, market.FaultStreamNoReply, nil},
		{"duplicate key", strings.Replace(data, `"name"`, `"name":"x","name"`, 1), market.FaultUnstrictJSON, nil},
		{"colliding key", strings.Replace(data, `"name"`, `"Name":"x","name"`, 1), market.FaultUnstrictJSON, nil},
		{"jsonrpc 1.0", strings.Replace(data, "2.0", "1.0", 1), market.FaultEnvelope, nil},
		{"no jsonrpc", strings.Replace(data, `"jsonrpc":"2.0",`, "", 1), market.FaultEnvelope, nil},
		{"line too long", "data: " + strings.Repeat("x", 2<<20), market.FaultStreamNoReply, nil}, // the wire's limit is reached first
		{"error", `data: {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"x"}}` + "\n\n", market.FaultRPCError, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			srv := newServer(t, fine, says(200, "text/event-stream; charset=utf-8", tc.body))
			p := probe(t, srv.URL)
			if p.List.Fault.Code != tc.fault || !slices.Equal(codes(p.List), tc.notes) {
				t.Errorf("fault %+v, notes %+v, want %q, %v", p.List.Fault, p.List.Notes, tc.fault, tc.notes)
			}
			if !p.List.SSE {
				t.Error("not told to be a stream")
			}
			if tc.fault == "" && !p.OK() {
				t.Errorf("reason %s", p.Reason)
			}
		})
	}
}
