package market

import (
	"encoding/json"
	"time"
)

// Hold keeps an approved listing out of every list (the hold axis).
type Hold string

// The holds.
const (
	HoldNone        Hold = ""
	HoldQuarantined Hold = "quarantined" // for safety
	HoldSuspended   Hold = "suspended"   // by an operator
	HoldPaused      Hold = "paused"      // by its owner
)

// Listing is a public entry: the approved revision with its tools as they were
// when a person approved them.
type Listing struct {
	ID         string
	Owner      string
	Revision   int
	Submission string // the approved one
	Entry      Entry  // Icon is its source in short, see [IconSource]
	Icon       string // hash of the icon that is served; "" without one
	Tools      []json.RawMessage
	Digests    []string // per tool, in the order of Tools
	Digest     string   // of the set
	Auth       string   // "none" or "token"
	App        Outcome
	MCP        Outcome
	MCPVersion string // protocol version agreed on at approval; "" without
	Hold       Hold
	Health     Health
	ApprovedBy string
	Ruleset    string
	CreatedAt  time.Time // first approval
	ApprovedAt time.Time
}

// InAppCatalog reports whether the app's catalog has the listing (architecture, States).
func (l Listing) InAppCatalog() bool {
	return l.Hold == HoldNone && (l.App == OutcomePass || l.App == OutcomeGated) && l.Health.State != HealthDown && l.Health.State != HealthGone
}

// ListingFilter chooses listings; zero members do not restrict.
type ListingFilter struct {
	Owner    string
	Endpoint string // normalised, see [Endpoint]
	Limit    int    // 0 means all
}

// CatalogRevision numbers the published catalog.
type CatalogRevision struct {
	Revision  int64
	UpdatedAt time.Time
}

// InRegistry reports whether the MCP registry API has the listing.
func (l Listing) InRegistry() bool {
	return l.Hold == HoldNone && (l.MCP == OutcomePass || l.MCP == OutcomeGated) && l.Health.State != HealthGone
}

// Profile is the one by which the listing is probed: the app's wherever it was
// approved for the app, and else standard MCP.
func (l Listing) Profile() Profile {
	if l.App == OutcomeFail && (l.MCP == OutcomePass || l.MCP == OutcomeGated) {
		return ProfileMCP
	}
	return ProfileApp
}
