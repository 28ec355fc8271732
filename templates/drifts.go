package templates

import "time"

// DriftsView is one view of the queue of changes of tools.
type DriftsView struct {
	Views         []QueueTab
	View          string // "open" or "decided"
	Listing       string // id that the view is narrowed to; "" for all
	Classes       []DriftCount
	Rows          []DriftRow
	Said          string
	Before, After string
	First         string // address of the first page, when this one is past the end
}

// DriftCount is how many changes of a class wait for a person.
type DriftCount struct {
	Class string
	Count int
}

// DriftRow is one change of a listing's tools in the queue.
type DriftRow struct {
	URL     string
	Class   string
	State   string
	Hold    string // of the listing now; "" when it is listed
	Name    string
	Listing string // id
	Owner   string
	Own     bool
	First   string // its first change in words
	More    int    // changes beyond that
	Rules   []DriftRule
	Seen    time.Time
	Age     string // "3 h"
	Late    string // "" in time, "warn" over a day, "reject" over three
	Decided time.Time
	By      string
}

// DriftRule is a rule that a change came to, and whether it has a page.
type DriftRule struct {
	ID     string
	Linked bool
}
