package market

import "context"

// seenTools is what a probe showed of a listing's tools, judged against the set
// that was approved when the probe was made. The zero value: nothing to judge.
type seenTools struct {
	against string // digest of the approved set
	verdict DriftVerdict
}

// judgeDrift compares what a probe saw with what is approved, outside any
// transaction: it takes milliseconds.
func (w *Watch) judgeDrift(context.Context, Listing, Probe) (seenTools, error) {
	return seenTools{}, nil
}

// trackDrift follows a listing's tools in the transaction that folds a probe:
// it opens, moves or ends the listing's drift, takes a cosmetic change over and
// quarantines after a dangerous one. It reports whether the catalog changed.
// after is the health that will be saved.
func (w *Watch) trackDrift(context.Context, Writer, Listing, *Health, ProbeRecord, seenTools) (bool, error) {
	return false, nil
}
