package healthcheck

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"

	"marketd/healthcheck/netguard"
	"marketd/market"
)

// link asks for a page: by HEAD, and when that fails once more by GET, for many
// servers answer HEAD wrongly.
func (v *Visitor) link(ctx context.Context, l *market.LinkVisit) {
	for _, method := range []string{http.MethodHead, http.MethodGet} {
		l.At = v.clock.Now()
		resp, err := follow(ctx, v.pages, method, l.URL, "text/html, */*;q=0.5")
		l.Status, l.Reason = 0, reasonOf(resp, err)
		if err == nil {
			l.Status = resp.StatusCode
			_, _ = io.CopyN(io.Discard, resp.Body, visitBody)
			_ = resp.Body.Close()
		}
		if l.Reason == market.ReasonOK || l.Reason == market.ReasonRateLimited || ctx.Err() != nil {
			break
		}
	}
	l.URL = v.redact(l.URL)
}

// follow asks for an address and goes where it is sent, every step through the
// guard and none of them with cookies or a referrer. The answer of the last step
// that may be taken is returned, a redirect too. Close its body.
func follow(ctx context.Context, client *netguard.Client, method, raw, accept string) (*http.Response, error) {
	for hop := 0; ; hop++ {
		req, err := http.NewRequestWithContext(ctx, method, raw, http.NoBody)
		if err != nil {
			return nil, &netguard.Error{Reason: market.ReasonBlocked, Phase: netguard.PhaseGuard, Detail: "guard: the URL cannot be read", Err: err}
		}
		req.Header.Set("Accept", accept)
		resp, _, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		next := whereTo(resp)
		if next == nil || hop == visitHops {
			return resp, nil
		}
		_ = resp.Body.Close()
		raw = next.String()
	}
}

// whereTo is where a redirect leads, nil when the answer is none.
func whereTo(resp *http.Response) *url.URL {
	switch resp.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		to, err := resp.Location()
		if err != nil {
			return nil
		}
		to.Fragment = ""
		return to
	}
	return nil
}

// reasonOf classes what came of asking for a page.
func reasonOf(resp *http.Response, err error) market.Reason {
	if e, ok := errors.AsType[*netguard.Error](err); ok {
		return e.Reason
	}
	switch {
	case err != nil:
		return market.ReasonOurNetwork
	case resp.StatusCode == http.StatusTooManyRequests:
		return market.ReasonRateLimited
	case resp.StatusCode >= 300:
		return market.ReasonHTTPError
	}
	return market.ReasonOK
}
