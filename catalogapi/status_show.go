package catalogapi

import (
	"context"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
)

// Status is how the whole market does: the answer of /api/v1/status.
type Status struct {
	// At is when it was so.
	At time.Time `json:"at"`
	// Listings is how many public listings are in each state.
	Listings StatusListings `json:"listings"`
	// Uptime of all listings together.
	Uptime HealthUptime `json:"uptime"`
	// Days are the last 90 days of all listings together, by UTC day, oldest first.
	Days []HealthPoint `json:"days"`
	// Incidents that last, newest first, at most 50.
	Incidents []StatusIncident `json:"incidents"`
	// Maintenance that is announced or under way.
	Maintenance []StatusWindow `json:"maintenance"`
	// Sweep is how the probes get along; absent when it is not known.
	Sweep *StatusSweep `json:"sweep,omitempty"`
	// Parts are the market's own.
	Parts []StatusPart `json:"parts"`
}

// StatusListings counts public listings by state.
type StatusListings struct {
	// Up is how many answer.
	Up int `json:"up"`
	// Degraded is how many fail, and not for long.
	Degraded int `json:"degraded"`
	// Gated is how many answer, and want a token.
	Gated int `json:"gated"`
	// Down is how many have failed for 72 hours.
	Down int `json:"down"`
	// Gone is how many have been down for 30 days.
	Gone int `json:"gone"`
	// Unknown is how many were not probed yet.
	Unknown int `json:"unknown"`
}

// StatusIncident is an incident of a listing.
type StatusIncident struct {
	// Listing is the listing's id.
	Listing string `json:"listing"`
	HealthIncident
}

// StatusWindow is announced maintenance of a listing.
type StatusWindow struct {
	// Listing is the listing's id.
	Listing string `json:"listing"`
	HealthWindow
}

// StatusSweep is how the probes get along.
type StatusSweep struct {
	// Last is when the latest result was made; absent when there is none.
	Last *time.Time `json:"last,omitempty"`
	// Lag is for how many seconds the listing has waited that has been due longest.
	Lag int `json:"lag"`
}

// StatusPart is a part of the market itself.
type StatusPart struct {
	// Name of the part.
	Name string `json:"name"`
	// State of the part; unknown when nobody measured it.
	State market.PartState `json:"state"`
	// Since when; absent when it is not known.
	Since *time.Time `json:"since,omitempty"`
}

// statusShow tells how the whole market does.
func (s *Server) statusShow(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), storeLimit)
	defer cancel()
	m, err := s.Standing.Show(ctx)
	if err != nil {
		return err
	}
	body, err := marshal(statusBody(m))
	if err != nil {
		return err
	}
	c.Response().Header().Set("Link", `</schemas/status.json>; rel="describedby"`)
	return s.fresh(c, "application/json", body, time.Time{})
}

func statusBody(m *market.Situation) Status {
	st := Status{
		At: instant(m.At), Uptime: uptimeOf(m.Uptimes), Days: make([]HealthPoint, len(m.Days)),
		Listings: StatusListings{
			Up: m.States[market.HealthUp], Degraded: m.States[market.HealthDegraded], Gated: m.States[market.HealthGated],
			Down: m.States[market.HealthDown], Gone: m.States[market.HealthGone], Unknown: m.States[market.HealthUnknown],
		},
		Incidents: []StatusIncident{}, Maintenance: []StatusWindow{}, Parts: []StatusPart{},
	}
	for i, d := range m.Days {
		st.Days[i] = HealthPoint{
			Start: instant(d.Start), OK: d.OK, Failed: d.Failed, Gated: d.Gated, Unknown: d.Unknown, Maintenance: d.Maintenance,
			P50: latency(d.P50), P95: latency(d.P95),
		}
	}
	for i, x := range incidentsOf(m.Open) {
		st.Incidents = append(st.Incidents, StatusIncident{m.Open[i].Listing, x})
	}
	for i, x := range windowsOf(m.Windows) {
		st.Maintenance = append(st.Maintenance, StatusWindow{m.Windows[i].Listing, x})
	}
	if m.Sweep != nil {
		st.Sweep = &StatusSweep{Last: when(m.Sweep.Last), Lag: int(m.Sweep.Lag / time.Second)}
	}
	for _, p := range m.Parts {
		st.Parts = append(st.Parts, StatusPart{Name: p.Name, State: p.State, Since: when(p.Since)})
	}
	return st
}
