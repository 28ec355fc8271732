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

	Transcript []ExchangeView
	Sent       string // "14 requests, 38 KB"
	Timeline   []ActView
	Publisher  PublisherView
	Net        []FactView

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
	Same      bool // the tool set has the approved digest
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
