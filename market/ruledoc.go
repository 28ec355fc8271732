package market

import "encoding/json"

// RuleKind is what an entry of the rule catalogue asks of whom.
type RuleKind string

// The kinds. Only a rule has a verdict; all are tested.
const (
	KindRule    RuleKind = "rule"    // looks at the evidence and may hit
	KindQuality RuleKind = "quality" // looks at the evidence and costs points, never a finding
	KindParser  RuleKind = "parser"  // what our readers of answers must cope with
	KindProcess RuleKind = "process" // how we probe and review
)

// RuleDoc is an entry of the rule catalogue, as the rules page and
// docs/rules.md explain it.
type RuleDoc struct {
	ID       string        `json:"id"`
	Kind     RuleKind      `json:"kind"`
	Group    Group         `json:"group"`
	Severity Severity      `json:"severity,omitempty"` // of a hit that names none; empty for parser and process
	Profile  Profile       `json:"profile,omitempty"`  // on which its hits bear; empty means both
	Title    Text          `json:"title"`
	Why      Text          `json:"why"`
	Decide   Text          `json:"decide"` // how it is decided
	Fix      Text          `json:"fix"`
	Source   string        `json:"source"`
	Test     string        `json:"test"` // where it is proven: "healthcheck/sse: TestLineEnds"
	Fails    []RuleExample `json:"fails,omitempty"`
	Passes   []RuleExample `json:"passes,omitempty"`
}

// RuleExample is one case of a rule: a difference to a good server, and what
// the rule makes of it. The tests run every one.
type RuleExample struct {
	Say   string          `json:"say"`            // what is shown, in a word: "description is TODO"
	Scene json.RawMessage `json:"scene"`          // a merge patch (RFC 7396) on a good dossier
	Want  []string        `json:"want,omitempty"` // the hits, as "severity pointer"; empty when it passes
}

// RuleSetting is how an operator has a rule weigh. A rule without one is
// enforced, required, and as severe as it says itself.
type RuleSetting struct {
	Severity Severity `json:"severity,omitempty"` // no hit weighs more, and those of the rule's own severity weigh this
	Enforced bool     `json:"enforced"`           // false is monitor mode: hits are counted and change nothing
	Required bool     `json:"required"`           // a failure of the check itself leaves the verdict open
}

// UnmarshalJSON reads a setting; an absent switch is on.
func (s *RuleSetting) UnmarshalJSON(b []byte) error {
	type plain RuleSetting
	p := plain{Enforced: true, Required: true}
	if err := json.Unmarshal(b, &p); err != nil {
		return err
	}
	*s = RuleSetting(p)
	return nil
}
