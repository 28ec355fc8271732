package templates

import (
	"strings"
	"time"

	"github.com/a-h/templ"
)

// SubmissionRow is one submission in its owner's list.
type SubmissionRow struct {
	URL      string
	Name     string
	Listing  string // its id
	Revision int
	Stage    string
	Next     string // what to do next, in a few words
	Updated  time.Time
}

// SubmissionsView is the list of the viewer's own submissions.
type SubmissionsView struct {
	Rows          []SubmissionRow
	Said          string // "1–30"
	Before, After string
	First         string // address of the first page, when this one is past the end
}

// SubmissionView is the whole story of one submission.
type SubmissionView struct {
	ID       string
	Name     string
	Listing  string // its id
	URL      string // of the server
	Revision int
	Stage    string
	Lead     string // where it stands and what to do next
	Events   string // address of the event stream while something may happen; "" otherwise

	Listed      string // address of its public page; "" when it is not public
	Revise      string // address of the form to send it again; "" when that makes no sense
	Withdrawing bool   // it can be withdrawn
	HasToken    bool
	Unchecked   bool // its check failed for good, without a report, and a person takes over
	Others      bool // the viewer is a reviewer who looks at another's

	Appeal   *AppealView // nil when a person cannot be asked for
	Problems []Problem

	Report   *ReportView
	Findings []FindingView // what to change first, heaviest first
	Decision *DecisionView
	Changes  []FieldDiff // against the revision before
	Tools    []ToolView
	AllTools int       // how many there are; Tools may hold fewer
	Timeline []ActView // newest first
}

// DecisionView is what was decided, in the decider's words.
type DecisionView struct {
	Kind    string // "approve", "request_changes" or "reject"
	Auto    bool   // by the rules alone
	At      time.Time
	Rules   []string
	Text    string
	Ruleset string
}

// FieldDiff is a field's text before and after.
type FieldDiff struct {
	Label  string
	Before string
	After  string
	Spans  []SpanView // word by word, for long texts; empty for short ones
}

// SpanView is a piece of a text comparison: Op is "same", "del" or "ins".
type SpanView struct {
	Op   string
	Text string
}

// ActView is one line of a timeline.
type ActView struct {
	State string // hue of its mark; may be empty
	Title string
	At    time.Time
	Actor string // who, for those who may know; may be empty
	Rules []string
	Text  string
}

// Counts says how many findings there are of each severity.
func Counts(p *Page, v *ReportView) string {
	return Counted(p, v.Counts.List())
}

// Count is a number of things; Key is its message.
type Count struct {
	Key string
	N   int
}

// Counted tells the numbers that are not zero, in their order.
func Counted(p *Page, counts []Count) string {
	var parts []string
	for _, c := range counts {
		if c.N > 0 {
			parts = append(parts, p.N(c.Key, c.N))
		}
	}
	return strings.Join(parts, " · ")
}

// decided is the state that a decision leads to.
func decided(kind string) string {
	switch kind {
	case "approve":
		return "approved"
	case "request_changes":
		return "changes_requested"
	}
	return "rejected"
}

// liveAttrs has the script follow an event stream.
func liveAttrs(events string) templ.Attributes {
	if events == "" {
		return nil
	}
	return templ.Attributes{"data-live": events}
}

func stateAttrs(state string) templ.Attributes {
	if state == "" {
		return nil
	}
	return templ.Attributes{"data-s": Hue(state)}
}
