package catalogapi

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"marketd/market"
)

// Problem is an error's answer: problem details (RFC 9457) and, for who parses
// the answers of the app's own actions, their ok and error.
type Problem struct {
	// Type is about:blank: the code says what sort of problem it is.
	Type string `json:"type"`
	// Title is the phrase of the status.
	Title string `json:"title"`
	// Status is the HTTP status.
	Status int `json:"status"`
	// Detail says what happened and what to do, in the language asked for.
	Detail string `json:"detail"`
	// Instance names this one occurrence, for a report of it: # and the request's id, as in the header X-Request-Id.
	Instance string `json:"instance"`
	// Code is the stable name of the problem.
	Code string `json:"code" jsonschema:"pattern=^[A-Z][A-Z0-9_]*$"`
	// OK is false.
	OK bool `json:"ok" jsonschema:"enum=false"`
	// Error is the code and the detail: "CODE: detail".
	Error string `json:"error"`
	// Violations are the places at which the request breaks a rule.
	Violations []ProblemViolation `json:"violations"`
}

// ProblemViolation is one place at which a request breaks a rule.
type ProblemViolation struct {
	// Rule is the id of the rule.
	Rule string `json:"rule"`
	// Path is a JSON pointer (RFC 6901) into the request's body.
	Path string `json:"path"`
	// Message says what is wrong, in the language asked for.
	Message string `json:"message"`
	// Fix says what to do, in the language asked for.
	Fix string `json:"fix"`
}

// httpError is an error of HTTP itself, which the domain knows nothing of.
type httpError struct {
	status int
	shown  market.Error
}

func (e *httpError) Error() string { return e.shown.Error() }

var (
	errMethod    = &httpError{status: http.StatusMethodNotAllowed, shown: *market.ErrMethodNotAllowed}
	errMediaType = &httpError{status: http.StatusUnsupportedMediaType, shown: market.Error{
		Kind: market.Malformed, Code: "UNSUPPORTED_MEDIA_TYPE",
		Msg: market.Text{ZH: "请用 Content-Type: application/json 发送 UTF-8 的 JSON，不要压缩。", EN: "Send JSON in UTF-8 with Content-Type: application/json, not compressed."},
	}}
	errNoRoute = market.NewError(market.NotFound, "NOT_FOUND", market.Text{
		ZH: "没有这个接口；请核对地址。", EN: "There is no such address; check the path.",
	})
)

// public turns any error into the one that may be shown, with its status.
func public(err error) (*market.Error, int) {
	if e, ok := errors.AsType[*httpError](err); ok {
		return &e.shown, e.status
	}
	if e, ok := errors.AsType[*market.Error](err); ok && e.Kind != market.Internal {
		return e, e.Kind.Status()
	}
	if e, ok := errors.AsType[*echo.HTTPError](err); ok {
		switch e.Code {
		case http.StatusNotFound:
			return errNoRoute, e.Code
		case http.StatusMethodNotAllowed:
			return &errMethod.shown, e.Code
		}
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return market.ErrTimedOut, http.StatusServiceUnavailable
	}
	return market.ErrInternal, http.StatusInternalServerError
}

// fail answers with the problem that err is, and returns its code.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, id string, err error) (code string) {
	e, status := public(err)
	lang := s.language(r)
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Content-Language", string(lang))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Add("Vary", "Accept-Language")
	if status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", `Cookie realm="market"`) // RFC 9110, 11.6.1 wants a challenge
	}
	if n := e.RetrySeconds(); n > 0 {
		h.Set("Retry-After", strconv.Itoa(n))
	}
	body, err := marshal(problemOf(e, status, id, lang))
	if err != nil { // a struct of texts and numbers: cannot be
		body = nil
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) //nolint:gosec // JSON, with nosniff
	}
	return e.Code
}

func problemOf(e *market.Error, status int, id string, lang market.Lang) Problem {
	p := Problem{
		Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: e.Msg.In(lang), Instance: "#" + id,
		Code: e.Code, Error: e.Code + ": " + e.Msg.In(lang), Violations: []ProblemViolation{},
	}
	for _, v := range e.Violations {
		p.Violations = append(p.Violations, ProblemViolation{Rule: v.Rule, Path: bodyPath(v.Path), Message: v.Message.In(lang), Fix: v.Fix.In(lang)})
	}
	return p
}

// bodyPath makes a rule's pointer one into the body, whose top is the entry.
func bodyPath(pointer string) string {
	if rest, ok := strings.CutPrefix(pointer, "/entry"); ok && (rest == "" || rest[0] == '/') {
		return rest
	}
	return pointer
}
