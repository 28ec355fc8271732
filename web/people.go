package web

import (
	"github.com/labstack/echo/v4"

	"marketd/market"
)

// People is what people steer the market's watching by.
type People struct {
	Complaints *market.Complaints
	Upkeep     *market.Upkeep
	Exclusions *market.Exclusions
	Notices    *market.Notices

	Inbox func(to string) []DemoMail // the mails that a demo keeps in place of sending them, newest first; nil elsewhere

	Contact    string   // how to reach the operator: an e-mail address or a URL; "" when untold
	ProbesFrom []string // addresses that our probes come from, as the operator tells them
}

// peopleRoutes lists the addresses for them.
func (s *Server) peopleRoutes(e *echo.Echo) {
	get(e, "/listings/:id/report", s.complainShow)
	post(e, "/listings/:id/report", s.complainSend)
	get(e, "/complaints", s.complaintList, s.signedIn)
	get(e, "/complaints/:ref", s.complaintShow)

	get(e, "/listings/:id/maintenance", s.maintenanceShow, s.signedIn)
	post(e, "/listings/:id/maintenance", s.maintenanceAnnounce, s.signedIn)
	post(e, "/listings/:id/maintenance/:window/cancel", s.maintenanceCancel, s.signedIn)
	post(e, "/listings/:id/pause", s.listingPause, s.signedIn)
	post(e, "/listings/:id/resume", s.listingResume, s.signedIn)
	post(e, "/listings/:id/check", s.recheck, s.signedIn)

	desk := []echo.MiddlewareFunc{s.signedIn, s.reviewing}
	get(e, "/desk/complaints", s.complaintQueue, desk...)
	get(e, "/desk/complaints/:id", s.complaintCase, desk...)
	post(e, "/desk/complaints/:id", s.complaintAnswer, desk...)
	post(e, "/desk/complaints/:id/lift", s.holdLift, desk...)
	get(e, "/desk/exclusions", s.exclusionList, desk...)
	post(e, "/desk/exclusions", s.exclusionAdd, desk...)
	post(e, "/desk/exclusions/lift", s.exclusionLift, desk...)

	get(e, "/settings", s.settingsShow, s.signedIn)
	post(e, "/settings/name", s.settingsName, s.signedIn)
	post(e, "/settings/password", s.settingsPassword, s.signedIn)
	get(e, "/settings/notifications", s.channelList, s.signedIn)
	get(e, "/settings/notifications/new", s.channelNew, s.signedIn)
	post(e, "/settings/notifications/new", s.channelAdd, s.signedIn)
	get(e, "/settings/notifications/:id", s.channelShow, s.signedIn)
	post(e, "/settings/notifications/:id", s.channelSave, s.signedIn)
	post(e, "/settings/notifications/:id/again/:delivery", s.channelAgain, s.signedIn)
	post(e, "/settings/notifications/:id/:do", s.channelDo, s.signedIn)

	if s.Inbox != nil {
		get(e, "/demo/mail", s.demoMail, s.signedIn)
	}
	get(e, "/verify/:secret", s.verifyShow)
	post(e, "/verify/:secret", s.verifyDo)
	get(e, "/unsubscribe/:token", s.unsubscribeShow)
	e.POST("/unsubscribe/:token", s.unsubscribeDo) // a mail program's body may have any type (RFC 8058)
}

// listed is the listing that the request's address names, as the pages have it.
func (s *Server) listed(c echo.Context) (market.Listing, error) {
	l, ok := s.Catalog.Current().Page(c.Param("id"))
	if !ok {
		return market.Listing{}, market.ErrListingNotFound
	}
	return l, nil
}
