package market

import (
	"net/url"
	"path"
	"strings"
)

// The shape of an entry's members (rules ENT-002, ENT-004, ENT-010, META-002),
// lengths in characters (code points) after blanks around them are taken off.
const (
	// IDPattern is a regular expression in the dialects of Go, JSON Schema and
	// HTML: lower-case letters, digits and single hyphens between them.
	IDPattern = `^[a-z0-9](-?[a-z0-9])+$`
	IDMax     = 64
	NameMin   = 2
	NameMax   = 20
	DescMax   = 200
	AuthorMin = 2
	AuthorMax = 40

	RegionMax  = 60  // rule META-008
	ChangesMax = 300 // rule META-009
)

// ListingKind is what sort of thing a listing offers.
type ListingKind string

// The kinds. An absent kind means KindServer.
const (
	KindServer      ListingKind = "byo"         // an external MCP server
	KindDeclarative ListingKind = "declarative" // a playbook
	KindBuiltin     ListingKind = "builtin"     // a pack inside the app
	KindCETP        ListingKind = "cetp"        // an Android tool provider
)

// Entry is what a publisher submits: the listing as its owner words it. Its
// JSON is the package object that the app reads, so the member names are the
// app's.
type Entry struct {
	ID       string      `json:"id"`
	Kind     ListingKind `json:"kind,omitempty"`
	Name     string      `json:"name"`
	Desc     string      `json:"desc"`
	Cat      string      `json:"cat"`
	UI       string      `json:"ui,omitempty"`
	Author   string      `json:"author"`
	Server   Server      `json:"server"`
	Homepage string      `json:"homepage,omitempty"` // https, optional
	Privacy  string      `json:"privacy,omitempty"`  // https, optional
	Support  string      `json:"support,omitempty"`  // https or mailto, optional: where users find help
	Icon     string      `json:"icon,omitempty"`     // https, or a data: URI of a PNG, JPEG or WebP picture; optional (rule META-004)
	Region   string      `json:"region,omitempty"`   // from where the server can be used, where not from everywhere: "mainland China only"
	Changes  string      `json:"changes,omitempty"`  // what an update changes, in the publisher's words (rule META-009)

	UIComponentID string `json:"uiComponentId,omitempty"` // a user interface component of the publisher's own, e.g. "UI-010001"

	// What kind cetp needs besides (rule ENT-009).

	Package   string `json:"package,omitempty"`   // the name of the Android app
	Authority string `json:"authority,omitempty"` // of the app's tool provider
	Signer    string `json:"signer,omitempty"`    // SHA-256 of the certificate that the app is signed with, in hexadecimal
}

// Server is where the tools are. Token is always empty: a user's token is the
// user's own; the member exists because the app reads it.
type Server struct {
	URL   string `json:"url"`   // URL is where the server takes JSON-RPC by POST.
	Token string `json:"token"` // Token is always empty.
}

// texts are the members that a publisher words, but for the kind.
func (e *Entry) texts() []*string {
	return []*string{
		&e.ID, &e.Name, &e.Desc, &e.Cat, &e.UI, &e.Author, &e.Server.URL, &e.Homepage, &e.Privacy, &e.Support, &e.Icon, &e.Region, &e.Changes,
		&e.UIComponentID, &e.Package, &e.Authority, &e.Signer,
	}
}

// redacted is the entry with every text as redact leaves it. The data of an icon
// are no text.
func (e Entry) redacted(redact func(string) string) Entry {
	if redact == nil {
		return e
	}
	for _, s := range e.texts() {
		if s != &e.Icon || !strings.HasPrefix(*s, "data:") {
			*s = redact(*s)
		}
	}
	return e
}

// Link is an address for people that an entry names.
type Link struct {
	Member string // of the entry: "homepage"
	URL    string
}

// Links are the addresses for people that the entry names, but for the icon.
func (e Entry) Links() []Link {
	var links []Link
	for _, l := range []Link{{"homepage", e.Homepage}, {"privacy", e.Privacy}, {"support", e.Support}} {
		if l.URL != "" {
			links = append(links, l)
		}
	}
	return links
}

// Bare reports whether the entry is nothing but its server's address. Checked as
// a draft, it is a look at a server, which may be listed already: it is not
// compared with what the market has.
func (e Entry) Bare() bool { return e == Entry{Kind: e.Kind, Server: Server{URL: e.Server.URL}} }

// Tag is the middle part of a mounted tool's name: the listing's name (its id
// when the name is empty) with every character outside [A-Za-z0-9_-] made "_".
func (e Entry) Tag() string {
	s := e.Name
	if s == "" {
		s = e.ID
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, s)
}

// MountedName is the name under which the app offers the tool: ext.<tag>.<name>.
func (e Entry) MountedName(tool string) string { return "ext." + e.Tag() + "." + tool }

// Endpoint is the URL in the form in which two URLs are compared (rule
// URL-008): lower-case host, no default port, clean path without a trailing
// slash, query kept. An unreadable URL compares as itself.
func (e Entry) Endpoint() string { return Endpoint(e.Server.URL) }

// Endpoint normalises a server URL as [Entry.Endpoint] does.
func Endpoint(raw string) string {
	u, err := url.Parse(strings.TrimSpace(raw))
	if err != nil || u.Host == "" {
		return raw
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	scheme := strings.ToLower(u.Scheme)
	if p := u.Port(); p != "" && (scheme != "https" || p != "443") && (scheme != "http" || p != "80") {
		host += ":" + p
	}
	clean := strings.TrimSuffix(path.Clean("/"+u.EscapedPath()), "/")
	s := scheme + "://" + host + clean
	if u.RawQuery != "" {
		s += "?" + u.RawQuery
	}
	return s
}

// Host is the host name of the server, for display; empty when there is none.
func (e Entry) Host() string {
	u, err := url.Parse(e.Server.URL)
	if err != nil {
		return ""
	}
	return u.Hostname()
}
