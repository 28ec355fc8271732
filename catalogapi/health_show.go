package catalogapi

import (
	"cmp"
	"context"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
)

var (
	errRange = market.NewError(market.Invalid, "RANGE_INVALID", market.Text{
		ZH: "range 只能是 24h、7d、30d、90d 或 1y（徽章没有 1y）。", EN: "range must be 24h, 7d, 30d, 90d or 1y; badges have no 1y.",
	})
	errStep = market.NewError(market.Invalid, "STEP_INVALID", market.Text{
		ZH: "step 要写成 5m、1h、24h 这样的时长。", EN: "step must be a length of time such as 5m, 1h or 24h.",
	})
)

const longestSpan = "1y"

// spans are the ranges that can be asked for, with the step of each unless
// another is asked for.
var spans = map[string]struct{ length, step time.Duration }{
	"24h":       {24 * time.Hour, 5 * time.Minute},
	"7d":        {7 * 24 * time.Hour, time.Hour},
	"30d":       {30 * 24 * time.Hour, 24 * time.Hour},
	"90d":       {90 * 24 * time.Hour, 24 * time.Hour},
	longestSpan: {365 * 24 * time.Hour, 24 * time.Hour},
}

// healthShow tells how a listing's server does, and did.
func (s *Server) healthShow(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), storeLimit)
	defer cancel()
	l, ok := s.Catalog.Current().Listing(c.Param("id"))
	if !ok {
		return market.ErrListingNotFound
	}
	span, ok := spans[cmp.Or(c.QueryParam("range"), "24h")]
	if !ok {
		return errRange
	}
	if asked := c.QueryParam("step"); asked != "" {
		var err error
		if span.step, err = time.ParseDuration(asked); err != nil {
			return errStep
		}
	}
	body, err := s.healthOf(ctx, l.ID, span.length, span.step)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Link", `</schemas/health.json>; rel="describedby"`)
	return s.fresh(c, "application/json", body, time.Time{})
}

func (s *Server) healthOf(ctx context.Context, id string, length, step time.Duration) ([]byte, error) {
	now := s.Clock.Now()
	if step < time.Second || step > length { // what is finer than our instants divides nothing
		return nil, market.ErrRangeInvalid
	}
	until := alignDown(now, step).Add(step) // the step that is under way is one of them
	from := until.Add(-length)
	steps, err := s.History.Range(ctx, id, from, until, step)
	if err != nil {
		return nil, err
	}
	uptimes, err := s.History.Uptime(ctx, id)
	if err != nil {
		return nil, err
	}
	incidents, err := s.History.Incidents(ctx, market.IncidentFilter{Listing: id, Since: from})
	if err != nil {
		return nil, err
	}
	windows, err := s.Standing.Windows(ctx, id, 20)
	if err != nil {
		return nil, err
	}
	present, err := s.Standing.Health(ctx, id)
	if err != nil {
		return nil, err
	}
	h := Health{
		ID: id, State: cmp.Or(present.State, market.HealthUnknown), CheckedAt: when(present.CheckedAt), Reason: present.Reason, NextProbe: when(present.NextProbe),
		Failures: present.Failures, CertificateUntil: when(present.CertUntil), Uptime: uptimeOf(uptimes),
		From: from, Step: int(step / time.Second), Points: pointsOf(steps),
		Incidents: incidentsOf(incidents), Maintenance: windowsOf(windows),
	}
	if h.State != market.HealthUnknown {
		h.Since = when(present.Since)
	}
	return marshal(h)
}

// alignDown is the last multiple of the step since 1970 that is not after the instant.
func alignDown(at time.Time, step time.Duration) time.Time {
	us := at.UnixMicro()
	return time.UnixMicro(us - us%step.Microseconds()).UTC()
}
