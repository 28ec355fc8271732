package catalogapi

import (
	"cmp"
	"time"

	"marketd/market"
	"marketd/market/strictjson"
)

// DocumentVersion is the version of the catalog's format.
const DocumentVersion = 1

// Document is the catalog that apps fetch. It holds what changes rarely: no
// check times, no latencies.
type Document struct {
	// Version of this format; 1. Members may be added without a new version.
	Version int `json:"version" jsonschema:"enum=1"`
	// Revision grows when the content changes, and only then.
	Revision int64 `json:"revision"`
	// UpdatedAt is when the content last changed, in UTC, in whole seconds.
	UpdatedAt time.Time `json:"updatedAt"`
	// PackageCount is the number of packages.
	PackageCount int `json:"packageCount"`
	// Demo is true when the market is a demonstration and its content made up.
	Demo bool `json:"demo,omitempty"`
	// Packages are sorted by id.
	Packages []Package `json:"packages"`
}

// Package is a listing as the app reads it.
type Package struct {
	// ID names the listing for ever.
	ID string `json:"id"`
	// Kind is what the listing offers: byo is an external MCP server.
	Kind market.ListingKind `json:"kind"`
	// Name is what people see.
	Name string `json:"name"`
	// Desc says in a sentence or two what the listing is for.
	Desc string `json:"desc"`
	// Cat is the id of the category.
	Cat string `json:"cat"`
	// UI is what the app hands to its component catalog; often empty.
	UI string `json:"ui"`
	// UIComponentID is a component of the publisher's own; often absent.
	UIComponentID string `json:"uiComponentId,omitempty"`
	// Author is who publishes it, in their own words.
	Author string `json:"author"`
	// Icon is where the listing's icon is, a square PNG of at most 256 pixels, as a
	// path on the market itself; absent without one.
	Icon string `json:"icon,omitempty" jsonschema:"pattern=^/icons/[0-9a-f]{64}\\.png$"`
	// Server is where the tools are.
	Server market.Server `json:"server"`
	// Auth tells whether the server wants a token of the user's own.
	Auth string `json:"auth" jsonschema:"enum=none,enum=token"`
	// Revision numbers the approved revisions of this listing.
	Revision int `json:"revision"`
	// ToolCount is the number of tools in the approved revision.
	ToolCount int `json:"toolCount"`
	// ToolsDigest is the digest of the approved set of tools; absent without tools.
	// It is the SHA-256 of the tools' digests in hex, sorted, one a line; a tool's is
	// the SHA-256 of its canonical JSON (RFC 8785).
	ToolsDigest string `json:"toolsDigest,omitempty" jsonschema:"pattern=^v1:sha256:[0-9a-f]{64}$"`
	// Health is how the server does.
	Health PackageHealth `json:"health"`
	// Compat says with what the listing works.
	Compat Compat `json:"compat"`
}

// PackageHealth is how a listing's server does, by thresholds and not by the last probe.
type PackageHealth struct {
	// State of the server. What is down or gone is not in the catalog.
	State market.HealthState `json:"state"`
	// Since when, in UTC; absent while the state is unknown.
	Since *time.Time `json:"since,omitempty"`
}

// Compat says with what a listing works.
type Compat struct {
	// App is the outcome of the app's own profile; what fails it is not in the catalog.
	App market.Outcome `json:"app"`
}

// documentOf is the catalog at a snapshot. Its revision and time are the
// store's: they are the same on every replica, which a comparison of contents
// within one process would not be.
func documentOf(snap *market.Snapshot, demo bool) Document {
	d := Document{Version: DocumentVersion, Revision: snap.Revision, UpdatedAt: instant(snap.UpdatedAt), Demo: demo, Packages: []Package{}}
	for i := range snap.Listings {
		if l := &snap.Listings[i]; l.InAppCatalog() {
			d.Packages = append(d.Packages, packageOf(l))
		}
	}
	d.PackageCount = len(d.Packages)
	return d
}

func packageOf(l *market.Listing) Package {
	p := entryPackage(l.Entry)
	p.ID = l.ID
	p.Icon = l.IconPath()
	p.Auth = cmp.Or(l.Auth, "none")
	p.Revision = l.Revision
	p.ToolCount, p.ToolsDigest = len(l.Tools), l.Digest
	p.Health.State = cmp.Or(l.Health.State, market.HealthUnknown)
	if p.Health.State != market.HealthUnknown && !l.Health.Since.IsZero() {
		since := instant(l.Health.Since)
		p.Health.Since = &since
	}
	p.Compat.App = cmp.Or(l.App, market.OutcomeUnknown)
	return p
}

// entryPackage is the package that an entry asks for. A token in it is not taken over.
func entryPackage(e market.Entry) Package {
	return Package{
		ID: e.ID, Kind: cmp.Or(e.Kind, market.KindServer), Name: e.Name, Desc: e.Desc, Cat: e.Cat, UI: e.UI, UIComponentID: e.UIComponentID, Author: e.Author,
		Server: market.Server{URL: e.Server.URL}, Auth: "none",
		Health: PackageHealth{State: market.HealthUnknown}, Compat: Compat{App: market.OutcomeUnknown},
	}
}

// instant is a time as the document gives it. Simple date parsers stumble over
// fractions of a second and over the year 1, so a time that never was is the epoch.
func instant(t time.Time) time.Time {
	if t.IsZero() {
		return time.Unix(0, 0).UTC()
	}
	return t.UTC().Truncate(time.Second)
}

// marshal is JSON as the market writes it, ended by a line break.
func marshal(v any) ([]byte, error) {
	b, err := strictjson.Marshal(v)
	return append(b, '\n'), err
}
