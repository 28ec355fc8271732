package market

import "time"

// Visits is what was found at the addresses that an entry names besides its
// server's (rules META-003, META-004).
type Visits struct {
	Links []LinkVisit `json:"links,omitempty"`
	Icon  *IconFacts  `json:"icon,omitempty"` // nil when the entry names none
}

// IsZero reports whether nothing was visited.
func (v Visits) IsZero() bool { return len(v.Links) == 0 && v.Icon == nil }

// LinkVisit is what a link gave.
type LinkVisit struct {
	Member string    `json:"member"` // of the entry: "homepage"
	URL    string    `json:"url"`
	Status int       `json:"status,omitempty"` // 0: no answer
	Reason Reason    `json:"reason"`
	At     time.Time `json:"at"`
}

// IconFacts is what an icon is, found before it is decoded whole.
type IconFacts struct {
	Fault  string `json:"fault,omitempty"` // why it cannot be used: "unreachable", "too-large", "type", "pixels", "decode"; empty when it can
	Detail string `json:"detail,omitempty"`
	Type   string `json:"type,omitempty"` // "image/png", by its bytes
	Bytes  int64  `json:"bytes,omitempty"`
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
	PNG    []byte `json:"png,omitempty"` // the icon as we serve it: encoded anew, at most 256 px; nil with a fault
}
