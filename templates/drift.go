package templates

import "time"

// DriftView is all the evidence on a change of a listing's tools, and the form
// to decide on it.
type DriftView struct {
	ID      string
	Name    string // of the listing
	Listing string // id
	Class   string
	State   string
	Hold    string // of the listing now; "" when it is listed

	Back      bool // the server shows the approved tools again
	Said      []DriftWord
	MoreSaid  int
	Tools     []SideTool
	MoreTools int // changed tools that are not laid side by side
	Same      []string
	SameMore  int // unchanged tools beyond those of Same

	Before, After string // set digests
	Human         string // set digest of what a person approved last, when it is not Before; else ""
	HumanAt       time.Time
	Seen          time.Time
	Moved         time.Time
	Probed        time.Time
	Flapping      bool
	Sightings     []SightingView
	MoreSightings int
	Facts         []FactView // of the listing and its owner
	Approved      time.Time
	Timeline      []ActView

	Form DriftForm
}

// SideTool is a tool as it was approved beside what is served now.
type SideTool struct {
	Anchor    string // unique on the page
	Name      string
	State     string // "added", "removed" or "changed"
	Rows      []SideRow
	Words     []DriftWord
	More      int          // words beyond those
	Facts     []ChangeFact // what a comparison of the schemas says, where the words do not
	RawBefore string       // as JSON, indented; "" when it was not there, or the page is full
	RawAfter  string
	Open      bool
}

// SideRow is one text of a tool on both sides; an empty side has none. The Op
// of a span is "same", "del", "ins", or "gap" for words of ours on what is left out.
type SideRow struct {
	Label         string
	Before, After []SpanView
}

// SightingView is a set of tools that the server showed.
type SightingView struct {
	At       time.Time
	Digest   string
	Class    string // against what was approved then
	Approved bool   // it is the approved set
	Latest   bool   // it is what the decision is about
}

// DriftForm is the decision on a change of tools, or why there is none.
type DriftForm struct {
	Version  int64
	After    string
	Choices  []DriftChoice // what can be decided now
	Own      bool          // the viewer's own listing
	Second   bool          // another reviewer has accepted it
	Text     string
	Problems []Problem

	Decided time.Time // zero when nobody has
	By      string    // name; "" when the rules or the server did
	Words   string    // of the reviewer who decided
}

// DriftChoice is a decision that can be taken.
type DriftChoice struct {
	Kind    string
	Key     string // on the keyboard
	Checked bool
}

// driftHue is the hue of a change's class.
func driftHue(class string) string {
	switch class {
	case "dangerous":
		return "reject"
	case "material":
		return "needs_human"
	case "cosmetic":
		return "info"
	}
	return "pass"
}

// driftStateHue is the hue of where a change of tools stands.
func driftStateHue(state string) string {
	switch state {
	case "open":
		return "needs_human"
	case "taken", "accepted":
		return "pass"
	case "refused":
		return "reject"
	case "dismissed":
		return "warn"
	}
	return "info"
}
