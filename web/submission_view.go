package web

import (
	"slices"
	"unicode/utf8"

	"marketd/market"
	"marketd/templates"
	"marketd/web/diff"
)

var errNotOwner = market.NewError(market.Forbidden, "NOT_YOURS", market.Text{
	ZH: "只有发布者自己能修改后再交。", EN: "Only its publisher can revise a submission.",
})

// submissionView tells a submission's story to its owner, or to a reviewer.
func (s *Server) submissionView(p *templates.Page, actor market.Actor, story *market.SubmissionStory) *templates.SubmissionView {
	sub := &story.Submission
	v := &templates.SubmissionView{
		ID: sub.ID, Name: templates.Or(sub.Entry.Name, sub.ListingID), Listing: sub.ListingID, URL: sub.Entry.Server.URL,
		Revision: sub.Revision, Stage: string(sub.Stage), Withdrawing: sub.Stage.Open(), HasToken: sub.HasToken,
		Others: sub.Owner != actor.Account, Lead: lead(p, story),
		Tools:    s.toolViews(sub.Entry, story.Tools[:min(len(story.Tools), maxToolsShown)]),
		AllTools: len(story.Tools), Timeline: timeline(p, story.Timeline, nil),
	}
	if story.Listed {
		v.Listed = "/listings/" + sub.ListingID
	}
	if sub.Stage == market.StageChecking || sub.Stage == market.StageInReview {
		v.Events = pathWith("/submissions/"+sub.ID+"/events", "seen", moment(sub, story.Ahead))
	} else {
		v.Revise = "/submissions/" + sub.ID + "/revise"
	}
	v.Unchecked = sub.Stage == market.StageInReview && gaveUp(story) && story.Report == nil
	if r := story.Report; r != nil {
		v.Report = reportView(p, r, story.Probe)
		markRules(v.Tools, r)
		appraise(p, v.Tools, r)
		v.Findings = openFindings(p, r, story.Probe, market.SeverityWarn)
		beside(v.Report, v.Findings)
	}
	if sub.Decision.Kind != "" {
		v.Decision = decisionView(sub, story.Report)
	}
	if story.Previous != nil {
		v.Changes = fieldDiffs(p, *story.Previous, sub.Entry)
	}
	return v
}

// lead says in one or two sentences where the submission stands and what its
// owner can do.
func lead(p *templates.Page, story *market.SubmissionStory) string {
	sub := &story.Submission
	switch sub.Stage {
	case market.StageChecking:
		if sub.Pass > 0 {
			return p.N("submission.lead_checkingAgain", sub.Pass)
		}
		return p.T("submission.lead_checking")
	case market.StageInReview:
		switch failed := gaveUp(story); {
		case failed && story.Report == nil:
			return p.T("submission.lead_unchecked")
		case failed:
			return p.T("submission.lead_halfChecked")
		case story.Ahead == 0:
			return p.T("submission.lead_next")
		}
		return p.N("submission.lead_in_review", story.Ahead)
	case market.StageChangesRequested:
		return p.T("submission.lead_changes_requested")
	case market.StageRejected:
		if sub.Decision.By == "" {
			return p.N("submission.lead_autoRejected", rejects(story.Report))
		}
		return p.T("submission.lead_rejected")
	case market.StageApproved:
		if story.Listed {
			return p.T("submission.lead_approved")
		}
		return p.T("submission.lead_held")
	case market.StageWithdrawn:
	}
	return p.T("submission.lead_withdrawn")
}

// gaveUp reports whether the automated check failed for good.
func gaveUp(story *market.SubmissionStory) bool {
	return slices.ContainsFunc(story.Timeline, func(a market.Act) bool { return a.Action == market.ActGaveUp })
}

func rejects(r *market.Report) int {
	if r == nil {
		return 0
	}
	return rejectCount(r)
}

func decisionView(sub *market.Submission, r *market.Report) *templates.DecisionView {
	d := &templates.DecisionView{
		Kind: string(sub.Decision.Kind), Auto: sub.Decision.By == "", At: sub.Decision.At,
		Rules: sub.Decision.Rules, Text: sub.Decision.Text,
	}
	if r != nil {
		d.Ruleset = templates.Or(sub.Decision.Ruleset, r.Ruleset)
	}
	return d
}

// fieldDiffs shows the fields in which two entries differ. A long text is
// compared word by word.
func fieldDiffs(p *templates.Page, before, after market.Entry) []templates.FieldDiff {
	var out []templates.FieldDiff
	for _, f := range diff.Fields(before, after) {
		d := templates.FieldDiff{Label: p.T("submission.field_" + f.Name), Before: f.Before, After: f.After}
		if f.Name == "desc" || utf8.RuneCountInString(f.Before)+utf8.RuneCountInString(f.After) > 80 {
			d.Spans = spanViews(diff.Words(f.Before, f.After))
		}
		out = append(out, d)
	}
	return out
}

func spanViews(spans []diff.Span) []templates.SpanView {
	out := make([]templates.SpanView, len(spans))
	for i, s := range spans {
		out[i] = templates.SpanView{Op: [...]string{diff.Same: "same", diff.Deleted: "del", diff.Inserted: "ins"}[s.Op], Text: s.Text}
	}
	return out
}

// timeline shows acts, newest first. Names are given to those who may know
// them; nil names nobody.
func timeline(p *templates.Page, acts []market.Act, names map[string]string) []templates.ActView {
	out := make([]templates.ActView, 0, len(acts))
	for _, a := range slices.Backward(acts) {
		v := templates.ActView{State: actHue(a), Title: actTitle(p, a), At: a.At, Rules: a.Rules, Text: a.Text}
		if names != nil {
			v.Actor = templates.Or(names[a.Actor], p.T("audit.market"))
		}
		out = append(out, v)
	}
	return out
}

// actTitle is an act in words; what an examination gave is part of its title.
func actTitle(p *templates.Page, a market.Act) string {
	if a.Action == market.ActExamined {
		if key := "submission.act_examined_" + a.After; p.Has(key) {
			return p.T(key)
		}
	}
	return label(p, "submission.act_", a.Action)
}

func actHue(a market.Act) string {
	switch a.Action {
	case market.ActApproved:
		return "approved"
	case market.ActRejected, market.ActAutoRejected:
		return "rejected"
	case market.ActRequested:
		return "changes_requested"
	case market.ActQueued, market.ActGaveUp, market.ActAppealed:
		return "needs_human"
	case market.ActSubmitted:
		return "info"
	case market.ActExamined:
		return a.After
	}
	return ""
}
