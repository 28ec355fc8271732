package templates

import "time"

// CheckForm is the two ways of checking: a server at its address, and a list of
// tools alone.
type CheckForm struct {
	Run         string // id of the check that these fields repeat; "" before the first
	URL         FieldView
	Token       FieldView
	TokenWanted bool // the server asks for one
	TokenKept   bool // the check has a token; it is not shown
	Profiles    []Option
	Tools       FieldView // the list, pasted
	ToolsFirst  bool      // the list is the way chosen
	Problems    []Problem
}

// CheckedView is the report on one check, or the check at work.
type CheckedView struct {
	ID       string
	Name     string // the server's host, or what was checked instead
	URL      string // of the server; "" for a list alone
	Lead     string
	Form     CheckForm
	Progress *ProgressView // while it is at work
	Failed   string        // why it could not be made; "" otherwise
	Report   *ReportPage   // once it is done
	Submit   string        // where the server can be submitted; "" for a list alone
	Shared   string        // address of its shared report; "" when there is none
	ShareFor int           // days that a shared report lasts
}

// ReportPage is a whole report: what was found, what was looked at, what was sent.
type ReportPage struct {
	Report     *ReportView
	Findings   []FindingView // what to mend, heaviest first
	Tools      []ToolView
	MoreTools  int
	Net        []FactView
	Transcript []ExchangeView
	Sent       string // "14 requests, 38 KB"
	Files      []Link // the report to download
	Alone      bool   // a list of tools without its server
}

// SharedView is a report that somebody made public.
type SharedView struct {
	ID      string
	Name    string
	URL     string // of the server; "" for a list alone
	Link    string // the page's own address, to copy
	Lead    string
	At      time.Time
	Expires time.Time
	Mine    bool // the viewer may take it back
	Again   string
	Report  *ReportPage
}
