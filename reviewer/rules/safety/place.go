package safety

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"marketd/market"
	"marketd/reviewer"
)

// elsewhere is what was found in the texts that belong to no tool: of the entry,
// of what the server says of itself, of the errors it answers with. A dossier has
// no memory; its first tool has.
func elsewhere(d *reviewer.Dossier) []passage {
	find := func() []passage {
		var found []passage
		for _, l := range located(d) {
			if p, ok := read(l.text); ok {
				p.where = l.where
				found = append(found, p)
			}
		}
		return found
	}
	if len(d.Tools) == 0 {
		return find()
	}
	return reviewer.Remember(d.Tools[0], dossierKey{d}, find)
}

type dossierKey struct{ d *reviewer.Dossier }

// location is a text and where it stands.
type location struct {
	text
	where string
}

// located are the texts that belong to no tool.
func located(d *reviewer.Dossier) []location {
	var all []location
	add := func(p place, where, value string) {
		if value != "" {
			all = append(all, location{text{value: value, place: p, marks: marksOf(value)}, where})
		}
	}
	add(atEntry, "/entry/name", d.Entry.Name)
	add(atEntry, "/entry/desc", d.Entry.Desc)
	last := d.Last()
	add(atServer, "/probe/mcp/serverName", last.MCP.ServerName)
	add(atServer, "/probe/mcp/serverTitle", last.MCP.ServerTitle)
	add(atInstructions, "/probe/mcp/instructions", last.MCP.Instructions)
	add(atError, "/probe/contract", errorMessage(last.Contract))
	add(atError, "/probe/list", last.List.RPCMessage)
	add(atError, "/probe/mcp/list", last.MCP.List.RPCMessage)
	return all
}

// errorMessage is the message of a JSON-RPC error that an answer holds.
func errorMessage(a market.Answer) string {
	if !strings.Contains(a.Body, `"error"`) {
		return ""
	}
	var body struct {
		Error struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	_ = json.Unmarshal([]byte(a.Body), &body) // anything else has no message
	return body.Error.Message
}

// judge gives what a rule has against a passage; where it stands is filled in.
type judge func(*reviewer.Dossier, passage) []reviewer.Hit

// everywhere makes the check of a rule on texts: over all texts of the dossier, at
// most [hitsPerTool] hits a tool.
func everywhere(of judge) func(*reviewer.Dossier) []reviewer.Hit {
	return func(d *reviewer.Dossier) []reviewer.Hit {
		var hits []reviewer.Hit
		for _, p := range elsewhere(d) {
			for _, h := range of(d, p) {
				h.Where = p.where
				hits = append(hits, h)
			}
		}
		for _, t := range d.Tools {
			if t.Members == nil {
				continue
			}
			hits = append(hits, withinTool(d, t, of)...)
		}
		return hits
	}
}

func withinTool(d *reviewer.Dossier, t reviewer.Tool, of judge) []reviewer.Hit {
	var hits []reviewer.Hit
	for _, p := range ofTool(t) {
		for _, h := range of(d, p) {
			h.Where, h.Tool = pointer(t, p), t.Name
			if hits = append(hits, h); len(hits) == hitsPerTool {
				return hits
			}
		}
	}
	return hits
}

// hitsPerTool is how many places in one tool a rule tells of.
const hitsPerTool = 5

// one is a single hit as a list.
func one(h reviewer.Hit) []reviewer.Hit { return []reviewer.Hit{h} }

// around is the part of a text that shows what stands between two offsets, with a
// few words before and after. Words are not cut, so that a secret beside it is
// still seen whole and taken out.
func around(s string, start, end int) string {
	start, end = min(start, len(s)), min(max(start, end), len(s))
	from, to := max(0, start-before), min(len(s), max(end, start)+behind)
	to = min(to, from+before+evidenceMost+behind)
	for from > 0 && from > start-before-wordMost && s[from-1] != ' ' {
		from--
	}
	for to < len(s) && to < end+behind+wordMost && s[to] != ' ' {
		to++
	}
	for from < len(s) && !utf8.RuneStart(s[from]) {
		from++
	}
	return strings.ToValidUTF8(s[from:to], "")
}

// Lengths in bytes of what is shown around a find.
const (
	before       = 40
	behind       = 40
	evidenceMost = 240
	wordMost     = 120
)
