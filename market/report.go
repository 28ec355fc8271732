package market

import "time"

// Report is the automated reviewer's whole answer on one entry, the same in
// the form, by API, on the command line and at review. The same evidence under
// the same ruleset gives the same bytes.
type Report struct {
	Format      int       `json:"format"`        // 1
	Ruleset     string    `json:"ruleset"`       // with "+" and a hash when the operator set rules otherwise
	At          time.Time `json:"at,omitzero"`   // of the last probe; absent when no server was asked
	URL         string    `json:"url,omitempty"` // empty when a list of tools was checked alone
	Provisional bool      `json:"provisional"`   // one pass only: repeats may follow in the review
	Passes      int       `json:"passes"`
	Verdict     Verdict   `json:"verdict"` // of the profiles that the market requires; its best by default
	Profiles    Profiles  `json:"profiles"`
	Digest      string    `json:"digest,omitempty"` // of the tool set, v1:sha256:…; empty without a list
	Tools       int       `json:"tools"`            // how many were read
	SDK         string    `json:"sdk,omitempty"`    // the SDK recognised: "go-sdk", "mcp-go", "typescript", "python"

	// Quality. Never a gate.

	Score   *int          `json:"score"`  // 0 to 100; null without tools
	Tokens  int           `json:"tokens"` // about what the tools' definitions take of a model's context
	Quality []ToolQuality `json:"quality,omitempty"`

	Findings     []Finding `json:"findings"`     // sorted by where, then rule
	ChecksRun    []string  `json:"checksRun"`    // ids of the rules that looked, whether or not they found anything
	ChecksFailed []string  `json:"checksFailed"` // ids of the rules that broke: through no fault of the server
	Checks       []Check   `json:"checks"`       // every rule, in catalogue order
}

// ToolQuality is how good one tool's definition is, and what each lost point
// was lost for.
type ToolQuality struct {
	Tool   string `json:"tool"`
	Where  string `json:"where"`  // "/tools/3"
	Score  int    `json:"score"`  // 0 to 100
	Tokens int    `json:"tokens"` // about what the definition takes of a model's context
	Lost   []Loss `json:"lost,omitempty"`
}

// Loss is what points were lost for.
type Loss struct {
	Rule    string `json:"rule"`
	Points  int    `json:"points"` // positive
	Where   string `json:"where"`
	Message Text   `json:"message"`
	Fix     Text   `json:"fix"`
}

// Count returns how many findings have the severity, are enforced and stand:
// one that is still unsure, or waived, counts as none.
func (r Report) Count(s Severity) int {
	n := 0
	for _, f := range r.Findings {
		if f.Severity == s && f.Stands() {
			n++
		}
	}
	return n
}

// Rules returns the distinct ids of enforced findings that stand and are at
// least as heavy as s, heaviest first.
func (r Report) Rules(s Severity) []string {
	var ids []string
	seen := map[string]bool{}
	for w := SeverityReject.Weight(); w >= s.Weight(); w-- {
		for _, f := range r.Findings {
			if f.Stands() && f.Severity.Weight() == w && !seen[f.Rule] {
				seen[f.Rule] = true
				ids = append(ids, f.Rule)
			}
		}
	}
	return ids
}
