package market

import (
	"net/http"
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

// skewOf is how far the server's clock is ahead of ours, by the Date of its
// first answer (RFC 9110, 6.6.1). ok is false when it gave none.
func skewOf(p Probe) (skew time.Duration, ok bool) {
	for _, x := range p.Exchanges {
		for _, h := range x.RespHeader {
			if http.CanonicalHeaderKey(h.Name) != "Date" {
				continue
			}
			at, err := http.ParseTime(h.Value)
			return at.Sub(x.At.Add(x.Took)), err == nil
		}
	}
	return 0, false
}
