package web

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
	"marketd/web/checkrun"
)

// sharer is who may take a shared report back: the account, or this browser;
// "" for a browser that never started a check.
func (s *Server) sharer(c echo.Context) string {
	if a, ok := viewer(c); ok {
		return "account/" + a.ID
	}
	visitor := s.visitor(c)
	if visitor == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(visitor)) // what is kept opens no check
	return "visitor/" + hex.EncodeToString(sum[:16])
}

// checkShare makes a lasting public link to a check's report.
func (s *Server) checkShare(c echo.Context) error {
	run, err := s.run(c, c.Param("id"))
	if err != nil {
		return err
	}
	state, _ := run.State()
	if !state.Done || state.Err != nil {
		s.say(c, "check.shareWait")
		return c.Redirect(http.StatusSeeOther, "/check/"+run.ID)
	}
	if _, err := s.sharedOf(c, run); err != nil { // forgets one that was taken back
		return err
	}
	id, err := run.Share(func() (market.SharedReport, error) {
		return s.Sharing.Share(c.Request().Context(), market.ShareRequest{
			Report: state.Examined.Report, Sent: state.Examined.Probe.Exchanges, Token: run.Request().Token,
			Owner: s.sharer(c), Client: s.ClientIP(c.Request()),
		})
	})
	if err != nil {
		return err
	}
	s.say(c, "check.shared")
	return c.Redirect(http.StatusSeeOther, "/reports/"+id)
}

// sharedOf is the id of a check's shared report; "" when there is none any more.
func (s *Server) sharedOf(c echo.Context, run *checkrun.Run) (string, error) {
	id := run.Shared()
	if id == "" {
		return "", nil
	}
	_, err := s.Sharing.Shared(c.Request().Context(), id)
	if errors.Is(err, market.ErrReportNotFound) {
		run.Unshare()
		return "", nil
	}
	return id, err
}

func (s *Server) addShared(c echo.Context, v *templates.CheckedView, run *checkrun.Run) error {
	id, err := s.sharedOf(c, run)
	if id != "" {
		v.Shared = "/reports/" + id
	}
	return err
}

// sharedShow is a report behind a public link.
func (s *Server) sharedShow(c echo.Context) error {
	shared, err := s.Sharing.Shared(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	p := s.page(c, "shared.title", "check")
	p.NoIndex = true
	c.Response().Header().Set("X-Robots-Tag", "noindex, nofollow")
	owner := s.sharer(c)
	a, _ := viewer(c)
	base := "/reports/" + url.PathEscape(shared.ID)
	v := &templates.SharedView{
		ID: shared.ID, Name: checkedName(p, shared.Report.URL), URL: shared.Report.URL, Link: s.reached(c) + base,
		Lead: summary(p, &shared.Report), At: shared.At, Expires: shared.Expires,
		Mine: owner != "" && owner == shared.Owner || a.Role.Reviews(), Again: "/check",
	}
	if shared.Report.URL != "" {
		v.Again = pathWith("/check", "url", shared.Report.URL)
	}
	x := sharedExamined(shared)
	v.Report = s.reportPage(p, &x, shared.Report.URL == "")
	v.Report.Files = reportFiles(base)
	if v.Report.Report.At.IsZero() {
		v.Report.Report.At = shared.At
	}
	return s.render(c, http.StatusOK, templates.SharedReport(p, v))
}

// sharedExamined is what a shared report keeps of a look.
func sharedExamined(r market.SharedReport) market.Examined {
	x := market.Examined{Report: r.Report, Probe: market.Probe{URL: r.Report.URL, At: r.Report.At, SDK: r.Report.SDK, Exchanges: r.Sent}}
	for _, e := range r.Sent {
		x.Probe.Took += e.Took
	}
	return x
}

// sharedDelete ends a public link.
func (s *Server) sharedDelete(c echo.Context) error {
	if err := s.Sharing.TakeBack(c.Request().Context(), s.actor(c), s.sharer(c), c.Param("id")); err != nil {
		return err
	}
	s.say(c, "shared.gone")
	return c.Redirect(http.StatusSeeOther, "/check")
}

// reached is how this visitor reaches us: "https://market.example".
func (s *Server) reached(c echo.Context) string {
	if s.BaseURL != "" {
		return strings.TrimSuffix(s.BaseURL, "/")
	}
	return c.Scheme() + "://" + c.Request().Host
}
