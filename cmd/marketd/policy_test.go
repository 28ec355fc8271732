package main

import (
	"os"
	"path/filepath"
	"testing"

	"marketd/cmd/marketd/config"
	"marketd/market"
)

// What the operator sets of review reaches the rules.
func TestPolicyIsAsSet(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "rules.json")
	if err := os.WriteFile(path, []byte(`{"DSC-002":{"enforced":false}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Read([]string{"--require=both", "--rule-settings=" + path, "--probe-second-agent=phone/7", "--probe-allow=10.0.0.0/8"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := newPolicy(cfg)
	if p.Require != market.RequireBoth || p.Agent != "phone/7" || len(p.Allowed) != 1 || p.Settings["DSC-002"] != (market.RuleSetting{Required: true}) {
		t.Errorf("the policy is %+v", p)
	}
}
