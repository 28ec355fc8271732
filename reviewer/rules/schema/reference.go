package schema

import (
	"net/url"
	"strconv"
	"strings"
)

// resolve finds what a reference in the document points to: the path of a
// value. It follows fragments only and never leaves the document.
func (d *document) resolve(from node, ref string) (path []string, value any, ok bool) {
	fragment, isLocal := strings.CutPrefix(ref, "#")
	if !isLocal {
		return nil, nil, false
	}
	fragment, err := url.PathUnescape(fragment)
	if err != nil {
		return nil, nil, false
	}
	resource := d.nodes[from.resource]
	if fragment == "" {
		return resource.path, resource.value, true
	}
	if !strings.HasPrefix(fragment, "/") {
		at, ok := d.anchors[strconv.Itoa(from.resource)+"#"+fragment]
		if !ok {
			return nil, nil, false
		}
		return d.nodes[at].path, d.nodes[at].value, true
	}
	tokens := strings.Split(fragment[1:], "/")
	for i, t := range tokens {
		tokens[i] = unescape(t)
	}
	value, ok = at(resource.value, tokens)
	return append(append([]string{}, resource.path...), tokens...), value, ok
}

// at is the value at a path below v.
func at(v any, tokens []string) (any, bool) {
	for _, t := range tokens {
		switch x := v.(type) {
		case map[string]any:
			next, ok := x[t]
			if !ok {
				return nil, false
			}
			v = next
		case []any:
			i, err := strconv.Atoi(t)
			if err != nil || i < 0 || i >= len(x) {
				return nil, false
			}
			v = x[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// node is the node at a path; a stand-in for a value outside any schema
// position, to which a reference may still point.
func (d *document) node(path []string, value any) node {
	if n, ok := d.find(path); ok {
		return n
	}
	object, _ := value.(map[string]any)
	return node{path: path, value: value, object: object}
}

// referenceKeywords are the keywords that point elsewhere.
var referenceKeywords = []string{"$ref", "$dynamicRef", "$recursiveRef"}

// targets are the nodes to which the node's references point.
func (d *document) targets(n node) []node {
	var out []node
	for _, k := range referenceKeywords {
		ref, ok := n.object[k].(string)
		if !ok {
			continue
		}
		if path, value, ok := d.resolve(n, ref); ok {
			out = append(out, d.node(path, value))
		}
	}
	return out
}

// unescape decodes a reference token (RFC 6901 section 4).
func unescape(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}
