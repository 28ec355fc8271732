package web

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
	"marketd/web/checkrun"
)

// checkResult is a check at work, or with its report.
func (s *Server) checkResult(c echo.Context) error {
	run, err := s.run(c, c.Param("id"))
	if err != nil {
		return err
	}
	p := s.page(c, "check.titleOf", "check")
	p.NoIndex = true
	p.Path = "/check/" + run.ID
	c.Response().Header().Set("Cache-Control", "private, no-store")
	v, err := s.checkView(c, p, run)
	if err != nil {
		return err
	}
	if v.Progress != nil {
		p.Refresh = 3
	}
	return s.render(c, http.StatusOK, templates.CheckResult(p, v))
}

func (s *Server) checkView(c echo.Context, p *templates.Page, run *checkrun.Run) (*templates.CheckedView, error) {
	req := run.Request()
	v := &templates.CheckedView{ID: run.ID, Name: checkedName(p, req.Entry.Server.URL), URL: req.Entry.Server.URL, ShareFor: int(market.ShareFor / (24 * time.Hour))}
	var wrong []templates.Problem
	state, _ := run.State()
	switch {
	case !state.Done:
		v.Progress = &templates.ProgressView{Events: "/check/" + run.ID + "/events", Step: string(state.Step)}
	case state.Err != nil:
		v.Failed = asError(state.Err).Msg.In(lang(p))
		wrong = formProblems(p, state.Err)
	default:
		v.Report = s.reportPage(p, &state.Examined, run.Alone())
		v.Report.Files = reportFiles("/check/" + run.ID)
		if v.Report.Report.At.IsZero() { // no server was asked
			v.Report.Report.At = state.Finished
		}
		v.Lead = summary(p, &state.Examined.Report)
		if err := s.addShared(c, v, run); err != nil {
			return nil, err
		}
	}
	v.Form = checkForm(p, asked{url: v.URL, profile: req.Profile, tools: run.Alone()}, run, wrong)
	if v.Report != nil && !run.Alone() {
		v.Form.TokenWanted = req.Token == "" && gated(&state.Examined.Report)
		v.Submit = pathWith("/submit", "url", v.URL)
		if req.Profile == "" { // all was asked that a submission is asked
			v.Submit = "/submit/checks/" + run.ID
		}
	}
	return v, nil
}

// checkedName is what was checked, as the head of a page.
func checkedName(p *templates.Page, address string) string {
	if address == "" {
		return p.T("check.listAlone")
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return address
	}
	return u.Host
}

// reportPage is all that a check found.
func (s *Server) reportPage(p *templates.Page, x *market.Examined, alone bool) *templates.ReportPage {
	r := &x.Report
	v := &templates.ReportPage{
		Report: reportView(p, r, &x.Probe), Findings: openFindings(p, r, &x.Probe, market.SeverityWarn), Alone: alone,
	}
	askedOnce(v)
	sayUnasked(p, v.Report)
	beside(v.Report, v.Findings)
	tools := market.ReadTools(x.Tools)
	v.Tools = s.toolViews(market.Entry{Server: market.Server{URL: r.URL}}, tools[:min(len(tools), maxToolsShown)])
	v.MoreTools = len(tools) - len(v.Tools)
	for i := range v.Tools {
		v.Tools[i].Mounted = "" // there is no name yet to mount it under
		if r.URL == "" {
			v.Tools[i].Curl = ""
		}
	}
	markRules(v.Tools, r)
	appraise(p, v.Tools, r)
	if !alone {
		v.Net = checkedFacts(p, x)
	}
	v.Transcript, v.Sent = exchangeViews(p, x.Probe.Exchanges)
	return v
}

// askedOnce has a report say that nobody looks again unless asked: a check is made
// once, where a submission is looked at again.
func askedOnce(v *templates.ReportPage) {
	v.Report.Once = true
	mark := func(findings []templates.FindingView) {
		for i := range findings {
			findings[i].Once = true
		}
	}
	mark(v.Findings)
	for _, g := range v.Report.Groups {
		for _, c := range g.Found {
			mark(c.Findings)
		}
	}
}

// sayUnasked has the checks of an entry's own words count for nothing where
// there is no entry.
func sayUnasked(p *templates.Page, r *templates.ReportView) {
	for i := range r.Groups {
		if g := &r.Groups[i]; g.Name == string(market.GroupMeta) && len(g.Found)+len(g.Passed) == 0 {
			g.Said = p.T("report.filledSince")
		}
	}
}

// checkedFacts is what was learnt below HTTP, in short.
func checkedFacts(p *templates.Page, x *market.Examined) []templates.FactView {
	facts := netFacts(p, &x.Probe)[1:] // the address stands above
	if x.Report.Digest != "" {
		facts = append(facts, templates.FactView{Label: p.T("tool.digest"), Text: templates.ShortDigest(x.Report.Digest)})
	}
	return facts
}

// reportFiles are the forms in which a report can be downloaded.
func reportFiles(base string) []templates.Link {
	var out []templates.Link
	for _, f := range reportFormats() {
		out = append(out, templates.Link{Label: f.label, URL: base + "/report." + f.ext})
	}
	return out
}

// startRun has begin start a check for this browser, and remembers whose it is.
func (s *Server) startRun(c echo.Context, begin func(visitor string) (*checkrun.Run, error)) (*checkrun.Run, error) {
	visitor := s.visitor(c)
	if visitor == "" {
		visitor = rand.Text()
	}
	run, err := begin(visitor)
	if err != nil {
		return nil, err
	}
	s.sessions.Put(c.Request().Context(), sessionVisitor, visitor) // only now: whoever is refused leaves nothing behind
	return run, nil
}
