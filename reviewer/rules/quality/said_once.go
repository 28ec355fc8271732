package quality

import (
	"iter"
	"strings"

	"marketd/reviewer"
)

// Bounds of the search for repetitions.
const (
	sentenceLeast = 40 // bytes: a shorter one is no waste
	sentenceTools = 3  // tools that say the same
	againLeast    = 24 // bytes of a parameter's description
	againMost     = 32 // parameters that are looked for
	againWithin   = 8 << 10
)

func saidOnce() reviewer.Rule {
	return costs(reviewer.Rule{
		ID: "QLT-009", Points: 5,
		Title: reviewer.Say("同样的话不说两遍", "Nothing is said twice"),
		Why:   reviewer.Say("重复的文字占上下文，而且改一处忘一处，前后就不一致。", "Repeated text takes context, and what is changed in one place is forgotten in the other."),
		Decide: reviewer.Say(
			"说明里照抄了某个参数的说明（24 个字节以上），或贴进了 JSON Schema，或有一句（40 个字节以上）在至少 3 个工具里一字不差，扣 5 分。",
			"5 points when the description repeats a parameter's (of 24 bytes or more), holds JSON Schema, or has a sentence (of 40 bytes or more) that at least three tools have to the letter.",
		),
		Fix:    reviewer.Say("参数的事写在参数的说明里；各工具共有的话写进服务器的 instructions。", "Say what concerns a parameter in its own description, and what concerns all tools in the server's instructions."),
		Source: "MCP specification, instructions; cost of context",
		Check:  saidOnceCheck,
	})
}

func saidOnceCheck(d *reviewer.Dossier) []reviewer.Hit {
	said := map[string]int{}
	for _, t := range d.Tools {
		seen := map[string]bool{}
		for s := range sentences(t.Description) {
			if !seen[s] {
				seen[s] = true
				said[s]++
			}
		}
	}
	var hits []reviewer.Hit
	for _, t := range d.Tools {
		if h := repeats(t, said); h.Where != "" {
			h.Tool = t.Name
			hits = append(hits, h)
		}
	}
	return hits
}

// repeats is where the tool says something again; a hit that is nowhere when it
// does not.
func repeats(t reviewer.Tool, said map[string]int) reviewer.Hit {
	at := t.Pointer("description")
	text := t.Description[:min(len(t.Description), againWithin)]
	if strings.Contains(text, `"type":`) && strings.Contains(text, `"properties":`) {
		return reviewer.Hit{Where: at, Message: reviewer.Say("说明里贴着 JSON Schema，它在 inputSchema 里已有。", "The description holds JSON Schema, which inputSchema has already.")}
	}
	all := parameters(t)
	for _, p := range all[:min(len(all), againMost)] {
		if s := strings.TrimSpace(p.description()); len(s) >= againLeast && strings.Contains(text, s) {
			return reviewer.Hit{Where: at, Evidence: s, Message: reviewer.Sayf("说明照抄了参数 %s 的说明。", "The description repeats that of the parameter %s.", p.name)}
		}
	}
	for s := range sentences(t.Description) {
		if n := said[s]; n >= sentenceTools {
			return reviewer.Hit{Where: at, Evidence: s, Message: reviewer.Sayf("有一句话在 %d 个工具里一字不差。", "A sentence stands to the letter in several tools (%d).", n)}
		}
	}
	return reviewer.Hit{}
}

// sentences are those of a text that are long enough to matter.
func sentences(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for s := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '。' || r == '！' || r == '；' }) {
			for s := range strings.SplitSeq(s, ". ") {
				if s = strings.TrimSpace(strings.TrimSuffix(s, ".")); len(s) >= sentenceLeast && !yield(s) {
					return
				}
			}
		}
	}
}
