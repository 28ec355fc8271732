// Package examples holds what each rule refuses and what it lets pass, as data:
// one file a rule, <ID>.json. The rules page and docs/rules.md show them, and
// TestExamples runs every one, so what they say is so.
//
//	{"fails":  [{"say": "the description is TODO",
//	             "scene": {"tools": [{"name": "forecast_get", "description": "TODO", "inputSchema": {"type": "object"}}]},
//	             "want": ["reject /tools/0/description"]}],
//	 "passes": [{"say": "the description says what comes back", "scene": {…}}]}
//
// say is one short English phrase. want are the rule's hits as ruletest.Hits
// writes them, in the order in which the rule gives them: "severity pointer",
// then the class when the hit has one, then "?" when it is unsure. What passes
// wants nothing; it must not be skipped.
//
// scene is a merge patch (RFC 7396: objects are merged, null removes, anything
// else replaces) on the good dossier, which is:
//
//	{"entry":  {…},           ruletest.Entry
//	 "facts":  {"id": "free"},
//	 "probe":  {…},           ruletest.Probe(ruletest.GoodTool), in the JSON of market.Probe
//	 "compared": true}
//
// Its members:
//
//   - entry: the entry, in its own JSON.
//   - rawEntry: the entry as sent by API, absent from a form. An object patches
//     the JSON of the good entry; a string is the text as sent, byte for byte, for
//     what no parser would write. The entry is then what was read from it.
//   - facts: id, endpoints, approved (a patch on the listing of the good entry
//     and tool: id, owner, entry, tools, …; its digests are made from its
//     tools), refused, settings, waivers: the members of market.Facts.
//   - probe: patches the good probe: "probe": {"class": "gateway",
//     "contract": {"status": 502}}. "probe": {"mcp": null} is a probe that did
//     not try standard MCP.
//   - probes: as many looks, each a patch on the probe; oldest first, at 0, 1,
//     10 and 31 minutes. Absent: one. Empty: no packet was sent.
//   - tools: replaces the tools of both lists of the last probe, and sets the
//     pages when there was one page. Without a probe they are a list that is
//     checked alone. Each is kept as written, duplicate keys and all.
//   - neighbours: the members of market.Neighbour, such as {"like": "near-id",
//     "listing": "weather-dem0", "mine": false}; compared: whether they were
//     looked for.
//   - note, draft, hadToken, final: the members of reviewer.Dossier.
//   - policy: replaces members of reviewer.DefaultPolicy.
//
// Times in probes may be written as "took": "1.5s". Names are those of the Go
// types with a small first letter; an unknown one fails the test.
package examples

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"

	"marketd/market"
)

// packed are the files in one, a member each, compressed: the program is smaller
// by a fifth of a megabyte. A test keeps it equal to them, and go generate
// writes it.
//
//go:generate go test . -run Packed -update
//go:embed packed.json.gz
var packed []byte

// files are the files by id, unpacked when first asked for.
var files = sync.OnceValues(func() (map[string]json.RawMessage, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("unpack the examples: %w", err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("unpack the examples: %w", err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(b, &all); err != nil {
		return nil, fmt.Errorf("read the examples: %w", err)
	}
	return all, nil
})

// Examples are those of one rule.
type Examples struct {
	Fails  []market.RuleExample `json:"fails"`
	Passes []market.RuleExample `json:"passes"`
}

// Of are the examples of the rule with the id; none when there is no file. The
// error is that of a file that is not as it should be.
func Of(id string) (Examples, error) {
	var x Examples
	all, err := files()
	if err != nil {
		return x, err
	}
	b, ok := all[id]
	if !ok {
		return x, nil
	}
	if err := json.Unmarshal(b, &x); err != nil {
		return x, fmt.Errorf("examples of %s: %w", id, err)
	}
	return x, nil
}

// IDs are the rules that have a file, in order.
func IDs() []string {
	all, _ := files() // a test reads them
	return slices.Sorted(maps.Keys(all))
}
