package market

import (
	"slices"
	"time"
)

// Visits is what was found at the addresses that an entry names besides its
// server's (rules META-003, META-004).
type Visits struct {
	Links []LinkVisit `json:"links,omitempty"`
	Icon  *IconFacts  `json:"icon,omitempty"` // nil when the entry names none
}

// IsZero reports whether nothing was visited.
func (v Visits) IsZero() bool { return len(v.Links) == 0 && v.Icon == nil }

// LinkVisit is what a link gave in the end, over its redirects: asked by HEAD,
// and when that failed once more by GET.
type LinkVisit struct {
	Member string    `json:"member"` // of the entry: "homepage"
	URL    string    `json:"url"`
	Status int       `json:"status,omitempty"` // 0: no answer
	Reason Reason    `json:"reason"`
	At     time.Time `json:"at"`
}

// Sound reports whether all that was visited is as it should be, so that
// another visit would tell nothing.
func (v Visits) Sound() bool {
	return !slices.ContainsFunc(v.Links, func(l LinkVisit) bool { return l.Reason != ReasonOK }) &&
		(v.Icon == nil || v.Icon.Fault == "")
}

// What an icon may be (rule META-004).
const (
	IconBytes  = 256 << 10 // as it comes
	IconLeast  = 48        // pixels a side
	IconMost   = 1024      // the same
	IconPixels = 4 << 20   // in all: what is larger is not decoded
	IconServed = 256       // pixels a side of what we serve, at most
)

// Faults of an icon, in [IconFacts].
const (
	IconUnreachable = "unreachable" // it was not had: Detail says why
	IconTooLarge    = "too-large"   // more than IconBytes
	IconOtherType   = "type"        // by its bytes no PNG, JPEG or WebP
	IconOtherSize   = "pixels"      // too small, too large, or not square
	IconBroken      = "decode"      // it cannot be decoded
)

// IconFacts is what an icon is, found before it is decoded whole.
type IconFacts struct {
	Fault  string `json:"fault,omitempty"` // why it cannot be used: one of the faults above; empty when it can
	Detail string `json:"detail,omitempty"`
	Type   string `json:"type,omitempty"` // "image/png", by its bytes
	Bytes  int64  `json:"bytes,omitempty"`
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
	PNG    []byte `json:"png,omitempty"` // the icon as we serve it: encoded anew, at most 256 px; nil with a fault
}
