package market

import "time"

// Severity is how much a finding weighs.
type Severity string

// The severities, heaviest first.
const (
	SeverityReject     Severity = "reject"
	SeverityNeedsHuman Severity = "needs_human"
	SeverityWarn       Severity = "warn"
	SeverityInfo       Severity = "info"
)

// Weight orders severities: 3 for reject down to 0 for info.
func (s Severity) Weight() int {
	switch s {
	case SeverityReject:
		return 3
	case SeverityNeedsHuman:
		return 2
	case SeverityWarn:
		return 1
	}
	return 0
}

// Verdict is what the rules together say.
type Verdict string

// The verdicts. Inconclusive means that a check which is required could not be
// made through no fault of the server; it is tried again and never refused.
const (
	VerdictRejected     Verdict = "rejected"
	VerdictInconclusive Verdict = "inconclusive"
	VerdictNeedsHuman   Verdict = "needs_human"
	VerdictClean        Verdict = "clean"
)

// Group is the heading under which a check is shown (ui.md 2.3).
type Group string

// The groups, in the order of the pages.
const (
	GroupReach    Group = "reachable"
	GroupApp      Group = "app"
	GroupProtocol Group = "protocol"
	GroupTools    Group = "tools"
	GroupSafety   Group = "safety"
	GroupMeta     Group = "metadata"
)

// Groups lists every group in the order of the pages.
func Groups() []Group {
	return []Group{GroupReach, GroupApp, GroupProtocol, GroupTools, GroupSafety, GroupMeta}
}

// CheckState is how one rule went.
type CheckState string

// The states of a check. Skipped: what it looks at was not there, and Note
// says why. Failed: the check itself broke; see Verdict inconclusive.
const (
	CheckPass    CheckState = "pass"
	CheckHit     CheckState = "hit"
	CheckSkipped CheckState = "skipped"
	CheckFailed  CheckState = "failed"
)

// Check is the record that a rule ran, so that silence can be told from not
// having looked.
type Check struct {
	Rule     string        `json:"rule"`
	Group    Group         `json:"group"`
	Title    Text          `json:"title"`
	State    CheckState    `json:"state"`
	Severity Severity      `json:"severity,omitempty"` // the heaviest of its findings
	Note     Text          `json:"note,omitzero"`
	Took     time.Duration `json:"took,omitempty"` // of the exchange it judges; 0 when it judges no exchange
}

// Finding is one place where a rule hit. Evidence is the server's own text,
// escaped and cut to 160 runes; it is hostile and never markup.
type Finding struct {
	Rule     string    `json:"rule"`
	Severity Severity  `json:"severity"`
	Enforced bool      `json:"enforced"`         // false: recorded, does not change the verdict
	Unsure   bool      `json:"unsure,omitempty"` // may pass by itself: looked at again, and Severity is what it becomes if it stays
	Where    string    `json:"where"`            // JSON pointer: /entry/…, /tools/3/description, /probe/contract
	Tool     string    `json:"tool,omitempty"`
	Class    Class     `json:"class,omitempty"` // of the answer it judges (HLT-001 and the rules that explain it)
	Evidence string    `json:"evidence,omitempty"`
	Message  Text      `json:"message"` // what is wrong
	Why      Text      `json:"why"`     // why it matters
	Fix      Text      `json:"fix"`     // what to do
	Snippets []Snippet `json:"snippets,omitempty"`
}

// RuleDoc is a rule as the rules page explains it. Severity is that of a hit
// which names none.
type RuleDoc struct {
	ID       string   `json:"id"`
	Group    Group    `json:"group"`
	Severity Severity `json:"severity"`
	Title    Text     `json:"title"`
	Why      Text     `json:"why"`
	Fix      Text     `json:"fix"`
	Source   string   `json:"source"`
}

// Stands reports whether the finding bears on the verdict as it is: its rule is
// enforced, and it is not one that may pass by itself.
func (f Finding) Stands() bool { return f.Enforced && !f.Unsure }

// Snippet is a fix to paste, for one SDK or language.
type Snippet struct {
	Lang string `json:"lang"` // "Go", "TypeScript", "Python"
	Code string `json:"code"`
}

// Report is the automated reviewer's whole answer on one entry. The same
// evidence under the same ruleset gives the same bytes.
type Report struct {
	Format      int       `json:"format"` // 1
	Ruleset     string    `json:"ruleset"`
	At          time.Time `json:"at"` // of the last probe
	URL         string    `json:"url"`
	Provisional bool      `json:"provisional"` // one pass only: repeats may follow in the review
	Passes      int       `json:"passes"`
	Verdict     Verdict   `json:"verdict"`
	App         Outcome   `json:"app"`              // the seed's profile: may it enter the app's catalog?
	Digest      string    `json:"digest,omitempty"` // of the tool set, v1:sha256:…; empty without a list
	ToolCount   int       `json:"toolCount"`
	SDK         string    `json:"sdk,omitempty"`
	Findings    []Finding `json:"findings"` // sorted by where, then rule
	Checks      []Check   `json:"checks"`   // every rule, in catalogue order
}

// Outcome is a profile's result.
type Outcome string

// The outcomes of a profile.
const (
	OutcomePass    Outcome = "pass"
	OutcomeFail    Outcome = "fail"
	OutcomeGated   Outcome = "gated" // needs a token to tell
	OutcomeUnknown Outcome = "unknown"
)

// Count returns how many findings have the severity, are enforced and stand:
// one that is still unsure counts as none.
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
