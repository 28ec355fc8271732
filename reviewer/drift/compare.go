package drift

import (
	"maps"
	"slices"

	"marketd/market"
	"marketd/market/strictjson"
)

// compare tells what changed from tool to tool.
func (w *writer) compare(pairs []pair) {
	for _, p := range pairs {
		switch {
		case p.before == nil:
			w.added(p.after)
		case p.after == nil:
			w.add(material, "DRF-003", p.before.Name, "", toolRemoved)
		case p.before.key != p.after.key:
			w.tool(p.before, p.after)
		}
	}
}

// set tells what changed in the list as a whole (rule DRF-002).
func (w *writer) set(before []tool, pairs []pair) {
	added, removed := 0, 0
	for _, p := range pairs {
		switch {
		case p.before == nil:
			added++
		case p.after == nil:
			removed++
		}
	}
	const few = 3 // of fewer tools one that is replaced is half
	if n := len(before); n >= few && 2*min(added, removed) > n {
		w.add(dangerous, "DRF-002", "", "", mostReplaced(removed, n))
	}
	if len(before) == 0 || slices.ContainsFunc(before, func(t tool) bool { return writes(&t) }) {
		return
	}
	for _, p := range pairs {
		if p.before == nil && writes(p.after) {
			w.add(dangerous, "DRF-002", p.after.Name, "", writeToolAdded)
		}
	}
}

// writes reports whether a tool says that it changes something.
func writes(t *tool) bool {
	return t.Level == market.LevelWrite || t.Annotations.Declared && !t.Annotations.ReadOnly
}

// added tells of a new tool, and of what its texts direct where.
func (w *writer) added(t *tool) {
	w.add(material, "DRF-003", t.Name, "", toolAdded)
	if directs := w.directs("", t.Description); directs != "" {
		w.add(dangerous, "DRF-002", t.Name, "/description", w.quoted(dataDirected, directs))
	}
	w.fresh(place{tool: t.Name, at: "/inputSchema", what: parameter}, t.Values["inputSchema"])
}

// tool compares the members that a digest covers.
func (w *writer) tool(a, b *tool) {
	name := b.Name
	if a.Values == nil || b.Values == nil {
		w.add(material, "DRF-003", name, "", notAnObject)
		return
	}
	w.text(name, "/title", toolTitle, a.Values["title"], b.Values["title"])
	w.text(name, "/description", toolDescription, a.Values["description"], b.Values["description"])
	w.level(name, a, b)
	w.annotations(name, a, b)
	w.schemas(name, "inputSchema", a.Values, b.Values)
	w.schemas(name, "outputSchema", a.Values, b.Values)
}

func (w *writer) level(name string, a, b *tool) {
	x, y := a.Values["level"], b.Values["level"]
	switch {
	case equal(orReadonly(x), orReadonly(y)):
	case b.Level == market.LevelWrite && a.Level != market.LevelWrite:
		w.add(dangerous, "DRF-002", name, "/level", becameWrite)
	default:
		w.add(material, "DRF-003", name, "/level", w.fromTo(noun("level"), x, y))
	}
}

func orReadonly(level any) any {
	if level == nil {
		return market.LevelReadonly
	}
	return level
}

// annotations compares the hints, with MCP's defaults for those that are absent.
// A title there is for people to look at.
func (w *writer) annotations(name string, a, b *tool) {
	x, xOK := a.Values["annotations"].(map[string]any)
	y, yOK := b.Values["annotations"].(map[string]any)
	if !xOK && a.Values["annotations"] != nil || !yOK && b.Values["annotations"] != nil {
		if !equal(a.Values["annotations"], b.Values["annotations"]) {
			w.add(material, "DRF-003", name, "/annotations", also(noun("annotations"), isOtherwise))
		}
		return
	}
	if a.Annotations.ReadOnly && !b.Annotations.ReadOnly {
		w.add(dangerous, "DRF-002", name, "/annotations/readOnlyHint", noLongerReadOnly)
	}
	for _, key := range union(x, y) {
		at := "/annotations/" + strictjson.PointerToken(key)
		before, after := hintOf(x, key), hintOf(y, key)
		switch {
		case equal(before, after):
		case key == "title":
			w.display(name, at, x[key], y[key])
		case key == "readOnlyHint" && a.Annotations.ReadOnly: // told above
		case (key == "destructiveHint" || key == "idempotentHint") && a.Annotations.ReadOnly && b.Annotations.ReadOnly:
		default:
			w.add(material, "DRF-003", name, at, w.fromTo(noun(key), before, after))
		}
	}
}

// hintOf is a hint, with its default when it is absent (MCP, ToolAnnotations).
func hintOf(a map[string]any, key string) any {
	if v, ok := a[key]; ok {
		return v
	}
	switch key {
	case "readOnlyHint", "idempotentHint":
		return false
	case "destructiveHint", "openWorldHint":
		return true
	}
	return nil
}

// display compares a text that only people look at: no client acts on it.
func (w *writer) display(name, at string, before, after any) {
	y, ok := after.(string)
	if !ok && after != nil {
		w.add(material, "DRF-003", name, at, also(displayTitle, isOtherwise))
		return
	}
	x, _ := before.(string)
	if directs := w.directs(x, y); directs != "" {
		w.add(dangerous, "DRF-002", name, at, w.quoted(dataDirected, directs))
		return
	}
	w.add(cosmetic, "DRF-004", name, at, w.fromTo(displayTitle, before, after))
}

// text compares two texts of a tool: a change of numbers alone is cosmetic (rule
// DRF-004), one that directs data somewhere is dangerous, any other material.
func (w *writer) text(name, at string, what market.Text, before, after any) {
	x, xOK := before.(string)
	y, yOK := after.(string)
	switch {
	case equal(before, after):
	case !xOK && before != nil, !yOK && after != nil:
		w.add(material, "DRF-003", name, at, w.fromTo(what, before, after))
	case alike(x, y):
		w.add(cosmetic, "DRF-004", name, at, w.excerpt(what, onlyNumbers, x, y))
	default:
		w.add(material, "DRF-003", name, at, w.excerpt(what, isOtherwise, x, y))
		if directs := w.directs(x, y); directs != "" {
			w.add(dangerous, "DRF-002", name, at, w.quoted(dataDirected, directs))
		} else if host := newHost(x, y); host != "" {
			w.add(material, "DRF-003", name, at, w.quoted(hostNamed, host))
		}
	}
}

// union is every name in either, sorted.
func union(maps1, maps2 map[string]any) []string {
	all := maps.Clone(maps1)
	if all == nil {
		all = map[string]any{}
	}
	maps.Copy(all, maps2)
	return slices.Sorted(maps.Keys(all))
}
