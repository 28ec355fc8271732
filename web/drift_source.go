package web

import (
	"context"

	"marketd/market"
)

// Drifts is what the pages ask the market about changes of tools.
type Drifts interface {
	Queue(ctx context.Context, actor market.Actor, f market.DriftFilter) (market.DriftQueue, error)
	Case(ctx context.Context, actor market.Actor, id string) (market.DriftEvidence, error)
	Decide(ctx context.Context, actor market.Actor, req market.DriftDecision) (market.Drift, error)
	Changes(ctx context.Context, listing string, limit, offset int) ([]market.ToolsChange, error)
}
