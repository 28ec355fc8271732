package entry

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"marketd/market"
	"marketd/market/strictjson"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
)

// credential is what a member is called that would leak when published.
var credential = pattern.Late(`(?i)^(x[-_])?((api|access|auth|bearer|client|id|private|refresh|secret|session)[-_]?(key|secret|token)|secret|token|password|passwd|pwd|authorization|credentials?|(set[-_]?)?cookies?)$`)

func membersKnown() reviewer.Rule {
	return reviewer.Rule{
		ID: "ENT-011", Group: market.GroupMeta, Severity: market.SeverityWarn, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("字段都认得，类型也对", "Every member is known and of the right type"),
		Why:    reviewer.Say("市场和应用都不读的字段多半是拼错了；像凭据的字段一旦公开就泄露了。自己的扩展字段以 x- 开头。", "A member that neither the market nor the app reads is usually a typo; one that looks like a credential would leak when published. Members of your own begin with x-."),
		Decide: reviewer.Say("只看经 API 提交的 JSON。认得的字段：发布格式（/schemas/entry.json）里的、builtinTools、confirm、testToken，以及 server 的 url 和 token。认得的字段类型不对：拒绝（null 等于没有）。不认得的字段：名字像凭据（token、secret、password、cookie、authorization、api_key、access_token 等，前面可以有 x-）且值不为空：拒绝，嵌套在里面的也算；以 x- 开头的扩展字段不管；其余提醒。", "Looks at JSON sent by API only. Known are the members of the published format (/schemas/entry.json), builtinTools, confirm and testToken, and of server url and token. A known member of a wrong type is refused (null is the same as absent). An unknown member that is named like a credential (token, secret, password, cookie, authorization, api_key, access_token and so on, with or without x- before it) and is not empty is refused, however deep it lies; extensions, whose names begin with x-, are let be; the rest is warned of."),
		Fix:    reviewer.Say("改成正确的字段名，或去掉它。", "Correct the member's name, or remove it."),
		Source: "the market's catalog contract",
		Skip:   fromForm,
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			m := members(d.RawEntry)
			hits := unknown("/entry", m, market.EntryMembers())
			return append(hits, unknown("/entry/server", members(m["server"]), market.ServerMembers())...)
		},
	}
}

// unknown are the hits on the members of an object: those that nobody reads,
// but for extensions, whose names begin with x-, and those of a wrong type.
func unknown(at string, m map[string]json.RawMessage, known []string) []reviewer.Hit {
	var hits []reviewer.Hit
	for _, name := range slices.Sorted(maps.Keys(m)) {
		where := at + "/" + strictjson.PointerToken(name)
		if slices.Contains(known, name) {
			if message := wrongType(name, m[name]); !message.IsZero() {
				hits = append(hits, reviewer.Hit{
					Where: where, Severity: market.SeverityReject, Message: message,
					Fix: reviewer.Say("改成应有的类型，或去掉它。", "Give it the type it should have, or leave it out."),
				})
			}
			continue
		}
		leaks := credentials(where, name, m[name])
		if len(leaks) == 0 && !strings.HasPrefix(name, "x-") {
			leaks = []reviewer.Hit{{Where: where, Message: reviewer.Say("没有这个字段，它会被忽略。", "There is no such member; it would be ignored.")}}
		}
		hits = append(hits, leaks...)
	}
	return hits
}

// credentials are the hits on a member that nobody reads and what lies in it:
// whatever is called like a credential and is not empty. They quote no value.
func credentials(where, name string, value json.RawMessage) []reviewer.Hit {
	if credential().MatchString(name) && filled(value) {
		return []reviewer.Hit{{
			Where: where, Severity: market.SeverityReject,
			Message: reviewer.Say("这个字段像是凭据，目录里不能有。", "This member looks like a credential; the catalog must not have any."),
			Fix:     reviewer.Say("去掉它，并到签发它的地方作废。", "Remove it, and revoke it where it was issued."),
		}}
	}
	var hits []reviewer.Hit
	inside := members(value)
	for _, key := range slices.Sorted(maps.Keys(inside)) {
		hits = append(hits, credentials(where+"/"+strictjson.PointerToken(key), key, inside[key])...)
	}
	var list []json.RawMessage
	if json.Unmarshal(value, &list) == nil {
		for i, v := range list {
			hits = append(hits, credentials(where+"/"+strconv.Itoa(i), "", v)...)
		}
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
