package entry

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"marketd/market"
	"marketd/market/strictjson"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
)

// credential is what a member is called that would leak when published.
var credential = pattern.Late(`(?i)^(x-)?(api[-_]?key|secret|token|password|authorization|cookie)$`)

func membersKnown() reviewer.Rule {
	return reviewer.Rule{
		ID: "ENT-011", Group: market.GroupMeta, Severity: market.SeverityWarn, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("字段都认得，类型也对", "Every member is known and of the right type"),
		Why:    reviewer.Say("市场和应用都不读的字段多半是拼错了；像凭据的字段一旦公开就泄露了。自己的扩展字段以 x- 开头。", "A member that neither the market nor the app reads is usually a typo; one that looks like a credential would leak when published. Members of your own begin with x-."),
		Fix:    reviewer.Say("改成正确的字段名，或去掉它。", "Correct the member's name, or remove it."),
		Source: "the market's catalog contract",
		Skip:   fromForm,
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			m := members(d.RawEntry)
			hits := unknown("/entry/", m, market.EntryMembers())
			return append(hits, unknown("/entry/server/", members(m["server"]), market.ServerMembers())...)
		},
	}
}

// unknown are the hits on the members of an object: those that nobody reads,
// but for extensions, whose names begin with x-, and those of a wrong type.
func unknown(at string, m map[string]json.RawMessage, known []string) []reviewer.Hit {
	var hits []reviewer.Hit
	for _, name := range slices.Sorted(maps.Keys(m)) {
		h := reviewer.Hit{Where: at + strictjson.PointerToken(name)}
		switch v := m[name]; {
		case slices.Contains(known, name):
			if h.Message = wrongType(name, v); h.Message.IsZero() {
				continue
			}
			h.Severity = market.SeverityReject
			h.Fix = reviewer.Say("改成应有的类型，或去掉它。", "Give it the type it should have, or leave it out.")
		case credential().MatchString(name) && filled(v):
			h.Severity = market.SeverityReject
			h.Message = reviewer.Say("这个字段像是凭据，目录里不能有。", "This member looks like a credential; the catalog must not have any.")
			h.Fix = reviewer.Say("去掉它，并到签发它的地方作废。", "Remove it, and revoke it where it was issued.")
		case strings.HasPrefix(name, "x-"):
			continue
		default:
			h.Message = reviewer.Say("没有这个字段，它会被忽略。", "There is no such member; it would be ignored.")
		}
		hits = append(hits, h)
	}
	return hits
}

// wrongType says which type a known member should have; the zero Text when it
// has it. null is the same as absent; the confirmation is rule ENT-008's.
func wrongType(name string, v json.RawMessage) market.Text {
	is := func(first byte) bool { return v[0] == first || string(v) == "null" }
	switch name {
	case market.MemberConfirm:
	case "server":
		if !is('{') {
			return reviewer.Say(`server 必须是对象：{"url": "https://…"}。`, `server must be an object: {"url": "https://…"}.`)
		}
	case "builtinTools":
		if !is('[') {
			return reviewer.Say("builtinTools 必须是数组。", "builtinTools must be an array.")
		}
	default:
		if !is('"') {
			return reviewer.Sayf("%s 必须是字符串。", "%s must be a string.", name)
		}
	}
	return market.Text{}
}

// filled reports whether a member has a value worth keeping secret.
func filled(v json.RawMessage) bool {
	switch string(v) {
	case `""`, "null", "false", "{}", "[]":
		return false
	}
	return true
}
