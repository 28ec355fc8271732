package market

import (
	"context"
)

// Intake takes entries in: check, submit, revise, withdraw, follow.
type Intake struct {
	IntakeOptions
}

// IntakeOptions are an Intake's dependencies; all are required but Limits.
type IntakeOptions struct {
	Store    Store
	Examiner Examiner
	Sealer   Sealer
	Clock    Clock
	Limits   SubmitLimits
}

// SubmitLimits bound what one submitter may do (wire.md 3). Zero members take the defaults.
type SubmitLimits struct {
	PerMinute int // submissions a minute for one submitter; default 3
	Waiting   int // open submissions in the whole market; default 100
}

// NewIntake returns an Intake.
func NewIntake(o IntakeOptions) *Intake { panic("being written") }

// SubmitRequest is what a publisher sends, by form or API.
type SubmitRequest struct {
	Entry    Entry
	RawEntry []byte // the JSON as sent, from the API; nil from the form
	Token    string // test token for the probes; "" when none
	Confirm  bool
}

// Check examines the entry once and stores nothing. The report is provisional.
// actor may be anonymous.
func (in *Intake) Check(ctx context.Context, actor Actor, req SubmitRequest, progress func(Step)) (Examined, error) {
	panic("being written")
}

// Submit stores the entry as a submission and enqueues its review, in one
// transaction. Errors: Unauthorized without an account; Invalid with
// Violations when the entry alone breaks a rule of severity reject; ErrIDTaken;
// TooMany with RetryAfter.
func (in *Intake) Submit(ctx context.Context, actor Actor, req SubmitRequest) (Submission, error) {
	panic("being written")
}

// Withdraw ends an open submission of the actor's own.
func (in *Intake) Withdraw(ctx context.Context, actor Actor, id string) error {
	panic("being written")
}

// DeleteToken forgets the test token kept with a submission of the actor's own.
func (in *Intake) DeleteToken(ctx context.Context, actor Actor, id string) error {
	panic("being written")
}

// SubmissionStory is all that a submitter may know of a submission.
type SubmissionStory struct {
	Submission Submission
	Report     *Report // the latest pass; nil before the first
	Tools      []Tool  // of the latest pass
	Timeline   []Act   // oldest first; actors are not named to submitters
	Ahead      int     // open submissions waiting before it, when in review
	Previous   *Entry  // the entry of the revision before; nil for the first
	Listed     bool    // the listing is public now
}

// Story returns the story of a submission to its owner or a reviewer; to
// anyone else it is ErrSubmissionNotFound.
func (in *Intake) Story(ctx context.Context, actor Actor, id string) (SubmissionStory, error) {
	panic("being written")
}

// Mine returns the actor's submissions, newest first.
func (in *Intake) Mine(ctx context.Context, actor Actor, limit, offset int) ([]Submission, error) {
	panic("being written")
}

// Review does one pass of a submission's review: it is the handler of
// JobReview. A pass that is stored already is not made again.
func (in *Intake) Review(ctx context.Context, args ReviewArgs) error {
	panic("being written")
}
