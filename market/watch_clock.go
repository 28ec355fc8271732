package market

import (
	"slices"
	"time"
)

const (
	mostSkew   = 5 * time.Minute // rule CRN-011
	leastDates = 3               // servers that must tell the time before ours is doubted
)

// clockIsOff reports whether the servers of the batch, by the median of what
// they say, have another time than we do.
func clockIsOff(looks []*look) bool {
	var skews []time.Duration
	for _, k := range looks {
		if k.dated {
			skews = append(skews, k.skew)
		}
	}
	if len(skews) < leastDates {
		return false
	}
	slices.Sort(skews)
	return skews[len(skews)/2].Abs() > mostSkew
}
