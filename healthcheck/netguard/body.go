package netguard

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"marketd/market"
)

// body is an answer's body within the limits.
type body struct {
	x       *exchange
	wire    io.ReadCloser // as net/http gives it
	coding  string
	decoded io.Reader // nil until the first read
	left    int64     // decoded bytes still allowed
	whole   bool      // the end was seen on the wire
	err     error     // sticks
	closed  bool
}

func newBody(x *exchange, resp *http.Response) *body {
	coding := strings.ToLower(strings.TrimSpace(strings.Join(resp.Header.Values("Content-Encoding"), ",")))
	return &body{x: x, wire: resp.Body, coding: coding, left: x.limits.Decoded}
}

// Read reads decoded bytes.
func (b *body) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	if b.decoded == nil {
		if b.decoded, b.err = b.decoder(); b.err != nil {
			b.err = b.classify(b.err)
			return 0, b.err
		}
	}
	n, err := b.decoded.Read(p)
	if int64(n) > b.left {
		n, err = int(b.left), tooLarge("decoded", b.x.limits.Decoded)
	}
	b.left -= int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		err = b.classify(err)
	}
	b.err = err
	return n, err
}

// classify makes an *[Error] of any error but io.EOF.
func (b *body) classify(err error) error {
	switch err.(type) { //nolint:errorlint // straight from the decoders
	case flate.CorruptInputError, flate.InternalError:
		return badCoding("is not what it says", err)
	}
	if errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, zlib.ErrHeader) || errors.Is(err, zlib.ErrChecksum) {
		return badCoding("is not what it says", err)
	}
	return flowError(b.x.caller, PhaseBody, err)
}

// Close ends the exchange. What is left of the body is not read.
func (b *body) Close() error {
	if b.closed {
		return nil
	}
	b.closed, b.err = true, http.ErrBodyReadAfterClose
	b.x.end(b.x.on.finish(b.x, b.wire, b.whole))
	return nil
}

// decoder undoes the content coding. The request offered none, so any is the
// server's fault, but gzip and deflate are undone all the same.
func (b *body) decoder() (io.Reader, error) {
	wire := &wireReader{b}
	switch b.coding {
	case "", "identity":
		return wire, nil
	case "gzip", "x-gzip":
		return gzip.NewReader(wire)
	case "deflate":
		r := bufio.NewReader(wire)
		if head, err := r.Peek(2); err == nil && head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
			return zlib.NewReader(r)
		}
		return flate.NewReader(r), nil // some servers leave the zlib wrapper out
	}
	return nil, badCoding("is none that was asked for", nil)
}

func badCoding(why string, err error) *Error {
	return &Error{Reason: market.ReasonNotMCP, Phase: PhaseCoding, Detail: "body: the content coding " + why, Err: err}
}

func tooLarge(what string, limit int64) *Error {
	return &Error{Reason: market.ReasonTooLarge, Phase: PhaseBody, Detail: fmt.Sprintf("body: more than %d bytes %s", limit, what)}
}

// wireReader counts and bounds the bytes on the wire.
type wireReader struct{ b *body }

func (w *wireReader) Read(p []byte) (int, error) {
	left := w.b.x.limits.Raw - w.b.x.facts.Bytes
	n, err := w.b.wire.Read(p)
	w.b.whole = errors.Is(err, io.EOF)
	if int64(n) > left {
		w.b.x.facts.Bytes += left
		return int(left), tooLarge("on the wire", w.b.x.limits.Raw)
	}
	w.b.x.facts.Bytes += int64(n)
	return n, err
}
