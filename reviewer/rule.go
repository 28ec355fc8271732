package reviewer

import (
	"time"

	"marketd/market"
)

// Rule is one entry of the rule catalogue. A rule is pure: the same dossier
// gives the same hits. Its texts are its documentation, shown on the rules
// page and beside every finding.
type Rule struct {
	ID       string // "DSC-003"
	Group    market.Group
	Severity market.Severity // of a hit that names none
	Profile  market.Profile  // on which its hits bear; empty means both
	Quality  bool            // it costs points and makes no findings
	Points   int             // of a rule on quality: what a hit costs a tool that says no number itself
	Needs    Need
	Title    market.Text // what it asks for, as a check's name: "每个工具都有说明"
	Why      market.Text // why it matters, one or two sentences
	Decide   market.Text // how it is decided, for who wants to know exactly
	Fix      market.Text // what to do, for a hit that names no better fix
	Source   string      // where the rule comes from: seed section, specification, RFC
	Check    func(*Dossier) []Hit

	// Skip says why the rule does not apply to this dossier, the zero Text when
	// it does. Nil: it applies whenever what it needs is there.
	Skip func(*Dossier) market.Text
	// Took is how long the exchange took that the rule judges. Nil: it judges none.
	Took func(*Dossier) time.Duration
}

// Need says what a rule looks at; without it the rule is skipped, and says so.
type Need uint8

// The needs.
const (
	NeedsEntry  Need = iota // the entry alone: runs before any packet
	NeedsProbe              // at least one probe
	NeedsAnswer             // the contract probe was answered by the server
	NeedsList               // the bare tools/list was read, as the app reads it
	NeedsTalk               // standard MCP was tried
	NeedsTools              // a tool list was read, in whichever way; a list alone will do
	NeedsMarket             // the market compared the entry with others
)

// Hit is one place where a rule applies. Zero members take the rule's own.
type Hit struct {
	Severity market.Severity
	Profile  market.Profile
	Where    string // JSON pointer: "/entry/name", "/tools/3/description", "/probe/contract", "/probe/list"
	Tool     string // the tool's name, when the hit is in one
	Class    market.Class
	Evidence string      // as served; the engine escapes and cuts it
	Message  market.Text // what is wrong here, in one sentence
	Why      market.Text
	Fix      market.Text
	Snippets []market.Snippet
	Points   int // of a rule on quality; zero takes the rule's

	// Unsure marks a hit that stands on a fault which may pass by itself (our
	// resolver, a throttled or failing server) and has not been seen often or
	// long enough: the verdict is inconclusive and another pass is wanted. The
	// severity is then what the hit becomes if it stays.
	Unsure bool
}
