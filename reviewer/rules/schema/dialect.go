package schema

import (
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// dialect is a version of JSON Schema.
type dialect struct {
	name  string
	draft *jsonschema.Draft
	old   bool // accepted with a warning
}

// The dialects, the default first, then in the order in which a schema that
// declares none is tried.
var dialects = []dialect{
	{"2020-12", jsonschema.Draft2020, false},
	{"2019-09", jsonschema.Draft2019, false},
	{"draft-07", jsonschema.Draft7, false},
	{"draft-06", jsonschema.Draft6, true},
	{"draft-04", jsonschema.Draft4, true},
}

var dialectIDs = map[string]int{
	"json-schema.org/draft/2020-12/schema": 0,
	"json-schema.org/draft/2019-09/schema": 1,
	"json-schema.org/draft-07/schema":      2,
	"json-schema.org/draft-06/schema":      3,
	"json-schema.org/draft-04/schema":      4,
	"json-schema.org/schema":               0,
}

// dialectOf is the dialect that a $schema names.
func dialectOf(id string) (dialect, bool) {
	id = strings.TrimSuffix(strings.TrimSpace(id), "#")
	id = strings.TrimPrefix(strings.TrimPrefix(id, "https://"), "http://")
	i, ok := dialectIDs[id]
	if !ok {
		return dialect{}, false
	}
	return dialects[i], true
}
