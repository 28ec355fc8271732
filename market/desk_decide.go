package market

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

var (
	errClaimed    = NewError(Conflict, "CLAIMED", Text{"另一位审核员正在看这一份。", "Another reviewer is at work on this one."})
	errDecided    = NewError(Conflict, "ALREADY_DECIDED", Text{"这份提交已有结果，或还没到人工这一步。", "This submission has its result already, or has not come to people yet."})
	errNoEvidence = NewError(Conflict, "NO_EVIDENCE", Text{"自动检查没有做成，没有可以据以通过的内容。可以请求修改或拒绝。", "The automated check could not be made, so there is nothing to approve. Request changes or reject."})
	errEndpoint   = NewError(Conflict, "ENDPOINT_TAKEN", Text{"别人的条目已经用了这个地址，是在这份提交之后上架的。", "Another publisher's listing has the same address; it was listed after this was submitted."})
	errOwn        = NewError(Forbidden, "OWN_SUBMISSION", Text{"自己的提交要由别人来审。", "Nobody decides on their own submission; another reviewer must."})
	errNoGrounds  = &Error{Kind: Invalid, Code: "REASON_REQUIRED", Msg: Text{"请写明理由：选规则，或写一句话。", "Give a reason: pick a rule, or write a sentence."}, Violations: []Violation{{Path: "text", Message: Text{"发布者要知道该改什么。", "The publisher needs to know what to change."}, Fix: Text{"选上命中的规则，或写一句怎么改。", "Pick the rules that hit, or say how to mend it."}}}}
	errLongReason = &Error{Kind: Invalid, Code: "REASON_TOO_LONG", Msg: Text{"理由太长，请写在 4000 字以内。", "The reason is too long; keep it within 4,000 characters."}, Violations: []Violation{{Path: "text", Message: Text{"超过 4000 字。", "Over 4,000 characters."}, Fix: Text{"删短一些。", "Shorten it."}}}}
	errDecision   = &Error{Kind: Invalid, Code: "DECISION_REQUIRED", Msg: Text{"请先选一个决定。", "Choose a decision first."}, Violations: []Violation{{Path: "kind", Message: Text{"没有选决定。", "No decision was chosen."}, Fix: Text{"选通过、请求修改或拒绝。", "Choose approve, request changes or reject."}}}}
)

// Claim takes the submission for the actor for [ClaimFor], again and again;
// Conflict CLAIMED when another reviewer holds it, Forbidden OWN_SUBMISSION for
// the actor's own.
func (d *Desk) Claim(ctx context.Context, actor Actor, id string) (Submission, error) {
	return d.act(ctx, actor, id, func(w Writer, s *Submission, now time.Time) error {
		if s.Owner == actor.Account {
			return errOwn
		}
		fresh := s.ClaimedBy != actor.Account || !s.Claimed(now)
		if !fresh && s.ClaimedUntil.Sub(now) > ClaimFor/2 {
			return nil // a second click
		}
		s.ClaimedBy, s.ClaimedUntil = actor.Account, now.Add(ClaimFor)
		if err := w.UpdateSubmission(ctx, *s); err != nil {
			return err
		}
		s.Version++
		if !fresh {
			return nil
		}
		return d.audit(ctx, w, actor, *s, ActClaimed)
	})
}

// Release gives the submission back.
func (d *Desk) Release(ctx context.Context, actor Actor, id string) error {
	_, err := d.act(ctx, actor, id, func(w Writer, s *Submission, _ time.Time) error {
		if s.ClaimedBy != actor.Account {
			return nil
		}
		s.ClaimedBy, s.ClaimedUntil = "", time.Time{}
		if err := w.UpdateSubmission(ctx, *s); err != nil {
			return err
		}
		return d.audit(ctx, w, actor, *s, ActReleased)
	})
	return err
}

// DecideRequest is a decision as the form sends it. Version and Digest are
// those of the screen: the decision is bound to what was seen (DRF-008).
type DecideRequest struct {
	ID      string
	Version int64
	Digest  string
	Kind    DecisionKind
	Rules   []string
	Text    string
}

// check looks at the request alone.
func (req DecideRequest) check() error {
	switch req.Kind {
	case DecideApprove:
	case DecideRequestChanges, DecideReject:
		if len(req.Rules) == 0 && req.Text == "" {
			return errNoGrounds
		}
	default:
		return errDecision
	}
	if utf8.RuneCountInString(req.Text) > 4000 {
		return errLongReason
	}
	return nil
}

// Decide applies a decision. Errors: Forbidden OWN_SUBMISSION; Conflict
// CHANGED_SINCE_OPENED when version or digest moved, CLAIMED, or
// ALREADY_DECIDED, or FINDINGS_STAND for an approval of what the rules refuse, or
// COLLIDES_MEANWHILE when they do since another was listed; Invalid
// REASON_REQUIRED for a rejection or request for changes without rules and text.
func (d *Desk) Decide(ctx context.Context, actor Actor, req DecideRequest) (Submission, error) {
	if req.Text = strings.TrimSpace(req.Text); !strings.ContainsFunc(req.Text, visible) {
		req.Text = ""
	}
	var x revision
	if req.Kind == DecideApprove && actor.Role.Reviews() {
		if err := d.collides(ctx, req.ID); err != nil {
			return Submission{}, err
		}
		var err error
		if x, err = d.revises(ctx, req.ID); err != nil {
			return Submission{}, err
		}
	}
	published := false
	s, err := d.act(ctx, actor, req.ID, func(w Writer, s *Submission, now time.Time) error {
		published = false
		switch {
		case s.Owner == actor.Account:
			return errOwn
		case s.Version != req.Version || s.Digest != req.Digest:
			return ErrStale
		}
		if err := req.check(); err != nil {
			return err
		}
		s.Decision = Decision{Kind: req.Kind, By: actor.Account, At: now, Rules: req.Rules, Text: req.Text}
		s.ClaimedBy, s.ClaimedUntil = "", time.Time{}
		s.Stage = map[DecisionKind]Stage{DecideApprove: StageApproved, DecideRequestChanges: StageChangesRequested, DecideReject: StageRejected}[req.Kind]
		if req.Kind == DecideApprove {
			if err := d.approve(ctx, w, actor, s, x, now); err != nil {
				return err
			}
			published = true
		}
		if err := w.UpdateSubmission(ctx, *s); err != nil {
			return err
		}
		s.Version++
		if err := announceDecided(ctx, w, *s, now); err != nil {
			return err
		}
		return d.audit(ctx, w, actor, *s, map[DecisionKind]string{DecideApprove: ActApproved, DecideRequestChanges: ActRequested, DecideReject: ActRejected}[req.Kind])
	})
	if err == nil && published {
		d.publish()
	}
	return s, err
}

// approve publishes what was decided on. A rule that would have had it otherwise
// is overturned.
func (d *Desk) approve(ctx context.Context, w Writer, actor Actor, s *Submission, x revision, now time.Time) error {
	seen, err := lastExamination(ctx, w, s.ID)
	if err != nil {
		return err
	}
	s.Decision.Ruleset = seen.Report.Ruleset
	if err := d.list(ctx, w, actor, *s, seen, x, now); err != nil {
		return err
	}
	return w.OverturnRuleHits(ctx, s.ID)
}

// errStands refuses to approve over what refuses the submission.
func errStands(r Report) error {
	rules := strings.Join(r.Rules(SeverityReject), ", ")
	return NewError(Conflict, "FINDINGS_STAND", Text{
		"规则还在拒绝它（" + rules + "），不能通过。先把不成立的发现逐条放行、写明理由，或者请求修改、拒绝。",
		"The rules still refuse it (" + rules + "), so it cannot be approved. Let be each finding that does not hold, with a reason; or request changes, or reject.",
	})
}

// approved is the outcome for which a profile is approved: not at all when the
// rules refuse it, though the server could be used.
func (p ProfileResult) approved() Outcome {
	if p.Verdict == VerdictRejected {
		return OutcomeFail
	}
	return p.Outcome
}

// list publishes the submission: its entry, and its tools as they were seen.
func (d *Desk) list(ctx context.Context, w Writer, actor Actor, s Submission, seen Examination, x revision, now time.Time) error {
	if seen.Report.Verdict == VerdictRejected {
		return errStands(seen.Report)
	}
	l := Listing{
		ID: s.ListingID, Owner: s.Owner, Revision: s.Revision, Submission: s.ID, Entry: s.Entry,
		Tools: seen.Tools, Digests: seen.Digests, Digest: seen.Report.Digest, Auth: "none",
		App: seen.Report.Profiles.App.approved(), MCP: seen.Report.Profiles.MCP.approved(), MCPVersion: seen.Report.Profiles.MCP.Version,
		ApprovedBy: actor.Account, Ruleset: seen.Report.Ruleset, CreatedAt: now, ApprovedAt: now,
	}
	if s.HasToken || l.App == OutcomeGated || l.App != OutcomePass && l.MCP == OutcomeGated {
		l.Auth = "token"
	}
	facts, err := factsOn(ctx, w, s.Owner, s.Entry)
	if err != nil {
		return err
	}
	switch {
	case facts.Approved != nil:
		l.CreatedAt, l.Hold, l.Health = facts.Approved.CreatedAt, facts.Approved.Hold, facts.Approved.Health
		if l.Hold, err = d.holdAfter(ctx, w, *facts.Approved, now); err != nil {
			return err
		}
	case facts.ID == IDOther:
		return ErrIDTaken
	}
	if slices.ContainsFunc(facts.Endpoints, func(u EndpointUse) bool { return !u.Mine }) {
		return errEndpoint
	}
	if err := saveListing(ctx, w, l, facts.Approved); err != nil {
		return err
	}
	if err := d.revised(ctx, w, actor, l, facts.Approved, x, now); err != nil {
		return err
	}
	if err := w.SaveHealth(ctx, l.ID, firstHealth(l, seen.Probe, now)); err != nil {
		return err
	}
	if err := moveToken(ctx, w, s); err != nil {
		return err
	}
	_, err = w.BumpCatalog(ctx, now)
	return err
}

// holdAfter is the hold of a listing of which a new revision is approved: one for a
// change of tools is over, unless users' complaints keep it up.
func (d *Desk) holdAfter(ctx context.Context, w Writer, was Listing, now time.Time) (Hold, error) {
	over, err := holdIsOfDrift(ctx, w, was)
	if err != nil || !over {
		return was.Hold, err
	}
	if stays, err := d.limits.heldByComplaints(ctx, w, was.ID, now); err != nil || stays {
		return was.Hold, err
	}
	return HoldNone, nil
}

// firstHealth is the health of a just approved revision: what the review's
// last probe saw. Of an update it keeps the state, and looks again at once.
func firstHealth(l Listing, p Probe, now time.Time) Health {
	h := l.Health
	if l.Entry.Kind != KindServer {
		return Health{State: HealthUnknown, Since: now} // nothing to probe, ever
	}
	h.Digest, h.NextProbe = l.Digest, now
	if h.State != "" && h.State != HealthUnknown {
		return h
	}
	h.Since, h.CheckedAt, h.Reason, h.Class = now, p.Ended(), p.Reason, p.Class
	switch {
	case p.OK():
		h.State, h.Successes = HealthUp, 1
	case p.Reason == ReasonAuthRequired:
		h.State, h.Gates = HealthGated, 1
	default:
		h.State = HealthUnknown
	}
	return h
}

// act runs f on a submission in review that no other reviewer holds.
func (d *Desk) act(ctx context.Context, actor Actor, id string, f func(Writer, *Submission, time.Time) error) (Submission, error) {
	if !actor.Role.Reviews() {
		return Submission{}, ErrReviewersOnly
	}
	now := d.clock.Now()
	var s Submission
	err := d.store.Update(ctx, func(w Writer) (err error) {
		if s, err = w.Submission(ctx, id); err != nil {
			return err
		}
		switch {
		case s.Stage != StageInReview:
			return errDecided
		case s.Claimed(now) && s.ClaimedBy != actor.Account:
			return errClaimed
		}
		s.UpdatedAt = now
		return f(w, &s, now)
	})
	return s, err
}

func (d *Desk) audit(ctx context.Context, w Writer, actor Actor, s Submission, action string) error {
	a := Act{At: s.UpdatedAt, Actor: actor.Account, Action: action, Object: submissionObject(s.ID), IP: actor.IP}
	if action == ActApproved || action == ActRejected || action == ActRequested {
		a.After, a.Rules, a.Text = s.Digest, s.Decision.Rules, s.Decision.Text
	}
	return w.AppendAct(ctx, a)
}
