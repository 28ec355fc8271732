package templates

import "time"

// RulebookView is every rule with how it did.
type RulebookView struct {
	Admin    bool
	Spans    []Tab // of time
	Families []Tab
	Heads    []RuleHead
	Rows     []RuleLine
	Quiet    bool // nothing has hit in the span
}

// Tab is a link of a group of which one is the page's own.
type Tab struct {
	Label   string
	Title   string // what it means in more words; may be empty
	URL     string
	Current bool
}

// RuleHead is a column by which the table can be sorted.
type RuleHead struct {
	Label  string
	URL    string
	Sorted bool
}

// RuleLine is a rule in the table.
type RuleLine struct {
	ID      string
	URL     string
	Title   string
	Weight  RuleWeight
	Numbers []RuleNumber // in the order of the heads
	Last    time.Time
}

// RuleNumber is one count of a rule.
type RuleNumber struct {
	Text string
	URL  string // of what was counted; may be empty
}

// RuleWeight is how a rule weighs.
type RuleWeight struct {
	Severity string // "" when each hit has its rule's own
	Own      string // the rule's own severity
	Monitor  bool
	Optional bool // that the check itself breaks does not matter
	Points   bool // it costs points and has nothing to set
	Set      bool // by an admin
}

// Shown is the severity that the rule's hits have.
func (w RuleWeight) Shown() string { return Or(w.Severity, w.Own) }

// RulePageView is all about one rule.
type RulePageView struct {
	ID, Title, Why string
	Weight         RuleWeight
	SetBy          string // who set it, when and why; "" when nobody did
	SetAt          time.Time
	SetWhy         string
	Spans          []RuleSpan
	Hits           []HitView
	Said           string
	Before, After  string
	First          string // address of the first page, when this one is past the end
	Waivers        []WaiverView
	Form           *RuleForm // nil for those who may not, or when there is nothing to set
	Problems       []Problem
}

// RuleSpan is how a rule did in a span of time.
type RuleSpan struct {
	Label   string
	Numbers []string
	Last    time.Time
}

// HitView is a submission in which the rule hit.
type HitView struct {
	URL      string
	Listing  string
	Severity string
	Monitor  bool
	Places   int
	Waived   int
	Over     string // how a person judged otherwise; "" when nobody did
	At       time.Time
	Where    string
	Tool     string
	Message  string
	Evidence string
}

// WaiverView is a finding that a reviewer let be.
type WaiverView struct {
	ID        string
	Listing   string
	URL       string // of the case on which it was given
	Where     string
	Tool      string
	Evidence  string
	Reason    string
	Wrong     bool
	By        string
	At        time.Time
	EndedBy   string
	EndedAt   time.Time // zero while it holds
	Own       bool      // the viewer's own listing: not theirs to withdraw
	Rule      string    // "" where it is the page's own
	Withdrawn string    // where to come back to after withdrawing it
}

// RuleForm is the form that sets a rule.
type RuleForm struct {
	Severities []Option
	Monitor    bool
	Optional   bool
	Reason     string
	Seen       RuleWeight // how it weighed when the form was made
	CanReset   bool
}

// RuleColumns are the counts of a rule, in the order of the tables; each has a
// message under "rulebook.col_".
func RuleColumns() []string {
	return []string{"submissions", "listings", "places", "monitored", "waived", "overturned"}
}

// modeOf is the value of a form's "mode".
func modeOf(monitor bool) string {
	if monitor {
		return "monitor"
	}
	return "enforce"
}
