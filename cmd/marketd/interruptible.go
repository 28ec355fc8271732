package main

import (
	"context"
	"time"

	"marketd/market"
)

// interruptible is an examiner for those who wait for its answer: when serving
// ends, they are told at once to ask again, since the next process knows
// nothing of a check.
type interruptible struct {
	market.Examiner
	serving context.Context
}

var errRestarting = &market.Error{
	Kind: market.Unavailable, Code: "RESTARTING", RetryAfter: 5 * time.Second, Msg: market.Text{
		ZH: "市场正在重启，检查没有做完，什么也没有存下。请过几秒再试。",
		EN: "The market is restarting: the check was not finished and nothing was stored. Try again in a few seconds.",
	},
}

// Examine implements [market.Examiner].
func (i interruptible) Examine(ctx context.Context, c market.Case) (market.Examined, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(i.serving, cancel)() //nolint:contextcheck // the other reason to end
	x, err := i.Examiner.Examine(ctx, c)
	if err != nil && i.serving.Err() != nil {
		return market.Examined{}, errRestarting
	}
	return x, err
}
