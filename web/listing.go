package web

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"marketd/i18n"
	"marketd/market"
	"marketd/templates"
)

// demoRefresh is after how many seconds a browser without script loads a
// listing of a demo anew.
const demoRefresh = 5

func (s *Server) listingShow(c echo.Context) error {
	l, ok := s.Catalog.Current().Page(c.Param("id"))
	if !ok {
		return market.ErrListingNotFound
	}
	ctx := c.Request().Context()
	past, err := s.Drifts.Changes(ctx, l.ID, changesLooked, 0)
	if err != nil {
		return err
	}
	if l.Hold != market.HoldNone { // the catalog does not follow what is out of it
		if l.Health, err = s.Standing.Health(ctx, l.ID); err != nil {
			return err
		}
	}
	st, err := s.story(ctx, l.ID)
	if err != nil {
		return err
	}
	p := s.page(c, templates.Inert(l.Entry.Name), "home")
	p.Lead = templates.Clip(templates.Inert(l.Entry.Desc), 160)
	quality, err := s.appraisal(ctx, &l)
	if err != nil {
		return err
	}
	v := s.listingView(p, l, st, quality)
	if v.Acts, err = s.listingActs(c, p, &l); err != nil {
		return err
	}
	a, in := viewer(c)
	v.Notices = s.notices(p, l, past, looksAt(in, a, &l))
	if in && a.ID == l.Owner {
		words, err := s.Drifts.Words(ctx, s.actor(c), l.ID)
		if err != nil {
			return err
		}
		v.Notices = append(v.Notices, wordsNotice(p, words)...)
	}
	v.Notices = append(v.Notices, plannedNotices(p, st.windows)...)
	if l.Hold != market.HoldNone {
		p.NoIndex = true
		withhold(p, &v)
	}
	v.Status.More = "/listings/" + url.PathEscape(l.ID) + "/health"
	if l.Hold == market.HoldNone {
		p.Feed = "/listings/" + url.PathEscape(l.ID) + "/feed.atom?lang=" + p.Tag()
		v.Badges = badgeViews(p, s.reached(c), &l)
	}
	if s.Demo != nil {
		v.Events = pathWith("/listings/"+url.PathEscape(l.ID)+"/events", "seen", face(l))
		p.Refresh = demoRefresh
	}
	if in && a.ID == l.Owner {
		v.Mine = "/submissions/" + l.Submission + "/revise"
	} else if in && a.Role.Reviews() {
		v.Evidence = "/desk/" + l.Submission
	}
	return s.render(c, http.StatusOK, templates.Listing(p, v))
}

// listingView shows a listing; quality may be nil.
func (s *Server) listingView(p *templates.Page, l market.Listing, st *story, quality *market.Report) templates.ListingView {
	tools := market.ReadTools(l.Tools)
	v := templates.ListingView{
		Card: cardOf(p, &l), Author: l.Entry.Author, CatURL: browse{cat: l.Entry.Cat}.url(1),
		Homepage: l.Entry.Homepage, Privacy: l.Entry.Privacy, Support: l.Entry.Support, Region: l.Entry.Region, Changes: l.Entry.Changes,
		Revision: l.Revision, Digest: l.Digest, Approved: l.ApprovedAt, Created: l.CreatedAt,
		Connect: connections(p, l), Mounted: "ext." + l.Entry.Tag() + ".", TagLossy: l.Entry.Tag() != l.Entry.Name,
		ReadOnly: len(tools) > 0,
	}
	for i, t := range tools {
		view := s.toolView(l.Entry, t, i)
		if mcpOnly(&l) { // the app mounts none of them
			view.Mounted = ""
		}
		view.Open = i == 0 && len(tools) <= 5
		if l.Auth == "token" {
			view.Curl = curl(l.Entry.Server.URL, string(compactRaw([]byte(view.Call))), true)
		}
		if i < len(l.Digests) {
			view.Digest = l.Digests[i]
		}
		v.Tools = append(v.Tools, view)
		v.ReadOnly = v.ReadOnly && view.ReadOnly && !view.Write
		if view.Write {
			v.Writes++
		}
	}
	if quality != nil {
		appraise(p, v.Tools, quality)
		v.Quality, v.QualityNow = qualityView(p, quality), p.T("listing.qualityNow", quality.Ruleset)
	}
	v.Profiles = listingProfiles(p, &l)
	v.Status = statusView(p, l, st)
	v.Status.Every = span(p, s.Every)
	v.Changed = changesURL(l.ID, "")
	v.Trust = trust(p, l, st)
	return v
}

// trust is the evidence in short. What was not measured, or is so no more, is
// grey and says so.
func trust(p *templates.Page, l market.Listing, st *story) []templates.TrustView {
	works := trustApp(p, l)
	if mcpOnly(&l) {
		works = templates.TrustView{State: "pass", Head: p.T("trust.mcp"), Text: p.T("trust.mcpShort")}
		if l.MCP == market.OutcomeGated {
			works.State = "gated"
		}
	}
	works.URL = "#works"
	return []templates.TrustView{works, trustUp(p, st), trustTools(p, l), {
		State: "needs_human", Head: p.T("trust.review"), Text: p.T("trust.reviewText", p.Date(l.ApprovedAt), l.Ruleset), URL: "#about",
	}}
}

func trustApp(p *templates.Page, l market.Listing) templates.TrustView {
	v := templates.TrustView{State: "unknown", Head: p.T("state.unknown"), Text: p.T("trust.appUnknown")}
	away := l.Health.State == market.HealthDown || l.Health.State == market.HealthGone
	switch {
	case away && inApp(&l):
		v.Head, v.Text = p.T("trust.appWas"), p.T("trust.appAway")
	case l.App == market.OutcomePass:
		v.State, v.Head, v.Text = "pass", p.T("trust.app"), p.T("trust.appPass")
	case l.App == market.OutcomeGated:
		v.State, v.Head, v.Text = "gated", p.T("trust.gated"), p.T("trust.appGated")
	case l.App == market.OutcomeFail:
		v.State, v.Head, v.Text = "reject", p.T("trust.appNot"), p.T("trust.appFail")
	}
	return v
}

func trustUp(p *templates.Page, st *story) templates.TrustView {
	v := templates.TrustView{State: "unknown", Head: p.T("state.unknown"), Text: p.T("trust.upUnknown"), URL: "#status"}
	t := st.Uptimes.Month
	switch good, counted := t.Answered(), t.Counted(); {
	case counted == 0:
	case counted == 1 && good == 1:
		v.State, v.Head, v.Text = "up", p.T("state.up"), p.T("trust.upOne")
	case counted == 1:
		v.State, v.Head, v.Text = "down", p.T("state.fail"), p.T("trust.downOne")
	default:
		v.State, v.Head, v.Text = "degraded", percent(good, counted), p.N("trust.up", counted)
		switch good {
		case 0:
			v.State = "down"
		case counted:
			v.State = "up"
		}
	}
	return v
}

func trustTools(p *templates.Page, l market.Listing) templates.TrustView {
	v := templates.TrustView{State: "unknown", Head: p.T("state.unknown"), Text: p.T("trust.toolsUnknown"), URL: "#tools"}
	switch {
	case l.Health.Digest == "":
	case l.Health.Changed(l.Digest):
		v.State, v.Head, v.Text = "warn", p.T("trust.toolsChanged"), p.T("trust.toolsChangedText", p.Date(l.ApprovedAt))
	default:
		v.State, v.Head = "pass", p.T("trust.toolsSame")
		v.Text = p.T("trust.toolsSameText", templates.ShortDigest(l.Digest), p.Date(l.ApprovedAt))
	}
	return v
}

// percent never rounds a failure away.
func percent(good, all int) string {
	hundredths := good * 10000 / all
	if hundredths%100 == 0 {
		return i18n.Number(hundredths/100) + "%"
	}
	return i18n.Number(hundredths/100) + "." + string(rune('0'+hundredths%100/10)) + string(rune('0'+hundredths%10)) + "%"
}
