package entry

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
	"marketd/reviewer/words"
)

func changesTold() reviewer.Rule {
	return reviewer.Rule{
		ID: "META-009", Group: market.GroupMeta, Severity: market.SeverityWarn, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("更新说明了改了什么", "An update says what it changes"),
		Why:    reviewer.Say("工具变了，装过它的用户和审核员都想知道为什么；有说明的更新看得快。", "When tools change, those who installed them and the reviewers want to know why; an update that says so is looked at faster."),
		Decide: reviewer.Sayf("changes 可以没有；有的话不超过 %d 个字、不换行、没有看不见的字符，否则拒绝。更新一个在架的条目时，把工具和批准过的逐个相比：有新增的、去掉的，或改动不只是数字、标点、空白和标题（与 DRF-004 相同），而 changes 为空或和上一次的一样，就提醒。", "changes may be absent; otherwise it has at most %d characters, no line break and no invisible ones, or is refused. On an update of a listing, each tool is compared with the approved one: when tools are new or gone, or differ in more than numbers, punctuation, blanks and titles (as in rule DRF-004), and changes is empty or the same as last time, that is warned of.", market.ChangesMax),
		Fix:    reviewer.Say("在“更新说明”一栏（changes）写一两句：加了什么、改了什么、为什么。", "Say in a sentence or two under “What has changed” (changes) what was added or changed, and why."),
		Source: "the market's catalog contract, changes",
		Check:  checkChanges,
	}
}

func checkChanges(d *reviewer.Dossier) []reviewer.Hit {
	hit := reviewer.Hit{Where: "/entry/changes"}
	changes := strings.TrimSpace(d.Entry.Changes)
	if m := shortNoteFault(changes, market.ChangesMax); !m.IsZero() {
		hit.Severity, hit.Evidence, hit.Message = market.SeverityReject, changes, m
		return []reviewer.Hit{hit}
	}
	was, note := d.Facts.Approved, strings.TrimSpace(d.Note)
	if was == nil || !d.Listed || note != "" && note != strings.TrimSpace(was.Entry.Changes) {
		return nil
	}
	added, removed, altered := compareTools(was, d.Tools)
	if added+removed+altered == 0 {
		return nil
	}
	hit.Message = reviewer.Say(
		fmt.Sprintf("这次更新动了工具（新增 %d 个，去掉 %d 个，改了 %d 个），却没有更新说明。", added, removed, altered),
		fmt.Sprintf("This update changes the tools (%d new, %d gone, %d altered) and does not say why.", added, removed, altered),
	)
	return []reviewer.Hit{hit}
}

// compareTools counts what an update does to the approved tools, by their
// names, in more than a cosmetic way.
func compareTools(was *market.Listing, now []reviewer.Tool) (added, removed, altered int) {
	known := map[string]int{}
	for i, t := range market.ReadTools(was.Tools) {
		known[t.Name] = i
	}
	for _, t := range now {
		i, there := known[t.Name]
		delete(known, t.Name)
		switch {
		case !there:
			added++
		case i < len(was.Digests) && was.Digests[i] == t.Digest():
		case essence(was.Tools[i]) != essence(t.Raw):
			altered++
		}
	}
	return added, len(known), altered
}

// numbers are those that stand by themselves; a digit within a word is part of it.
var numbers = pattern.Late(`(^|[^A-Za-z0-9_])[0-9][0-9,.+%:/-]*`)

// essence is a tool without what changes of itself: numbers in its texts,
// punctuation, blanks, titles, and what no digest covers.
func essence(raw json.RawMessage) string {
	var tool map[string]any
	if json.Unmarshal(raw, &tool) != nil {
		return string(raw)
	}
	covered := map[string]any{}
	for _, m := range []string{"name", "description", "inputSchema", "outputSchema", "annotations", "level"} {
		if v, ok := tool[m]; ok {
			covered[m] = plainTexts(v, m)
		}
	}
	b, err := json.Marshal(covered)
	if err != nil {
		return string(raw)
	}
	return string(b)
}

// plainTexts is a value with every description in it reduced to its words, and
// without titles.
func plainTexts(v any, member string) any {
	switch v := v.(type) {
	case string:
		if member == "description" {
			return strings.Join(words.Words(words.Canon(numbers().ReplaceAllString(v, "${1}0"))), " ")
		}
	case []any:
		v = slices.Clone(v)
		for i := range v {
			v[i] = plainTexts(v[i], "")
		}
		return v
	case map[string]any:
		plain := map[string]any{}
		for k, x := range v {
			if _, text := x.(string); k == "title" && text {
				continue
			}
			plain[k] = plainTexts(x, k)
		}
		return plain
	}
	return v
}
