package market_test

import (
	"testing"
)

// TestWeek is a week of two hundred servers with all that servers do. At every
// minute each is as it is to be; at its end all that is kept agrees.
func TestWeek(t *testing.T) {
	t.Parallel()
	r := newRun(t, aWeek())
	end := 7 * day
	r.pass(t, 0, end)
	r.audit(t, end)
}
