package catalogapi

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
)

const badgeRoute = "/badge/:id/:file"

// errBadge is the error for a badge that there is none of: the kinds are
// uptime, health and tools, as .svg or .json.
var errBadge = market.NewError(market.NotFound, "BADGE_NOT_FOUND", market.Text{
	ZH: "没有这种徽章；有 uptime、health、tools 三种，后缀 .svg 或 .json。", EN: "There is no such badge: there are uptime, health and tools, each as .svg and .json.",
})

// badgeShow sends a badge of a listing. One of no listing says so, as a picture
// with status 404: who looks at a README sees why.
func (s *Server) badgeShow(c echo.Context) error {
	kind, form, _ := strings.Cut(c.Param("file"), ".")
	if form != "svg" && form != "json" || kind != "uptime" && kind != "health" && kind != "tools" {
		return errBadge
	}
	ctx, cancel := context.WithTimeout(c.Request().Context(), storeLimit)
	defer cancel()
	w := s.words(c)
	l, known := s.Catalog.Current().Listing(c.Param("id"))
	b := badge{label: w.T("badge." + kind), message: w.T("badge.unknown"), hue: hueMute, lang: w.Tag()}
	if known {
		var err error
		if b, err = s.badgeOf(ctx, w, &l, kind, c.QueryParam("range")); err != nil {
			return err
		}
	}
	body, media := b.svg(), "image/svg+xml"
	if form == "json" {
		var err error
		if body, err = b.json(!known); err != nil {
			return err
		}
		media = "application/json"
	}
	h := c.Response().Header()
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	if !known {
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Cache-Control", "public, max-age=60")
		h.Set("X-Content-Type-Options", "nosniff")
		return c.Blob(http.StatusNotFound, media, body)
	}
	return s.fresh(c, media, body, time.Time{})
}

// badgeOf says what a badge of a listing says.
func (s *Server) badgeOf(ctx context.Context, w Words, l *market.Listing, kind, span string) (badge, error) {
	b := badge{label: w.T("badge." + kind), hue: hueMute, lang: w.Tag()}
	switch kind {
	case "health":
		state := healthOf(l)
		b.message, b.hue = w.T("state."+string(state)), stateHue(state)
	case "tools":
		b.message, b.hue = strconv.Itoa(len(l.Tools)), hueGood
		if l.Health.Changed(l.Digest) {
			b.message, b.hue = b.message+" · "+w.T("badge.changed"), hueMild
		}
	default:
		span = cmp.Or(span, "30d")
		up, err := s.uptime(ctx, l.ID, span)
		if err != nil {
			return badge{}, err
		}
		b.label, b.message = b.label+" "+w.T("status.range"+span), w.T("badge.noData")
		if of, ok := up.Uptime(); ok {
			b.message, b.hue = share(of), shareHue(of)
		}
	}
	return b, nil
}

// uptime is what the listing's probes of a span came to.
func (s *Server) uptime(ctx context.Context, id, span string) (market.ProbeCounts, error) {
	u, err := s.History.Uptime(ctx, id)
	switch span {
	case "24h":
		return u.Day, err
	case "7d":
		return u.Week, err
	case "30d":
		return u.Month, err
	case "90d":
		return u.Quarter, err
	}
	return market.ProbeCounts{}, errRange
}

func healthOf(l *market.Listing) market.HealthState {
	if l.Health.State == "" {
		return market.HealthUnknown
	}
	return l.Health.State
}

func stateHue(state market.HealthState) string {
	switch state {
	case market.HealthUp:
		return hueGood
	case market.HealthDegraded:
		return hueMild
	case market.HealthGated:
		return hueTold
	case market.HealthDown, market.HealthGone:
		return hueBad
	case market.HealthUnknown:
	}
	return hueMute
}

func shareHue(of float64) string {
	switch {
	case of >= .995:
		return hueGood
	case of >= .95:
		return hueMild
	}
	return hueBad
}
