package healthcheck

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"marketd/market"
	"marketd/market/plaintext"
)

const (
	versionHeader  = "MCP-Protocol-Version"
	methodHeader   = "Mcp-Method"
	modernVersion  = "2026-07-28"
	sessionVersion = "2025-11-25"
	sseVersion     = "2024-11-05"

	methodDiscover = "server/discover"
	metaPrefix     = "io.modelcontextprotocol/"
	clientInfo     = `{"name":"marketd-prober","version":"1"}`

	// modernMeta goes with every request of 2026-07-28.
	modernMeta = `"_meta":{"` + metaPrefix + `protocolVersion":"` + modernVersion + `",` +
		`"` + metaPrefix + `clientInfo":` + clientInfo + `,"` + metaPrefix + `clientCapabilities":{}}`
)

// sessionVersions are the versions that begin with initialize, newest first.
var sessionVersions = []string{sessionVersion, "2025-06-18", "2025-03-26", sseVersion}

// The codes that MCP 2026-07-28 defines, and that of JSON-RPC for a method that is not there.
const (
	codeHeaderMismatch = -32020
	codeNoCapability   = -32021
	codeNoVersion      = -32022
	codeNoMethod       = -32601
)

// modernPost is a request as 2026-07-28 wants it: what the header says is what
// the body says. Mcp-Name is for calls and reads, which a prober never makes.
func modernPost(step, method string, id int, members ...string) call {
	return post(step, rpc(id, method, append(members, modernMeta)...),
		market.Header{Name: versionHeader, Value: modernVersion}, market.Header{Name: methodHeader, Value: method})
}

// modern is the way of 2026-07-28: server/discover, then the list. An answer
// that is none of MCP's, whatever it is, is no reason to wait: the next way is
// taken at once.
func (t *talk) modern(ctx context.Context) *attempt {
	greet, cancel := t.greet(ctx)
	defer cancel()
	w := t.newWalk()
	result, err := w.post(greet, 1, modernPost("mcp/discover", methodDiscover, 1))
	t.heard = w.list.Answer.Status != 0
	if err != nil {
		if e := refusedWith(err); e != nil {
			t.versions = sessionsOf(e.supported)
			if e.modern(w.list.Answer.Status) {
				if a := t.inline(ctx); a != nil {
					return a
				}
			}
		}
		return w.failed(wayModern, err)
	}
	members, versions, ok := discovered(result)
	if !ok {
		return w.failed(wayModern, &fault{Code: market.FaultEnvelope, Detail: "the answer to server/discover names no supportedVersions"})
	}
	t.versions = sessionsOf(versions)
	if !slices.Contains(versions, modernVersion) {
		return w.failed(wayModern, &fault{Code: market.FaultRPCError, Detail: "server/discover: supports " + t.detail(strings.Join(versions, ", "))})
	}
	t.introduce(members)
	return &attempt{kind: wayModern, version: modernVersion, spoke: true, list: t.newWalk().all(ctx, modernPage)}
}

// modern reports whether the error is one by which a server of 2026-07-28 says
// that it does not know server/discover, or wants the request otherwise.
func (e *rpcError) modern(status int) bool {
	return e.code == codeNoMethod && status == http.StatusNotFound || e.code == codeHeaderMismatch || e.code == codeNoCapability
}

// modernPage asks for a page in the way of 2026-07-28.
func modernPage(ctx context.Context, w *walk, page int, cursor *string) (json.RawMessage, error) {
	return w.post(ctx, page+1, modernPost(pageStep("mcp/list", page), methodList, page+1, cursorMember(cursor)...))
}

// inline asks for the list without server/discover, which clients need not
// call, where that was answered and is not known. Servers of older versions
// may take the request for one of theirs; only a result with the resultType
// that 2026-07-28 requires shows that the server speaks it. An attempt that
// failed is not told: the server was found to be none of these.
func (t *talk) inline(ctx context.Context) *attempt {
	if !t.heard || t.spoke || t.inlined {
		return nil
	}
	t.inlined = true
	first := func(ctx context.Context, w *walk, page int, cursor *string) (json.RawMessage, error) {
		result, err := modernPage(ctx, w, page, cursor)
		members, _ := object(result)
		if kind, _ := text(members.at("resultType")); err == nil && page == 1 && kind == "" {
			return nil, &fault{Code: market.FaultEnvelope, Detail: "the result has no resultType: it is none of " + modernVersion}
		}
		if page == 1 {
			t.introduce(members)
		}
		return result, err
	}
	a := &attempt{kind: wayModern, version: modernVersion, list: t.newWalk().all(ctx, first)}
	if !a.list.OK() && !a.final() {
		return nil
	}
	a.spoke = a.list.OK()
	return a
}

// discovered reads the answer to server/discover.
func discovered(result json.RawMessage) (members members, versions []string, ok bool) {
	members, _ = object(result)
	raw, ok := elements(members.at("supportedVersions"))
	if !ok {
		return nil, nil, false
	}
	return members, texts(raw), true
}

// texts are the strings of an array, the first few, each made fit to be shown.
func texts(raw []json.RawMessage) []string {
	var all []string
	for _, s := range raw[:min(len(raw), 20)] {
		if v, ok := text(s); ok {
			all = append(all, plaintext.Visible(plaintext.Head(v, 40)))
		}
	}
	return all
}

// sessionsOf are those of the versions that begin with initialize, newest first.
func sessionsOf(supported []string) []string {
	var all []string
	for _, v := range sessionVersions {
		if slices.Contains(supported, v) {
			all = append(all, v)
		}
	}
	return all
}
