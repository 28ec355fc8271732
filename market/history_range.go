package market

import (
	"context"
	"time"
)

// ErrRangeInvalid refuses a range that history cannot answer.
var ErrRangeInvalid = NewError(Invalid, "HISTORY_RANGE_INVALID", Text{
	"这段历史取不到：步长须是 5 分钟的整数倍，起点须早于终点，最多 1500 步。不足 1 小时的步长只能查最近 14 天，不足 1 天的只能查最近 90 天。请改步长或起点。",
	"This range of history cannot be given: the step must be a multiple of 5 minutes, the start before the end, with at most 1,500 steps. " +
		"Steps that are no whole hours reach back 14 days, those that are no whole days 90 days. Change the step or the start.",
})

const maxSteps = 1500

// Range returns a listing's roll-ups, or those of the [WholeMarket], of the given
// length from the step that covers from to the one before until, in order; of
// steps without a probe there is none. Steps are counted from 1970 in UTC. An
// impossible range is [ErrRangeInvalid].
func (h *History) Range(ctx context.Context, listing string, from, until time.Time, step time.Duration) (steps []Rollup, err error) {
	if step <= 0 || step%time.Duration(FiveMinutes) != 0 || !from.Before(until) {
		return nil, ErrRangeInvalid
	}
	res := coarsest(step)
	err = h.view(ctx, func(b *book) error {
		from := alignDown(from, step)
		if keep := res.keep(); keep > 0 && from.Before(b.now.Add(-keep-step)) || until.Sub(from)/step > maxSteps {
			return ErrRangeInvalid
		}
		return b.each(ctx, listing, res, from, func(r *Rollup) {
			if r.Start.Before(until) {
				steps = addStep(steps, r, step)
			}
		})
	})
	return steps, err
}

// coarsest is the longest resolution of which the step is a multiple.
func coarsest(step time.Duration) Resolution {
	for _, r := range []Resolution{Daily, Hourly} {
		if step%time.Duration(r) == 0 {
			return r
		}
	}
	return FiveMinutes
}

// addStep adds a roll-up to the last step, or begins the next one with it.
func addStep(steps []Rollup, r *Rollup, step time.Duration) []Rollup {
	start := alignDown(r.Start, step)
	if n := len(steps); n == 0 || !steps[n-1].Start.Equal(start) {
		steps = append(steps, Rollup{Start: start})
	}
	steps[len(steps)-1].Merge(r)
	return steps
}
