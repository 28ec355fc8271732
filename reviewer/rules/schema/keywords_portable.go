package schema

import (
	"slices"
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

// Keywords that are legal and yet refused by some model APIs, anywhere and at
// the root.
var (
	unportable     = []string{"not", "if", "then", "patternProperties", "dependentSchemas", "dependencies", "unevaluatedProperties", "unevaluatedItems"}
	unportableRoot = []string{"anyOf", "oneOf", "allOf", "$ref"}
)

// knownFormats are those of JSON Schema 2020-12, of OpenAPI, and what common
// generators add.
var knownFormats = []string{
	"date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri", "uri-reference", "iri", "iri-reference",
	"uuid", "uri-template", "json-pointer", "relative-json-pointer", "regex", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "int8", "int16",
	"float", "double", "byte", "binary", "password", "url", "path", "file-path", "directory-path", "decimal", "base64", "cuid", "cuid2", "ulid", "emoji", "jwt", "color", "phone",
}

func keywordsPortable() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-015", Group: market.GroupTools, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("只用处处支持的关键字", "Only keywords that work everywhere"),
		Why:    reviewer.Say("有的模型接口不认这些关键字，会拒绝工具或悄悄忽略约束。", "Some model APIs do not know these keywords and refuse the tool or silently ignore the constraint."),
		Decide: reviewer.Say("任何地方的 not、if、then、patternProperties、dependentSchemas、dependencies、unevaluatedProperties、unevaluatedItems、items 是数组、prefixItems、不认识的 format；最外层的 anyOf、oneOf、allOf、$ref：提醒一次，列出全部。里层的 anyOf 加 null 没有问题；{\"not\": {}} 不算。format 认识 JSON Schema、OpenAPI 的和常见生成器的。", "Anywhere: not, if, then, patternProperties, dependentSchemas, dependencies, unevaluatedProperties, unevaluatedItems, a list of items, prefixItems, an unknown format; at the top level: anyOf, oneOf, allOf, $ref. Warned of once, with all of them. anyOf with null further inside is fine, and {\"not\": {}} does not count. Known are the formats of JSON Schema, of OpenAPI and of common generators."),
		Fix:    reviewer.Say("尽量用 type、properties、required、enum 表达；其余约束写进说明，并由服务器检查。", "Express it with type, properties, required and enum; put other constraints into the description and check them in the server."),
		Source: "function-calling limits of model APIs",
		Check: perInput(func(d *document) []reviewer.Hit {
			var found []string
			var first node
			for i, n := range d.nodes {
				for _, k := range oddKeywords(n, i == 0) {
					if slices.Contains(found, k) {
						continue
					}
					if len(found) == 0 {
						first = n
					}
					found = append(found, k)
				}
			}
			if len(found) == 0 {
				return nil
			}
			return []reviewer.Hit{{
				Where: d.where(first.path), Evidence: strings.Join(found, ", "),
				Message: reviewer.Sayf("用了不是处处都支持的写法：%s。", "It uses keywords that are not supported everywhere: %s.", strings.Join(found, ", ")),
			}}
		}),
	}
}

// suspect reports whether a schema has a keyword that is worth a closer look.
func suspect(s map[string]any) bool {
	for k := range s {
		switch k {
		case "format", "items", "prefixItems", "anyOf", "oneOf", "allOf", "$ref":
			return true
		}
		if slices.Contains(unportable, k) {
			return true
		}
	}
	return false
}

func oddKeywords(n node, root bool) []string {
	if !suspect(n.object) || impossible(n.value) { // the latter is a library's way of writing "no arguments"
		return nil
	}
	var out []string
	for _, k := range unportable {
		if has(n.object, k) {
			out = append(out, k)
		}
	}
	for _, k := range unportableRoot {
		if root && has(n.object, k) {
			out = append(out, k)
		}
	}
	if _, tuple := n.object["items"].([]any); tuple {
		out = append(out, "items: […]")
	}
	if has(n.object, "prefixItems") {
		out = append(out, "prefixItems")
	}
	if f, ok := n.object["format"].(string); ok && !slices.Contains(knownFormats, f) && len(f) <= 64 {
		out = append(out, "format: "+f)
	}
	return out
}
