package market

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
)

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

	// VerdictNotRun is a profile's when no server was asked.
	VerdictNotRun Verdict = "not_run"
)

// Weight orders verdicts from the best, clean and not run, to the worst.
func (v Verdict) Weight() int {
	switch v {
	case VerdictRejected:
		return 3
	case VerdictInconclusive:
		return 2
	case VerdictNeedsHuman:
		return 1
	}
	return 0
}

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
	Enforced bool      `json:"enforced"`          // false: recorded, does not change the verdict
	Unsure   bool      `json:"unsure,omitempty"`  // may pass by itself: looked at again, and Severity is what it becomes if it stays
	Profile  Profile   `json:"profile,omitempty"` // on which it bears; absent means both
	Waived   *Waived   `json:"waived,omitempty"`  // a person has looked at this very finding and let it be
	Where    string    `json:"where"`             // JSON pointer: /entry/…, /tools/3/description, /probe/contract
	Tool     string    `json:"tool,omitempty"`
	Class    Class     `json:"class,omitempty"` // of the answer it judges (HLT-001 and the rules that explain it)
	Evidence string    `json:"evidence,omitempty"`
	Message  Text      `json:"message"` // what is wrong
	Why      Text      `json:"why"`     // why it matters
	Fix      Text      `json:"fix"`     // what to do
	Snippets []Snippet `json:"snippets,omitempty"`
}

// Stands reports whether the finding bears on the verdict as it is: its rule is
// enforced, nobody waived it, and it is not one that may pass by itself.
func (f Finding) Stands() bool { return f.Enforced && !f.Unsure && f.Waived == nil }

// Key names what was found: the rule, the tool, the place within it and the
// evidence. A finding that comes again with other evidence has another key.
func (f Finding) Key() string {
	place := f.Where
	if rest, ok := strings.CutPrefix(place, "/tools/"); ok && f.Tool != "" {
		_, place, _ = strings.Cut(rest, "/") // the order of tools is nobody's concern
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{f.Rule, f.Tool, place, f.Evidence, f.Message.EN}, "\x00")))
	return hex.EncodeToString(sum[:12])
}

// Waived says on a finding that a reviewer let it be, and why.
type Waived struct {
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

// Waiver is a reviewer's word on one finding of a listing: it is as said, and
// may be. It holds for later reviews and probes of the listing as long as the
// finding is the same, the listing is the same owner's, and nobody withdraws it.
type Waiver struct {
	ID          string
	Listing     string
	Owner       string // account id of the listing's owner when it was given
	Submission  string // the case on which it was given
	Finding     string // [Finding.Key]
	Rule        string
	Where       string // as the reviewer saw it, like Tool and Evidence
	Tool        string
	Evidence    string
	Reason      string
	Wrong       bool   // the rule was mistaken: counted as overturned
	By          string // account id
	At          time.Time
	WithdrawnBy string
	WithdrawnAt time.Time // zero while it holds
}

// Snippet is a fix to paste, for one SDK or language.
type Snippet struct {
	Lang string `json:"lang"` // "Go", "TypeScript", "Python"
	Code string `json:"code"`
}
