package config_test

import (
	"slices"
	"testing"

	"marketd/cmd/marketd/config"
)

func TestSteering(t *testing.T) {
	t.Parallel()
	c := read(t, []string{"--contact=probes@example.com", "--probe-from=198.51.100.7", "--probe-from=2001:db8::/64", "--report-people=9"})
	if c.Contact != "probes@example.com" || !slices.Equal(c.ProbeSources(), []string{"198.51.100.7", "2001:db8::/64"}) || c.ReportAccounts != 3 || c.ReportPeople != 9 {
		t.Errorf("%q %v %d %d", c.Contact, c.ProbeSources(), c.ReportAccounts, c.ReportPeople)
	}
	if c := read(t, []string{"--contact=https://example.com/probes"}); c.Contact != "https://example.com/probes" {
		t.Errorf("%q", c.Contact)
	}
	for _, bad := range []string{"--contact=javascript:alert(1)", "--contact=http://example.com", "--contact=me", "--report-people=0", "--probe-from=here"} {
		if _, err := config.Read([]string{bad}, nil); err == nil {
			t.Errorf("%s was taken", bad)
		}
	}
}
