package reviewer_test

import (
	"testing"

	"marketd/reviewer"
)

func TestCount(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0 days", 1: "1 day", 2: "2 days", 1000: "1000 days"} {
		if got := reviewer.Count(n, "day"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
