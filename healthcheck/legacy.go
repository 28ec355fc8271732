package healthcheck

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"marketd/healthcheck/netguard"
	"marketd/healthcheck/sse"
	"marketd/market"
)

const eventStream = "text/event-stream"

// legacy is the SSE transport of 2024-11-05: a stream opened with GET names an
// endpoint, messages are POSTed there, and the answers come on the stream. It
// is not tried on a server that answered another way as MCP.
func (t *talk) legacy(ctx context.Context) *attempt {
	if t.spoke {
		return nil
	}
	ctx, hangUp := context.WithCancel(ctx)
	defer hangUp()
	l := &line{talk: t, walk: t.newWalk(), events: make(chan sse.Event, sse.DefaultLimits().Events)}
	var late atomic.Bool
	l.clock = time.AfterFunc(t.greetFor(), func() {
		late.Store(true)
		hangUp()
	})
	defer l.clock.Stop()
	a := &attempt{kind: waySSE}
	var err error
	c := call{step: "mcp/sse", method: http.MethodGet, header: []market.Header{{Name: "Accept", Value: eventStream}}}
	c.read = func(resp *http.Response, body io.Reader) error {
		if resp.StatusCode != http.StatusOK || mediaType(resp.Header) != eventStream {
			_, _ = io.CopyN(io.Discard, body, maxBody)
			err = noStream(resp)
			return nil
		}
		go l.listen(body)
		defer l.drain()
		defer hangUp() // ends the reader, and with it the session
		err = l.converse(ctx, a)
		return nil
	}
	answer := t.send(ctx, c)
	if late.Load() { // we hung up: the server is slow, and not our network
		answer.Reason, answer.Detail = market.ReasonTimeout, "no event named an endpoint in time"
	}
	if l.walk.list.Answer == (market.Answer{}) { // it came to no message
		if l.walk.list.Answer = answer; answer.Reason != market.ReasonOK {
			err = &fault{Code: market.FaultTransport, Detail: answer.Detail}
		}
	}
	if err != nil {
		l.walk.fail(err, 1)
	}
	a.list = l.walk.list
	return a
}

// noStream is the fault of a GET that opened no stream.
func noStream(resp *http.Response) error {
	if resp.StatusCode != http.StatusOK {
		return &fault{Code: market.FaultStatus, Detail: "GET: " + statusLine(resp.StatusCode)}
	}
	return &fault{Code: market.FaultMediaType, Detail: "GET opens no event stream"}
}

// line is an open stream of the transport.
type line struct {
	talk     *talk
	walk     *walk
	clock    *time.Timer // hangs up unless the endpoint is named
	endpoint string
	version  string
	events   chan sse.Event // holds as many as the reader gives; closed when it has ended
	err      error          // why it ended; read after events was closed
}

// listen reads events until the stream ends. It runs beside the conversation,
// so that a server may send before it has answered a POST.
func (l *line) listen(body io.Reader) {
	defer close(l.events)
	for stream := sse.NewReader(body, sse.Limits{}); ; {
		ev, err := stream.Next()
		if err != nil {
			l.err = err
			return
		}
		l.events <- ev
	}
}

// drain waits for the reader to end.
func (l *line) drain() {
	for range l.events {
	}
}

// next is the next event, waited for until the context ends.
func (l *line) next(ctx context.Context) func() (sse.Event, error) {
	return func() (sse.Event, error) {
		select {
		case ev, open := <-l.events:
			if !open {
				return sse.Event{}, l.err
			}
			l.walk.list.Bytes += int64(len(ev.Data))
			return ev, nil
		case <-ctx.Done():
			return sse.Event{}, &netguard.Error{Reason: market.ReasonTimeout, Phase: netguard.PhaseBody, Detail: "body: not finished in time", Err: ctx.Err()}
		}
	}
}

// converse opens the session and lists in it.
func (l *line) converse(ctx context.Context, a *attempt) error {
	named, err := l.meet(ctx)
	l.clock.Stop()
	a.spoke = named // what names an endpoint is this transport's, whatever comes of it
	if err != nil {
		return err
	}
	greet, cancel := l.talk.greet(ctx)
	defer cancel()
	result, err := l.ask(greet, l.walk, "mcp/sse-initialize", 1, rpc(1, methodInitialize, hello(sseVersion)...))
	if l.version, err = l.talk.agree(result, err); err != nil {
		return err
	}
	a.version = l.version
	if told := l.tell(ctx, "mcp/sse-initialized", initialized); told.Status < 200 || told.Status > 299 {
		l.walk.list.Answer = told
		return notTaken(told)
	}
	l.walk.list.Bytes = 0
	l.walk.all(ctx, func(ctx context.Context, w *walk, page int, cursor *string) (json.RawMessage, error) {
		return l.ask(ctx, w, pageStep("mcp/sse-list", page), page+1, rpc(page+1, methodList, cursorMember(cursor)...))
	})
	return nil
}

// meet waits for the endpoint, and reports whether one was named. It must lie
// where the stream does: another origin would be sent what is meant for this one.
func (l *line) meet(ctx context.Context) (named bool, _ error) {
	next := l.next(ctx)
	for range maxSkipped {
		ev, err := next()
		if err != nil {
			break
		}
		if ev.Type != "endpoint" {
			continue
		}
		to, ok := endpointOf(l.talk.target.URL, ev.Data)
		if !ok {
			return true, &fault{Code: market.FaultEndpoint, Detail: "the endpoint event leads away from the server's own origin: " + l.talk.detail(string(ev.Data))}
		}
		l.endpoint = to
		return true, nil
	}
	return false, &fault{Code: market.FaultStreamNoReply, Detail: "no event names an endpoint"}
}

// endpointOf is the address that an endpoint event names, seen from the stream's.
func endpointOf(stream string, data []byte) (string, bool) {
	base, err := url.Parse(stream)
	if err != nil || base.Hostname() == "" || len(data) > maxCursor {
		return "", false
	}
	to, err := base.Parse(string(data))
	if err != nil || !sameOrigin(base, to) {
		return "", false
	}
	to.User, to.Fragment, to.RawFragment = nil, "", ""
	return to.String(), true
}

// sameOrigin compares scheme, host and port (RFC 6454 §4).
func sameOrigin(a, b *url.URL) bool {
	port := func(u *url.URL) string {
		if p := u.Port(); p != "" || u.Scheme != "http" && u.Scheme != "https" {
			return p
		}
		return map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return a.Scheme == b.Scheme && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

// tell POSTs a message to the endpoint.
func (l *line) tell(ctx context.Context, step, body string) market.Answer {
	c := post(step, body)
	if l.version != "" {
		c = post(step, body, market.Header{Name: versionHeader, Value: l.version})
	}
	c.url = l.endpoint
	return l.talk.send(ctx, c)
}

// ask POSTs a request and reads its answer from the stream.
func (l *line) ask(ctx context.Context, w *walk, step string, id int, body string) (json.RawMessage, error) {
	start := time.Now()
	told := l.tell(ctx, step, body)
	w.list.Answer = told
	switch {
	case told.Status == 0:
		return nil, &fault{Code: market.FaultTransport, Detail: told.Detail}
	case told.Status < 200 || told.Status > 299:
		return nil, &fault{Code: market.FaultStatus, Detail: statusLine(told.Status)}
	}
	p := &reply{id: id, note: w.note, show: w.detail}
	result, err := p.events(l.next(ctx))
	a := &w.list.Answer
	a.Status, a.MediaType, a.Took, a.Reason, a.Detail = http.StatusOK, eventStream, time.Since(start), market.ReasonOK, ""
	if e, ok := errors.AsType[*netguard.Error](err); ok {
		a.Reason, a.Detail = e.Reason, e.Detail
	}
	w.list.SSE = true
	return result, err
}
