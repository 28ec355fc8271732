package templates

import "time"

// QueueView is one view of the desk.
type QueueView struct {
	Views         []QueueTab
	View          string
	Query         string
	Rows          []QueueRow
	Decided       int    // people's decisions of the last 24 hours
	Drifts        int    // changes of tools that wait for a person
	Dangerous     int    // of them
	Reported      string // listings with users' reports that wait, "99+" for more
	Grave         bool   // one of them is dangerous
	Said          string
	Before, After string
	First         string // address of the first page, when this one is past the end
}

// QueueTab is a view with its count.
type QueueTab struct {
	Name    string
	URL     string
	Count   int
	Current bool
}

// QueueRow is one submission in the queue.
type QueueRow struct {
	URL       string
	State     string // the stage of what is decided or runs, else the verdict
	Waiting   time.Time
	Late      string // "" in time, "warn" over a day, "reject" over three
	Age       string // "3 h"
	Update    bool   // of a listed entry
	Appeal    bool   // refused by the rules; its publisher asked for a person
	Name      string
	Host      string
	Publisher string
	Rules     []string
	Tools     int
	Decided   time.Time // zero when nobody has
	Reviewer  string    // name of who decided, or holds it; "" when nobody
	Own       bool
}
