package web

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/i18n"
	"marketd/market"
	"marketd/templates"
)

const (
	incidentsPage = 20
	maxIncidents  = 1000 // of a listing, that one can page through
)

// healthRoutes lists what tells of health.
func (s *Server) healthRoutes(e *echo.Echo) {
	get(e, "/status", s.statusShow)
	get(e, "/listings/:id/health", s.healthShow)
	get(e, "/listings/:id/health/:file", s.transcriptShow)
}

// healthShow is the whole story of how a listing's server does.
func (s *Server) healthShow(c echo.Context) error {
	ctx := c.Request().Context()
	l, ok := s.Catalog.Current().Page(c.Param("id"))
	if !ok {
		return market.ErrListingNotFound
	}
	st, err := s.story(ctx, l.ID)
	if err != nil {
		return err
	}
	if l.Health, err = s.Standing.Health(ctx, l.ID); err != nil { // the catalog's is as old as its last change
		return err
	}
	p := s.page(c, "health.title", "home")
	p.Title = p.T("health.of", templates.Inert(templates.Clip(l.Entry.Name, 120)))
	page := pageNumber(c)
	p.NoIndex = l.Hold != market.HoldNone || page > 1
	base := "/listings/" + url.PathEscape(l.ID)
	v := &templates.HealthView{
		ID: l.ID, Name: l.Entry.Name, URL: base, Status: statusView(p, l, st), Counts: countsText(p, s.Watch.Thresholds, &l.Health),
		Next: l.Health.NextProbe, Due: !l.Health.NextProbe.After(p.Now), Cert: certView(p, l.Health.CertUntil),
		JSON: "/api/v1/packages/" + url.PathEscape(l.ID) + "/health?range=90d", Feed: base + "/feed.atom?lang=" + p.Tag(),
	}
	v.Status.Every = span(p, s.Every)
	v.Phases, v.PhasesAt = phases(p, st.probes)
	if err := s.incidentPage(ctx, p, v, l.ID, page); err != nil {
		return err
	}
	if l.Hold == market.HoldNone {
		if v.Transcripts, err = s.transcripts(ctx, p, l.ID); err != nil {
			return err
		}
	}
	p.Feed = v.Feed
	return s.render(c, http.StatusOK, templates.Health(p, v))
}

// incidentPage fills in one page of the listing's incidents.
func (s *Server) incidentPage(ctx context.Context, p *templates.Page, v *templates.HealthView, id string, page int) error {
	first := (page - 1) * incidentsPage
	if first >= maxIncidents {
		v.First = v.URL + "/health"
		return nil
	}
	all, err := s.History.Incidents(ctx, market.IncidentFilter{Listing: id, Limit: first + incidentsPage + 1})
	if err != nil {
		return err
	}
	if page > 1 && len(all) <= first {
		v.First = v.URL + "/health"
		return nil
	}
	rest := all[first:]
	v.Said, v.Before, v.After = paging(p, page, incidentsPage, len(rest), func(n string) string { return pathWith(v.URL+"/health", "page", n) + "#incidents" })
	v.Incidents = incidentViews(p, rest[:min(len(rest), incidentsPage)])
	return nil
}

// countsText says where the state machine stands and what would move it (rule CRN).
func countsText(p *templates.Page, t market.Thresholds, h *market.Health) []string {
	var out []string
	add := func(key string, args ...any) { out = append(out, p.T("health.count_"+key, args...)) }
	switch {
	case h.State == "" || h.State == market.HealthUnknown && h.Failures == 0:
		add("unknown")
	case h.State == market.HealthDegraded && h.Failures > 0:
		add("degraded", h.Failures, p.Between(h.FailedAt, time.Time{}, p.Now), p.Long(t.Down))
	case h.State == market.HealthDown && h.Failures > 0:
		add("down", p.Between(h.Since, time.Time{}, p.Now), p.Long(t.Gone), p.Day(h.Since.Add(t.Gone), p.Now))
	case h.State == market.HealthGone && h.Failures > 0:
		add("gone")
	case h.Failures > 0:
		add("failing", h.Failures, p.Between(h.FailedAt, time.Time{}, p.Now), t.Failures, span(p, t.Span))
	case h.State == market.HealthUp, h.State == market.HealthGated:
		add("fine", t.Failures, span(p, t.Span))
	}
	if h.State != market.HealthUp && h.State != market.HealthUnknown && h.Successes > 0 {
		add("returning", h.Successes, t.Successes)
	}
	if h.State != market.HealthGated && h.Gates > 0 {
		add("gates", h.Gates)
	}
	if !h.SilentFor.IsZero() {
		add("silent", p.Between(h.SilentFor, time.Time{}, p.Now))
	}
	return out
}

// certView tells when a certificate chain expires, with the warnings of rule CRN
// at 21 and 7 days; nil without TLS.
func certView(p *templates.Page, until time.Time) *templates.CertView {
	if until.IsZero() {
		return nil
	}
	left := until.Sub(p.Now)
	days := int(left / (24 * time.Hour))
	v := &templates.CertView{State: "pass", Word: p.N("health.certDays", days), Until: until}
	switch {
	case left <= 0:
		v.State, v.Word = "reject", p.T("health.certOver")
	case days < 7:
		v.State = "reject"
	case days < 21:
		v.State = "warn"
	}
	return v
}

// phases is the last good probe as a waterfall: what came after what, and how long.
func phases(p *templates.Page, probes []market.ProbeRecord) ([]templates.PhaseView, time.Time) {
	for _, r := range probes {
		if r.Reason != market.ReasonOK || r.Took <= 0 {
			continue
		}
		var out []templates.PhaseView
		at := time.Duration(0)
		add := func(key string, d time.Duration) {
			if d = min(d, r.Took-at); d <= 0 {
				return
			}
			out = append(out, templates.PhaseView{
				Label: p.T("health.phase_" + key), Took: i18n.Duration(d), From: int(1000 * at / r.Took), Width: int(1000 * d / r.Took),
			})
			at += d
		}
		add("dns", r.DNS)
		add("connect", r.Connect)
		add("tls", r.TLS)
		add("wait", r.FirstByte)
		add("rest", r.Took-at)
		return append(out, templates.PhaseView{Label: p.T("health.phase_done"), Took: i18n.Duration(r.Took), Width: 1000}), r.At
	}
	return nil, time.Time{}
}
