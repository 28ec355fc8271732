package checkrun

import (
	"context"
	"sync"
	"time"

	"marketd/market"
)

// Run is one check of one entry. The id is a secret: who has it sees the
// report. The test token stays inside and is told to nobody but Intake.
type Run struct {
	ID      string
	Visitor string // who started it: only they may submit it
	Started time.Time

	req    market.SubmitRequest
	cancel context.CancelFunc
	leave  func() // gives its place up

	mu        sync.Mutex
	step      market.Step
	state     State
	changed   chan struct{} // closed, and made anew, at every change
	submitted string        // the submission's id, once there is one
	typed     Typed         // as last sent; see Keep

	submitting sync.Mutex // held while the run is being submitted
}

// State is what a run has come to at a moment.
type State struct {
	Step     market.Step // the step at work; StepDone at the end
	Done     bool
	Finished time.Time
	Examined market.Examined // once Done, unless Err
	Err      error
}

// Request is what is being checked, with the test token.
func (r *Run) Request() market.SubmitRequest { return r.req }

// Typed is a form as it was sent, without its token.
type Typed struct {
	Entry   market.Entry
	Agreed  bool
	Revises string // id of the submission that it answers; "" for none
}

// Keep remembers the form as it was last sent, which may be newer than what
// was checked, so that a visitor who signs in first finds every field again.
func (r *Run) Keep(t Typed) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.typed = t
}

// Kept is the form as it was last sent.
func (r *Run) Kept() Typed {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.typed
}

// State returns the present state and a channel that closes when it changes.
func (r *Run) State() (State, <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.state
	s.Step = r.step
	return s, r.changed
}

// Submission is the id of the submission that the run became; "" before.
func (r *Run) Submission() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.submitted
}

// Submit has submit make a submission of the run at most once, however often
// and however fast it is called: later calls return the first one's id. A
// failed call leaves the run as it was.
func (r *Run) Submit(submit func() (market.Submission, error)) (id string, err error) {
	r.submitting.Lock()
	defer r.submitting.Unlock()
	if id := r.Submission(); id != "" {
		return id, nil
	}
	s, err := submit()
	if err != nil {
		return "", err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.submitted = s.ID
	return s.ID, nil
}

// end cancels the check, which may take a moment to notice, and gives its place
// to another. Ending again is harmless.
func (r *Run) end() {
	r.cancel()
	r.leave()
}

// weight is about how many bytes the evidence of a finished run takes.
func (r *Run) weight() int {
	s, _ := r.State()
	n := 0
	for _, t := range s.Examined.Tools {
		n += len(t)
	}
	for _, e := range s.Examined.Probe.Exchanges {
		n += len(e.ReqBody) + len(e.RespBody)
	}
	for _, f := range s.Examined.Report.Findings {
		n += 512 + len(f.Where) + len(f.Tool) + len(f.Evidence) + len(f.Message.ZH) + len(f.Message.EN) // its other texts are shared
	}
	return n
}

func (r *Run) advance(step market.Step) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state.Done || step == r.step || step == market.StepDone {
		return
	}
	r.step = step
	r.tell()
}

func (r *Run) finish(now time.Time, x market.Examined, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.step = market.StepDone
	r.state = State{Done: true, Finished: now, Examined: x, Err: err}
	r.tell()
}

// tell wakes who waits; r.mu is held.
func (r *Run) tell() {
	close(r.changed)
	r.changed = make(chan struct{})
}
