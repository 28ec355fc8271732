package diff

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// SchemaChangeKind is the sort of one change in a schema.
type SchemaChangeKind string

// The kinds. Path names the parameter; "" is the schema as a whole.
const (
	ParamAdded     SchemaChangeKind = "added"    // After: its type; Required
	ParamRemoved   SchemaChangeKind = "removed"  // Before: its type
	BecameRequired SchemaChangeKind = "required" //
	BecameOptional SchemaChangeKind = "optional" //
	TypeChanged    SchemaChangeKind = "type"     // Before, After
	TextChanged    SchemaChangeKind = "text"     // Words: of its description
	KeywordChanged SchemaChangeKind = "keyword"  // Keyword, Before, After as JSON; "" when absent
	Unreadable     SchemaChangeKind = "unreadable"
	AndMore        SchemaChangeKind = "more" // the list was cut
)

// SchemaChange is one fact about two schemas.
type SchemaChange struct {
	Kind          SchemaChangeKind
	Path          string // "city", "filter.city", "days[]"
	Keyword       string
	Before, After string
	Required      bool
	Words         []Span
}

const (
	maxDepth   = 12
	maxChanges = 200
)

// Schemas compares two JSON schemas: parameters first, by name, then what else
// was said of each. Equal schemas give nil.
func Schemas(before, after json.RawMessage) []SchemaChange {
	if len(before) == 0 && len(after) == 0 {
		return nil
	}
	a, okA := object(before)
	b, okB := object(after)
	if !okA || !okB {
		if canonical(before) == canonical(after) {
			return nil
		}
		return []SchemaChange{{Kind: KeywordChanged, Before: compact(before), After: compact(after)}}
	}
	var s schemas
	s.compare("", a, b, 0)
	if len(s) > maxChanges {
		return append(s[:maxChanges:maxChanges], SchemaChange{Kind: AndMore})
	}
	return s
}

type schemas []SchemaChange

func (s *schemas) add(c SchemaChange) { *s = append(*s, c) }

// compare walks two schemas of one place. It stops adding soon after the
// limit, so that a hostile pair costs no more than it shows.
func (s *schemas) compare(path string, a, b map[string]json.RawMessage, depth int) {
	if len(*s) > maxChanges {
		return
	}
	if depth > maxDepth {
		s.add(SchemaChange{Kind: Unreadable, Path: path})
		return
	}
	s.params(path, a, b, depth)
	if x, y := typeOf(a), typeOf(b); x != y {
		s.add(SchemaChange{Kind: TypeChanged, Path: path, Before: x, After: y})
	}
	if x, y := text(a["description"]), text(b["description"]); x != y {
		s.add(SchemaChange{Kind: TextChanged, Path: path, Words: Words(x, y)})
	}
	s.keywords(path, a, b)
	ia, okA := object(a["items"])
	ib, okB := object(b["items"])
	switch {
	case okA && okB:
		s.compare(path+"[]", ia, ib, depth+1)
	case canonical(a["items"]) != canonical(b["items"]):
		s.add(SchemaChange{Kind: KeywordChanged, Path: path, Keyword: "items", Before: compact(a["items"]), After: compact(b["items"])})
	}
}

func (s *schemas) params(path string, a, b map[string]json.RawMessage, depth int) {
	pa, _ := object(a["properties"])
	pb, _ := object(b["properties"])
	ra, rb := required(a), required(b)
	for _, n := range union(pa, pb, ra, rb) {
		at := join(path, n)
		x, inA := pa[n]
		y, inB := pb[n]
		xm, _ := object(x)
		ym, _ := object(y)
		switch {
		case !inA && !inB: // required without being described
			s.need(at, ra[n], rb[n])
		case !inA:
			s.add(SchemaChange{Kind: ParamAdded, Path: at, After: typeOf(ym), Required: rb[n]})
		case !inB:
			s.add(SchemaChange{Kind: ParamRemoved, Path: at, Before: typeOf(xm)})
		default:
			s.need(at, ra[n], rb[n])
			s.compare(at, xm, ym, depth+1)
		}
	}
}

// union is every name that either schema describes or requires, sorted.
func union(pa, pb map[string]json.RawMessage, ra, rb map[string]bool) []string {
	all := map[string]bool{}
	maps.Copy(all, ra)
	maps.Copy(all, rb)
	for _, m := range []map[string]json.RawMessage{pa, pb} {
		for n := range m {
			all[n] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

func (s *schemas) need(path string, before, after bool) {
	switch {
	case !before && after:
		s.add(SchemaChange{Kind: BecameRequired, Path: path})
	case before && !after:
		s.add(SchemaChange{Kind: BecameOptional, Path: path})
	}
}

// keywords compares every member that has no words of its own above.
func (s *schemas) keywords(path string, a, b map[string]json.RawMessage) {
	all := map[string]bool{}
	for _, m := range []map[string]json.RawMessage{a, b} {
		for k := range m {
			switch k {
			case "properties", "required", "type", "description", "items":
			default:
				all[k] = true
			}
		}
	}
	for _, k := range slices.Sorted(maps.Keys(all)) {
		if x, y := canonical(a[k]), canonical(b[k]); x != y {
			s.add(SchemaChange{Kind: KeywordChanged, Path: path, Keyword: k, Before: compact(a[k]), After: compact(b[k])})
		}
	}
}

func object(raw json.RawMessage) (map[string]json.RawMessage, bool) {
	var m map[string]json.RawMessage
	if len(raw) == 0 || json.Unmarshal(raw, &m) != nil || m == nil {
		return nil, false
	}
	return m, true
}

func required(m map[string]json.RawMessage) map[string]bool {
	var names []string
	_ = json.Unmarshal(m["required"], &names) // absent or of another type: nothing is required
	out := make(map[string]bool, len(names))
	for _, n := range names {
		out[n] = true
	}
	return out
}

// typeOf is the type as people write it: "string", "string|null", "" when absent.
func typeOf(m map[string]json.RawMessage) string {
	var many []string
	if json.Unmarshal(m["type"], &many) == nil && many != nil {
		return strings.Join(many, "|")
	}
	return text(m["type"])
}

// text is a string member, or the JSON of one that is no string.
func text(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || json.Unmarshal(raw, &s) == nil {
		return s
	}
	return compact(raw)
}

// canonical makes two spellings of one value equal: members sorted, no space.
func canonical(raw json.RawMessage) string {
	var v any
	if len(raw) == 0 || json.Unmarshal(raw, &v) != nil {
		return string(raw)
	}
	b, err := json.Marshal(v)
	if err != nil {
		return string(raw)
	}
	return string(b)
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
