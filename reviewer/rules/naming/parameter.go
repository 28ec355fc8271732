package naming

import (
	"encoding/json"
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
	return reviewer.Remember(t, parametersKey{}, func() []parameter { return readParameters(t.InputSchema) })
}

func readParameters(schema json.RawMessage) []parameter {
	var s struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if len(schema) == 0 || json.Unmarshal(schema, &s) != nil {
		return nil
	}
	out := make([]parameter, 0, len(s.Properties))
	for name, raw := range s.Properties {
		out = append(out, readParameter(name, raw))
	}
	slices.SortFunc(out, func(a, b parameter) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return out
}

func readParameter(name string, raw json.RawMessage) parameter {
	p := parameter{Name: name}
	var s map[string]json.RawMessage
	if json.Unmarshal(raw, &s) != nil {
		return p
	}
	_ = json.Unmarshal(s["description"], &p.Description) // absent or of another type: no description
	var values []any
	if json.Unmarshal(s["enum"], &values) == nil {
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
func takesString(raw json.RawMessage) bool {
	var one string
	var many []string
	switch {
	case len(raw) == 0:
		return true
	case json.Unmarshal(raw, &one) == nil:
		return one == "string"
	case json.Unmarshal(raw, &many) == nil:
		return slices.Contains(many, "string")
	}
	return false
}
