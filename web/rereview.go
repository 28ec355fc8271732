package web

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

const (
	rereviewsShown = 50
	changesShown   = 50
)

func (s *Server) rereviewList(c echo.Context) error {
	return s.showRereviews(c, http.StatusOK, "", nil)
}

// showRereviews renders the list, with the reason as it was typed and what came
// of it.
func (s *Server) showRereviews(c echo.Context, status int, reason string, wrong error) error {
	actor := s.actor(c)
	runs, names, err := s.Rereviews.List(c.Request().Context(), actor, rereviewsShown)
	if err != nil {
		return err
	}
	p := s.page(c, "rereview.title", "desk")
	p.Wide, p.NoIndex = true, true
	p.Path = "/desk/rereviews"
	v := &templates.RereviewsView{Admin: actor.Role == market.RoleAdmin, Reason: reason, Problems: wrongWith(p, wrong)}
	set, err := s.Rulebook.Settings(c.Request().Context())
	if err != nil {
		return err
	}
	for _, run := range runs {
		state := string(run.State)
		if run.State == market.RereviewDone && !maps.Equal(set, run.Base) {
			state = "stale"
		}
		v.Busy = v.Busy || run.State.AtWork()
		v.Rows = append(v.Rows, templates.RereviewRow{
			URL: "/desk/rereviews/" + run.ID, State: state, Reason: run.Reason, By: templates.Or(names[run.By], "—"), At: run.At,
			Judged: run.Judged, Total: run.Total, Changed: run.Tally.Changed, Look: run.Tally.Look,
		})
	}
	return s.render(c, status, templates.Rereviews(p, v))
}

func (s *Server) rereviewNew(c echo.Context) error {
	if s.actor(c).Role != market.RoleAdmin {
		return errPropose
	}
	return s.showPropose(c, http.StatusOK, url.Values{}, nil)
}

var errPropose = market.NewError(market.Forbidden, "ADMINS_ONLY", market.Text{
	ZH: "只有管理员能提出改规则。", EN: "Only an admin may propose to change the rules.",
})

// rereviewStart begins a dry run: of one rule's form, of the form for many, or
// of the rules as they are set.
func (s *Server) rereviewStart(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	req, many, err := s.proposal(c.Request().Context(), f)
	if err != nil {
		return err
	}
	run, err := s.Rereviews.Start(c.Request().Context(), s.actor(c), req)
	if err == nil {
		return c.Redirect(http.StatusSeeOther, "/desk/rereviews/"+run.ID)
	}
	switch e := asError(err); e.Kind {
	case market.Invalid, market.Conflict, market.Forbidden:
		switch rule := f.Get("rule"); {
		case rule != "":
			c.SetParamNames("id")
			c.SetParamValues(rule)
			return s.showRule(c, statusOf(e), readRule(f), e)
		case many && e.Kind != market.Forbidden:
			return s.showPropose(c, statusOf(e), f, e)
		}
		return s.showRereviews(c, statusOf(e), req.Reason, e)
	case market.Internal, market.Malformed, market.Unauthorized, market.NotFound, market.Gone, market.TooLarge, market.TooMany, market.Unavailable:
	}
	return err
}

// setField is the prefix of a rule's field in the form for many.
const setField = "set-"

// proposal reads what would be set; many tells the form for many rules.
func (s *Server) proposal(ctx context.Context, f url.Values) (req market.Propose, many bool, err error) {
	req = market.Propose{Reason: plainLines(f.Get("reason")), Want: map[string]market.RuleSetting{}}
	if rule := f.Get("rule"); rule != "" {
		req.Want[rule] = readRule(f).want
		return req, false, nil
	}
	set, err := s.Rulebook.Settings(ctx)
	for field := range f {
		rule, ok := strings.CutPrefix(field, setField)
		if !ok {
			continue
		}
		many = true
		want := s.Rulebook.Under(set, rule)
		switch word := f.Get(field); word {
		case "": // as it is set
			continue
		case "reset":
			req.Reset = append(req.Reset, rule)
			continue
		case "monitor":
			want.Enforced = false
		case "own":
			want.Severity, want.Enforced = "", true
		default:
			want.Severity, want.Enforced = market.Severity(word), true
		}
		req.Want[rule] = want
	}
	return req, many, err
}

func (s *Server) rereviewShow(c echo.Context) error {
	return s.showRereview(c, http.StatusOK, nil)
}

// showRereview renders a re-review as it stands, with what came of an act.
func (s *Server) showRereview(c echo.Context, status int, wrong error) error {
	page, actor := pageNumber(c), s.actor(c)
	f := market.ChangeFilter{Rule: c.QueryParam("rule"), Look: c.QueryParam("show") == "look", Limit: changesShown + 1, Offset: (page - 1) * changesShown}
	story, err := s.Rereviews.Show(c.Request().Context(), actor, c.Param("id"), f)
	if err != nil {
		return err
	}
	p := s.page(c, "rereview.head", "desk")
	p.Wide, p.NoIndex = true, true
	p.Path = "/desk/rereviews/" + story.Rereview.ID
	v := s.rereviewView(p, &story, f)
	v.Admin, v.Problems = actor.Role == market.RoleAdmin, wrongWith(p, wrong)
	show := c.QueryParam("show")
	v.Said, v.Before, v.After = paging(p, page, changesShown, len(story.Changes), func(n string) string {
		return pathWith(p.Path, "show", show, "rule", f.Rule, "page", n) + "#changes"
	})
	if page > 1 && len(story.Changes) == 0 {
		v.First = pathWith(p.Path, "show", show, "rule", f.Rule)
	}
	if v.AtWork() {
		p.Refresh = 3
		v.Events = pathWith(p.Path+"/events", "seen", runMoment(&story.Rereview))
	}
	return s.render(c, status, templates.Rereview(p, v))
}

// runMoment tells two states of a re-review's page apart.
func runMoment(run *market.Rereview) string { return strconv.FormatInt(run.Version, 10) }

// rereviewEvents tells the page of a re-review to load itself anew, when it has
// moved.
func (s *Server) rereviewEvents(c echo.Context) error {
	id, actor := c.Param("id"), s.actor(c)
	if _, err := s.Rereviews.Standing(c.Request().Context(), actor, id); err != nil {
		return err
	}
	seen := c.QueryParam("seen")
	return s.stream(c, func(ctx context.Context, send func(event, data string) error) error {
		look := time.NewTicker(watchEvery)
		defer look.Stop()
		beat := time.NewTicker(s.beat)
		defer beat.Stop()
		for {
			run, err := s.Rereviews.Standing(ctx, actor, id)
			if err != nil {
				return err
			}
			if now := runMoment(&run); now != seen {
				return send("done", now)
			}
			select {
			case <-look.C:
			case <-beat.C:
				if signedIn, err := s.still(ctx, c.Request(), actor.Account); err != nil || !signedIn {
					return err
				}
				if err := send("", ""); err != nil {
					return err
				}
			case <-ctx.Done():
				return nil
			}
		}
	})
}

func (s *Server) rereviewStep(c echo.Context) error {
	ctx, actor, id := c.Request().Context(), s.actor(c), c.Param("id")
	var err error
	switch c.Param("do") {
	case "cancel":
		err = s.Rereviews.Cancel(ctx, actor, id)
	case "apply":
		err = s.Rereviews.Apply(ctx, actor, id)
	case "resume":
		err = s.Rereviews.Resume(ctx, actor, id)
	default:
		return errNoPage
	}
	if err == nil {
		return c.Redirect(http.StatusSeeOther, "/desk/rereviews/"+url.PathEscape(id))
	}
	if e := asError(err); e.Kind == market.Conflict || e.Kind == market.Forbidden {
		return s.showRereview(c, statusOf(e), e)
	}
	return err
}
