package config

import (
	"errors"
	"strings"
	"time"

	"github.com/robfig/cron/v3"

	"marketd/market"
)

// Cadence is when a listing is probed again, by the class that it is in: lines
// that [Schedule] parses. An empty one follows from the thresholds' every.
type Cadence struct{ Healthy, New, Gated, Down, Gone string }

// Schedules parses the cadence.
func (c Cadence) Schedules() (market.Cadence, error) {
	var all market.Cadence
	for line, to := range map[*string]*market.Schedule{
		&c.Healthy: &all.Healthy, &c.New: &all.New, &c.Gated: &all.Gated, &c.Down: &all.Down, &c.Gone: &all.Gone,
	} {
		if *line == "" {
			continue
		}
		s, err := Schedule(*line)
		if err != nil {
			return all, err
		}
		*to = s
	}
	return all, nil
}

func schedule(s string) error {
	sched, err := Schedule(s)
	if err != nil {
		return err
	}
	const day = 24 * time.Hour
	if every, ok := strings.CutPrefix(s, "@every "); ok { // cron makes a second of less
		_, err := duration(strings.TrimSpace(every), day)
		return err
	}
	at := time.Now()
	for range 366 {
		next := sched.Next(at)
		switch {
		case next.IsZero():
			return errors.New("never comes")
		case next.Sub(at) > 2*day+time.Hour: // an hour of a day may not be, as summer time begins
			return errors.New("does not come every day")
		}
		at = at.Add(day)
	}
	return nil
}

// Schedule parses a cron line with optional seconds, or a descriptor such as
// "@every 1m".
func Schedule(s string) (cron.Schedule, error) {
	// The parser panics on a time zone with nothing after it.
	if zone, rest, _ := strings.Cut(s, " "); strings.HasPrefix(zone, "TZ=") || strings.HasPrefix(zone, "CRON_TZ=") {
		if strings.TrimSpace(rest) == "" {
			return nil, errors.New("a time zone without a schedule")
		}
	}
	p := cron.NewParser(cron.SecondOptional | cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow | cron.Descriptor)
	sched, err := p.Parse(s)
	if err != nil {
		return nil, errors.New("not a schedule")
	}
	return sched, nil
}
