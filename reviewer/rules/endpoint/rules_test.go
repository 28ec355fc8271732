package endpoint_test

import (
	"cmp"
	"net/netip"
	"slices"
	"testing"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/endpoint"
	"marketd/reviewer/rules/ruletest"
)

var start = probe().At

// probe is a look at a server that does all it should.
func probe() market.Probe { return ruletest.Probe(ruletest.Tool("weather.now", "查询实时天气")) }

// row is one case of a rule's table.
type row struct {
	name   string
	url    string // "" is the good one
	change func(*reviewer.Dossier)
	want   []string
}

// skipped is what is wanted of a rule that does not apply.
var skipped = []string{ruletest.Skipped}

const goodURL = "https://api.weather.com/mcp"

func find(t *testing.T, id string) reviewer.Rule {
	t.Helper()
	return ruletest.Find(t, endpoint.Rules(), id)
}

// at is a dossier on a server at the address with so many probes that found
// nothing wrong.
func at(url string, probes int) *reviewer.Dossier {
	e := ruletest.Entry()
	e.Server.URL = url
	return ruletest.Dossier(e, slices.Repeat([]market.Probe{probe()}, probes)...)
}

func try(t *testing.T, id string, probes int, rows []row) {
	t.Helper()
	rule := find(t, id)
	for _, c := range rows {
		d := at(cmp.Or(c.url, goodURL), probes)
		if c.change != nil {
			c.change(d)
		}
		ruletest.Check(t, rule, c.name+" "+c.url, d, c.want)
	}
	ruletest.Passes(t, rule, at(goodURL, probes))
}

// every makes one row for each address; true means that the rule has nothing against it.
func every(urls map[string]bool, want string) []row {
	var rows []row
	for u, ok := range urls {
		c := row{url: u}
		if !ok {
			c.want = []string{want}
		}
		rows = append(rows, c)
	}
	return rows
}

func allow(prefixes ...string) func(*reviewer.Dossier) {
	return func(d *reviewer.Dossier) {
		for _, p := range prefixes {
			d.Policy.Allowed = append(d.Policy.Allowed, netip.MustParsePrefix(p))
		}
	}
}

func last(change func(*market.Probe)) func(*reviewer.Dossier) {
	return func(d *reviewer.Dossier) { change(&d.Probes[len(d.Probes)-1]) }
}

func TestDocumentation(t *testing.T) {
	t.Parallel()
	ruletest.Documented(t, endpoint.Rules())
}
