package healthcheck

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"marketd/healthcheck/netguard"
	"marketd/market"
)

// call is one request to the target.
type call struct {
	step   string
	method string
	url    string // "": the target's; else one of the same origin, which is sent the token too
	header []market.Header
	body   string
	read   func(*http.Response, io.Reader) error // takes the body; nil takes what comes soon, as evidence
}

// appHeader is what the app sends with every POST (seed, transport).
var appHeader = []market.Header{
	{Name: "Content-Type", Value: "application/json"},
	{Name: "Accept", Value: "application/json, text/event-stream"},
}

// post is a call as the app makes it.
func post(step, body string, more ...market.Header) call {
	c := call{step: step, method: http.MethodPost, body: body, header: appHeader}
	if len(more) > 0 {
		c.header = slices.Concat(appHeader, more)
	}
	return c
}

// soon is how long a body is waited for that is only evidence.
func (p *Prober) soon() time.Duration { return min(3*time.Second, p.client.Limits().Total/2) }

// send makes one exchange, keeps it as evidence and returns what came of it.
// When it only found that the server had closed the kept connection meanwhile,
// both stand in the evidence: that one, and the same over a new connection.
func (r *run) send(ctx context.Context, c call) market.Answer {
	a, stale := r.exchange(ctx, c)
	if stale && ctx.Err() == nil {
		a, _ = r.exchange(ctx, c)
	}
	return a
}

// exchange sends once. A body that read does not like is not the answer's
// fault: see read's owner.
func (r *run) exchange(ctx context.Context, c call) (a market.Answer, stale bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	h := &heard{call: c}
	h.x = market.Exchange{Step: c.step, At: r.clock.Now(), Method: c.method}
	r.heard = append(r.heard, h) // in the order in which they began: others may be made while this one's stream is read
	start := time.Now()
	req, err := http.NewRequestWithContext(ctx, c.method, cmp.Or(c.url, r.target.URL), strings.NewReader(c.body))
	if err != nil {
		h.x.Err = "guard: the URL cannot be read"
		return market.Answer{Reason: market.ReasonBlocked, Detail: h.x.Err}, false
	}
	if c.body == "" {
		req.Body, req.ContentLength = nil, 0
	}
	r.setHeader(req, c)
	resp, facts, err := r.link.Do(req)
	a = market.Answer{Sent: true, Reason: market.ReasonOK, Connect: facts.Connect(), FirstByte: facts.FirstByte}
	if err == nil {
		r.head(resp, &a)
		h.x.Status, h.header = resp.StatusCode, resp.Header
		err = r.readBody(h, resp, cancel)
		_ = resp.Body.Close()
	}
	r.learn(facts)
	if e, ok := errors.AsType[*netguard.Error](err); ok {
		a.Reason, a.Detail, stale = e.Reason, e.Detail, e.Stale
		a.Sent = e.Phase == netguard.PhaseHeader || e.Phase == netguard.PhaseBody || e.Phase == netguard.PhaseCoding
	}
	a.Took = time.Since(start)
	if !r.target.Brief || c.read == nil || err != nil || a.Status != http.StatusOK {
		a.Body = r.body(h)
	}
	x := &h.x
	x.Remote, x.Reused, x.DNS, x.Connect, x.TLS = facts.Net.Dialled, facts.Reused, facts.DNS, facts.TCP, facts.TLS
	x.FirstByte, x.Took, x.RespBytes, x.Err = a.FirstByte, a.Took, facts.Bytes, a.Detail
	return a, stale
}

// setHeader sets the call's header lines.
func (r *run) setHeader(req *http.Request, c call) {
	for _, h := range c.header {
		req.Header.Set(h.Name, h.Value)
	}
	if agent := r.agent(); agent != "" {
		req.Header.Set("User-Agent", agent)
	}
	if r.target.Token != "" {
		req.Header.Set("Authorization", "Bearer "+r.target.Token)
	}
}

func (r *run) agent() string { return cmp.Or(r.target.Agent, r.client.UserAgent()) }

// head reads the answer's header.
func (r *run) head(resp *http.Response, a *market.Answer) {
	a.Status = resp.StatusCode
	a.MediaType = r.evidence(mediaType(resp.Header), 100)
	if resp.StatusCode >= 300 && resp.StatusCode < 400 {
		a.Location = r.evidence(resp.Header.Get("Location"), maxHeader)
		to, err := resp.Location()
		a.Astray = err == nil && r.client.Refuses(to)
	}
	now := r.clock.Now()
	a.Skew, a.Dated = skew(resp.Header, now)
	a.RetryAfter = retryAfter(resp.Header.Get("Retry-After"), now)
	a.Server = strings.ToLower(r.evidence(resp.Header.Get("Server"), 100))
	a.AuthScheme = authScheme(resp.Header.Get("WWW-Authenticate"))
	if id := resp.Header.Get(sessionHeader); id != "" {
		a.SessionID = true
		r.remember(id)
	}
}

// readBody hands the body to the call's reader and keeps its beginning.
func (r *run) readBody(h *heard, resp *http.Response, cancel func()) error {
	rec := &recorder{r: resp.Body, kept: r.buffers.take()}
	read := h.call.read
	if read == nil || resp.StatusCode != http.StatusOK {
		timer := time.AfterFunc(r.soon(), cancel)
		defer timer.Stop()
	}
	if read == nil {
		read = func(_ *http.Response, body io.Reader) error {
			_, _ = io.CopyN(io.Discard, body, maxBody+slack)
			return nil
		}
	}
	err := read(resp, rec)
	h.kept, h.x.Cut = rec.kept, rec.n > maxBody
	return err
}

// learn adds what an exchange showed of the network; the first to reach the
// server tells most.
func (r *run) learn(f *netguard.Facts) {
	if r.probe.Net.Dialled == "" {
		r.probe.Net = f.Net
	}
	p := &r.probe.Phases
	p.DNS, p.Connect, p.TLS = p.DNS+f.DNS, p.Connect+f.TCP, p.TLS+f.TLS
	if p.FirstByte == 0 {
		p.FirstByte = f.FirstByte
	}
}

func statusLine(status int) string { return "HTTP " + strconv.Itoa(status) }

func hostOf(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return u.Hostname()
}
