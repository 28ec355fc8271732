package web

import (
	"context"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/web/checkrun"
)

// live is what outlives a request: checks at work and event streams.
type live struct {
	runs    *checkrun.Runs
	streams *streams        // that are open
	beat    time.Duration   // between the heartbeats of a stream
	closing context.Context // ends with Close
	stop    context.CancelFunc
}

func newLive(o Options) live {
	l := live{
		runs:    checkrun.New(checkrun.Options{Check: o.Intake.Check, Tools: o.lookAtTools, Admission: o.Admission, Clock: o.Clock, Log: o.Log}),
		streams: new(streams), beat: heartbeat,
	}
	l.closing, l.stop = context.WithCancel(context.Background())
	return l
}

// lookAtTools looks at a list of tools as the rules are set now.
func (o Options) lookAtTools(ctx context.Context, t checkrun.Tools) (market.Report, error) {
	set, err := o.Rulebook.Settings(ctx)
	if err != nil {
		return market.Report{}, err
	}
	if t.Fault != nil {
		return o.Tools.RefuseTools(*t.Fault, set), nil
	}
	return o.Tools.CheckTools(t.List, set), nil
}

// Close ends the event streams and the checks at work, and waits for the
// checks. An http.Server's Shutdown waits for streams: have it call Close by
// RegisterOnShutdown. Closing again is harmless.
func (l *live) Close() {
	l.stop()
	l.runs.Close()
}

// signedRoutes lists the addresses for submitters and reviewers. Checking and
// sharing a report need no account; all else does.
func (s *Server) signedRoutes(e *echo.Echo) {
	get(e, "/submit", s.submitShow)
	post(e, "/submit", s.submitSend)
	get(e, "/submit/checks/:id", s.checkShow)
	e.GET("/submit/checks/:id/events", s.checkEvents)

	get(e, "/check", s.checkPage)
	post(e, "/check", s.checkBegin)
	e.POST("/check/tools", s.checkTools, uploadOnly)
	get(e, "/check/:id", s.checkResult)
	get(e, "/check/:id/:file", s.checkFile)
	e.GET("/check/:id/events", s.checkEvents)
	post(e, "/check/:id/share", s.checkShare)
	get(e, "/reports/:id", s.sharedShow)
	get(e, "/reports/:id/:file", s.sharedFile)
	post(e, "/reports/:id/delete", s.sharedDelete)

	get(e, "/submissions", s.submissionList, s.signedIn)
	get(e, "/submissions/:id", s.submissionShow, s.signedIn)
	get(e, "/submissions/:id/revise", s.submissionRevise, s.signedIn)
	e.GET("/submissions/:id/events", s.submissionEvents, s.signedIn)
	post(e, "/submissions/:id/withdraw", s.submissionWithdraw, s.signedIn)
	post(e, "/submissions/:id/token/delete", s.submissionTokenDelete, s.signedIn)

	get(e, "/desk", s.deskQueue, s.signedIn, s.reviewing)
	get(e, "/desk/audit", s.auditList, s.signedIn, s.reviewing)
	get(e, "/desk/:id", s.deskCase, s.signedIn, s.reviewing)
	post(e, "/desk/:id/claim", s.deskClaim, s.signedIn, s.reviewing)
	post(e, "/desk/:id/release", s.deskRelease, s.signedIn, s.reviewing)
	post(e, "/desk/:id/decide", s.deskDecide, s.signedIn, s.reviewing)
	s.rulebookRoutes(e)
	s.driftRoutes(e)
}
