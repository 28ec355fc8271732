package endpoint_test

import (
	"testing"

	"marketd/reviewer/rules/endpoint"
	"marketd/reviewer/rules/ruletest"
)

func TestPlaintextLinks(t *testing.T) {
	t.Parallel()
	rule := ruletest.Find(t, endpoint.Rules(), "TLS-005")
	for link, hit := range map[string]bool{
		"http://api.weather.co.uk/":          true,
		"HTTP://API.weather.co.uk:8080/docs": true,
		"https://api.weather.co.uk/":         false,
		"http://www.weather.co.uk/":          false, // another host is rule META-003's
		"http://[":                           false,
		"":                                   false,
	} {
		e := ruletest.Entry()
		e.Homepage = link
		var want []string
		if hit {
			want = []string{"info /entry/homepage"}
		}
		ruletest.Check(t, rule, link, ruletest.Dossier(e, ruletest.Probe()), want)
	}
}
