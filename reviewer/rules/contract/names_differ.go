package contract

import (
	"strings"

	"golang.org/x/text/cases"

	"marketd/market"
	"marketd/reviewer"
)

func namesDiffer() reviewer.Rule {
	return reviewer.Rule{
		ID: "PRO-010", Group: market.GroupTools, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("工具的名字各不相同", "The tools' names differ"),
		Why:    reviewer.Say("同名的工具只有一个能被调用到；只差大小写或分隔符的名字，有的客户端会混成一个。", "Of two tools with the same name only one can be called; some clients merge names that differ only in case or separators."),
		Decide: reviewer.Say("两个工具的名字完全相同，拒绝；去掉 _ - . / : 和空格、不分大小写之后相同，要人来看。后面的页重复的同一个工具不算。", "Two tools with the very same name are refused; names that are equal without _ - . / : and blanks, whatever their case, go to a person. The same tool once more on a later page does not count."),
		Fix:    reviewer.Say("给每个工具一个自己的名字。", "Give each tool a name of its own."),
		Source: "MCP specification, tools: names are unique within a server",
		Check:  checkNamesDiffer,
	}
}

func checkNamesDiffer(d *reviewer.Dossier) []reviewer.Hit {
	var hits []reviewer.Hit
	redefined := map[string]bool{} // rule PAG-005 tells of these
	list, _ := d.Last().Tools()
	for _, n := range notedIn(list, market.NoteRedefined) {
		redefined[n.Where] = true
	}
	exact, folded := map[string]bool{}, map[string]reviewer.Tool{}
	for _, t := range d.Tools {
		if t.Name == "" {
			continue // rule PRO-012
		}
		if exact[t.Name] {
			if !redefined[t.Pointer()] {
				hits = append(hits, reviewer.Hit{Where: t.Pointer("name"), Tool: t.Name, Evidence: t.Name, Message: reviewer.Say("前面已经有一个同名的工具。", "An earlier tool has the same name.")})
			}
			continue
		}
		exact[t.Name] = true
		key := foldName(t.Name)
		if first, seen := folded[key]; seen {
			hits = append(hits, reviewer.Hit{
				Where: t.Pointer("name"), Tool: t.Name, Severity: market.SeverityNeedsHuman, Evidence: first.Name + " ~ " + t.Name,
				Message: reviewer.Say("与前面一个工具的名字只差大小写或分隔符。", "The name differs from an earlier one only in case or separators."),
			})
			continue
		}
		folded[key] = t
	}
	return hits
}

var separators = strings.NewReplacer("_", "", "-", "", ".", "", "/", "", " ", "", ":", "")

func foldName(name string) string { return cases.Fold().String(separators.Replace(name)) }
