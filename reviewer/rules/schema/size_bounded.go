package schema

import (
	"marketd/market"
	"marketd/reviewer"
)

func sizeBounded() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-011", Group: market.GroupTools, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("inputSchema 大小适度", "inputSchema is of moderate size"),
		Why:    reviewer.Say("每次对话都要带上 Schema；过大、过深的会拖垮客户端。", "Every conversation carries the schema; one that is too large or too deep slows clients down."),
		Decide: reviewer.Sayf("拒绝：超过 %d KiB；JSON 嵌套超过 %d 层；子 Schema 超过 %d 个，或嵌套超过 %d 层；一个对象超过 %d 个属性；一个 enum 超过 %d 个值。超限的 Schema 不再看别的规则。", "Refused: over %d KiB; JSON nested over %d levels deep; over %d subschemas, or over %d levels of them; over %d properties in one object; over %d values in one enum. Such a schema is not looked at by other rules.", bytesMost>>10, jsonDepthMost, subschemasMost, depthMost, propertiesMost, enumMost),
		Fix:    reviewer.Sayf("把工具拆小：不超过 %d KiB、%d 层、%d 个子 Schema。", "Split the tool: at most %d KiB, %d levels and %d subschemas.", bytesMost>>10, depthMost, subschemasMost),
		Source: "measured on 949 public tools: at most 7,293 bytes and 9 levels",
		Check: reviewer.PerTool(func(rd *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			return checkSize(input(rd.Entry, t))
		}),
	}
}

func checkSize(d *document) []reviewer.Hit {
	if !d.outsized() {
		return nil
	}
	return []reviewer.Hit{{Where: d.where(nil), Message: d.size}}
}

// outsized reports whether the schema breaks a bound of rule SCH-011.
func (d *document) outsized() bool { return !d.size.IsZero() }

// measure says which bound the schema breaks, the zero Text when none.
func (d *document) measure() market.Text {
	switch deep := jsonDepth(d.raw); {
	case len(d.raw) > bytesMost:
		return reviewer.Sayf("Schema 有 %d 字节，最多 %d。", "The schema has %d bytes; at most %d are allowed.", len(d.raw), bytesMost)
	case deep > jsonDepthMost:
		return reviewer.Sayf("JSON 嵌套 %d 层，最多 %d。", "The JSON is nested %d levels deep; at most %d are allowed.", deep, jsonDepthMost)
	case len(d.nodes) > subschemasMost:
		return reviewer.Sayf("子 Schema 超过 %d 个。", "There are more than %d subschemas.", subschemasMost)
	case d.over:
		return reviewer.Sayf("子 Schema 嵌套超过 %d 层。", "Subschemas are nested more than %d levels deep.", depthMost)
	}
	for _, n := range d.nodes {
		if properties, _ := n.object["properties"].(map[string]any); len(properties) > propertiesMost {
			return reviewer.Sayf("一个对象有 %d 个属性，最多 %d。", "One object has %d properties; at most %d are allowed.", len(properties), propertiesMost)
		}
		if values, _ := n.object["enum"].([]any); len(values) > enumMost {
			return reviewer.Sayf("一个 enum 有 %d 个值，最多 %d。", "One enum has %d values; at most %d are allowed.", len(values), enumMost)
		}
	}
	return market.Text{}
}

// jsonDepth is how deep arrays and objects are nested in valid JSON.
func jsonDepth(raw []byte) int {
	deepest, depth, text := 0, 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case text && c == '\\':
			i++
		case c == '"':
			text = !text
		case text:
		case c == '{' || c == '[':
			depth++
			deepest = max(deepest, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	return deepest
}
