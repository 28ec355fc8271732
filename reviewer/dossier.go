// Package reviewer is the automated reviewer: it gathers the evidence on one
// entry into a dossier, runs every rule over it and writes a report. It is
// deterministic and never calls a tool.
package reviewer

import (
	"encoding/json"
	"net/netip"
	"strconv"
	"time"

	"marketd/market"
	"marketd/market/strictjson"
)

// Dossier is the evidence on one entry, gathered once and then only read.
type Dossier struct {
	Entry    market.Entry
	RawEntry json.RawMessage // as sent by API; empty from a form
	Facts    market.Facts
	Probes   []market.Probe // oldest first; empty before any packet
	Final    bool           // no repeats will follow
	Note     string         // the publisher's, on an update
	Draft    bool           // members of the entry may still be blank
	HadToken bool           // a test token was sent
	Tools    []Tool         // of the last probe's list, or the list that is checked alone; empty without one
	Listed   bool           // Tools is a list that was read, if an empty one

	// Neighbours are the entries that resemble this one; Compared says that they
	// were looked for.
	Neighbours []market.Neighbour
	Compared   bool

	Policy  Policy
	Ruleset string // names the rules with how they are set, as a report does

	asked      market.Profile // the profile that the pass is for; empty: both
	unsent     market.Text    // why no packet was sent; zero when one was
	unsearched bool           // looking for neighbours failed
}

// Tool is a tool of the dossier, with its members as served for the rules
// that look at types.
type Tool struct {
	market.Tool
	Index   int
	Members map[string]json.RawMessage // nil when the tool is not an object

	values map[string]any // Members decoded; see Decoded
	strict bool           // see market.ServedTool
	memory *memory        // see Remember
}

// Pointer is the JSON pointer (RFC 6901) of a member of the tool: t.Pointer("description")
// is "/tools/3/description". Tokens are escaped here.
func (t Tool) Pointer(tokens ...string) string {
	p := "/tools/" + strconv.Itoa(t.Index)
	for _, tok := range tokens {
		p += "/" + strictjson.PointerToken(tok)
	}
	return p
}

// Policy is what an operator may set: lists and times that the rules consult.
type Policy struct {
	Categories  []string       // ids a listing's cat may have
	UIs         []string       // ENT-012: ui values the app knows; empty: any of the right shape
	ReservedIDs []string       // ENT-002
	Reserved    []string       // RES-001: tool names of the app's own
	NeverRun    []string       // RES-001: names the app never executes
	Allowed     []netip.Prefix // --probe-allow: address and https rules are lifted there
	Brands      []Brand        // SIM-003
	Pace        Pace
	Require     market.Require                // which profiles an entry has to satisfy
	Agent       string                        // PRO-014: the User-Agent of every second pass; empty: the prober's own always
	Settings    map[string]market.RuleSetting // by rule id, from the configuration; what the market's admins set comes with the facts and wins
}

// Brand is a name that only its owner may bear without a person's look (rule SIM-003).
type Brand struct {
	Names   []string // as people write it, in every script: "支付宝", "Alipay"
	Domains []string // of its owner, with everything below them: "alipay.com"
	Unless  []string // longer words that have a name in them by chance: "北京东" has 京东
}

// Pace is how far apart the passes are that some rules ask for. Wait[i] is the
// time between pass i+1 and pass i+2.
type Pace struct {
	Wait []time.Duration
}

// PaceNormal gives passes at 0, 1, 10 and 31 minutes (NET-001, HLT-001).
func PaceNormal() Pace {
	return Pace{Wait: []time.Duration{time.Minute, 9 * time.Minute, 21 * time.Minute}}
}

// PaceFast is for demos and tests.
func PaceFast() Pace { return Pace{Wait: []time.Duration{time.Second, time.Second, time.Second}} }

// read takes in what the passes gave, oldest first.
func (d *Dossier) read(probes []market.Probe) {
	d.Probes = probes
	if l, ok := d.Last().Tools(); ok {
		d.Tools, d.Listed = newTools(l.Tools), true
	}
}

// toolsOnly reports whether a list of tools is all there is.
func (d *Dossier) toolsOnly() bool { return d.Listed && len(d.Probes) == 0 }

// digests are those of the tools, in their order.
func (d *Dossier) digests() []string {
	digests := make([]string, len(d.Tools))
	for i, t := range d.Tools {
		digests[i] = t.Digest()
	}
	return digests
}

// Last is the latest probe; the zero Probe when there is none.
func (d *Dossier) Last() market.Probe {
	if len(d.Probes) == 0 {
		return market.Probe{}
	}
	return d.Probes[len(d.Probes)-1]
}
