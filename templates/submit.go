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
	Support     FieldView
	Icon        FieldView
	Region      FieldView
	Changes     FieldView

	Progress  *ProgressView // while a check is at work
	Failed    string        // why a check could not be made; "" otherwise
	Report    *ReportView   // of a finished check
	Tools     []ToolView
	MoreTools int // tools beyond those of Tools
	Mounted   MountedView
	Card      CardView

	Revises  string    // id of the submission that this answers; "" for a new one
	Said     *SaidView // of that submission; nil for a new one
	Ticks    []Tick    // what machines could confirm
	Blocked  string    // why it is not ready to be submitted; "" when it is
	Anyway   bool      // it may be submitted all the same, to be refused
	SignedIn bool
	Agreed   bool
	Marks    [4]CardMark
}

// CardMark is the state of one of the four cards.
type CardMark struct {
	State string // "pass", "reject", "warn", "running" or "unknown"
	Text  string
}

// MountedView is how the app will name the tools.
type MountedView struct {
	Prefix  string // "ext.<tag>."; "" without a name
	Lossy   string // what is wrong with the prefix; "" when it tells whose tools they are
	Pattern string // Lossy with {0} for a tool's name and {1} for a better name, for the script
	Tool    string // a tool's own name
	Word    string // in Latin letters, to add to the name; may be empty
}

// SaidView is what was said of the submission before.
type SaidView struct {
	Name     string // of its listing
	URL      string // of its page
	Decision *DecisionView
	Found    []Problem // by the rules, when they refused it
}

// Tick is one line of the checklist before submitting.
type Tick struct {
	State string // "pass", "reject", "warn" or "unknown"
	Label string
}
