package schema

import (
	"slices"
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

func referencesLocal() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-010", Group: market.GroupTools, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("引用只指向 Schema 自己", "References stay inside the schema"),
		Why:    reviewer.Say("客户端不会、也不该去别处下载 Schema；断了的引用会让整个工具列表读不出来。", "Clients do not, and must not, fetch schemas from elsewhere; a broken reference can make the whole list unreadable."),
		Decide: reviewer.Say("$ref、$dynamicRef、$recursiveRef 必须是以 # 开头的字符串，指向同一个 Schema 里的一个子 Schema（JSON Pointer 或锚点）；指向别处（http、file、//、相对文件）、不存在、指到的不是 Schema：拒绝。写的是 Schema 自己的 $id：交给人看。引用经过 $ref、allOf、anyOf、oneOf、not、if 又回到自己，中间没有 properties 或 items：拒绝；经过它们的递归没有问题。从不下载任何东西。", "$ref, $dynamicRef and $recursiveRef are strings that begin with # and lead to a subschema of the same schema, by JSON pointer or anchor; one that leads elsewhere (http, file, //, a relative file), nowhere, or to something that is no schema is refused. One that gives the schema's own $id goes to a person. References that come back to themselves through $ref, allOf, anyOf, oneOf, not or if, without properties or items between, are refused; recursion through those is fine. Nothing is ever fetched."),
		Fix:    reviewer.Say("把定义放进 $defs，用 #/$defs/名字 引用。", "Put the definition into $defs and refer to it as #/$defs/Name."),
		Source: "MCP specification 2026-07-28, schema references; JSON Schema core 8.2",
		Check:  perInput(checkReferences),
	}
}

// checkReferences tells of references that leave the document, lead nowhere,
// or go round in a circle without ever reaching a value.
func checkReferences(d *document) []reviewer.Hit {
	if !d.refers {
		return nil
	}
	var hits []reviewer.Hit
	for _, n := range d.nodes {
		for _, k := range referenceKeywords {
			ref, there := n.object[k]
			if !there {
				continue
			}
			s, isText := ref.(string)
			if k == "$recursiveRef" && s == "#" || isText && d.leads(n, s) {
				continue
			}
			h := reviewer.Hit{Severity: market.SeverityReject, Where: d.where(n.path, k), Evidence: printed(ref)}
			switch {
			case !isText:
				h.Message = reviewer.Say("引用不是字符串。", "The reference is not a string.")
			case !strings.HasPrefix(s, "#"):
				h.Message = reviewer.Say("引用指向 Schema 之外。", "The reference points outside the schema.")
				if ownName(d, s) {
					h.Severity = market.SeverityNeedsHuman
					h.Message = reviewer.Say("引用写的是 Schema 自己的地址；不少客户端会去下载它。", "The reference gives the schema's own address; quite a few clients would fetch it.")
				}
			default:
				h.Message = reviewer.Say("引用的定义不存在。", "The definition it refers to does not exist.")
			}
			hits = append(hits, h)
		}
	}
	if at, ok := d.circle(); ok {
		hits = append(hits, reviewer.Hit{
			Severity: market.SeverityReject, Where: d.where(at.path), Evidence: printed(at.value),
			Message: reviewer.Say("引用绕了一圈又回到自己，中间没有经过任何属性或元素。", "The references lead back to where they began without passing through a property or an item."),
		})
	}
	return hits
}

// leads reports whether a reference leads to a schema of the document.
func (d *document) leads(from node, ref string) bool {
	_, v, ok := d.resolve(from, ref)
	return ok && isSchema(v)
}

func isSchema(v any) bool {
	switch v.(type) {
	case map[string]any, bool:
		return true
	}
	return false
}

// ownName reports whether a reference is the $id of a schema in the document
// with a fragment.
func ownName(d *document, ref string) bool {
	base, _, _ := strings.Cut(ref, "#")
	for _, n := range d.nodes {
		if id, ok := n.object["$id"].(string); ok && strings.TrimSuffix(id, "#") == base {
			return true
		}
	}
	return false
}

// circle finds a node that is reached from itself through references and
// combinators alone.
func (d *document) circle() (node, bool) {
	const (
		open = iota + 1
		done
	)
	state := map[string]int{}
	var found node
	var visit func(n node) bool
	visit = func(n node) bool {
		key := join(n.path)
		switch state[key] {
		case open:
			found = n
			return true
		case done:
			return false
		}
		state[key] = open
		if slices.ContainsFunc(append(d.targets(n), d.beside(n)...), visit) {
			return true
		}
		if not, ok := d.below(n, "not"); ok && visit(not) {
			return true
		}
		state[key] = done
		return false
	}
	for _, n := range d.nodes { // every circle passes through a reference
		if has(n.object, referenceKeywords...) && visit(n) {
			return found, true
		}
	}
	return node{}, false
}
