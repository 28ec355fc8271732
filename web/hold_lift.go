package web

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

const wordsShown = 3 // of what reviewers wrote, on the listing's page

// liftView is the form to lift a listing's hold, or why it cannot be lifted here;
// nil when no reviewer holds it.
func liftView(p *templates.Page, k *market.ComplaintCase, typed string) *templates.LiftView {
	l := &k.Listing
	if l.Hold != market.HoldQuarantined && l.Hold != market.HoldSuspended {
		return nil
	}
	v := &templates.LiftView{URL: deskComplaints(l.ID) + "/lift", Hold: string(l.Hold), Text: typed}
	if k.Lift != nil {
		v.Why = asError(k.Lift).Msg.In(lang(p))
	}
	if k.Drift != "" {
		v.Case = driftURL(k.Drift)
	}
	return v
}

// deskComplaints is where reviewers answer the reports of a listing, and lift its hold.
func deskComplaints(listing string) string { return "/desk/complaints/" + url.PathEscape(listing) }

// holdLift lists a listing again.
func (s *Server) holdLift(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	req := market.HoldLift{Listing: c.Param("id"), Hold: market.Hold(f.Get("hold")), Text: plainLines(f.Get("lift"))}
	err = s.Complaints.Lift(c.Request().Context(), s.actor(c), req)
	switch e := asError(err); {
	case err == nil:
		s.tell(c, notice{Key: "lift.done", Args: []string{s.nameOfListing(req.Listing)}, Link: "desk.saidSee", URL: "/listings/" + url.PathEscape(req.Listing)})
		return c.Redirect(http.StatusSeeOther, deskComplaints(req.Listing))
	case e.Kind == market.Invalid, e.Kind == market.Conflict, e.Kind == market.Forbidden:
		return s.showComplaintCase(c, statusOf(e), market.ComplaintAnswer{}, req.Text, e)
	}
	return err
}

// wordsNotice is what reviewers wrote to the owner of the listing; without words
// there is none.
func wordsNotice(p *templates.Page, words []market.HoldWord) []templates.NoticeView {
	if len(words) == 0 {
		return nil
	}
	v := templates.NoticeView{State: "info", Head: p.T("words.title"), Text: p.T("words.who")}
	for _, w := range words[:min(len(words), wordsShown)] {
		v.Words = append(v.Words, templates.ReviewerWord{At: w.At, Title: p.T("words." + w.Action), Text: w.Text})
	}
	return []templates.NoticeView{v}
}

// heldOwnerDo says to the owner what to do about a hold that is not for their tools.
func heldOwnerDo(p *templates.Page, v *templates.NoticeView, l *market.Listing, by looks) {
	reviewers := l.Hold == market.HoldQuarantined || l.Hold == market.HoldSuspended
	switch {
	case !reviewers:
	case by.owner:
		v.Do = p.T("notice.heldOwnerDo")
		v.Links = append(v.Links, templates.Link{Label: p.T("notice.heldRevise"), URL: "/submissions/" + url.PathEscape(l.Submission) + "/revise"})
	case by.reviewer:
		v.Links = append(v.Links, templates.Link{Label: p.T("notice.heldLift"), URL: deskComplaints(l.ID) + "#lift-hold"})
	}
}

// illOwnerDo says to the owner what to do about a server that fails.
func illOwnerDo(p *templates.Page, v *templates.NoticeView, l *market.Listing) {
	key := "ownerFix." + string(l.Health.Reason)
	switch l.Health.Reason {
	case market.ReasonDNS, market.ReasonConnect, market.ReasonTLS, market.ReasonTimeout, market.ReasonHTTPError, market.ReasonNotMCP,
		market.ReasonAuthRequired, market.ReasonRPCError, market.ReasonTooLarge, market.ReasonBlocked:
	case market.ReasonOK, market.ReasonRateLimited, market.ReasonOurNetwork:
		key = "ownerFix.other"
	default:
		key = "ownerFix.other"
	}
	v.Do = p.T("ownerFix.lead", p.T(key))
	v.Links = []templates.Link{
		{Label: p.T("ownerFix.transcript"), URL: "/listings/" + url.PathEscape(l.ID) + "/health#transcripts"},
		{Label: p.T("ownerFix.check"), URL: "#acts"},
	}
}
