// Package requestlog is the one line that every request leaves in the log,
// whichever surface answers it.
package requestlog

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"
)

// Header is the name of the header that carries a request's id to the client.
const Header = "X-Request-Id"

// NewID names a request, in its line, its header and what is shown of its failure.
func NewID() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails
	return "req_" + hex.EncodeToString(b[:])
}

// Line is what is told of a request. It holds nothing that a client typed but
// the method: routes are patterns.
type Line struct {
	ID      string
	Method  string
	Route   string // as registered; "" for what no route knows
	Status  int
	Bytes   int64 // of the answer's body
	Took    time.Duration
	Account string // who asked; "" is nobody known
	Code    string // of the error that was answered; "" without one
	Fault   error  // what failed on our side; nil when nothing did
	Quiet   bool   // one of so many that it is told for debugging only
}

// Write logs the line: a fault as an error, with its stack if it was a panic.
func (l Line) Write(ctx context.Context, log *slog.Logger) {
	level := slog.LevelInfo
	switch {
	case l.Fault != nil:
		level = slog.LevelError
	case l.Quiet:
		level = slog.LevelDebug
	}
	if log.Enabled(ctx, level) {
		log.LogAttrs(ctx, level, "request", l.attrs()...)
	}
}

func (l Line) attrs() []slog.Attr {
	attrs := []slog.Attr{
		slog.String("id", l.ID), slog.String("method", l.Method), slog.String("route", l.Route),
		slog.Int("status", l.Status), slog.Int64("bytes", l.Bytes), slog.Duration("took", l.Took),
	}
	if l.Account != "" {
		attrs = append(attrs, slog.String("account", l.Account))
	}
	if l.Code != "" {
		attrs = append(attrs, slog.String("code", l.Code))
	}
	if l.Fault != nil {
		attrs = append(attrs, slog.Any("error", l.Fault))
		if p, ok := errors.AsType[*PanicError](l.Fault); ok {
			attrs = append(attrs, slog.String("stack", string(p.stack)))
		}
	}
	return attrs
}

// PanicError is a panic as an error.
type PanicError struct {
	value any
	stack []byte
}

func (p *PanicError) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// Guard runs f and turns a panic in it into a *[PanicError]. http.ErrAbortHandler,
// the server's own way to cut a connection, goes through.
func Guard(f func() error) (err error) {
	defer func() {
		switch r := recover(); r {
		case nil:
		case http.ErrAbortHandler:
			panic(r)
		default:
			err = &PanicError{r, debug.Stack()}
		}
	}()
	return f()
}
