package reviewer

import (
	"encoding/json"
	"sync"

	"marketd/market"
	"marketd/market/digest"
)

// NewTool reads a tool as served; index is its place in the list.
func NewTool(index int, raw json.RawMessage) Tool {
	s := market.ReadServed(raw)
	return Tool{Tool: s.Tool, Index: index, Members: s.Members, values: s.Values, strict: s.Strict, memory: &memory{}}
}

func newTools(raws []json.RawMessage) []Tool {
	tools := make([]Tool, len(raws))
	for i, raw := range raws {
		tools[i] = NewTool(i, raw)
	}
	return tools
}

// memory holds what rules derived from one tool, so that twenty rules decode
// its schema once. There are a few dozen keys at most: a list is found through
// faster than a map, and is smaller.
type memory struct {
	mu   sync.Mutex
	kept []recollection
}

type recollection struct{ key, value any }

// Remember returns what derive made of the tool when it was first asked under
// the key; keys are of a type private to the asker's package. derive must be
// pure: it may itself remember, and rules that ask at once may each run it. A
// tool not made by NewTool forgets.
func Remember[T any](t Tool, key any, derive func() T) T {
	if t.memory == nil {
		return derive()
	}
	v, ok := t.memory.load(key)
	if !ok {
		v = t.memory.keep(key, derive())
	}
	value, _ := v.(T) // a nil interface is of no type
	return value
}

func (m *memory) load(key any) (any, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.find(key)
}

func (m *memory) find(key any) (any, bool) {
	for i := range m.kept {
		if m.kept[i].key == key {
			return m.kept[i].value, true
		}
	}
	return nil, false
}

// keep stores the value unless another came first, and returns the one kept.
func (m *memory) keep(key, value any) any {
	m.mu.Lock()
	defer m.mu.Unlock()
	if v, ok := m.find(key); ok {
		return v
	}
	m.kept = append(m.kept, recollection{key, value})
	return value
}

// Decoded is a member of the tool in Go values, numbers as json.Number; nil when
// it is absent. The tool is decoded once for all rules, which change nothing in it.
func (t Tool) Decoded(member string) any { return t.values[member] }

type digestKey struct{}

// Digest is the tool's digest (see [digest.Tool]), "" when it has none.
func (t Tool) Digest() string {
	return Remember(t, digestKey{}, func() string {
		if !t.strict {
			return ""
		}
		d, _, _ := digest.Members(t.values) // empty on error, as promised
		return d
	})
}
