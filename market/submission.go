package market

import (
	"encoding/json"
	"time"
)

// Stage is where a submission stands in its review (the review axis).
//
//	checking → (rejected | in_review) → (changes_requested | rejected | approved)
//	withdrawn from checking, in_review and changes_requested
type Stage string

// The stages.
const (
	StageChecking         Stage = "checking"
	StageInReview         Stage = "in_review"
	StageChangesRequested Stage = "changes_requested"
	StageRejected         Stage = "rejected"
	StageApproved         Stage = "approved"
	StageWithdrawn        Stage = "withdrawn"
)

// Open reports whether the submission still waits for something.
func (s Stage) Open() bool {
	return s == StageChecking || s == StageInReview || s == StageChangesRequested
}

// Status is the seed's word for the stage: pending, rejected or approved.
// A withdrawn submission is rejected by its own submitter.
func (s Stage) Status() string {
	switch s {
	case StageApproved:
		return "approved"
	case StageRejected, StageWithdrawn:
		return "rejected"
	}
	return "pending"
}

// Submission is a revision of an entry on its way through review.
type Submission struct {
	ID        string
	ListingID string // = Entry.ID
	Owner     string // account id
	Revision  int    // numbered per listing from 1
	Entry     Entry
	Stage     Stage
	Version   int64 // grows with every change; guards against deciding on what has moved
	Pass      int   // examination passes done

	// What the last examination found; zero while Pass is 0.
	Verdict   Verdict
	Rules     []string // ids of its reject and needs_human findings
	Digest    string   // set digest of the tools found
	ToolCount int

	ClaimedBy    string // account id of the reviewer at work; "" when nobody
	ClaimedUntil time.Time
	HasToken     bool // a sealed test token is kept with it; storage derives it

	Decision    Decision // zero until decided
	Appeal      Appeal   // zero unless its publisher asked for a person
	SubmittedAt time.Time
	UpdatedAt   time.Time
}

// Claimed reports whether someone holds the submission at the instant.
func (s Submission) Claimed(now time.Time) bool {
	return s.ClaimedBy != "" && now.Before(s.ClaimedUntil)
}

// Appeal is a publisher's word against a refusal by the rules alone: a person
// should look. A submission has one at most.
type Appeal struct {
	At   time.Time `json:"at,omitzero"`
	Text string    `json:"text,omitempty"`
}

// DecisionKind is a person's decision.
type DecisionKind string

// The decisions. Auto rejections are the reviewer engine's, with By empty.
const (
	DecideApprove        DecisionKind = "approve"
	DecideRequestChanges DecisionKind = "request_changes"
	DecideReject         DecisionKind = "reject"
)

// Decision is what was decided, on what grounds, for the submitter to read.
type Decision struct {
	Kind  DecisionKind `json:"kind"`
	By    string       `json:"by,omitempty"` // account id; "" is the automated reviewer
	At    time.Time    `json:"at"`
	Rules []string     `json:"rules,omitempty"`
	Text  string       `json:"text,omitempty"` // the reviewer's own words

	Ruleset string `json:"ruleset,omitempty"` // under which the evidence was judged that was decided on
}

// Examination is one pass of the automated reviewer over a submission, kept
// whole. The pair (Submission, Pass) is its key: recording it twice has one effect.
type Examination struct {
	Submission string
	Pass       int // from 1
	Report     Report
	Probe      Probe // with the transcript
	Tools      []json.RawMessage
	Digests    []string // one per tool, in the order of Tools
}

// SubmissionFilter chooses submissions; zero members do not restrict.
type SubmissionFilter struct {
	Owner     string
	ListingID string
	Stages    []Stage
	ClaimedBy string
	Query     string // in name, id, host or rule id, case-insensitive
	Oldest    bool   // oldest first; otherwise newest first
	Limit     int    // 0 means 50
	Offset    int
}
