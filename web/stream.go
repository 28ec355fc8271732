package web

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
)

const (
	streamLife   = 10 * time.Minute // a browser opens an ended stream anew
	heartbeat    = 15 * time.Second // keeps proxies from closing a quiet stream
	streamWrites = 10 * time.Second // for one write to a slow client
)

// stream answers with server-sent events for as long as f runs: until the
// client goes away, the server stops, or the stream has lived long enough. f
// sends with send; event and data hold no line breaks.
func (s *Server) stream(c echo.Context, f func(ctx context.Context, send func(event, data string) error) error) error {
	leave, err := s.streams.enter(s.streamer(c))
	if err != nil {
		return err
	}
	defer leave()
	ctx, cancel := context.WithTimeout(c.Request().Context(), streamLife)
	defer cancel()
	defer context.AfterFunc(s.closing, cancel)()

	h := c.Response().Header()
	h.Set(echo.HeaderContentType, "text/event-stream")
	h.Set(echo.HeaderCacheControl, "no-store")
	h.Set("X-Accel-Buffering", "no") // nginx would hold the events back
	rc := http.NewResponseController(c.Response())
	c.Response().WriteHeader(http.StatusOK)
	write := func(text string) error {
		// The server's write deadline is for pages. A writer that cannot set its
		// own keeps the server's: the stream then ends with it and is opened anew.
		_ = rc.SetWriteDeadline(time.Now().Add(streamWrites))
		if _, err := c.Response().Write([]byte(text)); err != nil {
			return err
		}
		return rc.Flush()
	}
	if err := write("retry: 2000\n\n"); err != nil {
		return nil // gone already
	}
	err = f(ctx, func(event, data string) error {
		if event == "" {
			return write(": \n\n")
		}
		return write(fmt.Sprintf("event: %s\ndata: %s\n\n", event, strings.Map(oneLine, data)))
	})
	if err != nil && ctx.Err() == nil {
		return err // for the log: the client has a stream, not a page
	}
	return nil
}

// streamer is whose stream a request opens: the account's, so that those who
// share an address do not take each other's, or the client's.
func (s *Server) streamer(c echo.Context) string {
	if a, ok := viewer(c); ok {
		return "account " + a.ID
	}
	return "client " + market.ClientKey(s.ClientIP(c.Request()))
}

func oneLine(r rune) rune {
	if r == '\n' || r == '\r' {
		return ' '
	}
	return r
}
