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

// Error tells all that the operator needs to mend it.
func (m *Mistake) Error() string {
	s := m.Setting
	if m.Value != "" {
		s += " " + fmt.Sprintf("%q", m.Value)
	}
	s += ": " + m.Wrong
	if m.Write != "" {
		s += "; write " + m.Write
	}
	return s
}

// Read returns the configuration that the flags and the environment
// ("NAME=value" lines) describe. The error joins every *Mistake; it is ErrHelp
// when help is asked for.
func Read(args, env []string) (*Config, error) {
	c := defaults()
	all := settings(c)
	given, err := readFlags(args, all)
	if err != nil {
		return nil, err
	}
	mistakes := readEnv(c, all, env, given)
	for _, s := range all {
		if c.Sources[s.name] == "" {
			c.Sources[s.name] = "default"
		}
	}
	if len(mistakes) == 0 {
		c.settle()
		mistakes = c.check()
	}
	if len(mistakes) > 0 {
		return nil, errors.Join(mistakes...)
	}
	return c, nil
}

// readFlags parses the flags without setting anything: what they say is
// returned by name, in order, so that flags and variables are treated alike.
func readFlags(args []string, all []setting) (map[string][]string, error) {
	given := map[string][]string{}
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
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil, ErrHelp
		}
		return nil, &Mistake{Setting: "flags", Wrong: err.Error(), Write: "marketd help for all of them"}
	}
	if fs.NArg() > 0 {
		return nil, &Mistake{Setting: "flags", Value: fs.Arg(0), Wrong: "is no flag", Write: "--NAME=VALUE; marketd help lists them"}
	}
	return given, nil
}

// readEnv sets every setting from its flag or, without one, its variable.
func readEnv(c *Config, all []setting, env []string, given map[string][]string) []error {
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
			mistakes = append(mistakes, err)
		}
		if values == nil && fromVar != "" {
			values, source, shown = []string{fromVar}, s.variable(), s.variable()
		}
		for _, v := range values {
			if err := s.value.Set(v); err != nil {
				if s.secret {
					v = ""
				}
				mistakes = append(mistakes, &Mistake{shown, v, err.Error(), s.write})
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
