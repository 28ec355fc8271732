package netguard

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

// http2 is a connection in HTTP/2 (RFC 9113), spoken by net/http.
type http2 struct {
	*http.ClientConn
	tr *http.Transport
}

var errUsed = errors.New("netguard: the connection is used up")

// newHTTP2 begins HTTP/2 on a connection for which it was agreed. The
// transport is the connection's own and never dials.
func newHTTP2(ctx context.Context, c net.Conn, l Limits) (*http2, error) {
	var used atomic.Bool
	once := func(context.Context, string, string) (net.Conn, error) {
		if used.Swap(true) {
			return nil, errUsed
		}
		return c, nil
	}
	tr := &http.Transport{
		Proxy: nil, DialContext: once, DialTLSContext: once, ForceAttemptHTTP2: true,
		ResponseHeaderTimeout: l.Header, MaxResponseHeaderBytes: l.Head, DisableCompression: true,
	}
	cc, err := tr.NewClientConn(ctx, "https", c.RemoteAddr().String())
	if err != nil {
		return nil, err
	}
	return &http2{cc, tr}, nil
}

func (h *http2) roundTrip(x *exchange, req *http.Request) (*http.Response, error) {
	start := time.Now()
	var first atomic.Int64
	ctx, cancel := context.WithDeadline(x.caller, x.until)
	x.leave = func() bool {
		cancel()
		return true // a stream that was stopped leaves the connection whole
	}
	req = req.Clone(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotFirstResponseByte: func() { first.CompareAndSwap(0, int64(time.Since(start))) },
	}))
	req.URL.User = nil
	if x.agent != "" && req.Header.Get("User-Agent") == "" {
		req.Header.Set("User-Agent", x.agent)
	}
	resp, err := h.RoundTrip(req)
	x.facts.FirstByte = time.Duration(first.Load())
	x.keeps = true
	return resp, err
}

// finish stops the stream if it has not ended; others may follow.
func (h *http2) finish(_ *exchange, body io.ReadCloser, _ bool) bool {
	_ = body.Close()
	return true
}

func (h *http2) fit() bool { return h.Err() == nil && h.Available() > 0 }

func (h *http2) close() {
	_ = h.Close()
	h.tr.CloseIdleConnections()
}
