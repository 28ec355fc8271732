package market

import "time"

// RereviewState is where a re-review stands.
//
//	running → (done | cancelled | failed) ; done → applying → applied
type RereviewState string

// The states.
const (
	RereviewRunning   RereviewState = "running"   // judging, and changing nothing
	RereviewDone      RereviewState = "done"      // it is known what would change
	RereviewCancelled RereviewState = "cancelled" // by a person, before it was applied
	RereviewApplying  RereviewState = "applying"  // the settings hold; verdicts are being recorded
	RereviewApplied   RereviewState = "applied"
	RereviewFailed    RereviewState = "failed" // its job failed for good; Applying says in which walk
)

// AtWork reports whether a job goes on with it.
func (s RereviewState) AtWork() bool { return s == RereviewRunning || s == RereviewApplying }

// Rereview judges the stored evidence of every listing again under other
// settings, or another ruleset: first to see what would change, then to have it so.
type Rereview struct {
	ID       string
	State    RereviewState
	Version  int64                  // grows with every change
	Settings map[string]RuleSetting // proposed: all that admins would have set
	Base     map[string]RuleSetting // all that was set when it was proposed
	Reason   string
	By       string // account id
	At       time.Time

	Ruleset  string // under which it judges; "" before the first
	Applying bool   // it has come to the second walk
	Cursor   string // the listing it came to
	Total    int    // listings, when the walk began
	Judged   int
	Unseen   int // of Judged: nothing is stored that could be judged
	Tally    Tally

	AppliedBy string
	AppliedAt time.Time
	EndedAt   time.Time
}

// Tally counts what a re-review changes.
type Tally struct {
	Verdicts map[string]int       `json:"verdicts,omitempty"` // "clean→rejected" → listings
	Rules    map[string]RuleTally `json:"rules,omitempty"`
	Changed  int                  `json:"changed"` // listings with another verdict, of the market or a profile
	Look     int                  `json:"look"`    // listings that a person should look at
}

// RuleTally counts the listings in which a rule does otherwise than before.
type RuleTally struct {
	Gained  int `json:"gained,omitempty"` // it hits, and did not
	Lost    int `json:"lost,omitempty"`
	Heavier int `json:"heavier,omitempty"`
	Lighter int `json:"lighter,omitempty"`
}

// RereviewChange is what a re-review changes in one listing.
type RereviewChange struct {
	Rereview   string
	Listing    string
	Submission string // whose evidence it is
	Before     Verdicts
	After      Verdicts
	Look       bool        // it became worse: a person should look
	Shifts     []RuleShift // by rule
	Findings   []Finding   // what is new or weighs more, heaviest first; cut
}

// Verdicts are those of a report.
type Verdicts struct {
	All Verdict `json:"all"`
	App Verdict `json:"app"`
	MCP Verdict `json:"mcp"`
}

// RuleShift is a rule that does otherwise than before. Before and After are the
// heaviest severity that stands, "monitor" or "waived" when it hits and nothing
// stands, or "" when it does not hit.
type RuleShift struct {
	Rule   string `json:"rule"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// ChangeFilter chooses changes of a re-review; zero members do not restrict.
type ChangeFilter struct {
	Rereview string
	Look     bool   // only those that a person should look at
	Rule     string // only those in which the rule does otherwise
	Limit    int    // 0 means 50
	Offset   int
}

// RereviewArgs are the arguments of JobRereview: the batch that begins after a listing.
type RereviewArgs struct {
	Rereview string `json:"rereview"`
	Applying bool   `json:"applying"`
	After    string `json:"after"`
}
