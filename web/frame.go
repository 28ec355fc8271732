package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/market/requestlog"
)

const requestIDKey = "request-id"

// requestID names the request in its log line, its header and its error page.
func requestID(c echo.Context) string {
	id, _ := c.Get(requestIDKey).(string)
	return id
}

// frame is the outermost middleware: one id, one log line, one error page.
func (s *Server) frame(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		id, start := requestlog.NewID(), time.Now()
		c.Set(requestIDKey, id)
		c.Response().Header().Set(requestlog.Header, id)
		err := requestlog.Guard(func() error { return next(c) })
		if err != nil && !c.Response().Committed {
			s.answer(c, err)
		}
		s.log(c, err, time.Since(start))
		return nil
	}
}

func (s *Server) log(c echo.Context, err error, took time.Duration) {
	r, w := c.Request(), c.Response()
	line := requestlog.Line{ID: requestID(c), Method: r.Method, Route: c.Path(), Status: w.Status, Bytes: w.Size, Took: took}
	if a, ok := viewer(c); ok {
		line.Account = a.ID
	}
	if err != nil {
		line.Code = asError(err).Code
	}
	if err != nil && market.KindOf(asError(err)) == market.Internal && !gone(r, err) {
		line.Fault = err
	}
	line.Write(r.Context(), s.Log)
}

// gone reports whether the request failed because its client went away.
func gone(r *http.Request, err error) bool {
	return errors.Is(err, errClientLeft) || errors.Is(err, context.Canceled) && errors.Is(r.Context().Err(), context.Canceled)
}
