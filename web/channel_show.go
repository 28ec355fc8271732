package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

const deliveriesShown = 50

// channelSaw is what a channel's page shows besides the channel.
type channelSaw struct {
	draft   *channelDraft // as typed; nil as it is
	wrong   error         // with what was typed
	problem error         // with what was done
	test    *market.Sent
}

func (s *Server) channelShow(c echo.Context) error {
	return s.showChannel(c, http.StatusOK, channelSaw{})
}

func (s *Server) showChannel(c echo.Context, status int, saw channelSaw) error {
	ctx, actor, id := c.Request().Context(), s.actor(c), c.Param("id")
	ch, err := s.Notices.Channel(ctx, actor, id)
	if err != nil {
		return err
	}
	log, err := s.Notices.Deliveries(ctx, actor, id, deliveriesShown)
	if err != nil {
		return err
	}
	p := s.page(c, "channel.title", "")
	p.NoIndex = true
	p.Path = channelURL(id)
	a, _ := viewer(c)
	d := draftOf(ch)
	if saw.draft != nil {
		d = *saw.draft
	}
	v := &templates.ChannelView{
		Form: channelForm(p, a, ch, d), Row: channelRow(p, ch, s.Notices.Mails()), Disabled: ch.Disabled, Open: ch.Open(),
	}
	v.Form.Action, v.Form.Problems = channelURL(id), wrongWith(p, saw.wrong)
	if saw.problem != nil {
		v.Problem = asError(saw.problem).Msg.In(lang(p))
	}
	if saw.test != nil {
		v.Test = sentView(p, ch, *saw.test)
	}
	for _, x := range log {
		v.Log = append(v.Log, deliveryRow(p, ch, x))
	}
	return s.render(c, status, templates.Channel(p, v))
}

func sentView(p *templates.Page, ch market.Channel, sent market.Sent) *templates.SentView {
	v := &templates.SentView{OK: sent.OK, Says: p.T("channel.testSent"), Detail: sent.Detail}
	if !sent.OK {
		v.Says = p.T("channel.testFailed", why(p, ch.Kind, sent.Status))
	}
	return v
}

// why is what went wrong with a delivery, in words, by the status of its last
// attempt.
func why(p *templates.Page, kind market.ChannelKind, status int) string {
	word := "other"
	switch {
	case status == 0:
		word = "silent"
	case kind == market.ChannelEmail && status >= 500:
		word = "mailbox"
	case kind == market.ChannelEmail && status >= 400:
		word = "later"
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		word = "refused"
	case status == http.StatusNotFound, status == http.StatusMethodNotAllowed:
		word = "missing"
	case status == http.StatusGone:
		word = "gone"
	case status == http.StatusTooManyRequests:
		word = "busy"
	case status >= 500:
		word = "broken"
	case status >= 300 && status < 400:
		word = "moved"
	case status >= 200 && status < 300:
		word = "unlike"
	}
	return p.T("delivery.why_"+word, status)
}

// eventKey is the message that names a kind of event.
func eventKey(k market.EventKind) string {
	return "event.is_" + strings.ReplaceAll(string(k), ".", "_")
}

func deliveryRow(p *templates.Page, ch market.Channel, x market.DeliveryLine) templates.DeliveryRow {
	r := templates.DeliveryRow{
		ID: x.ID, At: x.CreatedAt, What: p.T(eventKey(x.Of.Kind)), State: templates.Hue(string(x.State)), Says: p.T("delivery.state_" + string(x.State)), Tries: x.Attempts,
		Again: x.State != market.DeliveryWaiting && ch.Open(),
	}
	if x.Of.Listing != "" {
		r.Listing, r.Name = "/listings/"+url.PathEscape(x.Of.Listing), templates.Or(x.Of.Data.Name, x.Of.Listing)
	}
	switch x.State {
	case market.DeliveryWaiting:
		r.State = "running"
		if x.Attempts > 0 {
			r.Why, r.Detail = why(p, ch.Kind, x.Status)+" "+p.T("delivery.next", p.Time(x.Due)), x.Detail
		} else if x.Due.After(p.Now) {
			r.Why = p.T("delivery.next", p.Time(x.Due))
		}
	case market.DeliveryFailed:
		r.Why, r.Detail = why(p, ch.Kind, x.Status), x.Detail
	case market.DeliverySkipped:
		r.Detail = x.Detail
	case market.DeliverySent:
	}
	return r
}

func (s *Server) channelSave(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	ctx, actor, id := c.Request().Context(), s.actor(c), c.Param("id")
	d, err := readChannel(f)
	if err != nil {
		return s.showChannel(c, http.StatusUnprocessableEntity, channelSaw{draft: &d, wrong: err})
	}
	before, err := s.Notices.Channel(ctx, actor, id)
	if err != nil {
		return err
	}
	ch, err := s.Notices.Change(ctx, actor, id, d.version, d.sent())
	switch e := asError(err); {
	case err == nil:
	case e.Kind == market.Invalid, e.Kind == market.Conflict:
		return s.showChannel(c, statusOf(e), channelSaw{draft: &d, wrong: e})
	default:
		return err
	}
	if ch.Kind == market.ChannelEmail && ch.Address != before.Address {
		return s.channelMade(c, ch, "")
	}
	s.say(c, "channel.saved")
	return c.Redirect(http.StatusSeeOther, channelURL(id))
}

// channelDo does what a button of a channel says.
func (s *Server) channelDo(c echo.Context) (err error) {
	ctx, actor, id := c.Request().Context(), s.actor(c), c.Param("id")
	said, to := "channel.did_"+c.Param("do"), channelURL(id)
	switch c.Param("do") {
	case "verify":
		err = s.Notices.SendVerification(ctx, actor, id)
	case "test":
		sent, err := s.Notices.Test(ctx, actor, id)
		if err == nil {
			return s.showChannel(c, http.StatusOK, channelSaw{test: &sent})
		}
		return s.channelRefused(c, err)
	case "enable":
		_, err = s.Notices.Enable(ctx, actor, id)
	case "disable":
		_, err = s.Notices.Disable(ctx, actor, id)
	case "delete":
		to = channelsAt
		if err = s.Notices.Delete(ctx, actor, id); asError(err).Kind == market.NotFound && err != nil { // a second click
			err = nil
		}
	case "secret":
		return s.showSecret(c, id, "")
	default:
		return errNoPage
	}
	if err != nil {
		return s.channelRefused(c, err)
	}
	s.say(c, said)
	return c.Redirect(http.StatusSeeOther, to)
}

// channelRefused shows the channel with why that was not done.
func (s *Server) channelRefused(c echo.Context, err error) error {
	switch e := asError(err); e.Kind {
	case market.Conflict, market.TooMany, market.Unavailable, market.Invalid:
		s.retryAfter(c, e)
		return s.showChannel(c, statusOf(e), channelSaw{problem: e})
	case market.Internal, market.Malformed, market.Unauthorized, market.Forbidden, market.NotFound, market.Gone, market.TooLarge:
	}
	return err
}

func (s *Server) channelAgain(c echo.Context) error {
	if err := s.Notices.Redeliver(c.Request().Context(), s.actor(c), c.Param("delivery")); err != nil {
		return s.channelRefused(c, err)
	}
	s.say(c, "delivery.saidAgain")
	return c.Redirect(http.StatusSeeOther, channelURL(c.Param("id"))+"#log")
}
