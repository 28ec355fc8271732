package web

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

var (
	errNoPage = market.NewError(market.NotFound, "PAGE_NOT_FOUND", market.Text{
		ZH: "这个地址没有页面；也许打错了字，也许它已搬走。", EN: "There is no page here; the address may be mistyped, or the page has moved.",
	})
	errTooLarge = market.NewError(market.TooLarge, "REQUEST_TOO_LARGE", market.Text{
		ZH: "提交的内容超过 256 KiB，没有收下。请删减后再交。", EN: "What you sent is larger than 256 KiB and was not taken. Shorten it and send it again.",
	})
	errMediaType = market.NewError(market.Malformed, "UNSUPPORTED_MEDIA_TYPE", market.Text{
		ZH: "这里只收网页表单（application/x-www-form-urlencoded）。什么也没有执行。程序请用接口。",
		EN: "This address takes the form of a page (application/x-www-form-urlencoded). Nothing was done. Programs use the API.",
	})
	errMalformed = market.NewError(market.Malformed, "REQUEST_MALFORMED", market.Text{
		ZH: "这次提交读不懂，没有执行。请回到上一页重试。", EN: "What was sent could not be read. Go back and try again.",
	})
)

// asError gives every error its public face. A cause stays for the log.
func asError(err error) *market.Error {
	if e, ok := errors.AsType[*market.Error](err); ok {
		return e
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return errTooLarge
	}
	if he, ok := errors.AsType[*echo.HTTPError](err); ok {
		switch he.Code {
		case http.StatusNotFound:
			return errNoPage
		case http.StatusMethodNotAllowed:
			return market.ErrMethodNotAllowed
		case http.StatusRequestEntityTooLarge:
			return errTooLarge
		case http.StatusUnsupportedMediaType:
			return errMediaType
		case http.StatusBadRequest:
			return errMalformed
		}
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return market.ErrTimedOut
	}
	return market.ErrInternal
}

// statusOf is the status of an error.
func statusOf(e *market.Error) int {
	switch e {
	case market.ErrMethodNotAllowed:
		return http.StatusMethodNotAllowed
	case errMediaType:
		return http.StatusUnsupportedMediaType
	}
	return e.Kind.Status()
}

// answer writes the error's page. The request's context may be dead by now
// (its deadline is often why we are here), and templ renders nothing under a
// dead context, so the page is rendered without it.
func (s *Server) answer(c echo.Context, err error) {
	r := c.Request()
	if gone(r, err) {
		return
	}
	c.SetRequest(r.WithContext(context.WithoutCancel(r.Context())))
	e := asError(err)
	status := statusOf(e)
	s.retryAfter(c, e)
	p := s.page(c, "error.title_"+strconv.Itoa(status), "")
	p.NoIndex = true
	view := templates.ErrorView{
		Status: status, Code: e.Code, Lead: e.Msg.In(market.Lang(p.Tag())), RequestID: requestID(c),
		Problems: problems(p, e), SignIn: status == http.StatusUnauthorized,
		Reload: r.Method == http.MethodGet && status >= http.StatusInternalServerError,
	}
	if errors.Is(e, market.ErrListingNotFound) {
		view.Query = c.Param("id")
		view.Near = s.near(c.Param("id"))
	}
	if renderErr := s.render(c, status, templates.Error(p, view)); renderErr != nil {
		s.Log.ErrorContext(c.Request().Context(), "error page not rendered", slog.Any("error", renderErr))
		if !c.Response().Committed {
			http.Error(c.Response(), http.StatusText(status), status)
		}
	}
}

// retryAfter says when to come back, where the status asks for it.
func (s *Server) retryAfter(c echo.Context, e *market.Error) {
	if n := e.RetrySeconds(); n > 0 {
		c.Response().Header().Set("Retry-After", strconv.Itoa(n))
	}
}
