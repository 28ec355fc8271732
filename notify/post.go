package notify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"marketd/healthcheck/netguard"
	"marketd/market"
)

// The limits of one message to a webhook or a chat.
const (
	timeout   = 10 * time.Second
	maxAnswer = 4 << 10 // bytes of the answer that are read
)

// limits are those of the guarded client.
func limits() netguard.Limits {
	return netguard.Limits{Connect: 5 * time.Second, Header: timeout, Total: timeout, Head: 32 << 10, Raw: 64 << 10, Decoded: 64 << 10}
}

// post sends a body and says what became of it. refusal may be nil.
func (s *Sender) post(ctx context.Context, target string, h http.Header, body []byte, refusal func([]byte) string) market.Sent {
	start := time.Now()
	sent := s.exchange(ctx, target, h, body, refusal)
	sent.Took = time.Since(start)
	return sent
}

func (s *Sender) exchange(ctx context.Context, target string, h http.Header, body []byte, refusal func([]byte) string) market.Sent {
	if err := s.CheckTarget(market.ChannelWebhook, target); err != nil { // what was allowed once may be no more
		return market.Sent{Detail: "the address is not allowed"}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(body))
	if err != nil {
		return market.Sent{Detail: "the address cannot be used"}
	}
	req.Header = h
	req.Header.Set("Content-Type", "application/json; charset=utf-8")
	resp, _, err := s.client.Do(req)
	if err != nil {
		detail := "no answer"
		if fault, ok := errors.AsType[*netguard.Error](err); ok {
			detail = fault.Detail
		}
		return market.Sent{Detail: detail}
	}
	defer func() { _ = resp.Body.Close() }()
	answer, _ := io.ReadAll(io.LimitReader(resp.Body, maxAnswer)) // as much as came: the status is what counts
	sent := market.Sent{Status: resp.StatusCode, RetryAfter: retryAfter(resp.Header.Get("Retry-After"), s.clock.Now())}
	switch {
	case resp.StatusCode == http.StatusGone:
		sent.Gone, sent.Detail = true, "HTTP 410: it takes no more"
	case resp.StatusCode >= 300 && resp.StatusCode < 400:
		sent.Detail = fmt.Sprintf("HTTP %d: redirects are not followed", resp.StatusCode)
	case resp.StatusCode < 200 || resp.StatusCode > 299:
		sent.Detail = fmt.Sprintf("HTTP %d", resp.StatusCode)
	default:
		if refusal != nil {
			sent.Detail = refusal(answer)
		}
		sent.OK = sent.Detail == ""
	}
	return sent
}

// retryAfter reads the header in both its forms (RFC 9110 §10.2.3); 0 when it
// says nothing that can be read.
func retryAfter(value string, now time.Time) time.Duration {
	value = strings.TrimSpace(value)
	if n, err := strconv.Atoi(value); err == nil && n >= 0 && n < 1<<30 {
		return time.Duration(n) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil && at.After(now) {
		return at.Sub(now)
	}
	return 0
}
