package web

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

// channelKinds are the ways to be told, as the page offers them: a kind, with
// the template of a chat.
var channelKinds = [...]struct {
	kind market.ChannelKind
	chat string
}{
	{market.ChannelEmail, ""},
	{market.ChannelWebhook, ""},
	{market.ChannelChat, market.ChatFeishu},
	{market.ChannelChat, market.ChatDingTalk},
	{market.ChannelChat, market.ChatSlack},
	{market.ChannelChat, market.ChatNtfy},
}

const channelsAt = "/settings/notifications"

func channelURL(id string) string { return channelsAt + "/" + url.PathEscape(id) }

func (s *Server) channelList(c echo.Context) error {
	all, err := s.Notices.Channels(c.Request().Context(), s.actor(c))
	if err != nil {
		return err
	}
	p := s.page(c, "channel.title", "")
	p.NoIndex = true
	v := &templates.ChannelsView{Mails: s.Notices.Mails()}
	if s.Inbox != nil {
		v.Inbox = "/demo/mail"
	}
	for _, ch := range all {
		v.Rows = append(v.Rows, channelRow(p, ch, v.Mails))
	}
	for _, k := range channelKinds {
		if k.kind == market.ChannelEmail && !v.Mails {
			continue
		}
		v.Adds = append(v.Adds, templates.Option{
			Value: pathWith(channelsAt+"/new", "kind", string(k.kind), "template", k.chat), Label: p.T("channel.kind_" + templates.Or(k.chat, string(k.kind))),
		})
	}
	return s.render(c, http.StatusOK, templates.Channels(p, v))
}

func channelRow(p *templates.Page, ch market.Channel, mails bool) templates.ChannelRow {
	r := templates.ChannelRow{
		ID: ch.ID, URL: channelURL(ch.ID), Kind: p.T("channel.kind_" + templates.Or(ch.Template, string(ch.Kind))), Name: ch.Name, Address: ch.Address,
		Told: p.N("channel.toldSome", len(ch.Kinds)),
	}
	if len(ch.Kinds) == 0 {
		r.Told = p.T("channel.toldAll")
	}
	r.Told = strings.Join(append([]string{r.Told}, channelTimes(p, ch)...), " · ")
	r.Verify = ch.Kind == market.ChannelEmail && ch.Verified.IsZero() && mails
	switch {
	case ch.Disabled:
		r.State, r.Says = "paused", p.T("channel.off_"+templates.Or(string(ch.Why), string(market.DisabledByOwner)))
	case ch.Verified.IsZero():
		r.State, r.Says = "warn", p.T("channel.unverified")
	case !ch.FailingSince.IsZero():
		r.State, r.Says = "reject", p.T("channel.failing", p.Time(ch.FailingSince))
	default:
		r.State, r.Says = "pass", p.T("channel.on")
	}
	return r
}

// channelTimes are when a channel tells, as far as that is not at once.
func channelTimes(p *templates.Page, ch market.Channel) []string {
	var out []string
	for _, x := range []struct {
		key string
		d   time.Duration
	}{{"channel.inShortDelay", ch.Delay}, {"channel.inShortRemind", ch.Remind}, {"channel.inShortDigest", ch.Digest}} {
		if x.d > 0 {
			out = append(out, p.T(x.key, span(p, x.d)))
		}
	}
	if q := ch.Quiet; q.From != q.Until {
		out = append(out, p.T("channel.inShortQuiet", clockText(q.From), clockText(q.Until)))
	}
	return out
}

// kindOf is the kind of channel that the request names, or "".
func kindOf(kind, chat string) (market.ChannelKind, string) {
	for _, k := range channelKinds {
		if string(k.kind) == kind && k.chat == chat {
			return k.kind, chat
		}
	}
	return "", ""
}

func (s *Server) channelNew(c echo.Context) error {
	kind, chat := kindOf(c.QueryParam("kind"), c.QueryParam("template"))
	if kind == "" {
		return c.Redirect(http.StatusSeeOther, channelsAt)
	}
	a, _ := viewer(c)
	d := channelDraft{all: true, settings: market.ChannelSettings{Desk: a.Role.Reviews(), Delay: 5 * time.Minute}, from: "22:00", until: "08:00"}
	return s.showChannelNew(c, http.StatusOK, kind, chat, d, nil)
}

func (s *Server) showChannelNew(c echo.Context, status int, kind market.ChannelKind, chat string, d channelDraft, wrong error) error {
	p := s.page(c, "channel.title", "")
	p.NoIndex = true
	p.Path = pathWith(channelsAt+"/new", "kind", string(kind), "template", chat)
	what := templates.Or(chat, string(kind))
	p.Title = p.T("channel.new_" + what)
	a, _ := viewer(c)
	v := &templates.ChannelView{Title: p.Title, Lead: p.T("channel.lead_" + what), Form: channelForm(p, a, market.Channel{Kind: kind, Template: chat}, d)}
	v.Form.New, v.Form.Action, v.Form.Problems = true, channelsAt+"/new", wrongWith(p, wrong)
	return s.render(c, status, templates.ChannelNew(p, v))
}

func (s *Server) channelAdd(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	kind, chat := kindOf(f.Get("kind"), f.Get("template"))
	if kind == "" {
		return c.Redirect(http.StatusSeeOther, channelsAt)
	}
	ctx, actor := c.Request().Context(), s.actor(c)
	d, err := readChannel(f)
	if err != nil {
		return s.showChannelNew(c, http.StatusUnprocessableEntity, kind, chat, d, err)
	}
	before, err := s.twin(c, kind, chat, d.settings)
	if err != nil {
		return err
	}
	if before.ID != "" { // a second click
		return s.channelMade(c, before, "")
	}
	ch, secret, err := s.Notices.Add(ctx, actor, market.NewChannel{Kind: kind, Template: chat, ChannelSettings: d.sent()})
	switch e := asError(err); {
	case err == nil:
		return s.channelMade(c, ch, secret)
	case e.Kind == market.Invalid, e.Kind == market.Conflict:
		return s.showChannelNew(c, statusOf(e), kind, chat, d, e)
	}
	return err
}

// twin is the channel that the same form made a moment ago.
func (s *Server) twin(c echo.Context, kind market.ChannelKind, chat string, want market.ChannelSettings) (market.Channel, error) {
	all, err := s.Notices.Channels(c.Request().Context(), s.actor(c))
	if err != nil {
		return market.Channel{}, err
	}
	to := want.Target
	if u, err := url.Parse(to); err == nil && u.Host != "" {
		to = u.Scheme + "://" + u.Host
	}
	for _, ch := range all {
		if ch.Kind == kind && ch.Template == chat && ch.Name == want.Name && ch.Address == to && s.Clock.Now().Sub(ch.CreatedAt) < 15*time.Second {
			return ch, nil
		}
	}
	return market.Channel{}, nil
}

// channelMade goes on from a channel that was just made: an e-mail address is
// sent its link, and a webhook's secret is shown once.
func (s *Server) channelMade(c echo.Context, ch market.Channel, secret string) error {
	ctx, actor := c.Request().Context(), s.actor(c)
	switch ch.Kind {
	case market.ChannelEmail:
		if err := s.Notices.SendVerification(ctx, actor, ch.ID); err != nil {
			s.say(c, "channel.madeUnsent")
		} else {
			s.tell(c, notice{Key: "channel.sentLink", Args: []string{ch.Address}})
		}
	case market.ChannelWebhook:
		return s.showSecret(c, ch.ID, secret)
	case market.ChannelChat:
		s.say(c, "channel.made")
	}
	return c.Redirect(http.StatusSeeOther, channelURL(ch.ID))
}

// showSecret shows a webhook's secret; "" makes a new one.
func (s *Server) showSecret(c echo.Context, id, secret string) (err error) {
	if secret == "" {
		if secret, err = s.Notices.RenewSecret(c.Request().Context(), s.actor(c), id); err != nil {
			return err
		}
	}
	secretPage(c)
	p := s.page(c, "channel.secretTitle", "")
	p.NoIndex = true
	p.Path = channelURL(id)
	return s.render(c, http.StatusOK, templates.ChannelSecret(p, secret, verifySnippet, channelURL(id)))
}

// verifySnippet checks a webhook as Standard Webhooks 1.0.0 says.
const verifySnippet = `import base64, hashlib, hmac, time

def genuine(secret: str, headers, body: bytes) -> bool:
    at = headers["webhook-timestamp"]
    if abs(time.time() - int(at)) > 300:
        return False  # too old: somebody may be sending it again
    key = base64.b64decode(secret.removeprefix("whsec_"))
    text = f'{headers["webhook-id"]}.{at}.'.encode() + body
    want = "v1," + base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(want, got) for got in headers["webhook-signature"].split())`
