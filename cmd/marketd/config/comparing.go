package config

import (
	"errors"

	"marketd/market"
)

// Comparing is what the commands digest and drift are told.
type Comparing struct {
	Files  []string // paths of kept tool lists; "-" is standard input
	Format string
	Lang   market.Lang
	FailOn market.DriftClass // of drift: the least that fails it, material or dangerous
}

// ReadComparing returns what the flags of the command say, which wants as many
// files as it has names for. The error joins every *Mistake; it is ErrHelp when
// help is asked for.
func ReadComparing(command string, names []string, args, env []string) (*Comparing, error) {
	c := &Comparing{Format: FormatText, Lang: languageOf(env), FailOn: market.DriftMaterial}
	all := []setting{
		{name: "format", value: text(&c.Format, oneOf(FormatText, FormatJSON)), write: "text or json"},
		{name: "lang", value: &scalar[market.Lang]{&c.Lang, language, func(l market.Lang) string { return string(l) }}, write: "zh-CN or en"},
	}
	if command == "drift" {
		all = append(all, setting{name: "fail-on", value: &scalar[market.DriftClass]{&c.FailOn, failing, func(d market.DriftClass) string { return string(d) }}, write: "material or dangerous"})
	}
	given, loose, mistakes, err := readFlags(args, all)
	if err != nil {
		return nil, err
	}
	c.Files = loose
	mistakes = append(mistakes, readEnv(defaults(), all, nil, given, map[string]bool{})...)
	stdin := 0
	for _, path := range loose {
		if path == "-" {
			stdin++
		}
	}
	switch {
	case len(loose) < len(names):
		mistakes = append(mistakes, &Mistake{command, "", "lacks " + names[len(loose)], "the path of a file with a tools/list, or - for standard input"})
	case len(loose) > len(names):
		mistakes = append(mistakes, &Mistake{command, loose[len(names)], "is one argument too many", "marketd " + command + " --help"})
	case stdin > 1:
		mistakes = append(mistakes, &Mistake{command, "-", "stands twice, and there is one standard input", "- for one of the two"})
	}
	if err := errors.Join(mistakes...); err != nil {
		return nil, err
	}
	return c, nil
}

func failing(s string) (market.DriftClass, error) {
	d := market.DriftClass(s)
	if d != market.DriftMaterial && d != market.DriftDangerous {
		return "", errors.New("is neither material nor dangerous")
	}
	return d, nil
}
