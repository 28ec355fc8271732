package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"marketd/market"
)

// The formats of a report.
const (
	FormatText     = "text"
	FormatJSON     = "json"
	FormatSARIF    = "sarif"
	FormatMarkdown = "markdown"
)

// Checking is what a developer tells the command check. Of Config, what is for
// probes and rules is set.
type Checking struct {
	*Config
	URL        string   // to ask; empty when Tools are looked at
	Tools      []string // paths of kept tool lists; "-" is standard input
	Format     string
	Lang       market.Lang
	Profile    market.Profile // empty: both
	TokenStdin bool
	Watch      bool
	Verbose    bool
}

// shared are the settings of the market that bear on a check too.
var shared = []string{"require", "rule-settings", "brands", "probe-allow", "probe-ca", "probe-nat64"}

// checking binds the flags that are check's own.
func checking(c *Checking) []setting {
	profile := func(s string) (market.Profile, error) {
		switch s {
		case "app", "mcp":
			return market.Profile(s), nil
		case "both":
			return "", nil
		}
		return "", errors.New("is none of them")
	}
	return []setting{
		{
			name: "tools", value: &paths{&c.Tools}, write: "a file's path, or - for standard input",
			help: "check a kept tools/list and ask no server; may be repeated, - is standard input",
		},
		{
			name: "format", value: text(&c.Format, oneOf(FormatText, FormatJSON, FormatSARIF, FormatMarkdown)), write: "text, json, sarif or markdown",
			help: "form of the report on standard output (default text)",
		},
		{
			name: "profile", value: &scalar[market.Profile]{&c.Profile, profile, func(p market.Profile) string { return string(p) }}, write: "app, mcp or both",
			help: "ask as the app does, as standard MCP clients do, or both (default both)",
		},
		{
			name: "token-stdin", value: yes(&c.TokenStdin), write: "true or false",
			help: "read a test token from standard input; it is sent to the URL's server alone and shown nowhere",
		},
		{
			name: "watch", value: yes(&c.Watch), write: "true or false",
			help: "check again every 3 seconds, or when a file changes, and say what was mended and what is new",
		},
		{
			name: "lang", value: &scalar[market.Lang]{&c.Lang, language, func(l market.Lang) string { return string(l) }}, write: "zh-CN or en",
			help: "language of the report (default by LC_ALL, LC_MESSAGES or LANG)",
		},
		{
			name: "verbose", value: yes(&c.Verbose), write: "true or false",
			help: "every place, every check that ran, and what was sent as curl commands",
		},
	}
}

// ReadChecking returns what the flags and the environment say of a check. The
// error joins every *Mistake; it is ErrHelp when help is asked for.
func ReadChecking(args, env []string) (*Checking, error) {
	c := &Checking{Config: defaults(), Format: FormatText, Lang: languageOf(env)}
	own := checking(c)
	common := slices.DeleteFunc(settings(c.Config), func(s setting) bool { return !slices.Contains(shared, s.name) })
	given, loose, mistakes, err := readFlags(args, append(slices.Clone(own), common...))
	if err != nil {
		return nil, err
	}
	wrong := map[string]bool{}
	mistakes = append(mistakes, readEnv(c.Config, own, nil, given, wrong)...)
	mistakes = append(mistakes, readEnv(c.Config, common, env, given, wrong)...)
	c.allow(loopback()) // a developer's own machine
	if !wrong["probe-ca"] {
		mistakes = append(mistakes, c.checkProbeCA()...)
	}
	if err := errors.Join(append(mistakes, c.checkSubjects(loose)...)...); err != nil {
		return nil, err
	}
	return c, nil
}

// checkSubjects finds out what is to be checked, and what does not go together.
func (c *Checking) checkSubjects(loose []string) []error {
	var found []error
	add := func(setting, value, wrong, write string) {
		found = append(found, &Mistake{setting, value, wrong, write})
	}
	stdin := 0
	for _, path := range c.Tools {
		if path == "-" {
			stdin++
		}
	}
	switch {
	case len(loose) == 0 && len(c.Tools) == 0:
		add("check", "", "has nothing to check", "the URL of a server, or --tools FILE")
	case len(loose) > 1:
		add("check", loose[1], "is one argument too many", "one URL")
	case len(loose) == 1 && len(c.Tools) > 0:
		add("check", loose[0], "does not go with --tools", "one of the two")
	case len(loose) == 1:
		c.URL = loose[0]
		if isFile(c.URL) {
			add("check", c.URL, "is a file", "--tools "+c.URL+" to check a tool list")
		}
	}
	switch {
	case stdin > 1:
		add("--tools", "-", "is given twice", "it once")
	case stdin > 0 && c.Watch:
		add("--watch", "", "cannot watch standard input", "a file's path")
	case c.TokenStdin && len(c.Tools) > 0:
		add("--token-stdin", "", "does not go with --tools, for which no server is asked", "one of the two")
	}
	if c.Watch && c.Format != FormatText && c.Format != FormatJSON {
		add("--watch", "", "goes on, and "+c.Format+" is one document", "--format text or json")
	}
	if asked := market.Require(c.Profile); asked != "" && c.Sources["require"] == "flag" && c.Require != asked && c.Require != market.RequireAny {
		add("--require", string(c.Require), "asks for more than --profile "+string(c.Profile)+" looks at", "--profile both with it")
	}
	return found
}

func isFile(path string) bool {
	if path == "-" {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && !strings.Contains(path, "://")
}

// paths is a flag.Value over file names, which may have commas in them.
type paths struct{ p *[]string }

func (v *paths) Set(s string) error {
	if err := nonempty(s); err != nil {
		return err
	}
	*v.p = append(*v.p, s)
	return nil
}

func (v *paths) String() string {
	if v.p == nil { // flag makes a zero value to compare with
		return ""
	}
	return strings.Join(*v.p, ",")
}

func language(s string) (market.Lang, error) {
	switch strings.ToLower(s) {
	case "zh-cn", "zh":
		return market.Chinese, nil
	case "en":
		return market.English, nil
	}
	return "", errors.New("is none of them")
}

// languageOf is the language of a terminal's user (POSIX, 8.2): the first of
// the variables that is set counts.
func languageOf(env []string) market.Lang {
	for _, name := range []string{"LC_ALL=", "LC_MESSAGES=", "LANG="} {
		for _, line := range env {
			if value, ok := strings.CutPrefix(line, name); ok && value != "" {
				if strings.HasPrefix(strings.ToLower(value), "zh") {
					return market.Chinese
				}
				return market.English
			}
		}
	}
	return market.English
}

// CheckingHelp writes what every flag of the command is for.
func CheckingHelp(w io.Writer) error {
	c := &Checking{Config: defaults()}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, s := range checking(c) {
		_, _ = fmt.Fprintf(t, "  --%s\t\t%s\n", s.name, s.help) // the writer keeps its error for Flush
	}
	for _, s := range settings(c.Config) {
		if slices.Contains(shared, s.name) {
			_, _ = fmt.Fprintf(t, "  --%s\t%s\t%s\n", s.name, s.variable(), s.help)
		}
	}
	return t.Flush()
}
