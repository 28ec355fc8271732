// Package templates holds the pages as templ components over plain view
// structs. Nothing here decides anything: a handler in web makes the view.
//
// Components that stand in several places are marked noinline: the compiler would
// copy their whole body to each of them, and the program grew by a megabyte.
package templates

import (
	"time"

	"marketd/i18n"
)

// Page is what every page has: who looks, in which language, at what. Its
// methods T, N, Time and Date are the printer's.
type Page struct {
	*i18n.Printer

	Title   string // without the market's name
	Lead    string // one sentence for search engines; may be empty
	Path    string // path and query of the page itself, for the switches to come back to
	Nav     string // the current place in the main navigation: "home", "check", "submit", "submissions", "desk", "rules", "demo" or ""
	Viewer  *Viewer
	Theme   string      // "light", "dark" or "" for the system's
	Notice  *NoticeLine // said once, after a redirect; may be nil
	Demo    bool
	Wide    bool   // the full width, for the desk
	Dense   bool   // small type, for the desk
	Refresh int    // seconds after which a browser without script loads the page anew; 0 means never
	NoIndex bool   // keep out of search engines
	Feed    string // address of the Atom feed of what the page shows; may be empty

	CatalogRevision int64
	Ruleset         string

	Assets Assets
	Now    time.Time
}

// Assets are the addresses of the style sheet, the script, the sprite and the icon.
type Assets struct {
	CSS, JS, Icons, Favicon string
}

// NoticeLine is a message with a link at its end, which may be missing.
type NoticeLine struct {
	Text, Link, URL string
	Marked          bool   // backticks in Text mark code: nothing in it is from outside
	At              string // id of the element that it stands beside; "" is the top of the page
}

// Viewer is the account that is signed in.
type Viewer struct {
	Name    string
	Role    string // "developer", "reviewer" or "admin"
	Reviews bool   // may use the desk
}

// Or returns a if it is not empty, else b.
func Or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// Option is a choice of a select or a radio group.
type Option struct {
	Value    string
	Label    string
	Selected bool
}

// Problem is one thing wrong with a form: what, where, and what to do.
type Problem struct {
	Field   string // the id of the field; may be empty
	Message string
	Fix     string
	Rule    string // a rule's id; may be empty
}

// For returns the problems of one field.
func For(field string, problems []Problem) []Problem {
	var out []Problem
	for _, p := range problems {
		if p.Field == field {
			out = append(out, p)
		}
	}
	return out
}
