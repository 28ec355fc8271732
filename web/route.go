package web

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// routes lists every address.
func (s *Server) routes(e *echo.Echo) {
	get(e, "/", s.home)
	get(e, "/listings/:id", s.listingShow)
	get(e, "/rules", s.ruleList)
	get(e, "/rules/:id", s.ruleShow)
	get(e, "/prober", s.prober)

	get(e, "/signin", s.signInShow)
	post(e, "/signin", s.signInDo)
	get(e, "/signup", s.signUpShow)
	post(e, "/signup", s.signUpDo)
	post(e, "/signout", s.signOut)
	get(e, "/setup/:secret", s.setupShow)
	post(e, "/setup/:secret", s.setupDo)

	post(e, "/language", s.languageSet)
	post(e, "/theme", s.themeSet)

	s.peopleRoutes(e)
	s.signedRoutes(e)
	s.iconRoutes(e)
	s.healthRoutes(e)

	if s.Demo != nil {
		get(e, "/demo", s.demoShow)
		post(e, "/demo/:server/:action", s.demoDo)
		e.GET("/listings/:id/events", s.listingEvents)
	}
}

// get serves a page to GET and HEAD.
func get(e *echo.Echo, path string, h echo.HandlerFunc, m ...echo.MiddlewareFunc) {
	e.Match([]string{http.MethodGet, http.MethodHead}, path, h, m...)
}

// post takes a page's form.
func post(e *echo.Echo, path string, h echo.HandlerFunc, m ...echo.MiddlewareFunc) {
	e.POST(path, h, append(m, formOnly)...)
}
