package naming

import (
	"encoding/json"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/words"
)

// level is the level that a tool declares: readonly when it says nothing, and
// explicit whether it says something. null is nothing (rule PRO-012 tells of
// it), and a value that is neither level is rule LVL-001's.
func level(t reviewer.Tool) (level string, explicit bool) {
	raw, ok := t.Members["level"]
	var s *string
	if !ok || json.Unmarshal(raw, &s) != nil || s == nil {
		return market.LevelReadonly, false
	}
	if *s == market.LevelWrite {
		return market.LevelWrite, true
	}
	return market.LevelReadonly, true
}

func declaresWrite(t reviewer.Tool) bool {
	l, _ := level(t)
	return l == market.LevelWrite
}

// hint is a boolean hint that the server sent itself; nil when it sent none.
func hint(t reviewer.Tool, name string) *bool {
	annotations, _ := t.Decoded("annotations").(map[string]any)
	if b, ok := annotations[name].(bool); ok {
		return &b
	}
	return nil
}

func isTrue(b *bool) bool { return b != nil && *b }

type classKey struct{}

// class is what the name says the tool does.
func class(t reviewer.Tool) words.Class {
	return reviewer.Remember(t, classKey{}, func() words.Class { return words.ClassOf(t.Name, t.Description) })
}
