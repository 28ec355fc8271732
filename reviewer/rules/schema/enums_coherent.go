package schema

import (
	"encoding/json"
	"math/big"
	"slices"

	"marketd/market"
	"marketd/reviewer"
)

func enumsCoherent() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-016", Group: market.GroupTools, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("enum、default 和上下限前后一致", "enum, default and limits are consistent"),
		Why:    reviewer.Say("空的 enum 什么值都不收；不合类型的默认值会让照着填的调用失败。", "An empty enum accepts no value; a default of the wrong type makes every call that uses it fail."),
		Decide: reviewer.Say("enum 是空数组：拒绝。enum 里有重复的值、有值不合 type；default 不合 type，或不在 enum 里：提醒。minimum 大于 maximum（minLength、minItems、minProperties 同理，exclusiveMinimum 不小于 exclusiveMaximum 也是）：提醒。default: null 表示没有默认值，不看；1.0 是整数。enum 不是数组的由 SCH-009 说。", "An empty enum: refused. A value of an enum that is there twice or is not of the type; a default that is not of the type or not in the enum: warned of. A minimum above the maximum (minLength, minItems and minProperties likewise, and an exclusiveMinimum not below exclusiveMaximum): warned of. default: null says that there is none and is left alone; 1.0 is an integer. An enum that is no array is rule SCH-009's matter."),
		Fix:    reviewer.Say("enum 至少一个值、不重复、与 type 一致；default 是允许的值之一；下限不高于上限。", "Give enum at least one value, none twice, all of the declared type; make default one of the allowed values, and no lower limit higher than the upper one."),
		Source: "JSON Schema validation 6.1.2 and 9.2",
		Check: perInput(func(d *document) []reviewer.Hit {
			var hits []reviewer.Hit
			for _, n := range d.nodes {
				hits = append(hits, enumHits(d, n)...)
				if h, ok := defaultHit(d, n); ok {
					hits = append(hits, h)
				}
				hits = append(hits, limitHits(d, n)...)
			}
			return hits
		}),
	}
}

func enumHits(d *document, n node) []reviewer.Hit {
	raw, there := n.object["enum"]
	values, isList := raw.([]any)
	if !there || !isList {
		return nil // no list: rule SCH-009
	}
	severity, m := enumFault(values, n.object)
	if m.IsZero() {
		return nil
	}
	return []reviewer.Hit{{Severity: severity, Where: d.where(n.path, "enum"), Evidence: printed(raw), Message: m}}
}

// enumFault says what is wrong with the values of an enum, the zero Text when
// nothing is.
func enumFault(values []any, s map[string]any) (market.Severity, market.Text) {
	if len(values) == 0 {
		return market.SeverityReject, reviewer.Say("enum 是空的，没有值能通过。", "The enum is empty; no value can pass.")
	}
	seen := make(map[string]bool, len(values))
	for _, v := range values {
		key, isText := v.(string)
		if !isText {
			key = "\x00" + printed(v) // apart from the text that looks like it
		}
		switch {
		case seen[key]:
			return "", reviewer.Sayf("enum 里 %s 写了两次。", "The enum contains %s twice.", short(printed(v)))
		case !fits(v, s):
			return "", reviewer.Sayf("enum 里的 %s 与 type 不符。", "%s in the enum is not of the declared type.", short(printed(v)))
		}
		seen[key] = true
	}
	return "", market.Text{}
}

// defaultHit tells of a default that its own schema does not allow. null says
// "no default" in several generators and is let pass.
func defaultHit(d *document, n node) (reviewer.Hit, bool) {
	v, there := n.object["default"]
	if !there || v == nil {
		return reviewer.Hit{}, false
	}
	h := reviewer.Hit{Where: d.where(n.path, "default"), Evidence: printed(v)}
	if !fits(v, n.object) {
		h.Message = reviewer.Say("default 与 type 不符。", "The default is not of the declared type.")
		return h, true
	}
	if values, ok := n.object["enum"].([]any); ok && len(values) > 0 {
		same := func(e any) bool { return printed(e) == printed(v) }
		if !slices.ContainsFunc(values, same) && !ofType(n.object, "array") {
			h.Message = reviewer.Say("default 不在 enum 里。", "The default is not in the enum.")
			return h, true
		}
	}
	return h, false
}

// fits reports whether a value is of one of the schema's types; no types fit
// anything.
func fits(v any, s map[string]any) bool {
	if t, one := s["type"].(string); one {
		return isType(v, t)
	}
	want := types(s)
	return len(want) == 0 || slices.ContainsFunc(want, func(t string) bool { return isType(v, t) })
}

func isType(v any, name string) bool {
	switch x := v.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case string:
		return name == "string"
	case []any:
		return name == "array"
	case map[string]any:
		return name == "object"
	case json.Number:
		return name == "number" || name == "integer" && whole(x)
	}
	return false
}

// whole reports whether a number has no fraction: 1.0 is an integer to JSON
// Schema.
func whole(n json.Number) bool {
	r, ok := new(big.Rat).SetString(n.String())
	return ok && r.IsInt()
}

// short shortens a value for a message.
func short(s string) string {
	if len(s) > 40 {
		return s[:37] + "…"
	}
	return s
}
