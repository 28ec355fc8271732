package web

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/i18n"
	"marketd/market"
	"marketd/templates"
)

// typedTime is how browsers send an instant without its zone.
const typedTime = "2006-01-02T15:04"

// lengths are how long maintenance may be, to choose from.
var lengths = [...]time.Duration{
	15 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour, 8 * time.Hour, 12 * time.Hour, 24 * time.Hour,
}

// announcing is the form of a window as it was typed.
type announcing struct {
	from, long, zone, text string
}

// request reads the form. The zone is that of the page on which it was typed,
// whatever language is read now.
func (a announcing) request(listing string) (market.AnnounceRequest, error) {
	req := market.AnnounceRequest{Listing: listing, Text: a.text}
	if n, err := strconv.Atoi(a.long); err == nil {
		req.For = time.Duration(n) * time.Minute
	}
	if a.from == "" {
		return req, nil
	}
	from, err := time.ParseInLocation(typedTime, a.from, i18n.For(a.zone).Zone())
	if err != nil {
		return req, &market.Error{Kind: market.Invalid, Code: "MAINTENANCE_INVALID", Msg: errWhen.Message, Violations: []market.Violation{errWhen}}
	}
	req.From = from.UTC()
	return req, nil
}

var errWhen = market.Violation{
	Path:    "from",
	Message: market.Text{ZH: "这不是一个时间。", EN: "This is not a time."},
	Fix:     market.Text{ZH: "写成 2026-12-01T02:00 的样子；留空就是现在开始。", EN: "Write it as 2026-12-01T02:00; leave it empty to begin now."},
}

func (s *Server) maintenanceShow(c echo.Context) error {
	return s.showMaintenance(c, http.StatusOK, announcing{long: "60"}, nil)
}

func (s *Server) showMaintenance(c echo.Context, status int, typed announcing, wrong error) error {
	l, windows, err := s.Upkeep.Windows(c.Request().Context(), s.actor(c), c.Param("id"))
	if err != nil {
		return err
	}
	p := s.page(c, "upkeep.title", "")
	p.NoIndex = true
	p.Path = "/listings/" + url.PathEscape(l.ID) + "/maintenance"
	zone := templates.Or(typed.zone, p.Tag())
	v := &templates.MaintenanceView{
		ID: l.ID, Name: l.Entry.Name, Hold: string(l.Hold), From: typed.from, Zone: zone, ZoneName: p.T("upkeep.zone_" + zone), Text: typed.text,
		Problems: wrongWith(p, wrong),
	}
	for _, d := range lengths {
		n := strconv.Itoa(int(d / time.Minute))
		v.Lengths = append(v.Lengths, templates.Option{Value: n, Label: span(p, d), Selected: n == typed.long})
	}
	for _, m := range windows {
		v.Windows = append(v.Windows, templates.MaintenanceWindow{ID: m.ID, From: m.From, Until: m.Until, Text: m.Text, State: windowState(m, p.Now)})
	}
	return s.render(c, status, templates.Maintenance(p, v))
}

func windowState(m market.Maintenance, now time.Time) string {
	switch {
	case !m.CancelledAt.IsZero():
		return "cancelled"
	case m.Holds(now):
		return "running"
	case now.Before(m.From):
		return "planned"
	}
	return "over"
}

func (s *Server) maintenanceAnnounce(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	typed := announcing{from: f.Get("from"), long: f.Get("for"), zone: f.Get("zone"), text: plainLines(f.Get("text"))}
	if typed.zone != i18n.Chinese && typed.zone != i18n.English {
		typed.zone = language(c.Request())
	}
	req, err := typed.request(c.Param("id"))
	if err == nil {
		_, err = s.Upkeep.Announce(c.Request().Context(), s.actor(c), req)
	}
	switch e := asError(err); {
	case err == nil:
		s.say(c, "upkeep.announced")
		return c.Redirect(http.StatusSeeOther, "/listings/"+url.PathEscape(req.Listing)+"/maintenance")
	case e.Kind == market.Invalid:
		return s.showMaintenance(c, statusOf(e), typed, e)
	}
	return err
}

func (s *Server) maintenanceCancel(c echo.Context) error {
	id := c.Param("id")
	if err := s.Upkeep.CallOff(c.Request().Context(), s.actor(c), id, c.Param("window")); err != nil {
		return err
	}
	s.say(c, "upkeep.cancelled")
	return c.Redirect(http.StatusSeeOther, "/listings/"+url.PathEscape(id)+"/maintenance")
}

func (s *Server) listingPause(c echo.Context) error {
	id := c.Param("id")
	if err := s.Upkeep.Pause(c.Request().Context(), s.actor(c), id); err != nil {
		return err
	}
	s.say(c, "upkeep.pausedSaid")
	return c.Redirect(http.StatusSeeOther, "/listings/"+url.PathEscape(id)+"/maintenance#pause")
}

func (s *Server) listingResume(c echo.Context) error {
	id := c.Param("id")
	if err := s.Upkeep.Resume(c.Request().Context(), s.actor(c), id); err != nil {
		return err
	}
	s.say(c, "upkeep.resumedSaid")
	return c.Redirect(http.StatusSeeOther, "/listings/"+url.PathEscape(id)+"/maintenance#pause")
}
