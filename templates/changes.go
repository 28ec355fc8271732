package templates

import "time"

// ChangesPage is the public history of a listing's tools.
type ChangesPage struct {
	ID, Name      string
	Hold          string // "" when it is listed
	Rows          []ToolsChangeView
	Said          string
	Before, After string // addresses of the pages beside this one
	First         string // address of the first page, when this one is past the end
}

// ToolsChangeView is one line of it: a revision, or a change that a probe saw.
type ToolsChangeView struct {
	Anchor   string
	Revision int    // of a revision its number; of a change 0
	Class    string // of a change
	State    string // of a change
	Title    string
	Text     string // what it means, and who decided, in general terms
	Held     bool
	Words    string // a reviewer's, for the owner and reviewers; else ""
	At       time.Time
	Ended    time.Time // zero while it waits, and for a revision
	From     string    // set digests
	To       string
	Tools    []ChangedTool
	More     int // changes that are not shown
	Desk     string
}

// ChangedTool are the changes of one tool; of the whole set when its name is "".
type ChangedTool struct {
	Name string
	Said []DriftWord
}

// hue of a line of the history.
func (v *ToolsChangeView) hue() string {
	switch {
	case v.Revision > 0:
		return "pass"
	case v.State == "open":
		return driftHue(v.Class)
	}
	return driftStateHue(v.State)
}

// count is how many changes there are in all.
func (v *ToolsChangeView) count() int {
	n := v.More
	for _, t := range v.Tools {
		n += len(t.Said)
	}
	return n
}
