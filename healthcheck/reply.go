package healthcheck

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"marketd/healthcheck/netguard"
	"marketd/healthcheck/sse"
	"marketd/market"
)

// reply reads the answer to one JSON-RPC request from an HTTP answer, plain or
// as a stream of events.
type reply struct {
	id     int
	note   func(code, detail string)
	show   func(string) string // makes a server's text fit for a detail
	stream bool                // it came as events
}

// read returns the result. Its errors are *fault, *rpcError and *netguard.Error.
func (p *reply) read(resp *http.Response, body io.Reader) (json.RawMessage, error) {
	if resp.StatusCode != http.StatusOK {
		return nil, p.refusal(resp, body)
	}
	br := bufio.NewReaderSize(body, 4<<10)
	kind, err := p.kind(mediaType(resp.Header), br)
	if err != nil {
		return nil, err
	}
	if kind == asEvents {
		p.stream = true
		return p.events(sse.NewReader(br, sse.Limits{}).Next)
	}
	data, err := readAll(br, resp.ContentLength)
	if err != nil {
		return nil, err
	}
	m, err := parse(data)
	if err != nil {
		return nil, err
	}
	return m.answerTo(p.id, p.note)
}

// readAll reads to the end, in one piece when the length is as it was told
// and no matter for concern.
func readAll(r io.Reader, told int64) ([]byte, error) {
	b := bytes.NewBuffer(make([]byte, 0, min(max(told, 0), 64<<10)+bytes.MinRead))
	_, err := b.ReadFrom(r)
	return b.Bytes(), err
}

// refusal is the error of a status other than 200; a JSON-RPC error in its
// body is read too, since it often says why.
func (p *reply) refusal(resp *http.Response, body io.Reader) error {
	data, _ := io.ReadAll(io.LimitReader(body, maxBody)) // the status stands, whatever became of the rest
	status := &fault{Code: market.FaultStatus, Detail: statusLine(resp.StatusCode)}
	m, err := parse(data)
	if err != nil || isNull(m.fail) {
		return status
	}
	return errors.Join(status, readError(m.fail))
}

// The ways to read a body.
type bodyKind int

const (
	asJSON bodyKind = iota
	asEvents
)

// kind chooses by media type and, where that says little, by how the body
// begins (rule PRO-005).
func (p *reply) kind(media string, br *bufio.Reader) (bodyKind, error) {
	begins := beginning(br)
	switch {
	case media == "text/event-stream":
		return asEvents, nil
	case media == "text/html", media == "application/xhtml+xml", strings.HasPrefix(begins, "<"):
		return 0, &fault{Code: market.FaultHTML, Detail: "a web page"}
	case media == "application/json":
		if looksLikeEvents(begins) {
			p.note(market.NoteSSEAsJSON, "")
			return asEvents, nil
		}
		return asJSON, nil
	case media == "", media == "text/plain", strings.HasPrefix(media, "application/json"), strings.HasSuffix(media, "+json"):
		p.note(market.NoteMediaType, p.show(media))
		if looksLikeEvents(begins) {
			return asEvents, nil
		}
		return asJSON, nil
	}
	return 0, &fault{Code: market.FaultMediaType, Detail: p.show(media)}
}

// beginning is the first few bytes of a body, without a byte order mark and
// blanks. It waits for no more than the shortest thing worth knowing.
func beginning(br *bufio.Reader) string {
	const enough = 6 // "event:"
	head, _ := br.Peek(enough)
	if n := br.Buffered(); n > len(head) {
		head, _ = br.Peek(min(n, 512))
	}
	return strings.TrimLeft(strings.TrimPrefix(string(head), "\ufeff"), " \t\r\n")
}

func looksLikeEvents(begins string) bool {
	for _, f := range []string{":", "data:", "event:", "id:", "retry:"} {
		if strings.HasPrefix(begins, f) {
			return true
		}
	}
	return false
}

// Bounds on what may come before the answer (rules SSE-003, PRO-003).
const (
	maxNoise   = 50
	maxSkipped = 100
)

// waiting is what a stream has shown while the answer is not there.
type waiting struct {
	seen    int    // events with data
	noise   int    // of them no JSON
	skipped int    // of them messages that are no answer to us
	other   bool   // one answered another id
	asked   string // the method of the first request that the server made
	frames  framing
}

type framing struct{ lines, tight, cr, open bool }

// events reads a stream until the answer is there and leaves the rest.
func (p *reply) events(next func() (sse.Event, error)) (json.RawMessage, error) {
	var w waiting
	for {
		ev, err := next()
		if err != nil {
			return nil, w.unanswered(err)
		}
		w.take(ev)
		m, skip, err := w.message(ev)
		if err != nil {
			return nil, err
		}
		if skip {
			continue
		}
		if m.asks || !isNull(m.result) && idMatch(m.id, p.id) == "" {
			if err := p.skip(&w, m); err != nil {
				return nil, err
			}
			continue
		}
		w.tell(p.note)
		return m.answerTo(p.id, p.note)
	}
}

// message reads the event's message. skip: it holds none.
func (w *waiting) message(ev sse.Event) (m message, skip bool, err error) {
	m, err = parse(ev.Data)
	f, bad := errors.AsType[*fault](err)
	if bad && f.Code != market.FaultUnstrictJSON || !bad && m.version == "" && !m.asks && m.result == nil && m.fail == nil {
		if w.noise++; w.noise > maxNoise {
			return m, false, &fault{Code: market.FaultStreamNoise, Detail: fmt.Sprintf("more than %d events that are no message", maxNoise)}
		}
		return m, true, nil
	}
	return m, false, err
}

// skip passes over a message that is not the answer.
func (p *reply) skip(w *waiting, m message) error {
	switch {
	case !m.asks:
		w.other = true
	case m.id != nil:
		if w.asked == "" {
			w.asked = p.show(m.method)
			p.note(market.NoteServerRequest, w.asked)
		}
	}
	if w.skipped++; w.skipped > maxSkipped {
		return &fault{Code: market.FaultStreamNoReply, Detail: fmt.Sprintf("more than %d messages before an answer", maxSkipped)}
	}
	return nil
}

func (w *waiting) take(ev sse.Event) {
	w.seen++
	w.frames.lines = w.frames.lines || ev.Lines > 1
	w.frames.tight = w.frames.tight || ev.Tight
	w.frames.cr = w.frames.cr || ev.CR
	w.frames.open = ev.Open
}

// tell notes what simple readers of events would have failed on (SSE-001 to SSE-003).
func (w *waiting) tell(note func(code, detail string)) {
	if w.noise > 0 {
		note(market.NoteHeartbeat, fmt.Sprintf("%d events", w.noise))
	}
	if w.frames.open {
		note(market.NoteUnended, "")
	}
	var odd []string
	for _, o := range []struct {
		is   bool
		what string
	}{
		{w.frames.lines, "several data lines in one event"},
		{w.frames.tight, "no space after the colon"},
		{w.frames.cr, "lines ended by CR alone"},
		{w.seen > 1, "the answer is not the first event"},
	} {
		if o.is {
			odd = append(odd, o.what)
		}
	}
	if odd != nil {
		note(market.NoteFrames, strings.Join(odd, ", "))
	}
}

// unanswered is the fault of a stream that ended or had to be left.
func (w *waiting) unanswered(err error) error {
	f := &fault{Code: market.FaultStreamNoReply, Detail: "the stream ended without an answer"}
	transport, ok := errors.AsType[*netguard.Error](err)
	switch {
	case w.asked != "":
		f = &fault{Code: market.FaultWithheld, Detail: "the server asks first and does not answer: " + w.asked}
	case ok && transport.Phase == netguard.PhaseCoding:
		return err
	case ok:
		f.Detail = "no answer in the stream; " + transport.Detail
	case errors.Is(err, sse.ErrLine), errors.Is(err, sse.ErrEvent), errors.Is(err, errTooMuch):
		return &fault{Code: market.FaultTooLarge, Detail: err.Error()}
	case errors.Is(err, sse.ErrEvents):
		f.Detail = fmt.Sprintf("no answer in %d events", sse.DefaultLimits().Events)
	case w.other:
		f = &fault{Code: market.FaultID, Detail: "the stream answers another id only"}
	}
	if ok {
		return errors.Join(f, err)
	}
	return f
}
