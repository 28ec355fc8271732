package market_test

import (
	"maps"
	"testing"

	"marketd/market"
)

func TestTaken(t *testing.T) {
	t.Parallel()
	lost := func(rule string, points int) market.Loss { return market.Loss{Rule: rule, Points: points} }
	for _, c := range []struct {
		name    string
		quality []market.ToolQuality
		want    map[string]int
	}{
		{"no tools", nil, map[string]int{}},
		{"one tool loses what it loses", []market.ToolQuality{{Score: 60, Lost: []market.Loss{lost("A", 40)}}}, map[string]int{"A": 400}},
		{"the weakest counts more", []market.ToolQuality{{Score: 90, Lost: []market.Loss{lost("A", 10)}}, {Score: 80, Lost: []market.Loss{lost("B", 20)}}}, map[string]int{"A": 30, "B": 140}},
		{"rounded to a tenth", []market.ToolQuality{{Score: 99, Lost: []market.Loss{lost("A", 1)}}, {Score: 99}, {Score: 99}, {Score: 90}}, map[string]int{"A": 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := (market.Report{Quality: c.quality}).Taken(); !maps.Equal(got, c.want) {
				t.Errorf("took %v, want %v", got, c.want)
			}
		})
	}
}
