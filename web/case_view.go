package web

import (
	"slices"
	"strings"
	"time"

	"marketd/market"
	"marketd/templates"
)

// caseView is the evidence on a submission for the reviewer at the desk.
func (s *Server) caseView(p *templates.Page, actor market.Actor, c *market.DeskCase, typed decision) *templates.CaseView {
	sub := &c.Submission
	v := &templates.CaseView{
		ID: sub.ID, Name: templates.Or(sub.Entry.Name, sub.ListingID), Host: sub.Entry.Host(), URL: sub.Entry.Server.URL,
		Stage: string(sub.Stage), Revision: sub.Revision, Passes: len(c.Examinations),
		Card: entryCard(p, sub.Entry, len(c.Tools)), Tools: s.toolViews(sub.Entry, c.Tools),
		Timeline: timeline(p, c.Timeline, c.Names), Publisher: publisherView(p, c),
	}
	v.Card.Icon, v.Told = reviewedIcon(c), toldFacts(p, sub.Entry)
	if sub.HasToken {
		v.Card.Auth = "token"
	}
	if n := len(c.Examinations); n > 0 {
		last := &c.Examinations[n-1]
		v.Report = reportView(p, &last.Report, &last.Probe)
		markRules(v.Tools, &last.Report)
		appraise(p, v.Tools, &last.Report)
		v.Open = openFindings(p, &last.Report, &last.Probe, market.SeverityWarn)
		beside(v.Report, v.Open)
		v.Net = netFacts(p, &last.Probe)
		var exchanges []market.Exchange
		for _, x := range c.Examinations {
			exchanges = append(exchanges, x.Probe.Exchanges...)
		}
		v.Transcript, v.Sent = exchangeViews(p, exchanges)
	}
	if c.Approved != nil {
		v.Against = c.Approved.Revision
		v.Card.URL = "/listings/" + c.Approved.ID
		if h := c.Approved.Health; h.State != "" {
			v.Card.State, v.Card.Since = string(h.State), h.Since
		}
		if sub.Stage != market.StageApproved {
			v.Changes = changesView(p, c)
			markTools(v.Tools, v.Changes)
		}
	}
	v.Before = beforeView(p, c)
	v.Form = decideView(p, actor, c, typed, v.Report)
	if a := c.Approved; a != nil && (a.Hold == market.HoldQuarantined || a.Hold == market.HoldSuspended) {
		v.Form.Hold, v.Form.HoldURL = string(a.Hold), deskComplaints(a.ID)+"#lift-hold"
	}
	return v
}

func publisherView(p *templates.Page, c *market.DeskCase) templates.PublisherView {
	v := templates.PublisherView{Name: c.Owner.Name, Since: c.Owner.CreatedAt}
	for i, sub := range c.History {
		switch {
		case sub.Stage == market.StageApproved:
			v.Approved++
		case sub.Stage == market.StageRejected:
			v.Rejected++
		case sub.Stage.Open():
			v.Open++
		}
		if i < 8 {
			v.Others = append(v.Others, submissionRow(p, "/desk/", sub))
		}
	}
	return v
}

// toldFacts are what an entry says besides what its card shows.
func toldFacts(p *templates.Page, e market.Entry) []templates.FactView {
	var facts []templates.FactView
	for _, f := range []struct{ member, text string }{
		{"changes", e.Changes}, {"region", e.Region}, {"homepage", e.Homepage}, {"privacy", e.Privacy}, {"support", e.Support}, {"icon", market.IconSource(e.Icon)},
	} {
		if f.text != "" {
			facts = append(facts, templates.FactView{Label: p.T("submission.field_" + f.member), Text: f.text})
		}
	}
	return facts
}

// netFacts is what was learnt below HTTP.
func netFacts(p *templates.Page, probe *market.Probe) []templates.FactView {
	n := probe.Net
	facts := []templates.FactView{{Label: p.T("desk.url"), Text: probe.URL}}
	add := func(key, text string) {
		if text != "" {
			facts = append(facts, templates.FactView{Label: p.T(key), Text: text})
		}
	}
	add("desk.addrs", strings.Join(n.Addrs, ", "))
	add("desk.blockedAddrs", strings.Join(n.Blocked, ", "))
	add("desk.dialled", n.Dialled)
	add("desk.tls", templates.Or(n.TLS, n.TLSFault))
	if !n.CertUntil.IsZero() {
		add("desk.certUntil", p.Date(n.CertUntil))
	}
	add("desk.sdk", probe.SDK)
	if n.Lifted {
		add("desk.lifted", p.T("desk.liftedWhat"))
	}
	return facts
}

// decideView is the decision form, or why there is none.
func decideView(p *templates.Page, actor market.Actor, c *market.DeskCase, typed decision, r *templates.ReportView) templates.DecideView {
	sub := &c.Submission
	v := templates.DecideView{
		ClaimFor: int(market.ClaimFor / time.Minute), Version: sub.Version, Digest: sub.Digest, Own: c.Own, Waiting: sub.Stage == market.StageInReview,
		Update: c.Approved != nil, Unexamined: len(c.Examinations) == 0, Kind: typed.kind, Text: typed.text, Rules: rulePicks(r, typed.rules),
	}
	if sub.Claimed(p.Now) {
		v.Until = sub.ClaimedUntil
		if sub.ClaimedBy == actor.Account {
			v.Claimed = true
		} else {
			v.Holder = templates.Or(c.Names[sub.ClaimedBy], "—")
		}
	}
	if sub.Decision.Kind != "" {
		var report *market.Report
		if n := len(c.Examinations); n > 0 {
			report = &c.Examinations[n-1].Report
		}
		v.Decided, v.By = decisionView(sub, report), c.Names[sub.Decision.By]
	}
	return v
}

// rulePicks are the rules that hit, heaviest first, and those picked before.
func rulePicks(r *templates.ReportView, picked []string) []templates.RulePick {
	if r == nil {
		return nil
	}
	var out []templates.RulePick
	for _, g := range r.Groups {
		for _, c := range g.Found {
			if len(c.Findings) > 0 && c.State != string(market.SeverityInfo) {
				out = append(out, templates.RulePick{ID: c.Rule, Severity: c.State, Title: c.Title, Picked: slices.Contains(picked, c.Rule)})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b templates.RulePick) int {
		return market.Severity(b.Severity).Weight() - market.Severity(a.Severity).Weight()
	})
	return out
}
