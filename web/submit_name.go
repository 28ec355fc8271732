package web

import (
	"strings"

	"marketd/market"
	"marketd/templates"
)

// mountedView says how the app will call the tools of an entry that is being
// written. The page's script says the same while the name is typed.
func mountedView(p *templates.Page, e market.Entry, tools []templates.ToolView) templates.MountedView {
	v := templates.MountedView{Tool: "…", Pattern: p.T("submit.lossy")}
	if len(tools) > 0 {
		v.Tool = templates.Clip(tools[0].Name, 60)
	}
	v.Word = latinWord(e.ID, v.Tool)
	if e.Name == "" {
		return v
	}
	v.Prefix = e.MountedName("")
	if latin(e.Tag()) < 2 {
		better := "天气 tianqi"
		if v.Word != "" {
			better = e.Name + " " + v.Word
		}
		v.Lossy = p.T("submit.lossy", v.Prefix+v.Tool, better)
	}
	return v
}

// latin counts the letters and digits of a tag (rule ENT-005 wants two).
func latin(tag string) int { return len(tag) - strings.Count(tag, "_") - strings.Count(tag, "-") }

// latinWord is the first word of two letters or more that there is, short
// enough to stand in a name.
func latinWord(texts ...string) string {
	for _, text := range texts {
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') }) {
			if len(word) >= 2 && len(word) <= market.NameMax/2 {
				return word
			}
		}
	}
	return ""
}
