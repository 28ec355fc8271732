package notify_test

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/notify"
)

const secret = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="

func webhook() market.Channel { return market.Channel{Kind: market.ChannelWebhook} }

func TestWhatBecomesOfAMessage(t *testing.T) {
	t.Parallel()
	header := func(status int, name, value string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set(name, value)
			w.WriteHeader(status)
		}
	}
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		want   market.Sent
	}{
		"taken":              {answer(200, "x"), market.Sent{OK: true, Status: 200}},
		"taken without word": {answer(204, ""), market.Sent{OK: true, Status: 204}},
		"too much said":      {answer(200, strings.Repeat("x", 1<<20)), market.Sent{OK: true, Status: 200}},
		"broken":             {answer(500, "<script>"), market.Sent{Status: 500, Detail: "HTTP 500"}},
		"gone":               {answer(410, ""), market.Sent{Status: 410, Gone: true, Detail: "HTTP 410: it takes no more"}},
		"redirects":          {header(307, "Location", "https://127.0.0.1/"), market.Sent{Status: 307, Detail: "HTTP 307: redirects are not followed"}},
		"slow down":          {header(429, "Retry-After", "120"), market.Sent{Status: 429, Detail: "HTTP 429", RetryAfter: 2 * time.Minute}},
		"not before":         {header(503, "Retry-After", "Mon, 30 Nov 2026 09:10:00 GMT"), market.Sent{Status: 503, Detail: "HTTP 503", RetryAfter: 10 * time.Minute}},
		"no sense":           {header(503, "Retry-After", "-1, soon"), market.Sent{Status: 503, Detail: "HTTP 503"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSink(t, c.answer)
			got := newSender(then, s).Send(t.Context(), message(webhook(), s.URL+"/hook", secret, event(market.EventDown, market.EventData{})))
			got.Took = 0
			if got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
			s.one(t)
		})
	}
}

func TestSinksThatDoNotAnswer(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	hangs := newSink(t, func(http.ResponseWriter, *http.Request) { <-release })
	defer close(release)
	closed, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := closed.Addr().String()
	_ = closed.Close()
	for target, want := range map[string]string{
		hangs.URL:            "header: not finished in time",
		"https://" + address: "connect: connection refused",
		"http://" + address:  "the address is not allowed",
		"https://10.0.0.1":   "the address is not allowed",
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		got := newSender(then, hangs).Send(ctx, message(webhook(), target, secret))
		cancel()
		if got.OK || got.Status != 0 || got.Detail != want {
			t.Errorf("%s: %+v, want %q", target, got, want)
		}
	}
}

func TestTargetsThatAreRefused(t *testing.T) {
	t.Parallel()
	s := notify.New(notify.Options{Clock: clock{then}})
	for target, ok := range map[string]bool{
		"https://hook.example.com/x?y=z": true,
		"http://hook.example.com":        false,
		"https://user:pw@example.com":    false,
		"https://localhost/x":            false,
		"https://127.0.0.1/x":            false,
		"https://[::1]/x":                false,
		"https://169.254.169.254/x":      false,
		"https://":                       false,
		"https://example.com/a b":        false,
		"ftp://example.com":              false,
		"":                               false,
	} {
		if err := s.CheckTarget(market.ChannelWebhook, target); (err == nil) != ok {
			t.Errorf("%q: %v", target, err)
		}
	}
	if s.Sends(market.ChannelEmail) || !s.Sends(market.ChannelChat) {
		t.Error("a market without a mail server sends mail")
	}
}
