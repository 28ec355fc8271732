package reviewer_test

import (
	"testing"
	"time"

	"marketd/market"
	"marketd/reviewer"
)

func TestToLogin(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer market.Answer
		want   bool
	}{
		"a login page":            {market.Answer{Status: 302, Location: "/login?next=/mcp"}, true},
		"single sign-on":          {market.Answer{Status: 303, Location: "https://sso.example.com/start"}, true},
		"sign in":                 {market.Answer{Status: 302, Location: "/users/sign_in"}, true},
		"OAuth":                   {market.Answer{Status: 307, Location: "/oauth2/authorize"}, true},
		"a trailing slash":        {market.Answer{Status: 308, Location: "/mcp/"}, false},
		"sso within a word":       {market.Answer{Status: 301, Location: "/espresso/mcp"}, false},
		"sign-in within a word":   {market.Answer{Status: 301, Location: "/design-inspiration"}, false},
		"login in the query only": {market.Answer{Status: 301, Location: "/mcp?from=login"}, false},
		"a password field":        {market.Answer{Status: 200, MediaType: "text/html", Body: `<form><input name=u><INPUT id="p" TYPE = "password"></form>`}, true},
		"another form":            {market.Answer{Status: 200, MediaType: "text/html", Body: `<input type=text> type=password`}, false},
		"JSON about one":          {market.Answer{Status: 200, MediaType: "application/json", Body: `<input type=password>`}, false},
		"401":                     {market.Answer{Status: 401, Location: "/login"}, false},
	} {
		if got := reviewer.ToLogin(c.answer); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestStreak(t *testing.T) {
	t.Parallel()
	at := func(minute int, r market.Reason) market.Probe {
		return market.Probe{At: start.Add(time.Duration(minute) * time.Minute), Reason: r}
	}
	fails := func(p market.Probe) bool { return p.Reason != market.ReasonOK }
	for name, c := range map[string]struct {
		probes []market.Probe
		n      int
		span   time.Duration
	}{
		"none":             {nil, 0, 0},
		"one":              {[]market.Probe{at(0, "dns")}, 1, 0},
		"all":              {[]market.Probe{at(0, "dns"), at(1, "dns"), at(10, "tls")}, 3, 10 * time.Minute},
		"after a success":  {[]market.Probe{at(0, "dns"), at(1, "ok"), at(10, "dns"), at(31, "dns")}, 2, 21 * time.Minute},
		"ended by success": {[]market.Probe{at(0, "dns"), at(1, "ok")}, 0, 0},
	} {
		d := &reviewer.Dossier{Probes: c.probes}
		if n, span := d.Streak(fails); n != c.n || span != c.span {
			t.Errorf("%s: %d over %s, want %d over %s", name, n, span, c.n, c.span)
		}
	}
}

func TestPointer(t *testing.T) {
	t.Parallel()
	tool := reviewer.Tool{Index: 3}
	if got, want := tool.Pointer("inputSchema", "a/b~c"), "/tools/3/inputSchema/a~1b~0c"; got != want {
		t.Errorf("Pointer = %q, want %q", got, want)
	}
}
