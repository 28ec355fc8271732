package web

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

// recheckRefresh is after how many seconds a listing's page that waits for a
// check loads itself anew.
const recheckRefresh = 3

// recheck has a listing probed at once, for anybody who is signed in.
func (s *Server) recheck(c echo.Context) error {
	id := c.Param("id")
	claim, err := s.Watch.CheckNow(c.Request().Context(), s.actor(c), id)
	to := "/listings/" + url.PathEscape(id)
	switch e := asError(err); {
	case err == nil:
		return c.Redirect(http.StatusSeeOther, to+"?checking="+strconv.FormatInt(claim.Number, 10)+"#acts")
	case e.Kind == market.TooMany, e.Kind == market.Conflict, e.Kind == market.Forbidden:
		s.retryAfter(c, e)
		return s.showRefused(c, e, to)
	}
	return err
}

// showRefused says why the check was not made, and leads back.
func (s *Server) showRefused(c echo.Context, e *market.Error, back string) error {
	p := s.page(c, "recheck.refused", "")
	p.NoIndex = true
	p.Path = back
	v := templates.AskView{Lead: e.Msg.In(lang(p)), Back: back, BackTo: p.T("recheck.back")}
	return s.render(c, statusOf(e), templates.Ask(p, v))
}

// checking is the claim of the check that the page waits for, 0 when there is none.
func checking(c echo.Context) int64 {
	claim, err := strconv.ParseInt(c.QueryParam("checking"), 10, 64)
	if err != nil {
		return 0
	}
	return claim
}

// listingActs are what the visitor can do about the listing. While the check
// that its address names is under way the page loads itself anew, with or
// without script.
func (s *Server) listingActs(c echo.Context, p *templates.Page, l *market.Listing) (*templates.ListingActs, error) {
	a, signed := viewer(c)
	v := &templates.ListingActs{ID: l.ID, Signed: signed, Owner: signed && a.ID == l.Owner, Hold: string(l.Hold)}
	if a.Role.Reviews() {
		v.Desk = "/desk/complaints/" + url.PathEscape(l.ID)
	}
	v.Check = signed && (l.Hold == market.HoldNone || l.Hold == market.HoldQuarantined && (v.Owner || a.Role.Reviews()))
	claim := checking(c)
	if claim <= 0 {
		return v, nil
	}
	at, err := s.Watch.Claimed(c.Request().Context(), l.ID)
	switch {
	case errors.Is(err, market.ErrListingNotFound):
		return v, nil
	case err != nil:
		return nil, err
	case at.Folded >= claim:
		v.Said = p.T("recheck.done")
	case at.Claim >= claim && at.Live:
		v.Pending = true
		p.NoIndex = true
		c.Response().Header().Set("Refresh", strconv.Itoa(recheckRefresh))
	case at.Claim >= claim:
		v.Said = p.T("recheck.lost")
	}
	return v, nil
}
