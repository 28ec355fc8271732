package schema

import (
	"encoding/json"

	"marketd/reviewer"
)

// limits are the keywords that bound one thing from below and from above.
var limits = [][2]string{{"minimum", "maximum"}, {"minLength", "maxLength"}, {"minItems", "maxItems"}, {"minProperties", "maxProperties"}, {"exclusiveMinimum", "exclusiveMaximum"}}

// limitHits tell of limits between which no value lies.
func limitHits(d *document, n node) []reviewer.Hit {
	var hits []reviewer.Hit
	for _, l := range limits {
		low, ok := n.object[l[0]].(json.Number)
		high, also := n.object[l[1]].(json.Number)
		if !ok || !also {
			continue // in old dialects exclusiveMinimum is true or false
		}
		least, err := low.Float64()
		most, errMost := high.Float64()
		if err != nil || errMost != nil || least < most || least == most && l[0] != "exclusiveMinimum" {
			continue
		}
		hits = append(hits, reviewer.Hit{
			Where: d.where(n.path, l[0]), Evidence: l[0] + " " + low.String() + ", " + l[1] + " " + high.String(),
			Message: reviewer.Sayf("%s 高于 %s，没有值能通过。", "%s is above %s; no value can pass.", l[0], l[1]),
		})
	}
	return hits
}
