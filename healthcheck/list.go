package healthcheck

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"marketd/healthcheck/netguard"
	"marketd/market"
)

// Bounds of a walk over pages (rules PRO-008, PAG-003, PAG-004).
const (
	maxPages  = 20
	maxTools  = 500
	maxCursor = 4 << 10
	slowList  = 5 * time.Second // from here on the contract asks to answer first
)

// pager asks for one page of a list, the first without a cursor. It leaves the
// answer with the walk.
type pager func(ctx context.Context, w *walk, page int, cursor *string) (json.RawMessage, error)

// walk reads a tool list page by page.
type walk struct {
	*run
	list    market.ToolList
	cursors map[string]bool
	names   map[string]int // name → the place of the tool, as first seen
	limit   int64          // bytes of all pages
	session string         // that the last answer named, if it can be sent back
}

func (r *run) newWalk() *walk {
	return &walk{run: r, cursors: map[string]bool{}, names: map[string]int{}, limit: r.client.Limits().Decoded}
}

// bareList sends the app's tools/list (seed, tools/list) and follows its pages,
// all within the time of one exchange.
func (r *run) bareList(ctx context.Context) market.ToolList {
	ctx, cancel := context.WithTimeout(ctx, r.client.Limits().Total)
	defer cancel()
	return r.newWalk().all(ctx, func(ctx context.Context, w *walk, page int, cursor *string) (json.RawMessage, error) {
		return w.post(ctx, page, post(pageStep("list", page), rpc(page, methodList, cursorMember(cursor)...)))
	})
}

const methodList = "tools/list"

// rpc writes a JSON-RPC request; the members are of its params, as JSON.
func rpc(id int, method string, members ...string) string {
	return `{"jsonrpc":"2.0","id":` + strconv.Itoa(id) + `,"method":"` + method + `","params":{` + strings.Join(members, ",") + `}}`
}

// cursorMember is the member of a list's params that names the page.
func cursorMember(cursor *string) []string {
	if cursor == nil {
		return nil
	}
	c, err := json.Marshal(*cursor)
	if err != nil {
		return nil
	}
	return []string{`"cursor":` + string(c)}
}

// pageStep names an exchange: "list", then "list/2".
func pageStep(step string, page int) string {
	if page == 1 {
		return step
	}
	return step + "/" + strconv.Itoa(page)
}

// all reads the pages from the first to the last.
func (w *walk) all(ctx context.Context, ask pager) market.ToolList {
	var cursor *string
	for page := 1; ; page++ {
		next, more, err := w.page(ctx, page, cursor, ask)
		if err != nil {
			w.fail(err, page)
			break
		}
		w.list.Pages = page
		if page == 1 {
			w.list.FirstPage = len(w.list.Tools)
		}
		if !more {
			break
		}
		if page == maxPages {
			w.fail(&fault{Code: market.FaultCursorLoop, Detail: fmt.Sprintf("more than %d pages", maxPages)}, page)
			break
		}
		cursor = &next
	}
	if w.list.Pages > 1 {
		w.note(market.NoteLaterPages, fmt.Sprintf("%d of %d tools on the first of %d pages", w.list.FirstPage, len(w.list.Tools), w.list.Pages))
	}
	if slices.ContainsFunc(w.list.Tools, func(t json.RawMessage) bool { return w.token.In(string(t)) }) {
		w.note(market.NoteTokenEcho, "")
	}
	return w.list
}

// page reads one page and returns the cursor of the next.
func (w *walk) page(ctx context.Context, page int, cursor *string, ask pager) (next string, more bool, err error) {
	result, err := ask(ctx, w, page, cursor)
	if err != nil {
		return "", false, err
	}
	if page == 1 && w.list.Answer.Took > w.slow {
		w.note(market.NoteSlow, w.list.Answer.Took.Round(time.Millisecond).String())
	}
	return w.take(result, page)
}

// post sends a request and reads its answer from that of HTTP.
func (w *walk) post(ctx context.Context, id int, c call) (json.RawMessage, error) {
	p := &reply{id: id, note: w.note, show: w.detail}
	var result json.RawMessage
	var err error
	c.read = func(resp *http.Response, body io.Reader) error {
		if id := resp.Header.Get(sessionHeader); sendable(id) {
			w.session = id
		}
		counted := &counter{r: body, n: &w.list.Bytes, limit: w.limit}
		result, err = p.read(resp, counted)
		return err
	}
	w.list.Answer = w.send(ctx, c)
	w.list.SSE = w.list.SSE || p.stream
	if err == nil && w.list.Answer.Reason != market.ReasonOK { // it failed before there was a body
		err = &fault{Code: market.FaultTransport, Detail: w.list.Answer.Detail}
	}
	return result, err
}

// take adds a page's tools and reads its cursor.
func (w *walk) take(result json.RawMessage, page int) (cursor string, more bool, err error) {
	members, ok := object(result)
	if kind, _ := text(members.at("resultType")); kind == "input_required" {
		return "", false, &fault{Code: market.FaultWithheld, Detail: "the server wants input before it answers"}
	}
	tools, listed := elements(members.at("tools"))
	if !ok || !listed {
		return "", false, &fault{Code: market.FaultNoTools, Detail: "the result has no array \"tools\""}
	}
	fresh := 0
	for _, raw := range tools {
		if len(w.list.Tools) == maxTools {
			return "", false, &fault{Code: market.FaultTooManyTools, Detail: fmt.Sprintf("more than %d tools", maxTools)}
		}
		if w.add(raw, page) {
			fresh++
		}
	}
	next := members.at("nextCursor")
	if isNull(next) {
		return "", false, nil
	}
	cursor, ok = text(next)
	switch {
	case !ok:
		return "", false, &fault{Code: market.FaultCursorType, Detail: "nextCursor is not a string"}
	case len(cursor) > maxCursor:
		return "", false, &fault{Code: market.FaultCursorType, Detail: fmt.Sprintf("nextCursor has more than %d bytes", maxCursor)}
	case w.cursors[cursor]:
		return "", false, &fault{Code: market.FaultCursorLoop, Detail: "a cursor came again"}
	case page > 1 && fresh == 0:
		return "", false, &fault{Code: market.FaultCursorLoop, Detail: "a page brought nothing new and promised more"}
	}
	w.cursors[cursor] = true
	return cursor, true, nil
}

// add takes one tool in and reports whether its name is new. An exact repeat
// on a later page is left out (rule PAG-005); within one page it stays, since
// there it is a fault of the list (rule PRO-010).
func (w *walk) add(raw json.RawMessage, page int) bool {
	members, _ := object(raw)
	name, named := text(members.at("name"))
	if !named {
		w.list.Tools = append(w.list.Tools, raw)
		return true
	}
	first, known := w.names[name]
	if known && page > 1 {
		if bytes.Equal(compact(w.list.Tools[first]), compact(raw)) {
			return false
		}
		w.list.Notes = append(w.list.Notes, market.Note{Code: market.NoteRedefined, Detail: w.detail(name), Where: "/tools/" + strconv.Itoa(len(w.list.Tools))})
	}
	if !known {
		w.names[name] = len(w.list.Tools)
	}
	w.list.Tools = append(w.list.Tools, raw)
	return !known
}

// compact is a tool without blanks.
func compact(raw json.RawMessage) []byte {
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		return raw
	}
	return b.Bytes()
}

// note keeps an observation once for the whole walk.
func (w *walk) note(code, detail string) {
	for _, n := range w.list.Notes {
		if n.Code == code {
			return
		}
	}
	w.list.Notes = append(w.list.Notes, market.Note{Code: code, Detail: detail})
}

// fail records why there is no list. The tools read so far stay as evidence.
func (w *walk) fail(err error, page int) {
	f := &fault{Code: market.FaultTransport, Detail: w.list.Answer.Detail}
	known, ok := errors.AsType[*fault](err)
	transport, broke := errors.AsType[*netguard.Error](err)
	rpc, refused := errors.AsType[*rpcError](err)
	switch {
	case ok:
		f = known
	case refused:
		f = &fault{Code: market.FaultRPCError}
	case broke && transport.Reason == market.ReasonTooLarge:
		f.Code = market.FaultTooLarge
	case broke && transport.Phase == netguard.PhaseCoding:
		f.Code = market.FaultEncoded
	case errors.Is(err, errTooMuch):
		f = &fault{Code: market.FaultTooLarge, Detail: err.Error()}
	}
	if refused {
		w.list.RPCCode, w.list.RPCMessage, w.list.Supported = rpc.code, w.detail(rpc.message), rpc.supported
		f.Detail = strings.TrimSpace(f.Detail + " JSON-RPC error " + strconv.Itoa(rpc.code) + ": " + w.list.RPCMessage)
	}
	if page > 1 {
		f.Detail = "page " + strconv.Itoa(page) + ": " + f.Detail
	}
	w.list.Fault = market.Note(*f)
}

var errTooMuch = errors.New("the pages together are too large")

// counter counts the bytes of all pages and ends them at a limit.
type counter struct {
	r     io.Reader
	n     *int64
	limit int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	*c.n += int64(n)
	if *c.n > c.limit {
		return n, errTooMuch
	}
	return n, err
}
