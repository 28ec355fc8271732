package web

import (
	"net/http"
	"net/url"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/i18n"
	"marketd/market"
	"marketd/templates"
)

// Demo is what a demo market offers besides: sample servers to submit, with
// switches, and accounts to sign in with.
type Demo interface {
	Servers() []DemoServer
	Do(server, action string) error // a *market.Error of kind NotFound for an unknown name
	Accounts() []DemoAccount
}

// DemoServer is a sample server. State is one of "up", "down", "changed",
// "broken" and "mended".
type DemoServer struct {
	Name    string // a URL's fragment as it is
	URL     string
	Summary market.Text
	State   string
	Actions []DemoAction
	Entry   market.Entry // what its publisher would fill in
}

// DemoAction is a switch on a sample server.
type DemoAction struct {
	Name  string
	Label market.Text
}

// DemoAccount is an account whose password may be shown.
type DemoAccount struct {
	Role     market.Role
	Email    string
	Password string
}

func (s *Server) demoShow(c echo.Context) error {
	p := s.page(c, "demo.title", "demo")
	p.NoIndex = true
	view := templates.DemoView{Accounts: s.demoAccounts()}
	for _, d := range s.Demo.Servers() {
		server := templates.DemoServer{
			Name: d.Name, URL: d.URL, Summary: d.Summary.In(lang(p)), State: d.State, Submit: submitURL(d), Listing: s.listingOf(d.URL),
		}
		for _, a := range d.Actions {
			server.Actions = append(server.Actions, templates.DemoAction{Name: a.Name, Label: a.Label.In(lang(p))})
		}
		if p.Notice != nil && p.Notice.At == d.Name {
			server.Notice, p.Notice = p.Notice, nil
		}
		view.Servers = append(view.Servers, server)
	}
	return s.render(c, http.StatusOK, templates.Demo(p, view))
}

// submitURL is the submission form, filled in for the server.
func submitURL(d DemoServer) string {
	e := d.Entry
	return pathWith("/submit", "url", d.URL, "id", e.ID, "name", e.Name, "desc", e.Desc, "cat", e.Cat, "author", e.Author)
}

// listingOf is the page of the listing that has the address, held or not, or "".
func (s *Server) listingOf(address string) string {
	now := s.Catalog.Current()
	for _, all := range [][]market.Listing{now.Listings, now.Held()} {
		for i := range all {
			if all[i].Entry.Server.URL == address {
				return "/listings/" + url.PathEscape(all[i].ID)
			}
		}
	}
	return ""
}

func (s *Server) demoDo(c echo.Context) error {
	name, action := c.Param("server"), c.Param("action")
	if err := s.Demo.Do(name, action); err != nil {
		return err
	}
	n := notice{Key: "demo.did_" + action, Args: []string{name}, At: name}
	for _, d := range s.Demo.Servers() {
		if d.Name == name {
			n.URL = s.listingOf(d.URL)
		}
	}
	p := &templates.Page{Printer: i18n.For(language(c.Request()))}
	if n.URL != "" {
		n.Link = "demo.see"
		if follows := s.follows(p, action); len(follows) > 0 {
			n.Key, n.Args = n.Key+"_listed", append(n.Args, follows...)
		}
	}
	if !p.Has(n.Key) {
		n.Key = "demo.done"
	}
	s.tell(c, n)
	return c.Redirect(http.StatusSeeOther, "/demo#"+url.PathEscape(name))
}

// follows says after how long a listing shows what a switch did to its server:
// for "down", until it is degraded and until it is down.
func (s *Server) follows(p *templates.Page, action string) []string {
	t := s.Watch.Thresholds
	soon := t.Every
	var again, last time.Duration // from the first failure to the one that counts; between two of them
	for _, last = range t.Retry[:min(len(t.Retry), t.Failures-1)] {
		again += last
	}
	switch action {
	case "down":
		return []string{span(p, soon+max(again, t.Span)), span(p, soon+t.Down+last)}
	case "up": // one that is down is looked at four times as seldom, and then once more
		return []string{span(p, 4*soon+last+soon)}
	case "change", "tweak", "harm", "restore":
		return []string{span(p, soon)}
	}
	return nil
}

func (s *Server) demoAccounts() []templates.DemoAccount {
	if s.Demo == nil {
		return nil
	}
	var out []templates.DemoAccount
	for _, a := range s.Demo.Accounts() {
		out = append(out, templates.DemoAccount{Role: string(a.Role), Email: a.Email, Password: a.Password, Desk: a.Role.Reviews()})
	}
	return out
}
