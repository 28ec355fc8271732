package web

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
	"marketd/web/checkrun"
)

// asked is the form of a check as it was sent.
type asked struct {
	url     string
	token   string
	forget  bool // the token that the last check keeps is to be dropped
	profile market.Profile
	run     string // id of the check that this one repeats; "" for a first one
	tools   bool   // a list of tools, without a server
	text    string // the list as pasted, to be shown again
}

// checkPage is the form, filled in by a link or empty.
func (s *Server) checkPage(c echo.Context) error {
	a := asked{url: clipRunes(strings.TrimSpace(c.QueryParam("url")), maxPrefilled), profile: readProfile(c.QueryParam("profile"))}
	a.tools = c.QueryParam("way") == "tools"
	return s.showCheckForm(c, http.StatusOK, a, nil, nil)
}

// showCheckForm renders the form with what was typed, the check that it repeats
// (nil for a first one) and what is wrong.
func (s *Server) showCheckForm(c echo.Context, status int, a asked, last *checkrun.Run, wrong []templates.Problem) error {
	p := s.page(c, "check.title", "check")
	p.Lead = p.T("check.lead")
	c.Response().Header().Set("Cache-Control", "private, no-store")
	return s.render(c, status, templates.Check(p, checkForm(p, a, last, wrong)))
}

// checkForm makes the inputs, each with what is wrong with it.
func checkForm(p *templates.Page, a asked, last *checkrun.Run, wrong []templates.Problem) templates.CheckForm {
	v := templates.CheckForm{Problems: wrong, ToolsFirst: a.tools}
	if last != nil {
		v.Run = last.ID
		v.TokenKept = last.Request().Token != "" && last.Request().Entry.Endpoint() == market.Endpoint(a.url)
	}
	v.URL = templates.FieldView{
		ID: "url", Label: p.T("submit.url"), Hint: p.T("check.urlHint"), Value: a.url, Type: "url", Required: true,
		Placeholder: "https://", InputMode: "url", Autocomplete: "url", MaxLength: 2048, Problems: templates.For("url", wrong),
	}
	v.Token = templates.FieldView{
		ID: "token", Label: p.T("submit.token"), Hint: p.T("check.tokenHint"), Type: "password", Autocomplete: "off",
		MaxLength: market.MaxToken, Problems: templates.For("token", wrong),
	}
	if v.TokenKept {
		v.Token.Hint = p.T("submit.tokenKept")
	}
	v.Tools = templates.FieldView{
		ID: "tools", Label: p.T("check.tools"), Hint: p.T("check.toolsHint"), Value: a.text, Rows: 12, Required: true,
		Placeholder: `{"tools": [{"name": …, "description": …, "inputSchema": …}]}`, Problems: templates.For("tools", wrong),
	}
	for _, o := range []market.Profile{"", market.ProfileApp, market.ProfileMCP} {
		v.Profiles = append(v.Profiles, templates.Option{Value: string(o), Label: p.T("check.profile_" + templates.Or(string(o), "both")), Selected: o == a.profile})
	}
	return v
}

// checkBegin takes the form for a server: it starts a check and leads to its page.
func (s *Server) checkBegin(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	a := asked{
		url: strings.TrimSpace(f.Get("url")), token: strings.TrimSpace(f.Get("token")), forget: f.Get("forget") != "",
		profile: readProfile(f.Get("profile")), run: f.Get("run"),
	}
	last, err := s.run(c, a.run)
	if err != nil {
		last = nil // expired, or another browser's: as if there was none
	}
	if f.Get("do") == "again" {
		if last == nil {
			return errNoCheck
		}
		a.url, a.profile = last.Request().Entry.Server.URL, last.Request().Profile
	}
	if a.url == "" {
		wrong := []templates.Problem{{Field: "url", Message: words(c).T("submit.urlMissing")}}
		return s.showCheckForm(c, http.StatusUnprocessableEntity, a, last, wrong)
	}
	run, err := s.startRun(c, func(visitor string) (*checkrun.Run, error) {
		return s.runs.Start(s.actor(c), visitor, s.ClientIP(c.Request()), a.request(last))
	})
	if err != nil {
		return s.refuseCheck(c, a, last, err)
	}
	// Should it be submitted, the form has an id to begin with.
	entry := run.Request().Entry
	entry.ID = suggestID(a.url)
	run.Keep(checkrun.Typed{Entry: entry})
	return c.Redirect(http.StatusSeeOther, "/check/"+run.ID)
}

// request is the form as Intake takes it: an entry of nothing but an address.
// A token that was typed for the last check is used again, at the endpoint for
// which it was typed and no other.
func (a asked) request(last *checkrun.Run) market.SubmitRequest {
	d := draft{entry: market.Entry{Kind: market.KindServer, Server: market.Server{URL: a.url}}, token: a.token, forget: a.forget}
	req := d.request(last)
	req.Profile = a.profile
	return req
}

// refuseCheck shows the form again with what an error says.
func (s *Server) refuseCheck(c echo.Context, a asked, last *checkrun.Run, err error) error {
	e := asError(err)
	if e.Kind == market.Internal {
		return err
	}
	s.retryAfter(c, e)
	p := words(c)
	wrong := formProblems(p, e)
	if a.tools {
		wrong = problems(p, e)
	}
	if len(wrong) == 0 {
		wrong = []templates.Problem{{Message: e.Msg.In(lang(p))}}
	}
	return s.showCheckForm(c, statusOf(e), a, last, wrong)
}

func readProfile(text string) market.Profile {
	switch p := market.Profile(text); p {
	case market.ProfileApp, market.ProfileMCP:
		return p
	}
	return ""
}

func clipRunes(text string, most int) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), most)])
}
