package config

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// ErrHelp is returned when the flags ask for help.
var ErrHelp = flag.ErrHelp

// Mistake is one thing wrong with the configuration. Its text is for the
// operator.
type Mistake struct { //nolint:errname // a mistake is what it is
	Setting string // "--listen", "MARKETD_LISTEN"
	Value   string // as given; empty for a secret
	Wrong   string
	Write   string
}

// Error tells all that the operator needs to mend it, and no credentials of a URL.
func (m *Mistake) Error() string {
	s := m.Setting
	if m.Value != "" {
		s += " " + fmt.Sprintf("%q", withoutUser(m.Value))
	}
	s += ": " + withoutUser(m.Wrong)
	if m.Write != "" {
		s += "; write " + m.Write
	}
	return s
}

// withoutUser hides who signs in to a URL, and how, whatever stands around it.
func withoutUser(s string) string {
	before, rest, isURL := strings.Cut(s, "//")
	at := strings.LastIndexByte(rest, '@')
	if !isURL || at < 0 {
		return s
	}
	return before + "//…" + rest[at:]
}

// Read returns the configuration that the flags and the environment
// ("NAME=value" lines) describe. The error joins every *Mistake; it is ErrHelp
// when help is asked for.
func Read(args, env []string) (*Config, error) {
	c, mistakes, err := read(args, env)
	if err == nil {
		err = errors.Join(mistakes...)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Check returns Read's error. A variable that names no setting, which Read puts
// up with, is a mistake here.
func Check(args, env []string) error {
	c, mistakes, err := read(args, env)
	if err != nil {
		return err
	}
	for _, name := range c.Unknown {
		mistakes = append(mistakes, &Mistake{Setting: name, Wrong: "names no setting", Write: "one of those that marketd help lists, or unset it"})
	}
	return errors.Join(mistakes...)
}

// read goes on after a mistake, so that all are found at once. The error is
// ErrHelp.
func read(args, env []string) (*Config, []error, error) {
	c := defaults()
	all := settings(c)
	given, loose, mistakes, err := readFlags(args, all)
	if err != nil {
		return nil, nil, err
	}
	for _, arg := range loose {
		mistakes = append(mistakes, &Mistake{Setting: "flags", Value: arg, Wrong: "is no flag", Write: "--NAME=VALUE; marketd help lists them"})
	}
	wrong := map[string]bool{}
	mistakes = append(mistakes, readEnv(c, all, env, given, wrong)...)
	for _, s := range all {
		if c.Sources[s.name] == "" {
			c.Sources[s.name] = "default"
		}
	}
	c.settle()
	return c, append(mistakes, c.check(wrong)...), nil
}

// readFlags parses the flags without setting anything: what they say is
// returned by name, in order, so that flags and variables are treated alike.
// loose are the arguments that are neither a flag nor its value.
func readFlags(args []string, all []setting) (given map[string][]string, loose []string, mistakes []error, err error) {
	given = map[string][]string{}
	fs := flagSet(all, given)
	for len(args) > 0 {
		err := fs.Parse(args)
		rest := fs.Args()
		switch {
		case errors.Is(err, flag.ErrHelp):
			return nil, nil, nil, ErrHelp
		case err != nil:
			mistakes = append(mistakes, &Mistake{Setting: "flags", Wrong: err.Error(), Write: "marketd help for all of them"})
			// Dashes without a name are left where they are, alone of all that is wrong.
			if len(rest) == len(args) || strings.HasPrefix(err.Error(), "bad flag syntax") {
				rest = rest[1:]
			}
			inline := strings.Contains(args[len(args)-len(rest)-1], "=")
			if !inline && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
				rest = rest[1:] // the value of the flag that is none
			}
		case len(rest) > 0:
			loose = append(loose, rest[0])
			rest = rest[1:]
		}
		args = rest
	}
	return given, loose, mistakes, nil
}

func flagSet(all []setting, given map[string][]string) *flag.FlagSet {
	fs := flag.NewFlagSet("marketd", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	for _, s := range all {
		keep := func(v string) error {
			given[s.name] = append(given[s.name], v)
			return nil
		}
		if _, ok := s.value.(*boolean); ok {
			fs.BoolFunc(s.name, s.help, keep)
		} else {
			fs.Func(s.name, s.help, keep)
		}
	}
	return fs
}

// readEnv sets every setting from its flag or, without one, its variable, and
// notes in wrong the names of those that it could not set.
func readEnv(c *Config, all []setting, env []string, given map[string][]string, wrong map[string]bool) []error {
	vars := map[string]string{}
	for _, line := range env {
		if name, value, ok := strings.Cut(line, "="); ok && strings.HasPrefix(name, "MARKETD_") {
			vars[name] = value
		}
	}
	var mistakes []error
	for _, s := range all {
		values, source, shown := given[s.name], "flag", "--"+s.name
		fromVar, err := variable(s, vars)
		if err != nil {
			mistakes, wrong[s.name] = append(mistakes, err), true
		}
		if values == nil && fromVar != "" {
			values, source, shown = []string{fromVar}, s.variable(), s.variable()
		}
		for _, v := range values {
			if err := s.value.Set(v); err != nil {
				if s.secret {
					v = ""
				}
				mistakes, wrong[s.name] = append(mistakes, &Mistake{shown, v, err.Error(), s.write}), true
				break
			}
			c.Sources[s.name] = source
		}
	}
	for name := range vars {
		c.Unknown = append(c.Unknown, name)
	}
	slices.Sort(c.Unknown)
	return mistakes
}

// variable takes the setting's variable out of vars, for a secret also the one
// that names a file. An empty variable counts as none.
func variable(s setting, vars map[string]string) (string, error) {
	value := vars[s.variable()]
	delete(vars, s.variable())
	if !s.secret {
		return value, nil
	}
	name := s.variable() + "_FILE"
	path := vars[name]
	delete(vars, name)
	switch {
	case path == "":
		return value, nil
	case value != "":
		return "", &Mistake{name, path, "is set beside " + s.variable(), "one of the two"}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", &Mistake{name, path, "the file cannot be read", "the path of a file that this user may read"}
	}
	return strings.TrimRight(string(data), "\r\n"), nil
}
