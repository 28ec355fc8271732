package templates

import "time"

// RereviewsView lists the re-reviews, newest first.
type RereviewsView struct {
	Admin    bool
	Busy     bool // one is at work
	Reason   string
	Rows     []RereviewRow
	Problems []Problem
}

// RereviewRow is one re-review in the list.
type RereviewRow struct {
	URL     string
	State   string
	Reason  string
	By      string
	At      time.Time
	Judged  int
	Total   int
	Changed int
	Look    int
}

// RereviewView is one re-review.
type RereviewView struct {
	ID        string
	State     string // "running", "done", "cancelled", "applying", "applied" or "failed"
	Admin     bool
	Reason    string
	By        string
	At        time.Time
	Ruleset   string
	AppliedBy string
	AppliedAt time.Time
	Proposed  []ProposedRule
	Events    string // address of the event stream while it is at work; "" otherwise
	Total     int
	Judged    int
	Unseen    int
	Changed   int
	Look      int
	Again     []Again // the form that tries the same again
	Moved     bool    // rules were set otherwise since; it cannot be applied

	Verdicts []VerdictStep
	Rules    []RuleTallyView
	Changes  []ChangeView
	Tabs     []Tab
	Said     string
	Before   string
	After    string
	First    string // address of the first page, when this one is past the end
	Problems []Problem
}

// Again is a field of the form that tries a proposal again.
type Again struct{ Name, Value string }

// ProposedRule is what would be set, or was.
type ProposedRule struct {
	ID, URL, Title string
	Before, After  RuleWeight
}

// VerdictStep is how many listings go from one verdict to another.
type VerdictStep struct {
	Before, After string
	Count         int
}

// RuleTallyView is in how many listings a rule does otherwise.
type RuleTallyView struct {
	ID, URL, Title                 string
	Gained, Lost, Heavier, Lighter string
}

// ChangeView is what changes in one listing.
type ChangeView struct {
	URL      string // of the case whose evidence it is
	Listing  string
	Name     string
	Page     string // of the listing
	Steps    []VerdictStep
	Look     bool
	Shifts   []ShiftView
	Findings []FindingView
}

// ShiftView is a rule that does otherwise in a listing; Before and After are in words.
type ShiftView struct {
	Rule, Before, After string
}

// ProposeView is the form that proposes other settings for many rules at once.
type ProposeView struct {
	Families []ProposeFamily
	Reason   string
	Problems []Problem
}

// ProposeFamily is the rules of one family.
type ProposeFamily struct {
	Name  string
	About string
	Open  bool
	Rules []ProposeRule
}

// ProposeRule is one rule with what it could be set to.
type ProposeRule struct {
	ID, Title string
	Weight    RuleWeight
	Options   []Option
}

// AtWork reports whether a job goes on with it.
func (v *RereviewView) AtWork() bool { return v.State == "running" || v.State == "applying" }

// stand is the state as the page tells it: what is stale waits for nobody.
func (v *RereviewView) stand() string {
	if v.State == "done" && v.Moved {
		return "stale"
	}
	return v.State
}

// rereviewHue is the hue of a re-review's state.
func rereviewHue(state string) string {
	switch state {
	case "running", "applying":
		return "running"
	case "done":
		return "needs_human"
	case "applied":
		return "pass"
	case "failed":
		return "reject"
	}
	return "skipped"
}
