package checkrun

import (
	"context"
	"sync"
	"time"

	"marketd/market"
)

// Run is one check of one entry, or of a list of tools alone. The id is a
// secret: who has it sees the report. The test token stays inside and is told
// to nobody but Intake.
type Run struct {
	ID      string
	Visitor string // who started it: only they may submit it
	Started time.Time

	req    market.SubmitRequest
	alone  bool // a list of tools, without a server
	cancel context.CancelFunc
	leave  func() // gives its place up

	mu      sync.Mutex
	step    market.Step
	state   State
	changed chan struct{} // closed, and made anew, at every change
	typed   Typed         // as last sent; see Keep

	submission, report become
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

// Alone reports whether a list of tools is checked without its server.
func (r *Run) Alone() bool { return r.alone }

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

// become is the one thing of a kind that a run can become: the first call
// makes it, however many come and however fast.
type become struct {
	making sync.Mutex // held while it is made
	mu     sync.Mutex
	id     string
}

func (b *become) get() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.id
}

// once has do make it unless it is there. A failed call leaves it as it was.
func (b *become) once(do func() (string, error)) (string, error) {
	b.making.Lock()
	defer b.making.Unlock()
	if id := b.get(); id != "" {
		return id, nil
	}
	id, err := do()
	if err != nil {
		return "", err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.id = id
	return id, nil
}

// Submission is the id of the submission that the run became; "" before.
func (r *Run) Submission() string { return r.submission.get() }

// Submit has submit make a submission of the run at most once: later calls
// return the first one's id. A failed call leaves the run as it was.
func (r *Run) Submit(submit func() (market.Submission, error)) (id string, err error) {
	return r.submission.once(func() (string, error) {
		s, err := submit()
		return s.ID, err
	})
}

// Shared is the id of the run's shared report; "" before it is shared.
func (r *Run) Shared() string { return r.report.get() }

// Share has share make the run's report public at most once, like Submit.
func (r *Run) Share(share func() (market.SharedReport, error)) (id string, err error) {
	return r.report.once(func() (string, error) {
		s, err := share()
		return s.ID, err
	})
}

// Unshare forgets the shared report: it was taken back.
func (r *Run) Unshare() {
	r.report.mu.Lock()
	defer r.report.mu.Unlock()
	r.report.id = ""
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
	if icon := s.Examined.Probe.Visits.Icon; icon != nil {
		n += len(icon.PNG) + len(r.req.Entry.Icon)
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
