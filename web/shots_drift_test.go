//go:build browser

package web

import (
	"testing"
)

// TestDriftShots photographs the pages about changes of tools, as TestShots does
// the others.
func TestDriftShots(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.Demo = shotDemo{} })
	material, dangerous := w.twoDrifts()
	shootAll(t, w, []shot{
		{"drift-queue", "/desk/drifts", reviewerEmail, nil},
		{"drift-none", "/desk/drifts?view=decided", reviewerEmail, nil},
		{"drift-desk", "/desk", reviewerEmail, nil},
		{"drift-material", driftURL(material.ID), reviewerEmail, nil},
		{"drift-dangerous", driftURL(dangerous.ID), reviewerEmail, nil},
		{"drift-listing-held", "/listings/weather-demo", "", nil},
		{"drift-listing-owner", "/listings/weather-demo", devEmail, nil},
		{"drift-listing-open", "/listings/papers", reviewerEmail, nil},
		{"drift-changes", "/listings/weather-demo/changes", "", nil},
		{"drift-changes-none", "/listings/units/changes", "", nil},
	})
}
