package reviewer

import (
	"encoding/json"
	"sync"

	"marketd/market"
)

// NewTool reads a tool as served; index is its place in the list.
func NewTool(index int, raw json.RawMessage) Tool {
	t := Tool{Tool: market.ReadTool(raw), Index: index, memory: &memory{}}
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) == nil {
		t.Members = members
	}
	return t
}

// memory holds what rules derived from one tool, so that twenty rules decode
// its schema once.
type memory struct {
	mu     sync.Mutex
	values map[any]any
}

// Remember returns what derive made of the tool the first time it was asked
// under the key; keys are of a type private to the asker's package. A tool not
// made by NewTool forgets. Safe for concurrent use.
func Remember[T any](t Tool, key any, derive func() T) T {
	if t.memory == nil {
		return derive()
	}
	t.memory.mu.Lock()
	defer t.memory.mu.Unlock()
	if v, ok := t.memory.values[key]; ok {
		return v.(T)
	}
	v := derive()
	if t.memory.values == nil {
		t.memory.values = map[any]any{}
	}
	t.memory.values[key] = v
	return v
}
