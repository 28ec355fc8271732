package ruletest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"testing"
	"time"

	"marketd/market"
	"marketd/market/digest"
	"marketd/reviewer"
)

// GoodTool is a tool that no rule has anything against.
const GoodTool = `{"name":"forecast_get","title":"City forecast",` +
	`"description":"Returns the seven-day weather forecast of one city in China, with temperature, rain and wind for each day. Use it for plans of the coming week; it knows nothing of past weather.",` +
	`"inputSchema":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city in Chinese or English, for example 北京 or Beijing","minLength":1,"maxLength":40},` +
	`"days":{"type":"integer","description":"How many days to return, counted from today","minimum":1,"maximum":7,"default":7}},"required":["city"]},` +
	`"outputSchema":{"type":"object","properties":{"days":{"type":"array","description":"One element a day","items":{"type":"object"}}}},` +
	`"annotations":{"readOnlyHint":true,"openWorldHint":true}}`

// scene is a dossier as an example writes it; see the package examples. Member
// names of types that have no JSON of their own are matched whatever their case.
type scene struct {
	Entry      market.Entry       `json:"entry"`
	RawEntry   json.RawMessage    `json:"rawEntry"`
	Facts      market.Facts       `json:"facts"`
	Probe      json.RawMessage    `json:"probe"`
	Probes     []json.RawMessage  `json:"probes"`
	Tools      []json.RawMessage  `json:"tools"`
	Neighbours []market.Neighbour `json:"neighbours"`
	Compared   bool               `json:"compared"`
	Note       string             `json:"note"`
	Draft      bool               `json:"draft"`
	HadToken   bool               `json:"hadToken"`
	Final      bool               `json:"final"`
	Policy     json.RawMessage    `json:"policy"`
}

// Scene is the good dossier with the merge patch (RFC 7396) of an example
// applied; the package examples says what can be patched. It fails the test
// when the patch fits no dossier.
func Scene(tb testing.TB, patch json.RawMessage) *reviewer.Dossier {
	tb.Helper()
	d, err := dossier(patch)
	if err != nil {
		tb.Fatalf("the scene %s: %v", patch, err)
	}
	return d
}

func dossier(patch json.RawMessage) (*reviewer.Dossier, error) {
	base, err := good(patch)
	if err != nil {
		return nil, err
	}
	var s scene
	if err := apply(base, patch, &s); err != nil {
		return nil, err
	}
	probes, err := s.looks()
	if err != nil {
		return nil, err
	}
	e, raw := s.sent()
	d := Dossier(e, probes...)
	if len(probes) == 0 && s.Tools != nil {
		d.Tools, d.Listed = tools(s.Tools), true
	}
	d.RawEntry, d.Draft, d.HadToken, d.Final, d.Note = raw, s.Draft, s.HadToken, s.Final, s.Note
	d.Neighbours, d.Compared = s.Neighbours, s.Compared
	d.Facts = s.Facts
	if l := d.Facts.Approved; l != nil {
		for _, t := range tools(l.Tools) {
			l.Digests = append(l.Digests, t.Digest())
		}
		l.Digest = digest.Set(l.Digests)
	}
	return d, strict(s.Policy, &d.Policy)
}

// good is what the patch is applied to. An entry as sent and an approved
// listing are there only for a patch that changes them.
func good(patch json.RawMessage) (json.RawMessage, error) {
	var changes struct {
		RawEntry json.RawMessage `json:"rawEntry"`
		Facts    struct {
			Approved json.RawMessage `json:"approved"`
		} `json:"facts"`
	}
	if err := json.Unmarshal(patch, &changes); err != nil {
		return nil, err
	}
	facts := map[string]any{"id": market.IDFree}
	base := map[string]any{"entry": Entry(), "facts": facts, "probe": Probe(GoodTool), "compared": true}
	if changes.RawEntry != nil {
		base["rawEntry"] = Entry()
	}
	if changes.Facts.Approved != nil {
		facts["approved"] = map[string]any{
			"id": Entry().ID, "owner": "owner", "revision": 1, "entry": Entry(), "tools": []json.RawMessage{[]byte(GoodTool)}, "auth": "none",
			"app": market.OutcomePass, "mcp": market.OutcomePass, "mcpVersion": "2026-07-28",
		}
	}
	return encode(base)
}

// looks are the probes, oldest first, a pace apart.
func (s scene) looks() ([]market.Probe, error) {
	if s.Probes == nil {
		s.Probes = []json.RawMessage{[]byte(`{}`)}
	}
	probes := make([]market.Probe, len(s.Probes))
	after := time.Duration(0)
	for i, patch := range s.Probes {
		if i > 0 && i <= len(reviewer.PaceNormal().Wait) {
			after += reviewer.PaceNormal().Wait[i-1]
		}
		at, err := encode(map[string]any{"at": Probe().At.Add(after)})
		if err != nil {
			return nil, err
		}
		if at, err = merge(s.Probe, at); err != nil {
			return nil, err
		}
		if err := apply(durations(at), durations(patch), &probes[i]); err != nil {
			return nil, fmt.Errorf("probe %d: %w", i, err)
		}
	}
	if n := len(probes) - 1; n >= 0 && s.Tools != nil {
		list(&probes[n].List, s.Tools)
		if talk := &probes[n].MCP; !talk.IsZero() {
			list(&talk.List, s.Tools)
		}
	}
	return probes, nil
}

// list makes the list one of these tools, on one page unless it says otherwise.
func list(l *market.ToolList, tools []json.RawMessage) {
	l.Tools, l.Bytes = tools, 0
	for _, raw := range tools {
		l.Bytes += int64(len(raw))
	}
	if l.Pages <= 1 {
		l.Pages, l.FirstPage = 1, len(tools)
	}
}

func tools(raws []json.RawMessage) []reviewer.Tool {
	out := make([]reviewer.Tool, len(raws))
	for i, raw := range raws {
		out[i] = reviewer.NewTool(i, raw)
	}
	return out
}

// sent is the entry, and its JSON when it was sent as such: a text stands for
// itself.
func (s scene) sent() (market.Entry, json.RawMessage) {
	if len(s.RawEntry) == 0 {
		return s.Entry, nil
	}
	raw := s.RawEntry
	var text string
	if json.Unmarshal(raw, &text) == nil {
		raw = json.RawMessage(text)
	}
	var members map[string]json.RawMessage
	_ = json.Unmarshal(raw, &members) // what cannot be read is an entry without members
	return market.ReadEntry(members), raw
}

// apply decodes the base with the patch applied. An unknown member is an error.
func apply(base, patch json.RawMessage, v any) error {
	merged, err := merge(base, patch)
	if err != nil {
		return err
	}
	return strict(merged, v)
}

// strict decodes into v, which may hold something already. Nothing leaves it as it is.
func strict(raw json.RawMessage, v any) error {
	if len(raw) == 0 {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	return dec.Decode(v)
}

// merge applies a merge patch (RFC 7396). What is no object stays as written.
func merge(target, patch json.RawMessage) (json.RawMessage, error) {
	var to, from map[string]json.RawMessage
	if !bytes.HasPrefix(bytes.TrimSpace(patch), []byte("{")) {
		return patch, nil
	}
	if err := json.Unmarshal(patch, &from); err != nil {
		return nil, err
	}
	if json.Unmarshal(target, &to) != nil || to == nil {
		to = map[string]json.RawMessage{}
	}
	for name, value := range from {
		if string(value) == "null" {
			delete(to, name)
			continue
		}
		merged, err := merge(to[name], value)
		if err != nil {
			return nil, err
		}
		to[name] = merged
	}
	return encode(to)
}

// encode writes JSON without touching the characters of what is JSON already.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

var timed = regexp.MustCompile(`"(took|connect|firstByte|retryAfter|dns)"\s*:\s*"([0-9][0-9a-z.]*)"`)

// durations writes times such as "took":"1.5s" as the nanoseconds of a probe's JSON.
func durations(raw json.RawMessage) json.RawMessage {
	return timed.ReplaceAllFunc(raw, func(m []byte) []byte {
		part := timed.FindSubmatch(m)
		d, err := time.ParseDuration(string(part[2]))
		if err != nil {
			return m
		}
		return []byte(strconv.Quote(string(part[1])) + ":" + strconv.FormatInt(int64(d), 10))
	})
}
