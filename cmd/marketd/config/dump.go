package config

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// Dump writes every setting with its value and where it came from. Secrets
// are not in it.
func (c *Config) Dump(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, s := range settings(c) {
		value := s.value.String()
		if s.secret && value != "" {
			value = "(hidden)"
		}
		_, _ = fmt.Fprintf(t, "%s\t%s\t# %s\n", s.name, value, c.Sources[s.name]) // the writer keeps its error for Flush
	}
	return t.Flush()
}

// Help writes what every flag and variable is for.
func Help(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, s := range settings(defaults()) {
		variable := s.variable()
		if s.secret {
			variable += "[_FILE]"
		}
		_, _ = fmt.Fprintf(t, "  --%s\t%s\t%s\n", s.name, variable, s.help) // the writer keeps its error for Flush
	}
	return t.Flush()
}
