package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"marketd/market"
)

// thresholds is the flag.Value of market.Thresholds: NAME=VALUE pairs, of
// which those left out keep their value. Config remembers what was set, since
// whether it is a demo, which has other values to keep, may be read later.
type thresholds struct{ c *Config }

func (v *thresholds) Set(s string) error {
	t := v.c.Thresholds
	if err := change(&t, s); err != nil {
		return err
	}
	v.c.Thresholds = t
	v.c.thresholdsSet = append(v.c.thresholdsSet, s)
	return nil
}

// Bounds of what is set: a listing that waits longer is not watched, and no
// row of failures has more retries of its own.
const (
	longestThreshold = 10 * 365 * 24 * time.Hour
	mostRetries      = 20
)

// change sets what the pairs name. After an error t is of no use.
func change(t *market.Thresholds, s string) error {
	counts := map[string]*int{"failures": &t.Failures, "successes": &t.Successes}
	times := map[string]*time.Duration{"span": &t.Span, "down": &t.Down, "gone": &t.Gone, "every": &t.Every}
	for part := range strings.SplitSeq(s, ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		if !ok {
			return fmt.Errorf("%q is not NAME=VALUE", part)
		}
		var err error
		if p := counts[name]; p != nil {
			*p, err = count(value)
		} else if p := times[name]; p != nil {
			*p, err = duration(value, longestThreshold)
		} else if name == "retry" {
			t.Retry, err = durations(value)
		} else {
			err = errors.New("no such threshold")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func (v *thresholds) String() string {
	if v.c == nil {
		return ""
	}
	t := v.c.Thresholds
	return "failures=" + strconv.Itoa(t.Failures) + ",span=" + t.Span.String() +
		",successes=" + strconv.Itoa(t.Successes) + ",down=" + t.Down.String() + ",gone=" + t.Gone.String() +
		",every=" + t.Every.String() + ",retry=" + joined(t.Retry)
}

// durations reads "1m+5m".
func durations(s string) ([]time.Duration, error) {
	var all []time.Duration
	for part := range strings.SplitSeq(s, "+") {
		d, err := duration(part, longestThreshold)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	if len(all) > mostRetries {
		return nil, fmt.Errorf("more than %d", mostRetries)
	}
	return all, nil
}

func joined(all []time.Duration) string {
	parts := make([]string, len(all))
	for i, d := range all {
		parts[i] = d.String()
	}
	return strings.Join(parts, "+")
}
