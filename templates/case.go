package templates

import "time"

// CaseView is all the evidence on one submission, and the form to decide on it.
type CaseView struct {
	ID       string
	Name     string
	Host     string
	URL      string
	Stage    string
	Revision int
	Against  int // revision of the listing it would replace; 0 for a new one
	Passes   int

	Card    CardView
	Tools   []ToolView
	Report  *ReportView // nil before the first pass
	Open    []FindingView
	Changes *ChangesView // against the approved revision; nil for a new listing
	Before  *BeforeView  // the revision before; nil for the first, and when that is the approved one

	Transcript []ExchangeView
	Sent       string // "14 requests, 38 KB"
	Timeline   []ActView
	Publisher  PublisherView
	Told       []FactView // what the publisher says besides the card
	Net        []FactView

	Waived []WaiverView // what reviewers let be
	Appeal string       // what its publisher says against the rules; "" when nothing

	Form DecideView
}

// PublisherView is who submitted, and how they did before.
type PublisherView struct {
	Name     string
	Since    time.Time
	Approved int
	Rejected int
	Open     int
	Others   []SubmissionRow // their latest other submissions
}

// FactView is a labelled fact; Text is from outside.
type FactView struct {
	Label string
	Text  string
}

// ExchangeView is one request with its answer.
type ExchangeView struct {
	Step   string
	Line   string // "POST /mcp"
	Status string // "200", or what went wrong
	Bad    bool
	Times  string // "DNS 2 ms · connect 8 ms · …"
	Remote string
	Sent   string
	Got    string
	Size   string // of the answer; with a note when it was cut
	Curl   string
}

// ChangesView is an update against the approved revision.
type ChangesView struct {
	Fields    []FieldDiff
	Tools     []ToolDiff // changed, added and removed ones
	Unchanged int
	Same      bool // the tool set has the digest of the revision that is compared with
	Unread    bool // the tools of that revision were never read
}

// BeforeView is the revision before: what was said of it and what was done about that.
type BeforeView struct {
	URL      string
	Revision int
	Kind     string        // of the decision: "approve", "request_changes", "reject", or "none"
	Decided  *DecisionView // nil when it came to none
	By       string
	Changes  *ChangesView
}

// ToolDiff is what happened to one tool.
type ToolDiff struct {
	Name        string
	State       string // "added", "removed" or "changed"
	Title       []SpanView
	Description []SpanView
	Facts       []ChangeFact
}

// ChangeFact is one change as a sentence that begins with the parameter's name.
type ChangeFact struct {
	Path  string // of the parameter or hint
	Op    string // "ins" or "del" when the parameter came or went, else ""
	Text  string
	Spans []SpanView
}

// DecideView is the decision form, or why there is none.
type DecideView struct {
	Version  int64
	Digest   string
	Problems []Problem

	ClaimFor int       // minutes that a claim holds
	Claimed  bool      // by the viewer: they can decide
	Until    time.Time // of the claim
	Holder   string    // another reviewer who holds it
	Own      bool      // the viewer submitted it
	Decided  *DecisionView
	By       string // who decided
	Waiting  bool   // it has come to people and waits for a decision
	Update   bool
	Hold     string // that the listing is under by a reviewer's or the market's word; "" without one
	HoldURL  string // where it is lifted

	Unexamined bool // there is nothing that could be approved

	Kind  string
	Rules []RulePick
	Text  string
}

// RulePick is a rule that can be given as a ground.
type RulePick struct {
	ID       string
	Severity string
	Title    string
	Picked   bool
}

// diffMark is the hue of a tool's change: what came or changed is for the
// reviewer to look at, what went is told.
func diffMark(state string) string {
	if state == "removed" {
		return "warn"
	}
	return "needs_human"
}

// hue is the state that the revision before came to.
func (v *BeforeView) hue() string {
	if v.Decided == nil {
		return ""
	}
	return v.Kind
}

// untouched reports whether nothing at all is different.
func (v *ChangesView) untouched() bool {
	return !v.Same && len(v.Fields)+len(v.Tools) == 0
}
