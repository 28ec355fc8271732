package web

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/market/report"
)

// reportFormat is a form in which a report can be downloaded.
type reportFormat struct {
	label, ext, mediaType string
	write                 func(*Server, io.Writer, report.Subject, market.Lang) error
}

// fileColumns is where lines of a downloaded text wrap.
const fileColumns = 100

func reportFormats() []reportFormat {
	return []reportFormat{
		{"JSON", "json", "application/json", func(_ *Server, w io.Writer, s report.Subject, _ market.Lang) error { return report.JSON(w, s) }},
		{"SARIF", "sarif", "application/sarif+json", (*Server).writeSARIF},
		{"Markdown", "md", "text/markdown; charset=utf-8", func(_ *Server, w io.Writer, s report.Subject, l market.Lang) error { return report.Markdown(w, s, l) }},
		{"TXT", "txt", "text/plain; charset=utf-8", func(_ *Server, w io.Writer, s report.Subject, l market.Lang) error {
			return report.Text(w, s, report.Style{Lang: l, Columns: fileColumns, Verbose: true})
		}},
	}
}

func (s *Server) writeSARIF(w io.Writer, sub report.Subject, l market.Lang) error {
	tool := report.Tool{Lang: l, URL: s.BaseURL, Docs: s.RuleDocs}
	if s.BaseURL != "" {
		tool.HelpURL = func(id string) string { return s.BaseURL + "/rules/" + url.PathEscape(id) }
	}
	return report.SARIF(w, tool, sub)
}

// checkFile is a check's report as a file.
func (s *Server) checkFile(c echo.Context) error {
	run, err := s.run(c, c.Param("id"))
	if err != nil {
		return err
	}
	state, _ := run.State()
	if !state.Done || state.Err != nil {
		return errNoReport
	}
	return s.sendReport(c, &state.Examined)
}

// sharedFile is a shared report as a file.
func (s *Server) sharedFile(c echo.Context) error {
	shared, err := s.Sharing.Shared(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	c.Response().Header().Set("X-Robots-Tag", "noindex, nofollow")
	x := sharedExamined(shared)
	return s.sendReport(c, &x)
}

// errNoReport is a file asked for before there is one, or in no form of ours.
var errNoReport = market.NewError(market.NotFound, "NO_SUCH_FILE", market.Text{
	ZH: "没有这个文件：检查没有做完，或没有这种格式。", EN: "There is no such file: the check is not done, or the format is none of ours.",
})

// sendReport answers with a report in the form that the address names.
func (s *Server) sendReport(c echo.Context, x *market.Examined) error {
	for _, f := range reportFormats() {
		if c.Param("file") != "report."+f.ext {
			continue
		}
		p := words(c)
		sub := report.Subject{Report: x.Report, Name: checkedName(p, x.Report.URL), Sent: x.Probe.Exchanges}
		if x.Report.URL != "" {
			sub.Name = x.Report.URL
		}
		var b bytes.Buffer
		if err := f.write(s, &b, sub, lang(p)); err != nil {
			return err
		}
		h := c.Response().Header()
		h.Set(echo.HeaderContentType, f.mediaType)
		h.Set(echo.HeaderContentDisposition, `attachment; filename="`+fileName(x.Report.URL)+"."+f.ext+`"`)
		if err := send(c, http.StatusOK, &b); err != nil && !errors.Is(err, errClientLeft) {
			return err
		}
		return nil
	}
	return errNoReport
}

// fileName names a report after the server's host.
func fileName(address string) string {
	host := "tools"
	if u, err := url.Parse(address); err == nil && u.Hostname() != "" {
		host = u.Hostname()
	}
	host = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return '-'
	}, host)
	return "marketd-" + strings.Trim(host[:min(len(host), 80)], ".-")
}
