package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"marketd/cmd/marketd/config"
	"marketd/market"
)

func settingsFile(t *testing.T, data string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rules.json")
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRuleSettings(t *testing.T) {
	t.Parallel()
	path := settingsFile(t, `{"DSC-005":{"severity":"info"},"PRO-008":{"enforced":false},"ENT-005":{"required":false},"URL-001":{}}`)
	c := read(t, []string{"--rule-settings", path, "--require=both", "--probe-second-agent", "okhttp/4.12.0"})
	want := map[string]market.RuleSetting{
		"DSC-005": {Severity: market.SeverityInfo, Enforced: true, Required: true},
		"PRO-008": {Required: true},
		"ENT-005": {Enforced: true},
		"URL-001": {Enforced: true, Required: true},
	}
	if len(c.RuleSettings) != len(want) {
		t.Errorf("settings are %v", c.RuleSettings)
	}
	for id, s := range want {
		if c.RuleSettings[id] != s {
			t.Errorf("%s is %+v, want %+v", id, c.RuleSettings[id], s)
		}
	}
	if c.Require != market.RequireBoth || c.SecondAgent != "okhttp/4.12.0" {
		t.Errorf("required %q, the second agent is %q", c.Require, c.SecondAgent)
	}
	var dump strings.Builder
	if err := c.Dump(&dump); err != nil || !strings.Contains(dump.String(), path) {
		t.Errorf("the dump does not name the file: %v\n%s", err, dump.String())
	}
}

func TestRuleSettingsThatAreWrong(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		``:                                   "no strict JSON",
		`[]`:                                 "no JSON object",
		`null`:                               "no JSON object",
		`{"DSC-005":{},"DSC-005":{}}`:        "no strict JSON",
		`{"DSC-999":{}}`:                     `"DSC-999", which is no rule`,
		`{"dsc-005":{}}`:                     `"dsc-005", which is no rule`,
		`{"DSC-005":7}`:                      "DSC-005 that is no object",
		`{"DSC-005":null}`:                   "DSC-005 that is no object",
		`{"DSC-005":{"severty":"warn"}}`:     `a member "severty"`,
		`{"DSC-005":{"severity":"fatal"}}`:   `the severity "fatal"`,
		`{"DSC-005":{"enforced":"no"}}`:      "wrong type",
		strings.Repeat(" ", 1<<20) + `{}`:    "no strict JSON",
		`{"DSC-005":{"severity":["info"]}}`:  "wrong type",
		`{"DSC-005":{"Enforced":false}}`:     `a member "Enforced"`,
		`{"DSC-005":{"severity":"info"}} {}`: "no strict JSON",
	} {
		_, err := config.Read([]string{"--rule-settings=" + settingsFile(t, data)}, nil)
		if _, ok := errors.AsType[*config.Mistake](err); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want a mistake with %q", data, err, want)
		}
	}
	for _, args := range [][]string{{"--rule-settings=/nowhere.json"}, {"--require=none"}, {"--probe-second-agent=a\nb"}, {"--probe-second-agent=" + strings.Repeat("x", 201)}} {
		if err := config.Check(args, nil); err == nil {
			t.Errorf("%q is right", args)
		}
	}
}

// What else the market is set to is none of a check's business.
func TestReadChecking(t *testing.T) {
	t.Parallel()
	env := []string{"MARKETD_DEMO=perhaps", "MARKETD_LISTEN=x", "MARKETD_REQUIRE=app", "MARKETD_PROBE_ALLOW=10.0.0.0/8", "LANG=zh_CN.UTF-8", "MARKETD_FORMAT=json"}
	c, err := config.ReadChecking([]string{"https://a.example/mcp", "--verbose", "--profile", "mcp", "--probe-allow=127.0.0.0/8"}, env)
	if err != nil {
		t.Fatal(err)
	}
	if c.URL != "https://a.example/mcp" || !c.Verbose || c.Profile != market.ProfileMCP || c.Require != market.RequireApp || c.Lang != market.Chinese || c.Format != config.FormatText {
		t.Errorf("got %+v", c)
	}
	if len(c.ProbeAllow) != 2 {
		t.Errorf("probes may reach %v, want 127.0.0.0/8 as the flag says and ::1", c.ProbeAllow)
	}
	if _, err := config.ReadChecking([]string{"-h"}, nil); !errors.Is(err, config.ErrHelp) {
		t.Errorf("asked for help: %v", err)
	}
	_, err = config.ReadChecking([]string{"--format=xml", "--lang=fr"}, []string{"MARKETD_REQUIRE=none"})
	if lines := strings.Count(err.Error(), "\n") + 1; lines != 4 {
		t.Errorf("%d mistakes at once, want 4: %v", lines, err)
	}
}
