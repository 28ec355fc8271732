package catalogapi

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/market/report"
)

// checkCreate checks a server or a list of tools for anyone and stores nothing.
func (s *Server) checkCreate(c echo.Context) error {
	form, err := formOf(c.Request())
	if err != nil {
		return err
	}
	leave, err := s.Admission.Enter(s.ClientIP(c.Request())) // before the body, which may be 4 MiB
	if err != nil {
		return err
	}
	defer leave()
	req, err := readChecking(c.Response(), c.Request())
	if err != nil {
		return err
	}
	if req.Profile, err = askedProfile(c.Request(), req.Profile); err != nil {
		return err
	}
	// A check may take longer than the server gives an answer; checkLimit holds instead.
	_ = http.NewResponseController(c.Response()).SetWriteDeadline(time.Time{})
	ctx, cancel := context.WithTimeout(c.Request().Context(), checkLimit)
	defer cancel()
	subject, err := s.checked(ctx, s.actor(c), req)
	if err != nil {
		return err
	}
	if form.name == formJSON {
		c.Response().Header().Add("Vary", "Accept")
		return send(c, http.StatusOK, subject.Report)
	}
	return s.sendReport(c, form, subject)
}

// checked makes the report.
func (s *Server) checked(ctx context.Context, actor market.Actor, req checking) (report.Subject, error) {
	if req.file == nil && req.bad == nil {
		x, err := s.Intake.Check(ctx, actor, req.SubmitRequest, nil)
		return report.Subject{Report: x.Report, Name: x.Report.URL, Local: x.Probe.Net.Lifted, Sent: x.Probe.Exchanges}, err
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return report.Subject{}, err
	}
	file := &report.File{Data: req.body, Fault: req.bad}
	subject := report.Subject{Name: "tools.json", File: file}
	if req.file != nil {
		file.List = *req.file
		subject.Report = s.Tools.CheckTools(file.List.Tools, settings)
	} else {
		subject.Report = s.Tools.RefuseTools(req.bad.Told(), settings)
	}
	return subject, nil
}

// form is a form of a report.
type form struct{ name, media string }

// The names of the forms.
const (
	formJSON     = "json"
	formSARIF    = "sarif"
	formMarkdown = "markdown"
	formText     = "text"
)

// forms in the order in which they are preferred where the client does not care.
func forms() []form {
	return []form{
		{formJSON, "application/json"},
		{formSARIF, "application/sarif+json"},
		{formMarkdown, "text/markdown"},
		{formText, "text/plain"},
	}
}

// formOf is the form that a request asks for: by ?format=, else by Accept (RFC
// 9110, 12.5.1). Who accepts none of them gets JSON.
func formOf(r *http.Request) (form, error) {
	all := forms()
	if q := r.URL.Query(); q.Has("format") {
		for _, f := range all {
			if f.name == q.Get("format") {
				return f, nil
			}
		}
		return form{}, wrongMember("/format", market.Text{ZH: "没有这种格式。", EN: "There is no such format."},
			market.Text{ZH: "写 json、sarif、markdown 或 text。", EN: "Write json, sarif, markdown or text."})
	}
	best, weight := all[0], 0.0
	for part := range strings.SplitSeq(strings.Join(r.Header.Values("Accept"), ","), ",") {
		media, params, err := mime.ParseMediaType(part)
		i := slices.IndexFunc(all, func(f form) bool { return f.media == media })
		if err != nil || i < 0 {
			continue
		}
		if q, err := strconv.ParseFloat(cmp.Or(params["q"], "1"), 64); err == nil && q > weight && q <= 1 {
			best, weight = all[i], q
		}
	}
	return best, nil
}

// sendReport answers with a report that is not JSON as it is.
func (s *Server) sendReport(c echo.Context, f form, subject report.Subject) error {
	lang := s.language(c.Request())
	var b bytes.Buffer
	media := f.media + "; charset=utf-8"
	var err error
	switch f.name {
	case formSARIF:
		media = f.media
		err = report.SARIF(&b, s.tool(lang), subject)
	case formMarkdown:
		err = report.Markdown(&b, subject, lang)
	default:
		err = report.Text(&b, subject, report.Style{Lang: lang, Columns: textColumns, Verbose: c.QueryParam("verbose") == "true"})
	}
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Cache-Control", "private, no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Language", string(lang))
	h.Add("Vary", "Accept, Accept-Language")
	return c.Stream(http.StatusOK, media, io.Reader(&b))
}

// textColumns is how wide a report as text is.
const textColumns = 100

// tool says in SARIF who judged, and where to read about the rules.
func (s *Server) tool(lang market.Lang) report.Tool {
	t := report.Tool{Lang: lang, Version: s.Version, Docs: s.RuleDocs}
	if s.BaseURL != "" {
		t.URL = s.BaseURL
		t.HelpURL = func(id string) string { return s.BaseURL + "/rules/" + url.PathEscape(id) }
	}
	return t
}
