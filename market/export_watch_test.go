package market

import "context"

// KeepAs stores and folds the batch as if every probe of it had given p.
func (w *Watch) KeepAs(ctx context.Context, args ProbeArgs, p Probe) (int, error) {
	looks, _, err := w.take(ctx, args)
	if err != nil {
		return 0, err
	}
	for _, k := range looks {
		k.record, k.done = record(k.claim.Number, k.Listing, p), true
	}
	return len(looks), w.keep(ctx, looks)
}
