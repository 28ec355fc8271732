package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

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
	Name    string
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
		server := templates.DemoServer{Name: d.Name, URL: d.URL, Summary: d.Summary.In(lang(p)), State: d.State, Submit: submitURL(d)}
		for _, a := range d.Actions {
			server.Actions = append(server.Actions, templates.DemoAction{Name: a.Name, Label: a.Label.In(lang(p))})
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

func (s *Server) demoDo(c echo.Context) error {
	if err := s.Demo.Do(c.Param("server"), c.Param("action")); err != nil {
		return err
	}
	s.say(c, "demo.done")
	return c.Redirect(http.StatusSeeOther, "/demo")
}

func (s *Server) demoAccounts() []templates.DemoAccount {
	if s.Demo == nil {
		return nil
	}
	var out []templates.DemoAccount
	for _, a := range s.Demo.Accounts() {
		out = append(out, templates.DemoAccount{Role: string(a.Role), Email: a.Email, Password: a.Password})
	}
	return out
}
