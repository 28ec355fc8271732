// Package sse reads text/event-stream from servers that nobody trusts: every
// framing that the HTML Living Standard allows (§9.2.6), within limits.
package sse

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io"
)

// Limits bound a stream. Zero members take the value of [DefaultLimits].
type Limits struct {
	Line   int // bytes of one line
	Event  int // bytes of one event's data
	Events int // events dispatched
}

// DefaultLimits are those for probing.
func DefaultLimits() Limits { return Limits{Line: 2 << 20, Event: 4 << 20, Events: 1000} }

// The errors of a stream that goes beyond its [Limits].
var (
	ErrLine   = errors.New("sse: a line is too long")
	ErrEvent  = errors.New("sse: an event is too large")
	ErrEvents = errors.New("sse: too many events")
)

// Event is one event with data. The flags tell of framing that the standard
// allows and simple readers fail on (rule SSE-002).
type Event struct {
	Type  string // "message" when the server names none
	ID    string // the last one seen
	Data  []byte
	Lines int  // of data
	Tight bool // a data line has no space after its colon
	CR    bool // a line ended in a lone CR
	Open  bool // the stream ended without the blank line that ends an event
}

// Reader reads events from a stream.
type Reader struct {
	r      *bufio.Reader
	limits Limits
	line   []byte
	id     string
	events int
	begun  bool
	skipLF bool // the last line ended in CR: an LF that follows belongs to it
	err    error
}

// NewReader returns a Reader.
func NewReader(r io.Reader, l Limits) *Reader {
	d := DefaultLimits()
	l.Line = cmp.Or(l.Line, d.Line)
	l.Event = cmp.Or(l.Event, d.Event)
	l.Events = cmp.Or(l.Events, d.Events)
	return &Reader{r: bufio.NewReaderSize(r, 32<<10), limits: l}
}

// Next returns the next event that has data. At the end of the stream it
// returns io.EOF, or the stream's own error; the standard drops an unended
// event, Next returns it with Open set when the stream ended in order.
func (r *Reader) Next() (Event, error) {
	if r.err != nil {
		return Event{}, r.err
	}
	ev, err := r.next()
	if err != nil {
		r.err = err
		if errors.Is(err, io.EOF) && len(ev.Data) > 0 {
			return ev, nil
		}
		return Event{}, err
	}
	return ev, nil
}

func (r *Reader) next() (Event, error) {
	ev := Event{Type: "message"}
	for {
		end, err := r.readLine()
		ev.CR = ev.CR || end == '\r'
		if err != nil {
			if errors.Is(err, io.EOF) {
				_ = r.field(&ev)
				ev.Open, ev.ID = true, r.id
				ev.Data = bytes.TrimSuffix(ev.Data, []byte("\n"))
			}
			return ev, err
		}
		if len(r.line) == 0 {
			if ev.Lines == 0 || len(ev.Data) == 1 { // no data, or one empty line of it
				ev = Event{Type: "message"}
				continue
			}
			if r.events++; r.events > r.limits.Events {
				return ev, ErrEvents
			}
			ev.ID = r.id
			ev.Data = ev.Data[:len(ev.Data)-1] // the last line's LF
			return ev, nil
		}
		if err := r.field(&ev); err != nil {
			return ev, err
		}
	}
}

// field takes the line at hand into the event.
func (r *Reader) field(ev *Event) error {
	name, value, colon := bytes.Cut(r.line, []byte(":"))
	if colon && len(name) == 0 {
		return nil // a comment
	}
	spaced := bytes.HasPrefix(value, []byte(" "))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "data":
		if len(ev.Data)+len(value)+1 > r.limits.Event {
			return ErrEvent
		}
		ev.Data = append(append(ev.Data, value...), '\n')
		ev.Lines++
		ev.Tight = ev.Tight || !spaced && len(value) > 0
	case "event":
		ev.Type = string(value)
		if ev.Type == "" {
			ev.Type = "message"
		}
	case "id":
		if bytes.IndexByte(value, 0) < 0 {
			r.id = string(value)
		}
	}
	return nil
}

// readLine reads one line into r.line and returns the byte that ended it. A
// line is complete at its CR: whether an LF follows is seen at the next read,
// so that a stream that pauses there holds nothing up. At io.EOF r.line holds
// the unended rest.
func (r *Reader) readLine() (end byte, err error) {
	r.line = r.line[:0]
	if !r.begun {
		r.begun = true
		if head, _ := r.r.Peek(3); string(head) == "\ufeff" {
			_, _ = r.r.Discard(3)
		}
	}
	for {
		if _, err := r.r.Peek(1); err != nil {
			return 0, err
		}
		buf, _ := r.r.Peek(r.r.Buffered())
		if r.skipLF {
			r.skipLF = false
			if buf[0] == '\n' {
				_, _ = r.r.Discard(1)
				continue
			}
		}
		i := bytes.IndexAny(buf, "\r\n")
		n := i
		if i < 0 {
			n = len(buf)
		}
		if len(r.line)+n > r.limits.Line {
			return 0, ErrLine
		}
		r.line = append(r.line, buf[:n]...)
		if i < 0 {
			_, _ = r.r.Discard(n)
			continue
		}
		end = buf[i]
		_, _ = r.r.Discard(n + 1)
		return r.terminator(end), nil
	}
}

// terminator is '\n' for LF and CRLF and '\r' for a lone CR, as far as can be
// told without waiting for more of the stream.
func (r *Reader) terminator(end byte) byte {
	if end == '\n' {
		return '\n'
	}
	r.skipLF = true
	if r.r.Buffered() == 0 {
		return '\n'
	}
	if next, _ := r.r.Peek(1); next[0] == '\n' {
		return '\n'
	}
	return '\r'
}
