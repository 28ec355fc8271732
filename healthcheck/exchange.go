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
	"marketd/market/secret"
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
	return call{step: step, method: http.MethodPost, body: body, header: slices.Concat(appHeader, more)}
}

// soon is how long a body is waited for that is only evidence.
func (p *Prober) soon() time.Duration { return min(3*time.Second, p.client.Limits().Total/2) }

// send makes one exchange, keeps it as evidence and returns what came of it.
// A body that read does not like is not the answer's fault: see read's owner.
func (r *run) send(ctx context.Context, c call) market.Answer {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	url := cmp.Or(c.url, r.target.URL)
	x := market.Exchange{Step: c.step, At: r.clock.Now(), Method: c.method, URL: r.evidence(url, maxHeader), ReqBody: r.evidence(c.body, maxBody)}
	place := len(r.probe.Exchanges) // others may be made while this one's stream is read
	r.probe.Exchanges = append(r.probe.Exchanges, x)
	defer func() { r.probe.Exchanges[place] = x }()
	start := time.Now()
	req, err := http.NewRequestWithContext(ctx, c.method, url, strings.NewReader(c.body))
	if err != nil {
		x.Err = "guard: the URL cannot be read"
		return market.Answer{Reason: market.ReasonBlocked, Detail: x.Err}
	}
	if c.body == "" {
		req.Body, req.ContentLength = nil, 0
	}
	r.setHeader(req, c, &x)
	resp, facts, err := r.client.Do(req)
	a := market.Answer{Sent: true, Reason: market.ReasonOK, Connect: facts.Connect(), FirstByte: facts.FirstByte}
	if err == nil {
		r.head(resp, &a, &x)
		err = r.readBody(c, resp, &x, cancel)
		_ = resp.Body.Close()
	}
	r.learn(facts.Net)
	if e, ok := errors.AsType[*netguard.Error](err); ok {
		a.Reason, a.Detail = e.Reason, e.Detail
		a.Sent = e.Phase == netguard.PhaseHeader || e.Phase == netguard.PhaseBody || e.Phase == netguard.PhaseCoding
	}
	a.Took = time.Since(start)
	a.Body = x.RespBody
	x.Remote, x.DNS, x.Connect, x.TLS = facts.Net.Dialled, facts.DNS, facts.TCP, facts.TLS
	x.FirstByte, x.Took, x.RespBytes, x.Err = a.FirstByte, a.Took, facts.Bytes, a.Detail
	return a
}

// setHeader sets the call's header lines and keeps them, the token masked.
func (r *run) setHeader(req *http.Request, c call, x *market.Exchange) {
	for _, h := range c.header {
		req.Header.Set(h.Name, h.Value)
		x.ReqHeader = append(x.ReqHeader, market.Header{Name: h.Name, Value: r.evidence(h.Value, maxHeader)})
	}
	if agent := cmp.Or(r.target.Agent, r.client.UserAgent()); agent != "" {
		req.Header.Set("User-Agent", agent)
		x.ReqHeader = append(x.ReqHeader, market.Header{Name: "User-Agent", Value: agent})
	}
	if r.target.Token != "" {
		req.Header.Set("Authorization", "Bearer "+r.target.Token)
		x.ReqHeader = append(x.ReqHeader, market.Header{Name: "Authorization", Value: "Bearer " + secret.Mask})
	}
}

// head reads the answer's header.
func (r *run) head(resp *http.Response, a *market.Answer, x *market.Exchange) {
	a.Status = resp.StatusCode
	a.MediaType = r.evidence(mediaType(resp.Header), 100)
	if resp.StatusCode >= 300 && resp.StatusCode < 400 {
		a.Location = r.evidence(resp.Header.Get("Location"), maxHeader)
		to, err := resp.Location()
		a.Astray = err == nil && r.client.Refuses(to)
	}
	a.RetryAfter = retryAfter(resp.Header.Get("Retry-After"), r.clock.Now())
	a.Server = strings.ToLower(r.evidence(resp.Header.Get("Server"), 100))
	a.AuthScheme = authScheme(resp.Header.Get("WWW-Authenticate"))
	if id := resp.Header.Get(sessionHeader); id != "" {
		a.SessionID = true
		r.remember(id)
	}
	x.Status = resp.StatusCode
	x.RespHeader = r.headers(resp.Header)
}

// readBody hands the body to the call's reader and keeps its beginning.
func (r *run) readBody(c call, resp *http.Response, x *market.Exchange, cancel func()) error {
	rec := &recorder{r: resp.Body}
	read := c.read
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
	x.RespBody = r.evidence(string(rec.kept), maxBody)
	x.Cut = rec.n > maxBody
	return err
}

// learn adds what an exchange showed of the network; the first to reach the
// server tells most.
func (r *run) learn(n market.NetFacts) {
	if r.probe.Net.Dialled == "" {
		r.probe.Net = n
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
