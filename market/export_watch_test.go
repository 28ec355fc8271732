package market

import (
	"context"
	"time"
)

// KeepAs stores and folds the batch as if every probe of it had given p. Around
// the storing itself it calls what begin returns.
func (w *Watch) KeepAs(ctx context.Context, args ProbeArgs, p Probe, begin func() (end func())) (int, error) {
	looks, _, err := w.take(ctx, args)
	if err != nil {
		return 0, err
	}
	for _, k := range looks {
		k.record, k.done = record(k.claim.Number, k.Listing, p), true
	}
	defer begin()()
	return len(looks), w.keep(ctx, looks)
}

// WantsTranscript lets a test ask when what a good probe said is kept.
func WantsTranscript(l Listing, at time.Time) bool { return wantsTranscript(l, at) }
