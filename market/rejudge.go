package market

import "context"

// Rejudger judges evidence that is stored. It sends no packet.
type Rejudger interface {
	// Rejudge applies every rule to the passes in c.Earlier as if the last of them
	// had been made just now and none would follow. c.Token need not be the
	// token, but "" when none was sent. The error is the context's alone.
	Rejudge(ctx context.Context, c Case) (Report, error)
	// Reweigh is the report, of a pass that saw p, as it reads under the waivers
	// and settings of f: what was found stays, what of it stands and the verdicts
	// are seen anew.
	Reweigh(r Report, p Probe, f Facts) Report
}
