package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"marketd/market"
	"marketd/market/strictjson"
	"marketd/reviewer/rules"
)

// maxRuleSettings bounds the file of --rule-settings, in bytes.
const maxRuleSettings = 1 << 20

// ruleSettings is the setting that names a file of [market.RuleSetting] by rule
// id. The file is read when it is named.
type ruleSettings struct{ c *Config }

func (v *ruleSettings) String() string {
	if v.c == nil { // flag makes a zero value to compare with
		return ""
	}
	return v.c.ruleFile
}

func (v *ruleSettings) Set(path string) error {
	set, err := readRuleSettings(path)
	if err == nil {
		v.c.ruleFile, v.c.RuleSettings = path, set
	}
	return err
}

func readRuleSettings(path string) (map[string]market.RuleSetting, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, errors.New("cannot be read")
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, maxRuleSettings+1))
	if err != nil {
		return nil, errors.New("cannot be read")
	}
	if fault, ok := errors.AsType[*strictjson.Error](strictjson.Scan(data, strictjson.Limits{Bytes: maxRuleSettings})); ok {
		return nil, fmt.Errorf("is no strict JSON: %s at %q, byte %d", fault.Detail, fault.Pointer, fault.Offset)
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(data, &members) != nil || members == nil {
		return nil, errors.New("is no JSON object")
	}
	known := settable()
	set := map[string]market.RuleSetting{}
	for _, id := range slices.Sorted(maps.Keys(members)) {
		if !known[id] {
			return nil, fmt.Errorf("names %q, which is no rule with a verdict; marketd rules lists them", id)
		}
		if set[id], err = readRuleSetting(members[id]); err != nil {
			return nil, fmt.Errorf("has a setting of %s that %w", id, err)
		}
	}
	return set, nil
}

// settable are the ids of the rules that make findings.
func settable() map[string]bool {
	ids := map[string]bool{}
	for _, r := range rules.All() {
		ids[r.ID] = !r.Quality
	}
	return ids
}

func readRuleSetting(raw json.RawMessage) (s market.RuleSetting, err error) {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil || members == nil {
		return s, errors.New("is no object")
	}
	for name := range members {
		if !slices.Contains([]string{"severity", "enforced", "required"}, name) {
			return s, fmt.Errorf("has a member %q", name)
		}
	}
	if json.Unmarshal(raw, &s) != nil {
		return s, errors.New("has a member of the wrong type")
	}
	switch s.Severity {
	case "", market.SeverityReject, market.SeverityNeedsHuman, market.SeverityWarn, market.SeverityInfo:
		return s, nil
	}
	return s, fmt.Errorf("has the severity %q", s.Severity)
}

// required parses --require.
func required(s string) (market.Require, error) {
	switch r := market.Require(s); r {
	case market.RequireAny, market.RequireApp, market.RequireMCP, market.RequireBoth:
		return r, nil
	}
	return "", errors.New("is none of them")
}

// agent accepts a User-Agent (RFC 9110, 10.1.5), as far as any server takes one.
func agent(s string) error {
	if s == "" || len(s) > 200 {
		return errors.New("has no length that servers take")
	}
	for _, c := range s {
		if c < ' ' || c > '~' {
			return errors.New("has a character that no header takes")
		}
	}
	return nil
}
