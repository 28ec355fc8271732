package naming

import (
	"cmp"
	"slices"

	"marketd/reviewer"
)

// parameter is as much of a parameter's schema as the rules on names need.
type parameter struct {
	Name        string
	Description string
	Values      []string // of its enum; nil without one
	Free        bool     // any string is taken
}

type parametersKey struct{}

// parameters lists the tool's own parameters by name.
func parameters(t reviewer.Tool) []parameter {
	return reviewer.Remember(t, parametersKey{}, func() []parameter {
		schema, _ := t.Decoded("inputSchema").(map[string]any)
		properties, _ := schema["properties"].(map[string]any)
		out := make([]parameter, 0, len(properties))
		for name, v := range properties {
			out = append(out, readParameter(name, v))
		}
		slices.SortFunc(out, func(a, b parameter) int { return cmp.Compare(a.Name, b.Name) })
		return out
	})
}

func readParameter(name string, v any) parameter {
	p := parameter{Name: name}
	s, ok := v.(map[string]any)
	if !ok {
		return p
	}
	p.Description, _ = s["description"].(string)
	if values, ok := s["enum"].([]any); ok {
		p.Values = make([]string, 0, len(values))
		for _, v := range values {
			if text, ok := v.(string); ok {
				p.Values = append(p.Values, text)
			}
		}
	}
	_, constant := s["const"]
	_, pattern := s["pattern"]
	p.Free = p.Values == nil && !constant && !pattern && takesString(s["type"])
	return p
}

// takesString reports whether a type allows a string; no type allows anything.
func takesString(t any) bool {
	many, _ := t.([]any)
	return t == nil || t == "string" || slices.Contains(many, any("string"))
}
