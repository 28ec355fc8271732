package config

import (
	"errors"
	"net/url"
	"time"
)

// watching is how what is listed is probed again.
func watching(c *Config) []setting {
	const line = `"@every 30m", from 1s to a day, or a cron line such as "*/30 * * * *"`
	return []setting{
		{
			name: "sweep", value: text(&c.Sweep, schedule), write: `"@every 10s", from 1s to a day, or a cron line such as "*/5 * * * *"`,
			help: "when to look for listings that are due (default @every 10s; @every 1s in a demo)",
		},
		{
			name: "thresholds", value: &thresholds{c}, write: "NAME=VALUE pairs such as failures=3,span=30m,successes=2,down=72h,gone=720h,every=30m,retry=1m+5m",
			help: "when a listing is degraded, down, gone, probed again",
		},
		{
			name: "probe-healthy", value: text(&c.Cadence.Healthy, schedule), write: line,
			help: "when a healthy listing is probed (default by every of --thresholds); a fifth sooner or later, so that they spread",
		},
		{
			name: "probe-new", value: text(&c.Cadence.New, schedule), write: line,
			help: "the same for a day after an approval (default a third of every)",
		},
		{
			name: "probe-gated", value: text(&c.Cadence.Gated, schedule), write: line,
			help: "the same for one that wants a token (default twice every)",
		},
		{
			name: "probe-down", value: text(&c.Cadence.Down, schedule), write: line,
			help: "the same for one that is down (default four times every)",
		},
		{
			name: "probe-gone", value: text(&c.Cadence.Gone, schedule), write: line,
			help: "the same for one that is gone (default twelve times every)",
		},
		{
			name: "probe-spacing", value: lull(&c.Spacing), write: "a duration from 0s to 1m, for example 2s",
			help: "between two probes of one registrable domain (default 2s; 0s in a demo)",
		},
		{
			name: "probe-second-look", value: lull(&c.SecondLook), write: "a duration from 0s to 1m, for example 10s",
			help: "before a probe that would make a verdict worse is made once more (default 10s; 1s in a demo)",
		},
		{
			name: "probe-canaries", value: &list[string]{p: &c.Canaries, parse: canary, format: plain}, write: "URLs, for example https://www.example.com/,https://status.example.net/",
			help: "addresses outside that answer as long as this network works: while none does, failures are not held against servers; may be repeated (default none)",
		},
		{
			name: "workers", value: &scalar[int]{&c.Workers, count, number}, write: "a number from 1 to 1000",
			help: "probes at once (default 64)",
		},
		{
			name: "rescue-after", value: span(&c.RescueAfter, 24*time.Hour), write: "a duration from 1s to 24h, for example 2m",
			help: "when a job whose process died is taken up again (default 2m)",
		},
	}
}

// lull is a duration that may be nothing.
func lull(p *time.Duration) *scalar[time.Duration] {
	return &scalar[time.Duration]{p, func(s string) (time.Duration, error) {
		d, err := time.ParseDuration(s)
		switch {
		case err != nil:
			return 0, errors.New("not a duration")
		case d < 0 || d > time.Minute:
			return 0, errors.New("not from 0s to 1m")
		}
		return d, nil
	}, time.Duration.String}
}

func canary(s string) (string, error) {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
		return "", errors.New("not an https URL")
	}
	return s, nil
}
