package web

import (
	"net/url"
	"slices"
	"time"

	"marketd/market"
	"marketd/templates"
)

const (
	changesLooked = 5                   // of the latest changes of a listing's tools, by its page
	noticeWords   = 6                   // changes that a notice names
	takenShown    = 14 * 24 * time.Hour // how long a change that was taken over is told of
)

// looks is who looks at a listing's page, as far as it matters there.
type looks struct {
	owner, reviewer bool
}

func looksAt(in bool, a market.Account, l *market.Listing) looks {
	return looks{owner: in && a.ID == l.Owner, reviewer: in && a.Role.Reviews() && a.ID != l.Owner}
}

// notices are what a visitor must know before using the listing; past is what
// became of its tools lately, newest first.
func (s *Server) notices(p *templates.Page, l market.Listing, past []market.ToolsChange, by looks) []templates.NoticeView {
	var out []templates.NoticeView
	add := func(state, key string, args ...any) {
		out = append(out, templates.NoticeView{State: state, Head: p.T("notice." + key), Text: p.T("notice."+key+"Text", args...)})
	}
	open := slices.IndexFunc(past, func(d market.ToolsChange) bool { return d.State == market.DriftOpen })
	switch {
	case l.Hold != market.HoldNone:
		out = append(out, s.holdNotice(p, &l, past, by))
	case open >= 0:
		out = append(out, s.driftNotice(p, &l, &past[open], by))
	case len(past) > 0 && past[0].State == market.DriftDismissed && past[0].After == l.Health.Digest && l.Health.Changed(l.Digest):
		add("warn", "dismissed")
	case l.Health.Changed(l.Digest):
		add("warn", "changed")
	case len(past) > 0 && past[0].State == market.DriftTaken && p.Now.Sub(past[0].EndedAt) < takenShown:
		add("info", "taken", p.Date(past[0].EndedAt))
		out[0].Links = []templates.Link{{Label: p.T("notice.changesSee"), URL: changesURL(l.ID, past[0].ID)}}
	}
	switch l.Health.State {
	case market.HealthDown, market.HealthGone, market.HealthDegraded:
		add(string(l.Health.State), string(l.Health.State), p.Time(l.Health.Since), p.T("reason."+string(l.Health.Reason)))
		if by.owner {
			illOwnerDo(p, &out[len(out)-1], &l)
		}
	case market.HealthUnknown, market.HealthUp, market.HealthGated:
	}
	return out
}

// plannedNotices says that announced maintenance is under way, and until when.
func plannedNotices(p *templates.Page, windows []market.Maintenance) []templates.NoticeView {
	for _, m := range windows {
		if m.Holds(p.Now) {
			return []templates.NoticeView{{State: "info", Head: p.T("notice.planned"), Text: p.T("notice.plannedText", p.Time(m.Until))}}
		}
	}
	return nil
}

// holdNotice says why a listing is in no list, and what that means for who uses
// it. A hold for a change of tools names the change to those whom it concerns.
func (s *Server) holdNotice(p *templates.Page, l *market.Listing, past []market.ToolsChange, by looks) templates.NoticeView {
	v := templates.NoticeView{State: string(l.Hold), Head: p.T("notice." + string(l.Hold)), Text: p.T("notice." + string(l.Hold) + "Text"), Do: p.T("notice." + string(l.Hold) + "Use")}
	if l.Hold == market.HoldPaused {
		return v
	}
	if len(past) == 0 || past[0].State != market.DriftRefused && !(past[0].State == market.DriftOpen && past[0].Held) {
		heldOwnerDo(p, &v, l, by)
		return v
	}
	d := &past[0] // what came before the latest is over
	switch {
	case d.State == market.DriftOpen && d.After == d.Before:
		v.Text = p.T("notice.heldBackText", p.Time(d.At))
	case d.State == market.DriftRefused:
		v.Text = p.T("notice.refusedText", p.Time(d.At))
	case l.Hold == market.HoldQuarantined && market.StraySite(d.After) != "":
		v.Text = p.T("notice.quarantinedStrayText", p.Time(d.At))
	case l.Hold == market.HoldQuarantined:
		v.Text = p.T("notice.quarantinedDriftText", p.Time(d.At))
	}
	s.concern(p, &v, l, d, by)
	return v
}

// driftNotice says that what was approved is shown, and not what the server
// offers now.
func (s *Server) driftNotice(p *templates.Page, l *market.Listing, d *market.ToolsChange, by looks) templates.NoticeView {
	key := "drift"
	if slices.ContainsFunc(d.Changes, func(c market.DriftChange) bool { return c.Rule == "DRF-006" }) { // away for a day, and back with other tools
		key = "driftBack"
	}
	v := templates.NoticeView{State: "warn", Head: p.T("notice." + key), Text: p.T("notice."+key+"Text", p.Time(d.At)), Do: p.T("notice.driftUse")}
	s.concern(p, &v, l, d, by)
	return v
}

// concern adds what an owner or a reviewer wants to know beyond what everyone does.
func (s *Server) concern(p *templates.Page, v *templates.NoticeView, l *market.Listing, d *market.ToolsChange, by looks) {
	v.Links = []templates.Link{{Label: p.T("notice.changesSee"), URL: changesURL(l.ID, d.ID)}}
	if by.owner || by.reviewer {
		v.Said, v.More = s.driftWords(p, d.Changes, noticeWords)
	}
	switch {
	case !by.owner || d.State != market.DriftOpen && d.State != market.DriftRefused:
	case d.After == d.Before:
		v.Do = p.T("notice.ownerBack")
	default:
		v.Do = p.T("notice.ownerDo")
	}
	if by.reviewer {
		v.Links = append(v.Links, templates.Link{Label: p.T("notice.driftDesk"), URL: driftURL(d.ID)})
	}
}

// changesURL is where everyone reads of a listing's change of tools, or of all
// of them when none is named.
func changesURL(listing, drift string) string {
	all := "/listings/" + url.PathEscape(listing) + "/changes"
	if drift == "" {
		return all
	}
	return all + "#drift-" + drift
}
