package contract

import (
	"encoding/json"

	"marketd/market"
	"marketd/reviewer"
)

// jsonType is the type of a JSON value, by its first byte.
type jsonType string

const (
	typeString  jsonType = "string"
	typeObject  jsonType = "object"
	typeArray   jsonType = "array"
	typeBoolean jsonType = "boolean"
	typeNumber  jsonType = "number"
	typeNull    jsonType = "null"
)

func typeOf(raw json.RawMessage) jsonType {
	if len(raw) == 0 {
		return typeNull
	}
	switch raw[0] {
	case '"':
		return typeString
	case '{':
		return typeObject
	case '[':
		return typeArray
	case 't', 'f':
		return typeBoolean
	case 'n':
		return typeNull
	}
	return typeNumber
}

// memberTypes are the members that the rule looks at. An input schema that is
// null or no object at all is rule SCH-001's.
var memberTypes = []struct {
	name     string
	want     jsonType
	required bool
}{
	{"name", typeString, true},
	{"title", typeString, false},
	{"description", typeString, true},
	{"outputSchema", typeObject, false},
	{"annotations", typeObject, false},
	{"level", typeString, false},
}

var hintNames = []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}

func typesRight() reviewer.Rule {
	return reviewer.Rule{
		ID: "PRO-012", Group: market.GroupProtocol, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("工具的字段类型都对", "The members of a tool have the right types"),
		Why:    reviewer.Say("类型不对的字段，应用读不出来；有的客户端会因此丢掉整个列表。", "The app cannot read a member of the wrong type, and some clients drop the whole list for it."),
		Decide: reviewer.Say("name 和 description 是字符串，title、level 有就是字符串，outputSchema、annotations 有就是对象，annotations 里的四个提示有就是 true 或 false。类型不对拒绝；可选的写成 null 只提醒。inputSchema 由 SCH-001 管。", "name and description are strings; title and level, when there, are strings; outputSchema and annotations are objects; the four hints within annotations are true or false. A wrong type is refused; null for an optional member is warned of. inputSchema is SCH-001's."),
		Fix:    reviewer.Say("name、title、description、level 是字符串，annotations 是对象，其中的提示是 true 或 false；不需要的字段不要写，也不要写成 null。", "name, title, description and level are strings, annotations is an object and its hints true or false; leave out what you do not need instead of writing null."),
		Source: "seed, tools/list; MCP specification, schema of Tool",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			var hits []reviewer.Hit
			for _, t := range d.Tools {
				hits = append(hits, wrongTypes(t)...)
			}
			return hits
		},
	}
}

func wrongTypes(t reviewer.Tool) []reviewer.Hit {
	if t.Members == nil {
		return []reviewer.Hit{{Where: t.Pointer(), Evidence: string(t.Raw), Message: reviewer.Say("工具列表里的这一项不是对象。", "This item of the tool list is not an object.")}}
	}
	var hits []reviewer.Hit
	for _, m := range memberTypes {
		raw, present := t.Members[m.name]
		if !present && m.name == "name" {
			hits = append(hits, reviewer.Hit{Where: t.Pointer(m.name), Message: reviewer.Say("工具没有名字。", "The tool has no name.")})
		}
		if present {
			hits = append(hits, wrongType(t, raw, m.want, m.required, m.name)...)
		}
	}
	if hintsRight(t) {
		return hits
	}
	var annotations map[string]json.RawMessage
	if json.Unmarshal(t.Members["annotations"], &annotations) != nil {
		return hits
	}
	for _, hint := range hintNames {
		if raw, present := annotations[hint]; present {
			hits = append(hits, wrongType(t, raw, typeBoolean, false, "annotations", hint)...)
		}
	}
	return hits
}

// hintsRight reports whether every hint that is there is a boolean, which most
// are: then nothing has to be shown as it was served.
func hintsRight(t reviewer.Tool) bool {
	annotations, _ := t.Decoded("annotations").(map[string]any)
	for _, hint := range hintNames {
		v, present := annotations[hint]
		if _, boolean := v.(bool); present && !boolean {
			return false
		}
	}
	return true
}

// wrongType is the hit on a member whose type is not the one wanted. An
// optional member that is null reads as absent, and is a warning.
func wrongType(t reviewer.Tool, raw json.RawMessage, want jsonType, required bool, path ...string) []reviewer.Hit {
	got := typeOf(raw)
	if got == want {
		return nil
	}
	hit := reviewer.Hit{
		Where: t.Pointer(path...), Tool: t.Name, Evidence: string(raw),
		Message: reviewer.Sayf("%s 的类型是 %s，应为 %s。", "%s is of type %s; it should be of type %s.", path[len(path)-1], got, want),
	}
	if got == typeNull && !required {
		hit.Severity = market.SeverityWarn
		hit.Message = reviewer.Sayf("%s 是 null；不需要就不要写。", "%s is null; leave it out if you do not need it.", path[len(path)-1])
	}
	return []reviewer.Hit{hit}
}
