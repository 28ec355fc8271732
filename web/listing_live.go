package web

import (
	"context"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
)

// listingEvents tells a listing's page when to load itself anew: as soon as the
// listing is no longer as the page showed it. Only a demo has it, where one
// watches a listing change within seconds.
func (s *Server) listingEvents(c echo.Context) error {
	id, seen := c.Param("id"), c.QueryParam("seen")
	if _, ok := s.Catalog.Current().Page(id); !ok {
		return market.ErrListingNotFound
	}
	return s.stream(c, func(ctx context.Context, send func(event, data string) error) error {
		look := time.NewTicker(lookEvery)
		defer look.Stop()
		beat := time.NewTicker(s.beat)
		defer beat.Stop()
		for {
			l, ok := s.Catalog.Current().Page(id)
			if now := face(l); !ok || now != seen {
				return send("done", now)
			}
			select {
			case <-look.C:
			case <-beat.C:
				if err := send("", ""); err != nil {
					return err
				}
			case <-ctx.Done():
				return nil
			}
		}
	})
}

// lookEvery is how often an open listing's page is compared with the catalog in memory.
const lookEvery = 500 * time.Millisecond

// face tells two states of a listing's page apart.
func face(l market.Listing) string {
	now := strconv.Itoa(l.Revision) + "-" + string(healthOf(&l)) + "-" + strconv.FormatBool(l.Health.Changed(l.Digest))
	if l.Hold != market.HoldNone {
		now += "-" + string(l.Hold)
	}
	return now
}
