package market

import (
	"context"
	"encoding/json"
	"time"
)

// Step is a part of an examination, told as it begins, for people who watch.
type Step string

// The steps, in order. Diagnose is taken only when the contract failed.
const (
	StepEntry    Step = "entry"
	StepResolve  Step = "resolve"
	StepContract Step = "contract"
	StepList     Step = "list"
	StepDiagnose Step = "diagnose"
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

// Case is what one pass looks at.
type Case struct {
	Entry    Entry
	RawEntry json.RawMessage // as sent by API, for the rules on its JSON; empty from a form
	Token    string          // test token; "" when none
	Facts    Facts
	Earlier  []Probe // evidence of the passes before, oldest first
	Final    bool    // no repeats will follow: judge on what there is
	Draft    bool    // blank members of the entry are not written yet, and not judged
	Progress func(Step)
}

// Facts is what the market itself knows that bears on an entry.
type Facts struct {
	ID        IDState
	Endpoints []EndpointUse // other live listings with the same normalised URL
	Approved  *Listing      // the listing this would update; nil for a new one
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
