package market_test

import (
	"testing"
	"time"

	"marketd/market"
)

func TestStatusOfEveryKind(t *testing.T) {
	t.Parallel()
	for kind, want := range map[market.ErrorKind]int{
		market.Internal: 500, market.Invalid: 422, market.Malformed: 400, market.Unauthorized: 401, market.Forbidden: 403,
		market.NotFound: 404, market.Conflict: 409, market.Gone: 410, market.TooLarge: 413, market.TooMany: 429,
		market.Unavailable: 503, market.Unavailable + 1: 500,
	} {
		if got := kind.Status(); got != want {
			t.Errorf("kind %d: %d, want %d", kind, got, want)
		}
	}
}

func TestRetrySeconds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind  market.ErrorKind
		after time.Duration
		want  int
	}{
		{market.TooMany, time.Nanosecond, 1},
		{market.TooMany, time.Second, 1},
		{market.TooMany, 1100 * time.Millisecond, 2},
		{market.TooMany, 0, 5},
		{market.Unavailable, 0, 5},
		{market.Conflict, time.Minute, 60},
		{market.Conflict, 0, 0},
		{market.Internal, 0, 0},
	} {
		e := &market.Error{Kind: c.kind, RetryAfter: c.after}
		if got := e.RetrySeconds(); got != c.want {
			t.Errorf("kind %d after %s: %d, want %d", c.kind, c.after, got, c.want)
		}
	}
}
