package templates

// SubmitView is the submission form in any of its moments: empty, with a check
// at work, with its report, or refused.
type SubmitView struct {
	Run         string // id of the check whose fields these are; "" before the first
	Problems    []Problem
	URL         FieldView
	Token       FieldView
	TokenWanted bool // the server asks for one
	TokenKept   bool // the check has a token; it is not shown
	ID          FieldView
	Name        FieldView
	Desc        FieldView
	Cat         FieldView
	Cats        []Option
	Author      FieldView
	Homepage    FieldView
	Privacy     FieldView

	Progress  *ProgressView // while a check is at work
	Failed    string        // why a check could not be made; "" otherwise
	Report    *ReportView   // of a finished check
	Tools     []ToolView
	MoreTools int    // tools beyond those of Tools
	Prefix    string // "ext.<tag>."
	Card      CardView

	Revises  string // name of the listing this revises; "" for a new one
	Ticks    []Tick // what machines could confirm
	Blocked  string // why it cannot be submitted yet; "" when it can
	SignedIn bool
	Agreed   bool
	Marks    [4]string // state of each card: "pass", "reject", "warn", "running", "unknown"
}

// Tick is one line of the checklist before submitting.
type Tick struct {
	State string // "pass", "reject", "warn" or "unknown"
	Label string
}
