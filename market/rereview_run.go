package market

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"strconv"
)

// Rereviews judges everything that is listed again. Admins start, apply and
// cancel, reviewers look on.
type Rereviews struct {
	RereviewOptions
}

// RereviewOptions are a Rereviews' dependencies; all but Size and Log are required.
type RereviewOptions struct {
	Store Store
	Judge Rejudger
	Rules *Rulebook
	Clock Clock
	Size  int // listings judged by one job; default 100
	Log   *slog.Logger
}

// NewRereviews returns a Rereviews.
func NewRereviews(o RereviewOptions) *Rereviews {
	o.Size = cmp.Or(o.Size, batchSize)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return &Rereviews{o}
}

var (
	errRereviewBusy  = NewError(Conflict, "REREVIEW_RUNNING", Text{"已有一次重审在进行。等它结束，或先取消它。", "A re-review is at work already. Wait for it, or cancel it first."})
	errRereviewState = NewError(Conflict, "REREVIEW_MOVED_ON", Text{"这次重审已经不在那一步了。请看它现在的样子。", "The re-review is past that step. Look at how it stands now."})
	errRereviewMoved = NewError(Conflict, "SETTINGS_MOVED", Text{"试算之后规则设置又改过，结果已不准。请重新试算。", "Rules were set otherwise since this was tried, so its result no longer holds. Try it again."})
)

// Propose is what would be set, rule by rule, as the form sends it.
type Propose struct {
	Want   map[string]RuleSetting // rules that would weigh so; the others stay as they are
	Reset  []string               // rules that would go back to their own
	Reason string
}

// Start begins to judge every listing under the proposal, and changes nothing.
// Errors: Forbidden ADMINS_ONLY; NotFound RULE_NOT_FOUND; Invalid without a
// reason or with an unknown severity; Conflict RULE_NOT_SETTABLE or
// REREVIEW_RUNNING.
func (v *Rereviews) Start(ctx context.Context, actor Actor, req Propose) (Rereview, error) {
	reason, err := reasonOf(req.Reason)
	switch {
	case actor.Role != RoleAdmin:
		return Rereview{}, errAdminsOnly
	case err != nil:
		return Rereview{}, err
	}
	now := v.Clock.Now()
	run := Rereview{ID: NewID(now), State: RereviewRunning, Reason: reason, By: actor.Account, At: now}
	err = v.Store.Update(ctx, func(w Writer) (err error) {
		past, err := w.Rereviews(ctx, 1)
		if err != nil {
			return err
		}
		if len(past) > 0 && past[0].State.AtWork() {
			return errRereviewBusy
		}
		if run.Base, err = ruleSettings(ctx, w); err != nil {
			return err
		}
		if run.Settings, err = v.Rules.proposed(run.Base, req); err != nil {
			return err
		}
		if run.Total, err = w.CountListings(ctx); err != nil {
			return err
		}
		if len(past) > 0 && past[0].State != RereviewApplied { // what was tried before is past
			if err := w.DeleteRereviewChanges(ctx, past[0].ID); err != nil {
				return err
			}
		}
		if err := w.InsertRereview(ctx, run); err != nil {
			return err
		}
		if err := v.note(ctx, w, actor, run, ActRereview, strconv.Itoa(run.Total)); err != nil {
			return err
		}
		return enqueueRereview(ctx, w, run)
	})
	return run, err
}

// proposed are the settings that a proposal makes of those that are set.
func (b *Rulebook) proposed(set map[string]RuleSetting, req Propose) (map[string]RuleSetting, error) {
	next := map[string]RuleSetting{}
	maps.Copy(next, set)
	check := func(rule string) error {
		doc, err := b.doc(rule)
		if err == nil && !doc.Settable() {
			return errNotSettable
		}
		return err
	}
	for rule, want := range req.Want {
		switch err := check(rule); {
		case err != nil:
			return nil, err
		case !knownSeverity(want.Severity):
			return nil, errSeverity
		case want != b.Under(set, rule):
			next[rule] = want
		}
	}
	for _, rule := range req.Reset {
		if err := check(rule); err != nil {
			return nil, err
		}
		delete(next, rule)
	}
	return next, nil
}

// Cancel ends a re-review that is not being applied. To cancel again does nothing.
func (v *Rereviews) Cancel(ctx context.Context, actor Actor, id string) error {
	return v.step(ctx, actor, id, func(w Writer, run *Rereview) error {
		switch {
		case run.State == RereviewCancelled:
			return nil
		case run.Applying || run.State == RereviewApplied:
			return errRereviewState
		}
		run.State, run.EndedAt = RereviewCancelled, v.Clock.Now()
		if err := w.UpdateRereview(ctx, *run); err != nil {
			return err
		}
		return v.note(ctx, w, actor, *run, ActRereviewEnd, "")
	})
}

// Apply has the proposal hold from now on, and begins to record the verdicts
// under it. Nothing is delisted. To apply again does nothing. Errors: Conflict
// REREVIEW_MOVED_ON, or SETTINGS_MOVED when a rule was set since the start.
func (v *Rereviews) Apply(ctx context.Context, actor Actor, id string) error {
	return v.step(ctx, actor, id, func(w Writer, run *Rereview) error {
		switch {
		case run.Applying:
			return nil
		case run.State != RereviewDone:
			return errRereviewState
		}
		now := v.Clock.Now()
		set, err := ruleSettings(ctx, w)
		if err != nil {
			return err
		}
		if !maps.Equal(set, run.Base) {
			return errRereviewMoved
		}
		if err := v.Rules.save(ctx, w, change{actor: actor, at: now, reason: run.Reason, before: set, after: run.Settings}); err != nil {
			return err
		}
		if err := w.DeleteRereviewChanges(ctx, run.ID); err != nil {
			return err
		}
		if run.Total, err = w.CountListings(ctx); err != nil {
			return err
		}
		run.State, run.Applying, run.AppliedBy, run.AppliedAt = RereviewApplying, true, actor.Account, now
		run.Cursor, run.Judged, run.Unseen, run.Tally = "", 0, 0, Tally{}
		if err := w.UpdateRereview(ctx, *run); err != nil {
			return err
		}
		if err := v.note(ctx, w, actor, *run, ActRereviewDone, run.Ruleset); err != nil {
			return err
		}
		return enqueueRereview(ctx, w, *run)
	})
}

// Resume goes on with a re-review whose job failed for good.
func (v *Rereviews) Resume(ctx context.Context, actor Actor, id string) error {
	return v.step(ctx, actor, id, func(w Writer, run *Rereview) error {
		switch {
		case run.State.AtWork(): // a second click
			return nil
		case run.State != RereviewFailed:
			return errRereviewState
		}
		if run.State = RereviewRunning; run.Applying {
			run.State = RereviewApplying
		}
		if err := w.UpdateRereview(ctx, *run); err != nil {
			return err
		}
		return enqueueRereview(ctx, w, *run)
	})
}

// step runs f on a re-review for an admin.
func (v *Rereviews) step(ctx context.Context, actor Actor, id string, f func(Writer, *Rereview) error) error {
	if actor.Role != RoleAdmin {
		return errAdminsOnly
	}
	return v.Store.Update(ctx, func(w Writer) error {
		run, err := w.Rereview(ctx, id)
		if err != nil {
			return err
		}
		return f(w, &run)
	})
}

func (v *Rereviews) note(ctx context.Context, w Writer, actor Actor, run Rereview, action, after string) error {
	return w.AppendAct(ctx, Act{At: v.Clock.Now(), Actor: actor.Account, Action: action, Object: "rereview/" + run.ID, After: after, Text: run.Reason, IP: actor.IP})
}

// enqueueRereview has a job go on from where the re-review stands.
func enqueueRereview(ctx context.Context, q Enqueuer, run Rereview) error {
	args, err := json.Marshal(RereviewArgs{Rereview: run.ID, Applying: run.Applying, After: run.Cursor})
	if err != nil {
		return err
	}
	return q.Enqueue(ctx, Job{Kind: JobRereview, Args: args})
}
