package schema

import (
	"encoding/json"
	"strconv"
)

// printed is a decoded value as JSON for evidence; empty when absent.
func printed(v any) string {
	if v == nil {
		return ""
	}
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}

func itoa(i int) string { return strconv.Itoa(i) }
