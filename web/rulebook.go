package web

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

// rulebookRoutes lists the addresses of the reviewers' tools.
func (s *Server) rulebookRoutes(e *echo.Echo) {
	desk := []echo.MiddlewareFunc{s.signedIn, s.reviewing}
	get(e, "/desk/rules", s.rulebookList, desk...)
	get(e, "/desk/rules/:id", s.rulebookShow, desk...)
	post(e, "/desk/rules/:id", s.rulebookSet, desk...)

	post(e, "/desk/:id/waive", s.waive, desk...)
	post(e, "/desk/waivers/:id/withdraw", s.waiverWithdraw, desk...)
	post(e, "/submissions/:id/appeal", s.submissionAppeal, s.signedIn)

	get(e, "/desk/rereviews", s.rereviewList, desk...)
	post(e, "/desk/rereviews", s.rereviewStart, desk...)
	get(e, "/desk/rereviews/new", s.rereviewNew, desk...)
	get(e, "/desk/rereviews/:id", s.rereviewShow, desk...)
	e.GET("/desk/rereviews/:id/events", s.rereviewEvents, desk...)
	post(e, "/desk/rereviews/:id/:do", s.rereviewStep, desk...)
}

// look is what the table of rules shows, as its address says it.
type look struct {
	days   int // 0 is for ever
	family string
	sort   string // one of the columns, or "" for the order of the catalogue
}

func lookOf(c echo.Context) look {
	l := look{days: 90, family: c.QueryParam("family"), sort: "submissions"}
	for _, days := range market.StatDays() {
		if c.QueryParam("days") == strconv.Itoa(days) {
			l.days = days
		}
	}
	if by := c.QueryParam("sort"); by == "rule" {
		l.sort = ""
	} else if slices.Contains(templates.RuleColumns(), by) {
		l.sort = by
	}
	return l
}

// url is the address that shows l.
func (l look) url() string {
	by := l.sort
	if by == "" {
		by = "rule"
	}
	return pathWith("/desk/rules", "days", strconv.Itoa(l.days), "family", l.family, "sort", by)
}

func (s *Server) rulebookList(c echo.Context) error {
	l, actor := lookOf(c), s.actor(c)
	rows, err := s.Rulebook.Rules(c.Request().Context(), actor, market.Since(s.Clock.Now(), l.days))
	if err != nil {
		return err
	}
	p := s.page(c, "rulebook.title", "desk")
	p.Wide, p.Dense, p.NoIndex = true, true, true
	v := &templates.RulebookView{Admin: actor.Role == market.RoleAdmin, Quiet: true}
	for _, days := range market.StatDays() {
		next := l
		next.days = days
		v.Spans = append(v.Spans, templates.Tab{Label: daysText(p, days), URL: next.url(), Current: days == l.days})
	}
	v.Families, rows = families(p, l, rows)
	for _, name := range templates.RuleColumns() {
		next := l
		if next.sort = name; l.sort == name {
			next.sort = ""
		}
		v.Heads = append(v.Heads, templates.RuleHead{Label: p.T("rulebook.col_" + name), URL: next.url(), Sorted: l.sort == name})
	}
	if i := slices.Index(templates.RuleColumns(), l.sort); i >= 0 {
		slices.SortStableFunc(rows, func(a, b market.RuleRow) int { return cmp.Compare(counts(b.Stat)[i], counts(a.Stat)[i]) })
	}
	for _, r := range rows {
		v.Quiet = v.Quiet && r.Stat.Submissions == 0
		v.Rows = append(v.Rows, ruleLine(p, r))
	}
	return s.render(c, http.StatusOK, templates.Rulebook(p, v))
}

// daysText names a span of time.
func daysText(p *templates.Page, days int) string {
	if days == 0 {
		return p.T("rulebook.ever")
	}
	return p.N("rulebook.days", days)
}

// families are links to the rules of each family, and the rows of the one that
// is looked at; of one that there is not, all.
func families(p *templates.Page, l look, rows []market.RuleRow) ([]templates.Tab, []market.RuleRow) {
	var names []string
	by := map[string][]market.RuleRow{}
	for _, r := range rows {
		name, _, _ := strings.Cut(r.Doc.ID, "-")
		if by[name] == nil {
			names = append(names, name)
		}
		by[name] = append(by[name], r)
	}
	if by[l.family] == nil {
		l.family = ""
	}
	all := l
	all.family = ""
	tabs := []templates.Tab{{Label: p.T("home.all"), URL: all.url(), Current: l.family == ""}}
	for _, name := range names {
		next := l
		next.family = name
		tabs = append(tabs, templates.Tab{Label: name, Title: familyName(p, name), URL: next.url(), Current: l.family == name})
	}
	if l.family != "" {
		return tabs, by[l.family]
	}
	return tabs, rows
}

// counts are the numbers of a rule in the order of [templates.RuleColumns].
func counts(s market.RuleStat) []int {
	return []int{s.Submissions, s.Listings, s.Places, s.Monitored, s.Waived, s.Overturned}
}

func ruleLine(p *templates.Page, r market.RuleRow) templates.RuleLine {
	l := templates.RuleLine{
		ID: r.Doc.ID, URL: "/desk/rules/" + r.Doc.ID, Title: r.Doc.Title.In(lang(p)), Last: r.Stat.Last,
		Weight: ruleWeight(r.Doc, r.Setting, r.Set),
	}
	for i, n := range counts(r.Stat) {
		number := templates.RuleNumber{Text: numberText(p, n)}
		if i == 0 && n > 0 {
			number.URL = l.URL + "#hits"
		}
		l.Numbers = append(l.Numbers, number)
	}
	return l
}

// numberText is a count; none is no digit, so that those that count stand out.
func numberText(p *templates.Page, n int) string {
	if n == 0 {
		return "—"
	}
	return p.Num(n)
}

func ruleWeight(d market.RuleDoc, set market.RuleSetting, byAdmin bool) templates.RuleWeight {
	return templates.RuleWeight{
		Severity: string(set.Severity), Own: string(d.Severity), Monitor: !set.Enforced, Optional: !set.Required,
		Points: !d.Settable(), Set: byAdmin,
	}
}

const hitsShown = 20

func (s *Server) rulebookShow(c echo.Context) error {
	return s.showRule(c, http.StatusOK, ruleTyped{}, nil)
}

// showRule renders all about a rule, with what was typed into its form and what
// came of it.
func (s *Server) showRule(c echo.Context, status int, typed ruleTyped, wrong error) error {
	page, actor := pageNumber(c), s.actor(c)
	story, err := s.Rulebook.Rule(c.Request().Context(), actor, c.Param("id"), hitsShown+1, (page-1)*hitsShown)
	if err != nil {
		return err
	}
	p := s.page(c, story.Doc.ID, "desk")
	p.Wide, p.NoIndex = true, true
	p.Path = "/desk/rules/" + story.Doc.ID
	v := rulePage(p, &story, actor)
	v.Said, v.Before, v.After = paging(p, page, hitsShown, len(story.Hits), func(n string) string {
		return pathWith(p.Path, "page", n) + "#hits"
	})
	if page > 1 && len(story.Hits) == 0 {
		v.First = p.Path
	}
	if actor.Role == market.RoleAdmin && story.Doc.Settable() {
		v.Form = ruleForm(p, &story, typed)
	}
	v.Problems = wrongWith(p, wrong)
	return s.render(c, status, templates.RulePage(p, v))
}

func rulePage(p *templates.Page, story *market.RuleStory, actor market.Actor) *templates.RulePageView {
	doc := story.Doc
	v := &templates.RulePageView{
		ID: doc.ID, Title: doc.Title.In(lang(p)), Why: doc.Why.In(lang(p)), Weight: ruleWeight(doc, story.Setting, story.Saved != nil),
	}
	if set := story.Saved; set != nil {
		v.SetBy, v.SetAt, v.SetWhy = templates.Or(story.Names[set.By], "—"), set.At, set.Reason
	}
	for _, days := range market.StatDays() {
		stat := story.Stats[days]
		span := templates.RuleSpan{Label: daysText(p, days), Last: stat.Last}
		for _, n := range counts(stat) {
			span.Numbers = append(span.Numbers, numberText(p, n))
		}
		v.Spans = append(v.Spans, span)
	}
	for _, h := range story.Hits[:min(len(story.Hits), hitsShown)] {
		v.Hits = append(v.Hits, hitView(p, h))
	}
	for _, w := range story.Waivers {
		view := waiverView(w, story.Names, actor, p.Path+"#waivers")
		view.Rule = ""
		v.Waivers = append(v.Waivers, view)
	}
	return v
}

func hitView(p *templates.Page, h market.RuleHit) templates.HitView {
	v := templates.HitView{
		URL: "/desk/" + h.Submission, Listing: h.Listing, Severity: string(h.Severity), Monitor: !h.Enforced, Places: h.Places,
		Waived: h.Waived, At: h.At, Where: h.Sample.Where, Tool: h.Sample.Tool, Message: h.Sample.Message.In(lang(p)), Evidence: h.Sample.Evidence,
	}
	switch {
	case h.Wrong > 0:
		v.Over = "wrong"
	case h.Approved:
		v.Over = "approved"
	}
	return v
}

// wrongWith words an error for the form on whose page it is shown.
func wrongWith(p *templates.Page, err error) []templates.Problem {
	if err == nil {
		return nil
	}
	if found := problems(p, err); len(found) > 0 {
		return found
	}
	return []templates.Problem{{Message: asError(err).Msg.In(lang(p))}}
}
