package web

import (
	"marketd/market"
	"marketd/templates"
	"marketd/web/diff"
)

// changesView compares an update with the approved revision.
func changesView(p *templates.Page, c *market.DeskCase) *templates.ChangesView {
	return compare(p, c, c.Approved.Entry, c.Approved.Digest, market.ReadTools(c.Approved.Tools))
}

// compare shows what is different in a submission from an entry with its tools
// and their digest, which is empty when they were not read.
func compare(p *templates.Page, c *market.DeskCase, entry market.Entry, digest string, tools []market.Tool) *templates.ChangesView {
	now := c.Submission.Digest
	v := &templates.ChangesView{
		Fields: fieldDiffs(p, entry, c.Submission.Entry),
		Same:   len(c.Examinations) > 0 && now != "" && now == digest,
		Unread: digest == "",
	}
	if len(c.Examinations) == 0 || v.Unread {
		return v
	}
	for _, t := range diff.Tools(tools, c.Tools) {
		if t.State == diff.ToolUnchanged {
			v.Unchanged++
			continue
		}
		v.Tools = append(v.Tools, toolDiff(p, t))
	}
	return v
}

func toolDiff(p *templates.Page, t diff.ToolChange) templates.ToolDiff {
	d := templates.ToolDiff{Name: t.Name, State: string(t.State), Title: spanViews(t.Title), Description: spanViews(t.Description)}
	for _, c := range t.Input {
		d.Facts = append(d.Facts, schemaFact(p, c))
	}
	for _, c := range t.Output {
		f := schemaFact(p, c)
		f.Path = templates.Or(f.Path, p.T("desk.fact_whole"))
		f.Text = p.T("desk.fact_output") + f.Text
		d.Facts = append(d.Facts, f)
	}
	for _, h := range t.Hints {
		d.Facts = append(d.Facts, templates.ChangeFact{Path: h.Name, Text: p.T("desk.fact_from", templates.Or(h.Before, "—"), templates.Or(h.After, "—"))})
	}
	return d
}

// schemaFact words one change of a schema; the parameter's name stands before it.
func schemaFact(p *templates.Page, c diff.SchemaChange) templates.ChangeFact {
	f := templates.ChangeFact{Path: templates.Or(c.Path, p.T("desk.fact_whole"))}
	switch c.Kind {
	case diff.ParamAdded:
		f.Op, f.Text = "ins", p.T("desk.fact_added", templates.Or(c.After, p.T("desk.fact_any")))
		if c.Required {
			f.Text = p.T("desk.fact_addedRequired", templates.Or(c.After, p.T("desk.fact_any")))
		}
	case diff.ParamRemoved:
		f.Op, f.Text = "del", p.T("desk.fact_removed")
	case diff.BecameRequired:
		f.Text = p.T("desk.fact_required")
	case diff.BecameOptional:
		f.Text = p.T("desk.fact_optional")
	case diff.TypeChanged:
		f.Text = p.T("desk.fact_type", templates.Or(c.Before, p.T("desk.fact_any")), templates.Or(c.After, p.T("desk.fact_any")))
	case diff.TextChanged:
		f.Text, f.Spans = p.T("desk.fact_text"), spanViews(c.Words)
	case diff.KeywordChanged:
		f.Text = keywordFact(p, c)
	case diff.Unreadable:
		f.Text = p.T("desk.fact_deep")
	case diff.AndMore:
		f.Text = p.T("desk.fact_more")
	}
	return f
}

func keywordFact(p *templates.Page, c diff.SchemaChange) string {
	switch {
	case c.Before == "":
		return p.T("desk.fact_keywordAdded", c.Keyword, c.After)
	case c.After == "":
		return p.T("desk.fact_keywordRemoved", c.Keyword, c.Before)
	}
	return p.T("desk.fact_keyword", c.Keyword, c.Before, c.After)
}

// markTools marks the tools of the new list that differ from the approved one.
// Tools of one name are marked in the order in which they come.
func markTools(tools []templates.ToolView, changes *templates.ChangesView) {
	marks := map[string][]string{}
	for _, d := range changes.Tools {
		if d.State != string(diff.ToolRemoved) {
			marks[d.Name] = append(marks[d.Name], d.State)
		}
	}
	for i := range tools {
		if m := marks[tools[i].Name]; len(m) > 0 {
			tools[i].Mark, marks[tools[i].Name] = m[0], m[1:]
		}
	}
}
