package netguard

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/http/httpguts"

	"marketd/market"
)

// http1 is a connection in HTTP/1.1 (RFC 9112). It is read by the goroutine
// that asked, and by that alone: what a server sends unasked is never taken
// for an answer to the next request.
type http1 struct {
	net.Conn
	tcp  net.Conn // below TLS; Conn itself without
	in   *bufio.Reader
	left int64         // bytes that may still be read: of the head, while it is read
	sent time.Time     // when the request was
	wait time.Duration // from then to the first byte; 0: none came yet

	readers *sync.Pool // where in goes when it is not needed
}

func (d *dialer) newHTTP1(c, tcp net.Conn) *http1 {
	h := &http1{Conn: c, tcp: tcp, left: math.MaxInt64, readers: &d.readers}
	if in, ok := d.readers.Get().(*bufio.Reader); ok {
		h.in = in
		h.in.Reset(h)
	} else {
		h.in = bufio.NewReaderSize(h, 4<<10)
	}
	return h
}

// Read reads from the connection within left, and notes when the first byte came.
func (h *http1) Read(p []byte) (int, error) {
	if h.left <= 0 {
		return 0, &Error{Reason: market.ReasonTooLarge, Phase: PhaseHeader, Detail: "header: larger than the limit"}
	}
	n, err := h.Conn.Read(p[:min(int64(len(p)), h.left)])
	h.left -= int64(n)
	if n > 0 && h.wait == 0 {
		h.wait = max(time.Since(h.sent), 1)
	}
	return n, err
}

// longAgo is a deadline that has passed.
var longAgo = time.Unix(1, 0)

func (h *http1) roundTrip(x *exchange, req *http.Request) (*http.Response, error) {
	out, err := appendRequest(nil, req, x.on.origin, x.agent, x.link.single)
	if err != nil {
		return nil, err
	}
	x.leave = context.AfterFunc(x.caller, func() { _ = h.SetDeadline(longAgo) })
	h.sent, h.wait, h.left = time.Now(), 0, x.limits.Head
	if err := h.bound(x, h.sent.Add(x.limits.Header)); err != nil {
		return nil, err
	}
	// An answer may come before the request is taken whole, and the server
	// close its side: the answer counts, not the failed write.
	_, writeErr := h.Write(out)
	resp, err := h.head(req)
	x.facts.FirstByte = h.wait
	if err != nil {
		return nil, err
	}
	h.left = math.MaxInt64 // the body has bounds of its own
	x.keeps = !resp.Close && writeErr == nil && resp.StatusCode != http.StatusSwitchingProtocols
	return resp, h.bound(x, x.until)
}

// bound gives reading and writing until then, or until the exchange's end.
func (h *http1) bound(x *exchange, then time.Time) error {
	if x.until.Before(then) {
		then = x.until
	}
	err := h.SetDeadline(then)
	if x.caller.Err() != nil { // it may have ended just before
		err = h.SetDeadline(longAgo)
	}
	return err
}

// head reads the answer's head. What only informs is passed over (RFC 9110
// §15.2); all heads together have the limit of one.
func (h *http1) head(req *http.Request) (*http.Response, error) {
	for {
		resp, err := http.ReadResponse(h.in, req)
		if err != nil || resp.StatusCode < 100 || resp.StatusCode > 199 || resp.StatusCode == http.StatusSwitchingProtocols {
			return resp, err
		}
		_ = resp.Body.Close() // it has none
	}
}

// Bounds on what is read of a body that nobody wants, so that the connection
// can be kept: the end of a stream of events often comes with its last event.
const (
	settleTime  = 20 * time.Millisecond
	settleBytes = 4 << 10
)

func (h *http1) finish(x *exchange, body io.ReadCloser, whole bool) bool {
	if whole || !x.keeps || x.link.single || x.caller.Err() != nil {
		return whole
	}
	if h.bound(x, time.Now().Add(settleTime)) != nil {
		return false
	}
	_, err := io.CopyN(io.Discard, body, settleBytes)
	return errors.Is(err, io.EOF)
}

// fit looks for bytes in each place where some could wait.
func (h *http1) fit() bool {
	if h.in.Buffered() > 0 {
		return false
	}
	if h.tcp != h.Conn { // TLS reads ahead
		h.left = 1
		if h.SetDeadline(longAgo) != nil {
			return false
		}
		if _, err := h.in.Peek(1); !errors.Is(err, os.ErrDeadlineExceeded) {
			return false
		}
	}
	return quiet(h.tcp)
}

func (h *http1) close() {
	_ = h.Close()
	h.in.Reset(nil)
	h.readers.Put(h.in)
	h.in = nil
}

// appendRequest writes a request as it goes out (RFC 9112 §3).
func appendRequest(out []byte, req *http.Request, to origin, agent string, last bool) ([]byte, error) {
	target := req.URL.RequestURI()
	if !httpguts.ValidHeaderFieldValue(target) || strings.Contains(target, " ") || !httpguts.ValidHeaderFieldName(req.Method) {
		return nil, unsendable("the request line")
	}
	out = fmt.Appendf(out, "%s %s HTTP/1.1\r\nHost: %s\r\n", req.Method, target, hostLine(to, req.URL.Port()))
	if req.Header.Get("User-Agent") == "" {
		if agent == "" {
			agent = "Go-http-client/1.1"
		}
		out = fmt.Appendf(out, "User-Agent: %s\r\n", agent)
	}
	for _, name := range slices.Sorted(maps.Keys(req.Header)) {
		for _, v := range req.Header[name] {
			if !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(v) {
				return nil, unsendable("the header line " + strconv.Quote(name))
			}
			out = append(append(append(append(out, name...), ": "...), v...), "\r\n"...)
		}
	}
	if last {
		out = append(out, "Connection: close\r\n"...)
	}
	var body []byte
	if req.Body != nil && req.Body != http.NoBody {
		var err error
		if body, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
	}
	if len(body) > 0 || req.Method == http.MethodPost || req.Method == http.MethodPut {
		out = fmt.Appendf(out, "Content-Length: %d\r\n", len(body))
	}
	return append(append(out, "\r\n"...), body...), nil
}

func unsendable(what string) *Error {
	return &Error{Reason: market.ReasonBlocked, Phase: PhaseGuard, Detail: "guard: " + what + " cannot be sent"}
}

// hostLine is the value of Host: the URL's host in the form that DNS knows,
// with the port that the URL names.
func hostLine(to origin, port string) string {
	host := to.host
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port != "" {
		host += ":" + port
	}
	return host
}
