// Package wording holds the rules on what tools say about themselves: whether
// a description is there, says something, can be read, and describes instead
// of steering (DSC).
package wording

import (
	"bytes"

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

type lowerKey struct{}

// mentions reports whether the description has one of the words, in small
// letters, in any case: the cheap question before a dear expression.
func mentions(t reviewer.Tool, pieces ...string) bool {
	s := reviewer.Remember(t, lowerKey{}, func() string { return words.Lower(t.Description) })
	return words.HasAny(s, pieces...)
}

type describedKey struct{}

// described reports whether the tool's parameters explain it: by a description
// that says something, or by being at least two, so that their names do.
func described(t reviewer.Tool) bool {
	return reviewer.Remember(t, describedKey{}, func() bool {
		schema, _ := t.Decoded("inputSchema").(map[string]any)
		properties, _ := schema["properties"].(map[string]any)
		if len(properties) >= 2 {
			return true
		}
		for _, v := range properties {
			p, _ := v.(map[string]any)
			text, _ := p["description"].(string)
			if _, empty := words.Placeholder(text); !empty {
				return true
			}
		}
		return false
	})
}
