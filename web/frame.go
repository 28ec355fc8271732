package web

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

	"github.com/labstack/echo/v4"

	"marketd/market"
)

const requestIDKey = "request-id"

// requestID names the request in its log line, its header and its error page.
func requestID(c echo.Context) string {
	id, _ := c.Get(requestIDKey).(string)
	return id
}

func newRequestID() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails
	return "req_" + hex.EncodeToString(b[:])
}

// frame is the outermost middleware: one id, one log line, one error page.
func (s *Server) frame(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		id, start := newRequestID(), time.Now()
		c.Set(requestIDKey, id)
		c.Response().Header().Set("X-Request-Id", id)
		err := guard(next, c)
		if err != nil && !c.Response().Committed {
			s.answer(c, err)
		}
		s.log(c, err, time.Since(start))
		return nil
	}
}

type panicError struct {
	value any
	stack []byte
}

func (p *panicError) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// guard turns a panic into an error.
func guard(next echo.HandlerFunc, c echo.Context) (err error) {
	defer func() {
		switch r := recover(); r {
		case nil:
		case http.ErrAbortHandler:
			panic(r) // the server's own way to cut a connection
		default:
			err = &panicError{r, debug.Stack()}
		}
	}()
	return next(c)
}

func (s *Server) log(c echo.Context, err error, took time.Duration) {
	r, w := c.Request(), c.Response()
	attrs := []slog.Attr{
		slog.String("id", requestID(c)), slog.String("method", r.Method), slog.String("route", c.Path()),
		slog.Int("status", w.Status), slog.Int64("bytes", w.Size), slog.Duration("took", took),
	}
	if a, ok := viewer(c); ok {
		attrs = append(attrs, slog.String("account", a.ID))
	}
	level := slog.LevelInfo
	if err != nil {
		attrs = append(attrs, slog.String("code", asError(err).Code))
	}
	if err != nil && market.KindOf(asError(err)) == market.Internal && !gone(r, err) {
		level = slog.LevelError
		attrs = append(attrs, slog.Any("error", err))
		if p, ok := errors.AsType[*panicError](err); ok {
			attrs = append(attrs, slog.String("stack", string(p.stack)))
		}
	}
	s.Log.LogAttrs(r.Context(), level, "request", attrs...)
}

// gone reports whether the request failed because its client went away.
func gone(r *http.Request, err error) bool {
	return errors.Is(err, context.Canceled) && errors.Is(r.Context().Err(), context.Canceled)
}
