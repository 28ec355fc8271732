package entry

import (
	"encoding/json"
	"regexp"
	"slices"

	"marketd/market"
	"marketd/reviewer"
)

// TestTokenMember is the member in which an entry sent as JSON carries the
// test token for the probes. It is not part of the entry.
const TestTokenMember = "testToken"

var (
	knownMembers = []string{
		"id", "kind", "name", "desc", "cat", "ui", "uiComponentId", "author", "builtinTools", "server", "homepage", "privacy",
		"package", "authority", "signer", "confirm", TestTokenMember,
	}
	knownServer = []string{"url", "token"}
	credential  = regexp.MustCompile(`(?i)^(api[-_]?key|secret|token|password|authorization|cookie)$`)
)

func membersKnown() reviewer.Rule {
	return reviewer.Rule{
		ID: "ENT-011", Group: market.GroupMeta, Severity: market.SeverityWarn, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("没有认不得的字段", "There are no members that nobody reads"),
		Why:    reviewer.Say("市场和应用都不读的字段多半是拼错了；像凭据的字段一旦公开就泄露了。", "A member that neither the market nor the app reads is mostly a slip of the pen; one that looks like a credential would leak when published."),
		Fix:    reviewer.Say("改成正确的字段名，或去掉它。", "Correct the member's name, or remove it."),
		Source: "the market's catalog contract",
		Skip:   fromForm,
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			m := members(d.RawEntry)
			hits := unknown("/entry/", m, knownMembers)
			return append(hits, unknown("/entry/server/", members(m["server"]), knownServer)...)
		},
	}
}

func unknown(at string, m map[string]json.RawMessage, known []string) []reviewer.Hit {
	var hits []reviewer.Hit
	for name, v := range m {
		if slices.Contains(known, name) {
			continue
		}
		h := reviewer.Hit{Where: at + pointerEscaper.Replace(name), Message: reviewer.Say("没有这个字段，它会被忽略。", "There is no such member; it would be ignored.")}
		if credential.MatchString(name) && filled(v) {
			h.Severity = market.SeverityReject
			h.Message = reviewer.Say("这个字段像是凭据，目录里不能有。", "This member looks like a credential; the catalog must not have any.")
			h.Fix = reviewer.Say("去掉它，并到签发它的地方作废。", "Remove it, and revoke it where it was issued.")
		}
		hits = append(hits, h)
	}
	return hits
}

// filled reports whether a member has a value worth keeping secret.
func filled(v json.RawMessage) bool {
	switch string(v) {
	case `""`, "null", "false", "{}", "[]":
		return false
	}
	return true
}
