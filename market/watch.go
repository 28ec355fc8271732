package market

import "context"

// Watch keeps an eye on what is listed.
type Watch struct {
	WatchOptions
}

// WatchOptions are a Watch's dependencies; all are required.
type WatchOptions struct {
	Store      Store
	Prober     Prober
	Digest     func(ToolList) (set string, tools []string)
	Sealer     Sealer
	Clock      Clock
	Thresholds Thresholds
	Publish    func() // called after a commit that changed the catalog
	Workers    int    // probes at once; default 16
}

// NewWatch returns a Watch.
func NewWatch(o WatchOptions) *Watch { panic("being written") }

// Sweep finds the listings that are due and enqueues their probes in batches
// of at most 100: the handler of JobSweep.
func (w *Watch) Sweep(ctx context.Context) error { panic("being written") }

// Probe probes a batch: the handler of JobProbe. Each listing's result is
// stored and folded once however often the batch runs.
func (w *Watch) Probe(ctx context.Context, args ProbeArgs) error { panic("being written") }

// History returns a listing's latest probes, newest first.
func (w *Watch) History(ctx context.Context, listing string, limit int) ([]ProbeRecord, error) {
	panic("being written")
}
