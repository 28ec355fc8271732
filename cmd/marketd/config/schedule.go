package config

import (
	"errors"
	"strings"
	"time"

	"github.com/robfig/cron/v3"
)

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
