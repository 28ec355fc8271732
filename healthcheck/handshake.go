package healthcheck

import (
	"context"
	"encoding/json"
	"net/http"

	"marketd/market"
)

const (
	methodInitialize = "initialize"
	initialized      = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
)

// session is the way of 2025-03-26 to 2025-11-25: initialize, then the list. A
// session that is gone before the list is opened once more, as clients do.
func (t *talk) session(ctx context.Context) *attempt {
	a, gone := t.initialize(ctx)
	if gone {
		a, _ = t.initialize(ctx)
	}
	return a
}

// initialize opens a session and lists in it. gone: the server has forgotten
// the session meanwhile.
func (t *talk) initialize(ctx context.Context) (a *attempt, gone bool) {
	greet, cancel := t.greet(ctx)
	defer cancel()
	w := t.newWalk()
	result, err := w.post(greet, 1, post("mcp/initialize", rpc(1, methodInitialize, hello(t.newest())...)))
	id := w.session
	version, err := t.agree(result, err)
	if err != nil {
		return w.failed(waySession, err), false
	}
	header := []market.Header{{Name: versionHeader, Value: version}}
	if id != "" {
		t.agreed(id, version)
		header = append(header, market.Header{Name: sessionHeader, Value: id})
	}
	a = &attempt{kind: waySession, version: version, spoke: true}
	again, stop := t.greet(ctx)
	defer stop()
	told := t.send(again, post("mcp/initialized", initialized, header...))
	if told.Reason != market.ReasonOK && told.Status == 0 || told.Status >= http.StatusBadRequest {
		w = t.newWalk()
		w.list.Answer = told
		w.fail(notTaken(told), 1)
		a.list = w.list
		return a, id != "" && told.Status == http.StatusNotFound
	}
	a.list = t.newWalk().all(ctx, func(ctx context.Context, w *walk, page int, cursor *string) (json.RawMessage, error) {
		return w.post(ctx, page+1, post(pageStep("mcp/session-list", page), rpc(page+1, methodList, cursorMember(cursor)...), header...))
	})
	return a, id != "" && !a.list.OK() && a.list.Answer.Status == http.StatusNotFound
}

// hello are the params of initialize.
func hello(version string) []string {
	return []string{`"protocolVersion":"` + version + `"`, `"capabilities":{}`, `"clientInfo":` + clientInfo}
}

// newest is the newest version to begin a session with that the server is
// known to support.
func (t *talk) newest() string {
	if len(t.versions) > 0 {
		return t.versions[0]
	}
	return sessionVersion
}

// agree reads the answer to initialize: the version that the server chose.
func (t *talk) agree(result json.RawMessage, err error) (version string, _ error) {
	if err != nil {
		return "", err
	}
	members, _ := object(result)
	version, _ = text(members.at("protocolVersion"))
	if !dated(version) {
		return "", &fault{Code: market.FaultEnvelope, Detail: "the answer to initialize names no protocolVersion"}
	}
	t.introduce(members)
	return version, nil
}

// notTaken is the fault of a server that does not take notifications/initialized:
// clients give up there.
func notTaken(a market.Answer) error {
	if a.Status == 0 {
		return &fault{Code: market.FaultTransport, Detail: "notifications/initialized: " + a.Detail}
	}
	return &fault{Code: market.FaultStatus, Detail: "notifications/initialized: " + statusLine(a.Status)}
}
