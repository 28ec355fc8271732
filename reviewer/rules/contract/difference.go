package contract

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"marketd/market"
	"marketd/market/digest"
	"marketd/market/plaintext"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
)

// difference is in what one list of tools differs from another, by digest
// (rule DRF-001). Tools are named as served.
type difference struct {
	gone, added, changed []string
	moved                bool // the same tools in another order
	clock                bool // of those changed: only digits and dates within texts
}

// same reports whether both lists hold the same tools, in any order.
func (d difference) same() bool { return len(d.gone)+len(d.added)+len(d.changed) == 0 }

// passing reports whether what differs is what a clock would write.
func (d difference) passing() bool { return len(d.gone)+len(d.added) == 0 && d.clock }

// names say which tools differ, in words of the callers'.
func (d difference) names(gone, added, changed string) string {
	var parts []string
	for _, p := range []struct {
		what  string
		names []string
	}{{gone, d.gone}, {added, d.added}, {changed, d.changed}} {
		if len(p.names) == 0 {
			continue
		}
		const most = 5
		shown := make([]string, 0, most)
		for _, n := range p.names[:min(len(p.names), most)] {
			shown = append(shown, plaintext.Cut(n, 40))
		}
		s := p.what + ": " + strings.Join(shown, ", ")
		if len(p.names) > most {
			s += ", …"
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, "; ")
}

// served is a tool of a list that is compared.
type served struct {
	raw    json.RawMessage
	digest string // or the bytes of what has none
}

// differ compares two lists. Tools that stand at one place with the same bytes
// are passed over; the others are matched by digest, and then by name.
func differ(a, b []json.RawMessage) difference {
	left, right := odd(a, b), odd(b, a)
	var d difference
	d.moved = !slices.EqualFunc(left, right, func(x, y served) bool { return x.digest == y.digest })
	counts := map[string]int{}
	for _, t := range right {
		counts[t.digest]++
	}
	missing := map[string][]served{}
	for _, t := range left {
		if counts[t.digest] > 0 {
			counts[t.digest]--
			continue
		}
		name := market.ReadTool(t.raw).Name
		missing[name] = append(missing[name], t)
	}
	d.clock = true
	for _, t := range right {
		if counts[t.digest] == 0 {
			continue
		}
		counts[t.digest]--
		name := market.ReadTool(t.raw).Name
		before := missing[name]
		if len(before) == 0 {
			d.added = append(d.added, name)
			continue
		}
		d.changed = append(d.changed, name)
		d.clock = d.clock && butForTheTime(before[0].raw, t.raw)
		missing[name] = before[1:]
	}
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		for range missing[name] {
			d.gone = append(d.gone, name)
		}
	}
	d.moved, d.clock = d.moved && d.same(), d.clock && len(d.changed) > 0
	return d
}

// odd are the tools of a that do not stand in b as they are.
func odd(a, b []json.RawMessage) []served {
	var all []served
	for i, raw := range a {
		if i < len(b) && bytes.Equal(raw, b[i]) {
			continue
		}
		sum, _, err := digest.Tool(raw)
		if err != nil {
			sum = string(raw)
		}
		all = append(all, served{raw, sum})
	}
	return all
}

// clockWords are what a clock writes: digits, and the names of months, days and
// parts of the day.
var clockWords = pattern.Late(`(?i)[0-9]+|\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?` +
	`|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|am|pm)\b` +
	`|[一二三四五六七八九十]+(?:月|日|号)|(?:星期|周|礼拜)[一二三四五六日天]|上午|下午|凌晨|中午|晚上`)

// butForTheTime reports whether two tools differ only in digits and dates
// within their descriptions and titles.
func butForTheTime(a, b json.RawMessage) bool {
	x, okX := decoded(a)
	y, okY := decoded(b)
	return okX && okY && alike(x, y, "")
}

func decoded(raw json.RawMessage) (v any, ok bool) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber() // as it is written
	err := d.Decode(&v)
	return v, err == nil
}

// alike compares two values that stand under the same name.
func alike(a, b any, name string) bool {
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		return ok && len(x) == len(y) && !slices.ContainsFunc(slices.Collect(maps.Keys(x)), func(k string) bool {
			v, there := y[k]
			return !there || !alike(x[k], v, k)
		})
	case []any:
		y, ok := b.([]any)
		return ok && slices.EqualFunc(x, y, func(v, w any) bool { return alike(v, w, "") })
	case string:
		y, ok := b.(string)
		if !ok || x == y || name != "description" && name != "title" {
			return ok && x == y
		}
		return clockWords().ReplaceAllString(x, "#") == clockWords().ReplaceAllString(y, "#")
	}
	return a == b
}

// listOf is the list that clients of the first way that worked are given, and
// which way that is.
func listOf(p market.Probe) (tools []json.RawMessage, way string) {
	switch {
	case p.List.OK():
		return p.List.Tools, "bare"
	case p.MCP.List.OK():
		return p.MCP.List.Tools, p.MCP.Way
	}
	return nil, ""
}

// bothListed reports whether both looks read a list, in the same way.
func bothListed(p, q market.Probe) bool {
	_, a := listOf(p)
	_, b := listOf(q)
	return a != "" && a == b
}

// between is the difference of the lists of two looks.
func between(p, q market.Probe) difference {
	a, _ := listOf(p)
	b, _ := listOf(q)
	return differ(a, b)
}

// noPair is what rules say that compare two looks and have but one.
var noPair = reviewer.Say("还没有两次可以比较的结果。", "There are no two looks to compare yet.")
