package web

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/market/toollist"
	"marketd/templates"
	"marketd/web/checkrun"
)

// A list of tools may be as long as an answer to a probe. A pasted one is shown
// again with what is wrong with it, when it is not longer than this.
const (
	maxUpload     = toollist.MaxBytes + 64<<10 // with the parts' heads around it
	maxPastedBack = 64 << 10
)

// checkTools takes the form for a list of tools: pasted, or as a file, which
// wins over what was pasted.
func (s *Server) checkTools(c echo.Context) error {
	a := asked{tools: true}
	run, err := s.startRun(c, func(visitor string) (*checkrun.Run, error) {
		return s.runs.StartTools(visitor, s.ClientIP(c.Request()), func() (checkrun.Tools, error) {
			data, pasted, err := readUpload(c.Request())
			if err != nil {
				return checkrun.Tools{}, err
			}
			if len(pasted) <= maxPastedBack {
				a.text = pasted
			}
			return readTools(words(c), data)
		})
	})
	if err != nil {
		return s.refuseCheck(c, a, nil, err)
	}
	return c.Redirect(http.StatusSeeOther, "/check/"+run.ID)
}

// readUpload reads the list from a form's parts, which come in any order.
func readUpload(r *http.Request) (data []byte, pasted string, err error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, "", errMalformed
	}
	var file []byte
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, "", uploadError(err)
		}
		text, err := readPart(part)
		if err != nil {
			return nil, "", uploadError(err)
		}
		switch part.FormName() {
		case "file":
			file = text
		case "tools":
			pasted = string(text)
		}
	}
	if len(file) > 0 {
		return file, pasted, nil
	}
	return []byte(pasted), pasted, nil
}

// readPart reads one byte more than a list may have, so that one which is too
// long is seen to be.
func readPart(part *multipart.Part) ([]byte, error) {
	return io.ReadAll(io.LimitReader(part, toollist.MaxBytes+1))
}

func uploadError(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return errListTooLarge
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return market.ErrTimedOut
	}
	return errMalformed
}

// readTools reads a list. What looks like one and is no strict JSON is a list
// with a fault, on which there is a report.
func readTools(p *templates.Page, data []byte) (checkrun.Tools, error) {
	list, err := toollist.Read(data)
	if fault, ok := errors.AsType[*toollist.Fault](err); ok {
		told := fault.Told()
		return checkrun.Tools{Fault: &told}, nil
	}
	if err == nil {
		return checkrun.Tools{List: list.Tools}, nil
	}
	message := p.T("check.noList")
	if none, ok := errors.AsType[*toollist.ErrNone](err); ok && len(data) > 0 {
		message = p.T("check.notList", none.Is.In(lang(p)))
	}
	text := market.Text{ZH: message, EN: message} // in the visitor's language already
	return checkrun.Tools{}, &market.Error{Kind: market.Invalid, Code: "TOOLS_UNREADABLE", Msg: text, Violations: []market.Violation{{Path: "tools", Message: text}}}
}

var errListTooLarge = market.NewError(market.TooLarge, "TOOLS_TOO_LARGE", market.Text{
	ZH: "这份列表超过 4 MiB，没有收下。应用和客户端也不会读这么长的列表。", EN: "This list is larger than 4 MiB and was not taken. Apps and clients do not read a list of that length either.",
})

// uploadOnly refuses a body that is no form with a file.
func uploadOnly(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		kind, _, err := mime.ParseMediaType(c.Request().Header.Get(echo.HeaderContentType))
		if err != nil || !strings.EqualFold(kind, echo.MIMEMultipartForm) {
			return errMediaType
		}
		return next(c)
	}
}
