// Package wording holds the rules on what tools say about themselves: whether
// a description is there, says something, can be read, and describes instead
// of steering (DSC).
package wording

import (
	"bytes"
	"encoding/json"

	"marketd/reviewer"
	"marketd/reviewer/words"
)

// Rules returns the rules of this family in catalogue order.
func Rules() []reviewer.Rule {
	return []reviewer.Rule{
		descriptionPresent(), notPlaceholder(), notTemplate(), longEnough(), moreThanName(), notJunk(), textsDiffer(), notGenerated(),
		notTooLong(), finished(), readable(), notSendingAway(), notSelfPraising(), parametersExist(), countsAvoided(),
	}
}

// text is the tool's description; false when the member is of another type,
// which rule PRO-012 tells of. A missing description and null are empty.
func text(t reviewer.Tool) (string, bool) {
	raw := bytes.TrimSpace(t.Members["description"])
	if len(raw) == 0 || string(raw) == "null" {
		return "", true
	}
	return t.Description, raw[0] == '"'
}

type kindKey struct{}

// kind is by what sign the description is a placeholder; empty when it is none.
func kind(t reviewer.Tool) string {
	return reviewer.Remember(t, kindKey{}, func() string {
		s, ok := text(t)
		if !ok {
			return ""
		}
		k, _ := words.Placeholder(s)
		return k
	})
}

// says reports whether there is a description and it is no placeholder, so that
// finer rules have something to look at.
func says(t reviewer.Tool) bool { return t.Description != "" && kind(t) == "" }

type describedKey struct{}

// described reports whether the tool's parameters explain it: by a description
// that says something, or by being at least two, so that their names do.
func described(t reviewer.Tool) bool {
	return reviewer.Remember(t, describedKey{}, func() bool {
		var s struct {
			Properties map[string]json.RawMessage `json:"properties"`
		}
		if len(t.InputSchema) == 0 || json.Unmarshal(t.InputSchema, &s) != nil {
			return false
		}
		if len(s.Properties) >= 2 {
			return true
		}
		for _, raw := range s.Properties {
			var p struct {
				Description string `json:"description"`
			}
			if json.Unmarshal(raw, &p) != nil || p.Description == "" {
				continue
			}
			if _, empty := words.Placeholder(p.Description); !empty {
				return true
			}
		}
		return false
	})
}
