package web

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"marketd/market"
	"marketd/market/digest"
	"marketd/templates"
	"marketd/web/diff"
)

const (
	sideTools = 40        // tools that are laid side by side
	sideOpen  = 5         // of them, those that lie open
	sideWords = 60        // changes in words beside one tool
	sideRaw   = 16 << 10  // bytes of one tool's JSON
	rawBudget = 256 << 10 // bytes of JSON on a page, after which tools have none
	sameNames = 200       // unchanged tools by name
)

// sideTool is a pair of tools of which at least one is there.
type sideTool struct {
	change        diff.ToolChange
	before, after json.RawMessage
}

// sideBySide pairs the tools of two lists that are not the same to the digest,
// in the order of the new list, removed ones last. Beyond limit it only counts.
func sideBySide(before, after []json.RawMessage, limit int) (pairs []sideTool, more int, same []string) {
	old, now, same := unlike(before, after)
	byName := map[string][]market.Tool{}
	for _, t := range old {
		byName[t.Name] = append(byName[t.Name], t)
	}
	add := func(b, a []market.Tool) {
		if len(pairs) == limit {
			more++
			return
		}
		c := diff.Tools(b, a)[0]
		if c.State == diff.ToolUnchanged { // the digest has it otherwise
			c.State = diff.ToolChanged
		}
		pair := sideTool{change: c}
		if len(b) > 0 {
			pair.before = b[0].Raw
		}
		if len(a) > 0 {
			pair.after = a[0].Raw
		}
		pairs = append(pairs, pair)
	}
	for _, t := range now {
		var was []market.Tool
		if olds := byName[t.Name]; len(olds) > 0 {
			was, byName[t.Name] = olds[:1], olds[1:]
		}
		add(was, []market.Tool{t})
	}
	for _, t := range old {
		if olds := byName[t.Name]; len(olds) > 0 {
			byName[t.Name] = olds[1:]
			add(olds[:1], nil)
		}
	}
	return pairs, more, same
}

// unlike leaves out of two lists the tools that stand in both, to the digest.
func unlike(before, after []json.RawMessage) (old, now []market.Tool, same []string) {
	_, a := digest.List(before)
	_, b := digest.List(after)
	count := map[string]int{}
	for _, d := range a {
		count[d]++
	}
	common := map[string]int{}
	for i, raw := range after {
		t := market.ReadTool(raw)
		if d := b[i]; d != "" && common[d] < count[d] {
			common[d]++
			same = append(same, t.Name)
			continue
		}
		now = append(now, t)
	}
	for i, raw := range before {
		if d := a[i]; d != "" && common[d] > 0 {
			common[d]--
			continue
		}
		old = append(old, market.ReadTool(raw))
	}
	return old, now, same
}

// sideViews shows the pairs of a drift. Its changes are told in the words that
// came with it.
func (s *Server) sideViews(p *templates.Page, d *market.Drift, pairs []sideTool) []templates.SideTool {
	budget := rawBudget
	out := make([]templates.SideTool, len(pairs))
	for i, pair := range pairs {
		c := pair.change
		v := templates.SideTool{Anchor: "side-" + strconv.Itoa(i), Name: templates.Clip(c.Name, 120), State: string(c.State), Open: i < sideOpen}
		for _, part := range []struct {
			key   string
			spans []diff.Span
		}{{"drift.titleOf", c.Title}, {"drift.descriptionOf", c.Description}} {
			if part.spans != nil {
				before, after := sides(p, part.spans)
				v.Rows = append(v.Rows, templates.SideRow{Label: p.T(part.key), Before: before, After: after})
			}
		}
		own := ofTool(d.Changes, c.Name)
		v.Words, v.More = s.driftWords(p, own, sideWords)
		for i := range v.Words {
			v.Words[i].Tool = ""
		}
		if !slices.ContainsFunc(own, ofSchema) {
			v.Facts = toolDiff(p, c).Facts
		}
		if budget > 0 {
			v.RawBefore, v.RawAfter = rawTool(pair.before), rawTool(pair.after)
			budget -= len(v.RawBefore) + len(v.RawAfter)
		}
		out[i] = v
	}
	return out
}

// ofTool are the changes of one tool.
func ofTool(changes []market.DriftChange, name string) []market.DriftChange {
	var out []market.DriftChange
	for _, c := range changes {
		if c.Tool == name {
			out = append(out, c)
		}
	}
	return out
}

// ofSchema reports whether a change is told of a schema.
func ofSchema(c market.DriftChange) bool {
	return strings.HasPrefix(c.Where, "/inputSchema") || strings.HasPrefix(c.Where, "/outputSchema")
}

// rawTool lays out a tool's JSON, cut where it is long; "" for none.
func rawTool(raw json.RawMessage) string {
	if len(raw) == 0 {
		return ""
	}
	shown := indent(raw)
	if len(shown) > sideRaw {
		shown = strings.ToValidUTF8(shown[:sideRaw], "") + "…"
	}
	return shown
}
