// Package drift says what a change of a listing's tools amounts to (rules DRF-002
// to DRF-004 and DRF-007): nothing, something cosmetic, something that a person
// has to see, or something that takes the listing out of the market at once. What
// it reads is a stranger's: the work is bounded by the length of the lists, and so
// is what it says.
package drift

import (
	"context"
	"encoding/json"
	"slices"

	"marketd/market"
	"marketd/market/digest"
)

// Checker applies the rules to the tools of an entry; [reviewer.Reviewer] does.
type Checker interface {
	CheckListed(ctx context.Context, e market.Entry, tools []json.RawMessage, settings map[string]market.RuleSetting) ([]market.Finding, error)
}

// Judge implements [market.DriftJudge].
type Judge struct {
	checker Checker
	redact  func(string) string
}

var _ market.DriftJudge = (*Judge)(nil)

// New returns a Judge. redact takes secrets out of a text before it is quoted.
func New(c Checker, redact func(string) string) *Judge { return &Judge{c, redact} }

// maxChanges bounds what is told of one comparison: nobody reads the hundredth.
const maxChanges = 100

// grade is how much a change weighs.
type grade uint8

const (
	cosmetic grade = iota
	material
	dangerous
)

// change is one thing that changed, with its weight.
type change struct {
	market.DriftChange
	grade grade
}

// JudgeDrift compares what a server shows with what is approved. The error is the
// context's alone.
func (j *Judge) JudgeDrift(ctx context.Context, c market.DriftCase) (market.DriftVerdict, error) {
	before, after := read(c.Listing.Tools), read(c.Seen)
	if same(before, after) {
		return market.DriftVerdict{Class: market.DriftNone, Changes: []market.DriftChange{}}, nil
	}
	w := &writer{redact: j.redact, own: ownDomains(c.Listing.Entry)}
	pairs := match(before, after)
	w.compare(pairs)
	w.set(before, pairs)
	if len(after) > 0 { // an empty list endangers nobody, and a person looks anyway
		if err := j.rules(ctx, w, c); err != nil {
			return market.DriftVerdict{}, err
		}
	}
	if c.Human != nil && w.onlyCosmetic() && boiled(read(c.Human), after) {
		w.add(material, "DRF-007", "", "", slowBoil)
	}
	return w.verdict(), nil
}

// rules adds the findings that are new and weigh (rule DRF-002).
func (j *Judge) rules(ctx context.Context, w *writer, c market.DriftCase) error {
	was, err := j.checker.CheckListed(ctx, c.Listing.Entry, c.Listing.Tools, c.Settings)
	if err != nil {
		return err
	}
	is, err := j.checker.CheckListed(ctx, c.Listing.Entry, c.Seen, c.Settings)
	if err != nil {
		return err
	}
	had := map[matter]int{}
	for _, f := range was {
		if grave(f) {
			had[matterOf(f)]++
		}
	}
	for _, f := range is {
		if !grave(f) {
			continue
		}
		at := matterOf(f)
		if had[at]--; had[at] < 0 {
			w.found(f)
		}
	}
	return nil
}

// matter is what a finding is about. That a person let one order to a model pass
// lets no other one pass, so such findings are told apart by their words.
type matter struct{ rule, tool, words string }

func matterOf(f market.Finding) matter {
	m := matter{rule: f.Rule, tool: f.Tool}
	if told(f.Rule) {
		m.words = bare(f.Evidence)
	}
	return m
}

// told reports whether a rule is about what a text says to a model or hides.
func told(rule string) bool {
	switch rule {
	case "SEC-001", "SEC-002", "SEC-010", "SEC-030", "RES-001", "RES-002", "RES-003":
		return true
	}
	return false
}

// grave reports whether a finding that is new makes a change dangerous: what would
// be refused, orders to a model, hidden characters, secrets, reserved names. A
// single sentence that steers a model (SEC-002) may have a good reason in a new
// entry; one that comes after the approval has to give it first.
func grave(f market.Finding) bool {
	return f.Enforced && (told(f.Rule) || f.Severity == market.SeverityReject)
}

func (w *writer) onlyCosmetic() bool {
	return !slices.ContainsFunc(w.changes, func(c change) bool { return c.grade > cosmetic })
}

// verdict sorts the changes, the gravest first, and cuts them.
func (w *writer) verdict() market.DriftVerdict {
	slices.SortStableFunc(w.changes, func(a, b change) int { return int(b.grade) - int(a.grade) })
	v := market.DriftVerdict{Class: market.DriftCosmetic, Changes: []market.DriftChange{}}
	if len(w.changes) == 0 {
		// The digests differ where no reader can say how: two spellings of JSON that
		// decode alike for us and not for everyone.
		w.add(material, "DRF-003", "", "", unreadable)
	}
	switch w.changes[0].grade {
	case dangerous:
		v.Class = market.DriftDangerous
	case material:
		v.Class = market.DriftMaterial
	case cosmetic:
	}
	for i, c := range w.changes {
		if i == maxChanges {
			v.Changes = append(v.Changes, market.DriftChange{Rule: c.Rule, Text: more(len(w.changes) - maxChanges + w.dropped)})
			break
		}
		v.Changes = append(v.Changes, c.DriftChange)
	}
	return v
}

// tool is a tool of one of the lists. Key is its digest, or its bytes when it has
// none.
type tool struct {
	market.ServedTool
	key string
}

func read(raws []json.RawMessage) []tool {
	tools := make([]tool, len(raws))
	for i, raw := range raws {
		tools[i] = tool{ServedTool: market.ReadServed(raw)}
		if tools[i].Strict {
			tools[i].key, _, _ = digest.Members(tools[i].Values) // empty on error, as promised
		}
		if tools[i].key == "" {
			tools[i].key = "bytes:" + string(raw)
		}
	}
	return tools
}

// same reports whether both lists have the same tools, in any order.
func same(a, b []tool) bool {
	keys := func(tools []tool) []string {
		out := make([]string, len(tools))
		for i, t := range tools {
			out[i] = t.key
		}
		slices.Sort(out)
		return out
	}
	return slices.Equal(keys(a), keys(b))
}

// pair is a tool before and after; nil when there is none.
type pair struct{ before, after *tool }

// match pairs tools by name, in the order of what was seen, then what is gone.
// Where a name is there more than once, equal ones belong together first.
func match(before, after []tool) []pair {
	byName := map[string][]*tool{}
	for i := range before {
		byName[before[i].Name] = append(byName[before[i].Name], &before[i])
	}
	taken := map[*tool]bool{}
	take := func(name string, want func(*tool) bool) *tool {
		for _, t := range byName[name] {
			if !taken[t] && want(t) {
				taken[t] = true
				return t
			}
		}
		return nil
	}
	pairs := make([]pair, len(after))
	for i := range after {
		pairs[i] = pair{take(after[i].Name, func(t *tool) bool { return t.key == after[i].key }), &after[i]}
	}
	for i := range pairs {
		if pairs[i].before == nil {
			pairs[i].before = take(pairs[i].after.Name, func(*tool) bool { return true })
		}
	}
	for i := range before {
		if !taken[&before[i]] {
			pairs = append(pairs, pair{before: &before[i]})
		}
	}
	return pairs
}
