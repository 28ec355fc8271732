package reviewer

import "marketd/market"

// appraise writes how good the tools' definitions are.
func appraise(rep *market.Report, tools []Tool, res result) {}
