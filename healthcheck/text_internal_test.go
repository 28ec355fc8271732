package healthcheck

import (
	"net/http"
	"testing"
	"time"
)

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 12, 1, 8, 0, 0, 0, time.UTC)
	for in, want := range map[string]time.Duration{
		"": 0, "30": 30 * time.Second, " 30 ": 30 * time.Second, "0": 0, "-5": 0, "1.5": 0, "soon": 0, "30s": 0,
		"3600": time.Hour, "3601": time.Hour, "9223372036854775807": time.Hour, "99999999999999999999999999": time.Hour,
		now.Add(time.Minute).Format(http.TimeFormat):     time.Minute,
		now.Add(-time.Minute).Format(http.TimeFormat):    0,
		now.Add(48 * time.Hour).Format(http.TimeFormat):  time.Hour,
		"Tue, 01 Dec 2026 08:00:10 +0800":                0,
		"Tuesday, 01-Dec-26 08:00:10 GMT":                10 * time.Second,
		"Tue Dec  1 08:00:10 2026":                       10 * time.Second,
		"Sun, 06 Nov 0000 08:49:37 GMT":                  0,
		"Fri, 31 Dec 9999 23:59:59 GMT; and then some x": 0,
	} {
		if got := retryAfter(in, now); got != want {
			t.Errorf("%q: %v, want %v", in, got, want)
		}
	}
}

func TestAuthScheme(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"": "", "Bearer": "Bearer", `Bearer realm="x", error="y"`: "Bearer", " Basic x": "Basic", "<script>": "", "好": "",
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa x": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	} {
		if got := authScheme(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestMediaType(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"": "", "application/json": "application/json", "Application/JSON; Charset=UTF-8": "application/json",
		"text/html; charset": "text/html", "text/event-stream;": "text/event-stream", "a b": "a b", ";": "",
	} {
		if got := mediaType(http.Header{"Content-Type": {in}}); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
