package web

import (
	"marketd/market"
	"marketd/templates"
)

// saidView repeats what was said of the submission that a form answers: the
// reviewer's words, or what the rules found; nil when nothing was said.
func saidView(p *templates.Page, story *market.SubmissionStory) *templates.SaidView {
	sub := &story.Submission
	v := &templates.SaidView{Name: templates.Or(sub.Entry.Name, sub.ListingID), URL: "/submissions/" + sub.ID}
	if sub.Decision.Kind == "" || sub.Decision.Kind == market.DecideApprove {
		return v
	}
	v.Decision = decisionView(sub, story.Report)
	if v.Decision.Auto && story.Report != nil {
		for _, x := range reportProblems(p, story.Report) {
			x.Field = "" // of the page where it stands, not of this one
			v.Found = append(v.Found, x)
		}
	}
	return v
}
