package reviewer

import (
	"time"

	"marketd/market"
)

// Streak counts the latest probes in a row for which the test holds, and the
// time from the first of them to the last.
func (d *Dossier) Streak(holds func(market.Probe) bool) (n int, span time.Duration) {
	for i := len(d.Probes) - 1; i >= 0 && holds(d.Probes[i]); i-- {
		n++
		span = d.Last().At.Sub(d.Probes[i].At)
	}
	return n, span
}
