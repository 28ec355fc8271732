package endpoint_test

import (
	"net/netip"
	"slices"
	"testing"
	"time"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/endpoint"
)

var start = time.Date(2026, 12, 1, 8, 0, 0, 0, time.UTC)

// probe is a look at a server that does all it should.
func probe() market.Probe {
	answer := market.Answer{Sent: true, Status: 200, MediaType: "application/json", Reason: market.ReasonOK, Connect: 80 * time.Millisecond, Took: 120 * time.Millisecond}
	return market.Probe{
		At: start, Reason: market.ReasonOK, Class: market.ClassOK, Contract: answer,
		List: market.ToolList{Answer: answer, Pages: 1, FirstPage: 1},
		Net: market.NetFacts{
			Addrs: []string{"93.184.215.14", "2606:2800:21f::1"}, Dialled: "93.184.215.14:443", TLS: "TLS 1.3",
			CertFrom: start.AddDate(0, 0, -30), CertUntil: start.AddDate(0, 0, 60),
		},
	}
}

// row is one case of a rule's table; want has each hit as "severity place",
// with a "?" behind it when it is unsure.
type row struct {
	name   string
	url    string // "" is the good one
	change func(*reviewer.Dossier)
	want   []string
}

const goodURL = "https://api.weather.com/mcp"

func find(t *testing.T, id string) reviewer.Rule {
	t.Helper()
	for _, r := range endpoint.Rules() {
		if r.ID == id {
			return r
		}
	}
	t.Fatalf("there is no rule %s", id)
	return reviewer.Rule{}
}

func try(t *testing.T, id string, probes int, rows []row) {
	t.Helper()
	rule := find(t, id)
	for _, c := range append(rows, row{name: "a good server"}) {
		d := &reviewer.Dossier{Entry: market.Entry{Server: market.Server{URL: goodURL}}}
		if c.url != "" {
			d.Entry.Server.URL = c.url
		}
		for range probes {
			d.Probes = append(d.Probes, probe())
		}
		if c.change != nil {
			c.change(d)
		}
		if got := run(t, rule, d); !slices.Equal(got, c.want) {
			t.Errorf("%s, %s %s: %q, want %q", id, c.name, c.url, got, c.want)
		}
	}
}

func run(t *testing.T, rule reviewer.Rule, d *reviewer.Dossier) []string {
	t.Helper()
	if rule.Skip != nil && !rule.Skip(d).IsZero() {
		return nil
	}
	var got []string
	for _, h := range rule.Check(d) {
		severity := h.Severity
		if severity == "" {
			severity = rule.Severity
		}
		s := string(severity) + " " + h.Where
		if h.Unsure {
			s += "?"
		}
		if h.Message.ZH == "" || h.Message.EN == "" {
			t.Errorf("%s: a hit without a message in both languages", rule.ID)
		}
		got = append(got, s)
	}
	return got
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

// Every rule says what it is, why it matters and what to do, in both languages.
func TestDocumentation(t *testing.T) {
	t.Parallel()
	for _, r := range endpoint.Rules() {
		for what, text := range map[string]market.Text{"title": r.Title, "why": r.Why, "fix": r.Fix} {
			if text.ZH == "" || text.EN == "" {
				t.Errorf("%s: no %s in both languages", r.ID, what)
			}
		}
		if r.Source == "" || r.Group == "" || r.Severity == "" {
			t.Errorf("%s: source %q, group %q, severity %q", r.ID, r.Source, r.Group, r.Severity)
		}
	}
}
