package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"marketd/cmd/marketd/config"
	"marketd/market"
	"marketd/market/strictjson"
	"marketd/reviewer/rules"
)

// explainRules lists the catalogue of rules, or writes all that there is to
// know of some of them.
func explainRules(_ context.Context, c call) error {
	o, err := config.ReadExplaining(c.args, c.env)
	if err != nil {
		return err
	}
	catalogue := rules.Catalogue()
	chosen := catalogue
	if len(o.IDs) > 0 {
		chosen = nil
		for _, id := range o.IDs {
			i := slices.IndexFunc(catalogue, func(d market.RuleDoc) bool { return strings.EqualFold(d.ID, id) })
			if i < 0 {
				return &config.Mistake{Setting: "rules", Value: id, Wrong: "is no rule", Write: "an id that marketd rules lists"}
			}
			chosen = append(chosen, catalogue[i])
		}
	}
	switch {
	case o.Format == config.FormatJSON:
		return rulesJSON(c.out, chosen)
	case len(o.IDs) == 0:
		return listRules(c.out, chosen, o.Lang)
	}
	for i, d := range chosen {
		if i > 0 {
			_, _ = fmt.Fprintln(c.out) // the next write tells
		}
		if err := explainRule(c.out, d, o.Lang); err != nil {
			return err
		}
	}
	return nil
}

// rulesJSON writes an entry of the catalogue on a line.
func rulesJSON(w io.Writer, docs []market.RuleDoc) error {
	for _, d := range docs {
		line, err := strictjson.Marshal(d)
		if err != nil {
			return err
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

func listRules(w io.Writer, docs []market.RuleDoc, lang market.Lang) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, d := range docs {
		weight := string(d.Severity)
		if d.Kind != market.KindRule {
			weight = string(d.Kind)
		}
		_, _ = fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", d.ID, weight, d.Profile, d.Title.In(lang)) // the writer keeps its error for Flush
	}
	return t.Flush()
}

// explainRule writes one entry whole, with its examples.
func explainRule(w io.Writer, d market.RuleDoc, lang market.Lang) error {
	var b strings.Builder
	part := func(name market.Text, text string) {
		if text != "" {
			fmt.Fprintf(&b, "\n%s\n  %s\n", name.In(lang), strings.ReplaceAll(text, "\n", "\n  "))
		}
	}
	fmt.Fprintf(&b, "%s  %s\n", d.ID, d.Title.In(lang))
	for _, s := range []string{string(d.Kind), string(d.Group), string(d.Severity), string(d.Profile)} {
		if s != "" {
			b.WriteString("  " + s)
		}
	}
	b.WriteString("\n")
	part(market.Text{ZH: "为什么", EN: "why"}, d.Why.In(lang))
	part(market.Text{ZH: "怎么判定", EN: "how it is decided"}, d.Decide.In(lang))
	part(market.Text{ZH: "怎么改", EN: "fix"}, d.Fix.In(lang))
	part(market.Text{ZH: "出处", EN: "source"}, d.Source)
	part(market.Text{ZH: "测试", EN: "test"}, d.Test)
	part(market.Text{ZH: "会被查出的例子", EN: "examples that fail"}, examplesOf(d.Fails))
	part(market.Text{ZH: "能过的例子", EN: "examples that pass"}, examplesOf(d.Passes))
	_, err := io.WriteString(w, b.String())
	return err
}

// examplesOf lists examples: what is shown, the difference to a good server,
// and what the rule makes of it.
func examplesOf(all []market.RuleExample) string {
	var lines []string
	for _, x := range all {
		lines = append(lines, x.Say, "  "+string(x.Scene))
		for _, w := range x.Want {
			lines = append(lines, "  → "+w)
		}
	}
	return strings.Join(lines, "\n")
}
