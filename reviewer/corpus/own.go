package main

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"marketd/market"
)

// The project's own fixtures. Most were written before the rules were looked
// at, and none is taken from a server.
var (
	//go:embed testdata/good.json
	goodJSON []byte
	//go:embed testdata/bad.json
	badJSON []byte
)

// goodRow is one tool of testdata/good.json; those of a server are one list.
type goodRow struct {
	Server string          `json:"server"`
	Tool   json.RawMessage `json:"tool"`
}

// badRow is one list of testdata/bad.json.
type badRow struct {
	Kind   string            `json:"kind"`
	Lang   string            `json:"lang"`
	Want   market.Severity   `json:"want"`
	Beyond string            `json:"beyond"`
	Tools  []json.RawMessage `json:"tools"`
}

// own reads the project's fixtures.
func own() ([]list, error) {
	var good []goodRow
	if err := json.Unmarshal(goodJSON, &good); err != nil {
		return nil, fmt.Errorf("good.json: %w", err)
	}
	var out []list
	for i, row := range good {
		if i == 0 || row.Server != good[i-1].Server {
			out = append(out, list{set: setOwn, name: row.Server})
		}
		last := &out[len(out)-1]
		last.tools = append(last.tools, row.Tool)
	}
	var bad []badRow
	if err := json.Unmarshal(badJSON, &bad); err != nil {
		return nil, fmt.Errorf("bad.json: %w", err)
	}
	for i, row := range bad {
		name := fmt.Sprintf("%s %s %d", row.Kind, row.Lang, i)
		out = append(out, list{set: setOwn, name: name, bad: true, kind: row.Kind, want: row.Want, beyond: row.Beyond, tools: row.Tools})
	}
	return out, nil
}
