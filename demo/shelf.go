package demo

import (
	"fmt"
	"strings"
)

// record is one thing in a sample server's small store: its members by name.
type record map[string]any

// find returns the records of which a member holds the words, ignoring case,
// at most limit, each with only the members to show.
func find(all []record, words string, limit int, show ...string) []record {
	found := []record{}
	for _, r := range all {
		if len(found) == limit {
			break
		}
		for _, v := range r {
			if s, ok := v.(string); ok && strings.Contains(strings.ToLower(s), strings.ToLower(words)) {
				found = append(found, r.only(show...))
				break
			}
		}
	}
	return found
}

func (r record) only(show ...string) record {
	part := record{}
	for _, name := range show {
		part[name] = r[name]
	}
	return part
}

// searching is a tool that finds records by the argument's words.
func searching(all []record, argument string, limit int, show ...string) func(arguments) (map[string]any, error) {
	return func(a arguments) (map[string]any, error) {
		words, err := a.text(argument)
		if err != nil {
			return nil, err
		}
		return map[string]any{"results": find(all, words, limit, show...)}, nil
	}
}

// reading is a tool that returns the record with the id.
func reading(all []record) func(arguments) (map[string]any, error) {
	return func(a arguments) (map[string]any, error) {
		id, err := a.text("id")
		if err != nil {
			return nil, err
		}
		for _, r := range all {
			if r["id"] == id {
				return r, nil
			}
		}
		return nil, fmt.Errorf("id: there is no %q / 没有 %q", id, id)
	}
}

// listing is a tool that returns the whole list.
func listing(all []record) func(arguments) (map[string]any, error) {
	return func(arguments) (map[string]any, error) { return map[string]any{"results": all}, nil }
}
