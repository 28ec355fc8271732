package market

import (
	"context"
	"encoding/json"
	"time"
)

// Step is a part of an examination, told as it begins, for people who watch.
type Step string

// The steps, in order. Visit is taken only when the entry names links or an icon.
const (
	StepEntry    Step = "entry"
	StepResolve  Step = "resolve"
	StepContract Step = "contract"
	StepList     Step = "list"
	StepMCP      Step = "mcp"
	StepVisit    Step = "visit"
	StepRules    Step = "rules"
	StepDone     Step = "done"
)

// Prober looks at a server once. It returns within 35 s of its context's life
// per request and never an error: what went wrong is evidence, in the Probe.
// progress may be nil.
type Prober interface {
	Probe(ctx context.Context, t Target, progress func(Step)) Probe
}

// Examiner is the automated reviewer: one pass over one entry.
type Examiner interface {
	Examine(ctx context.Context, c Case) (Examined, error)
}

// EntryChecker runs the rules that need nothing but the entry and the facts.
// Its report names no probe. It is pure and fast.
type EntryChecker interface {
	CheckEntry(c Case) Report
}

// ToolsChecker runs the rules that need nothing but a list of tools. The
// profiles of its report are not run. It is pure. RefuseTools reports on a list
// that cannot be taken as it is written.
type ToolsChecker interface {
	CheckTools(tools []json.RawMessage, settings map[string]RuleSetting) Report
	RefuseTools(f ListFault, settings map[string]RuleSetting) Report
}

// ListFault is why a list of tools cannot be taken as it is written.
type ListFault struct {
	Rule     string // that says so
	Where    string // JSON pointer
	Evidence string
	Message  Text
}

// Visitor looks at the addresses that an entry names besides its server's. What
// goes wrong is evidence.
type Visitor interface {
	Visit(ctx context.Context, e Entry) Visits
}

// Neighbourhood finds entries that resemble one, listed or waiting. It answers
// from memory.
type Neighbourhood interface {
	Neighbours(ctx context.Context, q NeighbourQuery) ([]Neighbour, error)
}

// Case is what one pass looks at.
type Case struct {
	Entry    Entry
	RawEntry json.RawMessage // as sent by API, for the rules on its JSON; empty from a form
	Owner    string          // account id; "" when nobody is signed in
	Token    string          // test token; "" when none
	Profile  Profile         // the one asked for; empty means both
	Facts    Facts
	Earlier  []Probe // evidence of the passes before, oldest first
	Review   bool    // part of a review: as many passes follow as the pace says, unless it is refused
	Draft    bool    // blank members of the entry are not written yet, and not judged
	Note     string  // the publisher's on an update: what changed (rule META-009)
	Progress func(Step)
}

// Facts is what the market itself knows that bears on an entry.
type Facts struct {
	ID        IDState
	Endpoints []EndpointUse          // other live listings with the same normalised URL
	Approved  *Listing               // the listing this would update; nil for a new one
	Refused   *Refused               // the owner's last refused submission with the same URL; nil when there was none
	Settings  map[string]RuleSetting // by rule id, those that are set; nil when none is
	Waivers   []Waiver               // of the listing
}

// Refused is a submission that the rules refused (rule SIM-005).
type Refused struct {
	Submission string
	Digest     string // of its tools
	Ruleset    string
	Rules      []string
	At         time.Time
}

// IDState says whose an id is.
type IDState string

// The states of an id (rule ENT-003).
const (
	IDFree  IDState = "free"
	IDMine  IDState = "mine"  // the submitter's own listing or open submission
	IDOther IDState = "other" // someone else's, live or pending
)

// EndpointUse is another entry that has the same endpoint (rule URL-008).
type EndpointUse struct {
	Listing string
	Mine    bool
}

// Examined is what one pass gave. Again is the delay after which another pass
// is wanted before the verdict stands; zero when it stands.
type Examined struct {
	Report  Report
	Probe   Probe
	Tools   []json.RawMessage
	Digests []string
	Again   time.Duration
}

// Sealer encrypts secrets at rest. Context binds a sealed value to its place.
type Sealer interface {
	Seal(plain []byte, context string) ([]byte, error)
	Open(sealed []byte, context string) ([]byte, error)
}

// Hasher hashes passwords (argon2id, PHC strings).
type Hasher interface {
	Hash(ctx context.Context, password string) (string, error)
	// Verify reports whether the password is right, and whether the hash wants
	// renewing because its parameters are old.
	Verify(ctx context.Context, password, hash string) (ok, renew bool, err error)
}
