package market

import (
	"context"
	"encoding/json"
	"time"
)

// DriftClass is what a change of a listing's tools amounts to.
type DriftClass string

// The classes, in the order of their weight (rules DRF-002 to DRF-004).
const (
	DriftNone      DriftClass = "none"
	DriftCosmetic  DriftClass = "cosmetic"  // taken over, with a notice
	DriftMaterial  DriftClass = "material"  // what was approved stays listed; a person looks
	DriftDangerous DriftClass = "dangerous" // quarantined at once
)

// DriftChange is one thing that changed, in words.
type DriftChange struct {
	Rule  string `json:"rule"`            // DRF-002 to DRF-007, or that of a finding that is new
	Tool  string `json:"tool,omitempty"`  // as served; "" when it is of the set
	Where string `json:"where,omitempty"` // JSON pointer into the tool
	Text  Text   `json:"text"`
}

// DriftVerdict is the comparison of two sets of tools. The document that
// `marketd drift --format json` prints.
type DriftVerdict struct {
	Class   DriftClass    `json:"class"`
	Changes []DriftChange `json:"changes"`
}

// DriftCase is what a comparison looks at.
type DriftCase struct {
	Listing  Listing           // as approved: its Tools are compared with
	Human    []json.RawMessage // that a person approved last (rule DRF-007); nil when they are the listing's
	Seen     []json.RawMessage
	Settings map[string]RuleSetting
}

// DriftJudge says what a change amounts to. It is pure.
type DriftJudge interface {
	JudgeDrift(ctx context.Context, c DriftCase) (DriftVerdict, error)
}

// DriftState is where a drift stands.
type DriftState string

// The states.
const (
	DriftOpen      DriftState = "open"      // waits for a person
	DriftTaken     DriftState = "taken"     // cosmetic, taken over by the rules
	DriftAccepted  DriftState = "accepted"  // by a person: what was seen is now what is approved
	DriftRefused   DriftState = "refused"   // by a person: the listing is held
	DriftReverted  DriftState = "reverted"  // the server went back by itself
	DriftReplaced  DriftState = "replaced"  // a new revision was approved meanwhile
	DriftDismissed DriftState = "dismissed" // by a person: what is approved stays listed, and this set is not told of again

	// DriftRevised is no drift: a revision was approved, and this is what it changed.
	DriftRevised DriftState = "revised"
)

// Drift is one episode in which a listing's tools differ from the approved
// ones. A listing has at most one that is open; while it is, another change
// updates it. When the server of a listing that is held for it, or whose sets
// alternate, shows the approved tools again, After says so and all else stays.
type Drift struct {
	ID       string // of [DriftRevised], that of the submission
	Listing  string
	Owner    string
	Revision int // of the listing
	State    DriftState
	Version  int64 // grows with every change; a decision is bound to it and to After (rule DRF-008)
	Class    DriftClass
	Before   string            // digest of the approved set
	After    string            // digest of what was seen last
	Base     []json.RawMessage // the approved tools as they were
	Tools    []json.RawMessage // what was seen last, other than Base
	Changes  []DriftChange
	Rules    []string // DRF rules that brought it here, by id
	Held     bool     // the listing was quarantined for it
	SeenAt   time.Time
	MovedAt  time.Time // of the last change of After or State

	SecondedBy string // accepted by this reviewer, and waits for another one's word

	DecidedBy string
	DecidedAt time.Time
	Text      string // the reviewer's words
}

// Back reports whether the server shows the approved tools again.
func (d Drift) Back() bool { return d.After == d.Before }

// DriftFilter chooses drifts; zero members do not restrict.
type DriftFilter struct {
	Listing string
	Owner   string
	States  []DriftState
	Class   DriftClass
	After   string // digest of what was seen
	Gravest bool   // the dangerous first, then the material; within a class as Oldest says
	Oldest  bool   // longest open first; otherwise newest first
	Limit   int    // 0 means 50
	Offset  int
}

// Sighting is a set of tools that a listing's server showed, other than the one
// before it.
type Sighting struct {
	Listing string
	At      time.Time
	Digest  string
	Class   DriftClass // against what was approved then
}

// ApprovedTools are the tools of a listing that a person approved last.
type ApprovedTools struct {
	Listing string
	Digest  string
	Tools   []json.RawMessage
	By      string
	At      time.Time
}
