package web

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/web/checkrun"
)

// draft is the submission form as it was sent.
type draft struct {
	entry  market.Entry
	token  string
	forget bool // the token that the check keeps is to be dropped
	agreed bool
	run    string // id of the check on whose page the form stood

	revises string                  // id of the submission that this answers; "" for none
	last    *market.SubmissionStory // of that submission; nil for none
}

func readDraft(f url.Values) draft {
	text := func(name string) string { return strings.TrimSpace(f.Get(name)) }
	return draft{
		entry: market.Entry{
			ID: text("id"), Kind: market.KindServer, Name: text("name"), Desc: text("desc"), Cat: text("cat"),
			Author: text("author"), Server: market.Server{URL: text("url")},
			Homepage: text("homepage"), Privacy: text("privacy"), Support: text("support"), Icon: text("icon"),
			Region: text("region"), Changes: text("changes"),
		},
		token: text("token"), forget: f.Get("forget") != "", agreed: f.Get("agree") != "", run: f.Get("run"), revises: f.Get("revises"),
	}
}

// typed is the draft as its check keeps it.
func (d draft) typed() checkrun.Typed {
	return checkrun.Typed{Entry: d.entry, Agreed: d.agreed, Revises: d.revises}
}

// prefilled is a form that a link fills in: nothing of it counts before someone
// has looked at it and sent it.
func prefilled(q url.Values) draft {
	text := func(name string) string {
		runes := []rune(strings.TrimSpace(q.Get(name)))
		return string(runes[:min(len(runes), maxPrefilled)])
	}
	return draft{entry: market.Entry{
		ID: text("id"), Name: text("name"), Desc: text("desc"), Cat: text("cat"),
		Author: text("author"), Server: market.Server{URL: text("url")},
	}}
}

const maxPrefilled = 2048 // runes of a field

// request is the draft as Intake takes it. A token that was typed for the last
// check is used again, unless it was to be forgotten: the form never shows it.
// It goes to the endpoint for which it was typed and to no other.
func (d draft) request(last *checkrun.Run) market.SubmitRequest {
	req := market.SubmitRequest{Entry: d.entry, Token: d.token, Draft: true}
	if req.Token == "" && !d.forget && last != nil {
		if old := last.Request(); old.Entry.Endpoint() == d.entry.Endpoint() {
			req.Token = old.Token
		}
	}
	return req
}

// suggestID makes an id out of a server's host: "mcp.weather.example.com" gives
// "weather-example". It may be taken; the check tells.
func suggestID(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	labels := strings.Split(strings.ToLower(u.Hostname()), ".")
	for len(labels) > 2 && (labels[0] == "www" || labels[0] == "api" || labels[0] == "mcp") {
		labels = labels[1:]
	}
	if len(labels) < 2 || strings.Trim(labels[len(labels)-1], "0123456789") == "" { // no name, an address
		return ""
	}
	id := strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return -1
	}, strings.Join(labels[:len(labels)-1], "-")), "-")
	for strings.Contains(id, "--") {
		id = strings.ReplaceAll(id, "--", "-")
	}
	if id = strings.TrimRight(id[:min(len(id), market.IDMax)], "-"); len(id) < 2 {
		return ""
	}
	return id
}

const sessionVisitor = "visitor"

// visitor is who a check belongs to: this browser, signed in or not. It is ""
// for a browser that never started one.
func (s *Server) visitor(c echo.Context) string {
	return s.sessions.GetString(c.Request().Context(), sessionVisitor)
}

var errNoCheck = market.NewError(market.NotFound, "CHECK_NOT_FOUND", market.Text{
	ZH: fmt.Sprintf("没有这次检查：检查结果只留 %d 分钟，而且只给开始它的浏览器看。请重新填写地址，再查一次。", keepMinutes),
	EN: fmt.Sprintf("There is no such check: results are kept for %d minutes, for the browser that started them. Enter the address and check again.", keepMinutes),
})

const keepMinutes = int(checkrun.KeepFor / time.Minute)

// run finds a check of this browser.
func (s *Server) run(c echo.Context, id string) (*checkrun.Run, error) {
	run, ok := s.runs.Run(id)
	if !ok || run.Visitor != s.visitor(c) {
		return nil, errNoCheck
	}
	return run, nil
}
