package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

const auditSize = 50

func (s *Server) auditList(c echo.Context) error {
	f := market.AuditFilter{
		Object: strings.TrimSpace(c.QueryParam("object")), Actor: strings.TrimSpace(c.QueryParam("actor")), Limit: auditSize + 1,
	}
	if n, err := strconv.ParseInt(c.QueryParam("before"), 10, 64); err == nil && n > 0 {
		f.Before = n
	}
	acts, names, err := s.Desk.Audit(c.Request().Context(), s.actor(c), f)
	if err != nil {
		return err
	}
	p := s.page(c, "audit.title", "desk")
	p.Wide, p.Dense, p.NoIndex = true, true, true
	v := &templates.AuditView{Object: f.Object, Actor: f.Actor}
	if f.Before > 0 {
		v.Newest = auditURL(f.Object, f.Actor, "")
	}
	if len(acts) > auditSize {
		acts = acts[:auditSize]
		v.Older = auditURL(f.Object, f.Actor, strconv.FormatInt(acts[auditSize-1].Seq, 10))
	}
	for _, a := range acts {
		v.Rows = append(v.Rows, auditRow(p, a, names))
	}
	return s.render(c, http.StatusOK, templates.Audit(p, v))
}

func auditURL(object, actor, before string) string {
	return pathWith("/desk/audit", "object", object, "actor", actor, "before", before)
}

// actValue is what an act turned into what, in words where the log keeps an
// identifier.
func actValue(p *templates.Page, action, value string) string {
	known := func(prefix string) string {
		if p.Has(prefix + value) {
			return p.T(prefix + value)
		}
		return value
	}
	switch action {
	case market.ActRuleSet:
		var said []string
		for word := range strings.SplitSeq(value, ", ") {
			switch key := "audit.set_" + strings.ReplaceAll(word, " ", "_"); {
			case p.Has(key):
				word = p.T(key)
			case p.Has("state." + word):
				word = p.T("state." + word)
			}
			said = append(said, word)
		}
		return strings.Join(said, p.T("audit.setAnd"))
	case market.ActExamined, market.ActRejudged, market.ActWaived, market.ActUnwaived:
		return known("report.verdict_")
	case market.ActHealth, market.ActHeld, market.ActRestored:
		return known("state.")
	case market.ActAnnounced, market.ActCalledOff:
		return between(p, value)
	case market.ActComplained:
		return known("complaint.reason_")
	case market.ActAnswered:
		return known("complaint.state_")
	case market.ActChannelAdded, market.ActChannelChanged, market.ActChannelDisabled, market.ActChannelEnabled, market.ActChannelDeleted, market.ActChannelVerified:
		return known("channel.kind_")
	}
	return value
}

// between is a time that the log keeps as an ISO 8601 interval, in words.
func between(p *templates.Page, value string) string {
	a, b, _ := strings.Cut(value, "/")
	from, err := time.Parse(time.RFC3339, a)
	if err != nil {
		return value
	}
	until, err := time.Parse(time.RFC3339, b)
	if err != nil {
		return value
	}
	return p.Between(from, until, p.Now)
}

// actText is what an act says besides, in words where the market itself said it;
// "" where the rules beside it say the same.
func actText(p *templates.Page, a market.Act) string {
	switch {
	case a.Action == market.ActHealth && p.Has("reason."+a.Text):
		return p.T("reason." + a.Text)
	case a.Action == market.ActChannelDisabled && p.Has("channel.off_"+a.Text):
		return p.T("channel.off_" + a.Text)
	case a.Action != market.ActHeld && a.Action != market.ActRestored:
	case a.Text == market.HeldForComplaints:
		return p.T("audit.complaints")
	case slices.Contains(a.Rules, a.Text):
		return ""
	}
	return a.Text
}

func auditRow(p *templates.Page, a market.Act, names map[string]string) templates.AuditRow {
	r := templates.AuditRow{
		Seq: a.Seq, At: a.At, Action: actTitle(p, a), Object: a.Object, ObjectURL: auditURL(a.Object, "", ""),
		Before: actValue(p, a.Action, a.Before), After: actValue(p, a.Action, a.After), Rules: a.Rules, Text: actText(p, a), IP: a.IP, Hash: a.Hash,
	}
	if a.Actor != "" {
		r.Actor, r.ActorURL = templates.Or(names[a.Actor], a.Actor), auditURL("", a.Actor, "")
	}
	switch kind, id, _ := strings.Cut(a.Object, "/"); kind {
	case "submission":
		r.Page = "/desk/" + id
	case "listing":
		r.Page = "/listings/" + id
	}
	return r
}
