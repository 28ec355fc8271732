package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// print writes the figures as tables.
func (f figures) print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "ruleset %s\n\ngood tools and bad lists by the worst that was found\n\n\t\tall\tclean\tinfo, warn\tneeds_human\treject\n", f.Ruleset)
	for _, s := range f.Sets {
		side := map[bool]string{false: "good", true: "bad"}[s.Bad]
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%d\n", side, s.Set, s.All, s.Clean, s.Advice, s.Human, s.Reject)
	}
	fmt.Fprintf(w, "\ngood tools that a person sees for their text alone: %d of %d (%.1f %%)\n", f.ForText.Tools, f.ForText.Of, f.ForText.percent())
	fmt.Fprintf(w, "good tools that a person sees because an argument takes a secret (%s): %d of %d (%.1f %%)\n", takesSecrets, f.Secrets.Tools, f.Secrets.Of, f.Secrets.percent())
	fmt.Fprint(w, "\nbad lists with a verdict wanted\n\nkind\tall\tcaught\tnot, and the row says why\n")
	for _, k := range f.Seen {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\n", k.Kind, k.All, k.Found, k.Beyond)
	}
	fmt.Fprint(w, "\nhits by rule and severity: places (tools)\n\n\t\tgood\tbad\tin\n")
	for _, h := range f.Rules {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", h.Rule, h.Severity, h.Good, cmp.Or(h.Bad.String(), "no data"), sets(h.Sets))
	}
	fmt.Fprintf(w, "\nno data: no input here hits\t%s\n", strings.Join(f.NoData, " "))
	fmt.Fprintf(w, "no data: they look at entries and servers\t%s\n", strings.Join(f.NoTools, " "))
	if err := w.Flush(); err != nil {
		return err
	}
	return f.printLists(out)
}

// printLists writes what is said of single lists, one a line. Evidence has been
// escaped by the engine; tools are JSON as listed.
func (f figures) printLists(out io.Writer) error {
	var b strings.Builder
	b.WriteString("\ngood servers that would be refused or seen by a person\n\n")
	for _, s := range f.Stopped {
		fmt.Fprintf(&b, "%s/%s: %s %s %s %s %s %q\n", s.Set, s.Server, s.Severity, s.Rule, s.Tool, s.Where, s.Message, s.Evidence)
	}
	b.WriteString("\nbad lists of which less was found than is wanted\n\n")
	for _, m := range slices.Concat(f.Missed, f.Beyond) {
		fmt.Fprintf(&b, "%s/%s: wants %s, got %s; %s %+q\n", m.Set, m.Name, m.Want, cmp.Or(string(m.Got), "nothing"), m.Beyond, m.Tool)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func (s share) percent() float64 { return 100 * float64(s.Tools) / float64(max(1, s.Of)) }

// String is "12 (3)", empty without a hit.
func (p places) String() string {
	if p.Places == 0 {
		return ""
	}
	return fmt.Sprintf("%d (%d)", p.Places, p.Tools)
}

// sets names the sets and the places in each.
func sets(n map[string]int) string {
	var out []string
	for name, places := range n {
		out = append(out, fmt.Sprintf("%s %d", name, places))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}
