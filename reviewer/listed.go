package reviewer

import (
	"context"
	"encoding/json"

	"marketd/market"
)

// CheckListed are the findings of the rules that need a list of tools alone, on
// tools of a listing. Like reports, few are made at once; the error is the context's.
func (r *Reviewer) CheckListed(ctx context.Context, e market.Entry, tools []json.RawMessage, settings map[string]market.RuleSetting) ([]market.Finding, error) {
	select {
	case r.judging <- struct{}{}:
		defer func() { <-r.judging }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	d := r.dossier(market.Case{Entry: e, Facts: market.Facts{Settings: settings}})
	d.Final, d.Listed, d.Tools = true, true, newTools(tools)
	return r.run(d).findings, nil
}
