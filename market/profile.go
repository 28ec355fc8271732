package market

// Profile is a way in which clients use a server. Each has a verdict of its
// own, and an approval is per profile.
type Profile string

// The profiles. What names none bears on both.
const (
	ProfileApp Profile = "app" // the seed's rules to the letter: decides on the app's catalog
	ProfileMCP Profile = "mcp" // standard MCP, newest first: decides on the MCP registry API
)

// BearsOn reports whether what is said of the profile is said of q; what names
// no profile is said of each.
func (p Profile) BearsOn(q Profile) bool { return p == "" || p == q }

// Outcome is a profile's result.
type Outcome string

// The outcomes of a profile.
const (
	OutcomePass    Outcome = "pass"
	OutcomeFail    Outcome = "fail"
	OutcomeGated   Outcome = "gated" // needs a token to tell
	OutcomeUnknown Outcome = "unknown"
)

// ProfileResult is what a report says of one profile.
type ProfileResult struct {
	Verdict   Verdict `json:"verdict"`             // of the findings that bear on it; not_run when no server was asked
	Outcome   Outcome `json:"outcome,omitempty"`   // could a client of this kind use the server as it answered?
	Version   string  `json:"version,omitempty"`   // mcp: the protocol version agreed on, "2026-07-28"
	Transport string  `json:"transport,omitempty"` // mcp: "streamable-http" or "sse"
}

// Profiles are the two results, side by side.
type Profiles struct {
	App ProfileResult `json:"app"`
	MCP ProfileResult `json:"mcp"`
}

// Of is the result of one of them.
func (p Profiles) Of(name Profile) ProfileResult {
	if name == ProfileMCP {
		return p.MCP
	}
	return p.App
}

// Require says which profiles an entry has to satisfy.
type Require string

// What may be required. Any: the better of the two verdicts counts.
const (
	RequireAny  Require = "any"
	RequireApp  Require = "app"
	RequireMCP  Require = "mcp"
	RequireBoth Require = "both"
)

// Of is the verdict that counts of the two. Of any it is the better one: clean
// before needs_human before inconclusive before rejected.
func (r Require) Of(p Profiles) Verdict {
	switch {
	case r == RequireApp:
		return p.App.Verdict
	case r == RequireMCP:
		return p.MCP.Verdict
	case (p.App.Verdict.Weight() > p.MCP.Verdict.Weight()) == (r == RequireBoth):
		return p.App.Verdict
	}
	return p.MCP.Verdict
}

// Reached reports whether the profile's clients could use the server as far as
// reaching and asking it goes: it fails for nothing but rules on what it offers,
// for which a market refuses it and a client does not.
func (r *Report) Reached(p Profile) bool {
	group := map[string]Group{}
	for _, c := range r.Checks {
		group[c.Rule] = c.Group
	}
	kept := false
	for _, f := range r.Findings {
		if !f.Stands() || f.Severity != SeverityReject || !f.Profile.BearsOn(p) {
			continue
		}
		switch group[f.Rule] {
		case GroupTools, GroupSafety, GroupMeta:
			kept = true
		default: // GroupReach, GroupApp, GroupProtocol, or a rule no longer known
			return false
		}
	}
	return kept
}
