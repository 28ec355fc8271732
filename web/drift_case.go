package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

const (
	saidTop        = 12 // changes in words at the top of a case
	sightingsShown = 12
)

// driftDecision is the decision form as it was sent.
type driftDecision struct {
	version int64
	after   string
	kind    string
	text    string
}

func readDriftDecision(f url.Values) driftDecision {
	version, err := strconv.ParseInt(f.Get("version"), 10, 64)
	if err != nil {
		version = -1 // no version: stale whatever it is now
	}
	return driftDecision{
		version: version, after: f.Get("after"), kind: f.Get("kind"),
		text: strings.TrimSpace(strings.ReplaceAll(f.Get("text"), "\r\n", "\n")),
	}
}

func (s *Server) driftShow(c echo.Context) error {
	return s.showDrift(c, http.StatusOK, driftDecision{}, nil)
}

// showDrift renders a change of tools as it is now, with what was typed into the
// decision form and the error that came of it.
func (s *Server) showDrift(c echo.Context, status int, typed driftDecision, wrong error) error {
	e, err := s.Drifts.Case(c.Request().Context(), s.actor(c), c.Param("id"))
	if err != nil {
		return err
	}
	p := s.page(c, templates.Or(e.Listing.Entry.Name, e.Drift.Listing), "desk")
	p.Wide, p.Dense, p.NoIndex = true, true, true
	p.Path = driftURL(e.Drift.ID)
	v := s.driftView(p, &e)
	v.Form = driftForm(&e, typed)
	if wrong != nil {
		v.Form.Problems = problems(p, wrong)
		if len(v.Form.Problems) == 0 {
			v.Form.Problems = []templates.Problem{{Message: asError(wrong).Msg.In(lang(p))}}
		}
	}
	return s.render(c, status, templates.Drift(p, v))
}

func (s *Server) driftDecide(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	typed := readDriftDecision(f)
	d, err := s.Drifts.Decide(c.Request().Context(), s.actor(c), market.DriftDecision{
		ID: c.Param("id"), Version: typed.version, After: typed.after, Kind: market.DriftDecisionKind(typed.kind), Text: typed.text,
	})
	if err != nil {
		switch e := asError(err); e.Kind {
		case market.Conflict, market.Invalid, market.Forbidden: // best seen on the case itself
			return s.showDrift(c, statusOf(e), typed, e)
		case market.Internal, market.Malformed, market.Unauthorized, market.NotFound, market.Gone, market.TooLarge, market.TooMany, market.Unavailable:
		}
		return err
	}
	said := notice{Key: "drift.said_" + typed.kind, Args: []string{s.nameOfListing(d.Listing)}, Link: "desk.saidSee", URL: "/listings/" + url.PathEscape(d.Listing)}
	if d.State == market.DriftOpen { // one more reviewer is wanted
		said.Key, said.Link, said.URL = "drift.said_second", "desk.saidCase", driftURL(d.ID)
	}
	s.tell(c, said)
	return c.Redirect(http.StatusSeeOther, "/desk/drifts")
}

func (s *Server) nameOfListing(id string) string {
	l, _ := s.Catalog.Current().Page(id)
	return templates.Or(l.Entry.Name, id)
}

func (s *Server) driftView(p *templates.Page, e *market.DriftEvidence) *templates.DriftView {
	d, l := &e.Drift, &e.Listing
	v := &templates.DriftView{
		ID: d.ID, Name: templates.Or(l.Entry.Name, d.Listing), Listing: d.Listing, Class: string(d.Class), State: string(d.State), Hold: string(l.Hold),
		Before: d.Before, After: d.After, Seen: d.SeenAt, Moved: d.MovedAt, Probed: l.Health.CheckedAt,
		Back: d.After == d.Before, Flapping: slices.Contains(d.Rules, "DRF-005"), Approved: l.ApprovedAt, Timeline: timeline(p, e.Timeline, e.Names),
	}
	if e.Human.Digest != "" && e.Human.Digest != d.Before {
		v.Human, v.HumanAt = e.Human.Digest, e.Human.At
	}
	d.Changes = said(e)
	pairs, more, same := sideBySide(d.Base, d.Tools, sideTools)
	v.Tools, v.MoreTools = s.sideViews(p, d, pairs), more
	v.Same, v.SameMore = same[:min(len(same), sameNames)], max(0, len(same)-sameNames)
	v.Said, v.MoreSaid = s.driftWords(p, d.Changes, saidTop)
	anchor(v.Said, v.Tools)
	for _, t := range e.Sightings[:min(len(e.Sightings), sightingsShown)] {
		v.Sightings = append(v.Sightings, templates.SightingView{
			At: t.At, Digest: t.Digest, Class: string(t.Class), Approved: t.Digest == d.Before, Latest: t.Digest == d.After && !slices.ContainsFunc(v.Sightings, latest),
		})
	}
	v.MoreSightings = len(e.Sightings) - len(v.Sightings)
	v.Facts = s.driftFacts(p, e)
	return v
}

// said are the changes in words: what is true of the episode, as that the sets
// alternate, and then the comparison by the rules of now; as it was told when the
// server has gone back.
func said(e *market.DriftEvidence) []market.DriftChange {
	if len(e.Verdict.Changes) == 0 {
		return e.Drift.Changes
	}
	var out []market.DriftChange
	for _, c := range e.Drift.Changes {
		if c.Tool == "" && !slices.Contains(e.Verdict.Changes, c) {
			out = append(out, c)
		}
	}
	return append(out, e.Verdict.Changes...)
}

func latest(s templates.SightingView) bool { return s.Latest }

// anchor leads from a change to the tool that it is of, where the page shows it.
func anchor(said []templates.DriftWord, tools []templates.SideTool) {
	at := map[string]string{}
	for _, t := range tools {
		if at[t.Name] == "" {
			at[t.Name] = t.Anchor
		}
	}
	for i := range said {
		said[i].Anchor = at[said[i].Tool]
	}
}

func (s *Server) driftFacts(p *templates.Page, e *market.DriftEvidence) []templates.FactView {
	facts := []templates.FactView{
		{Label: p.T("listing.url"), Text: e.Listing.Entry.Server.URL},
		{Label: p.T("listing.revision"), Text: p.Num(e.Listing.Revision)},
		{Label: p.T("listing.status"), Text: p.T("state." + string(healthOf(&e.Listing)))},
		{Label: p.T("drift.hold"), Text: p.T("drift.listed")},
		{Label: p.T("desk.publisher"), Text: e.Owner.Name},
	}
	if e.Listing.Hold != market.HoldNone {
		facts[3].Text = p.T("state." + string(e.Listing.Hold))
	}
	return facts
}

// driftForm is the decision form, or what was decided.
func driftForm(e *market.DriftEvidence, typed driftDecision) templates.DriftForm {
	d := &e.Drift
	v := templates.DriftForm{
		Version: d.Version, After: d.After, Own: e.Own, Second: e.Second, Text: typed.text,
		Decided: d.DecidedAt, By: e.Names[d.DecidedBy], Words: d.Text,
	}
	if v.Decided.IsZero() {
		v.Decided = d.MovedAt
	}
	keys := map[market.DriftDecisionKind]string{market.AcceptDrift: "a", market.DismissDrift: "d", market.RefuseDrift: "r", market.RestoreDrift: "s"}
	for _, kind := range e.May {
		v.Choices = append(v.Choices, templates.DriftChoice{Kind: string(kind), Key: keys[kind], Checked: string(kind) == typed.kind})
	}
	return v
}
