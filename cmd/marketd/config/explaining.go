package config

import (
	"errors"

	"marketd/market"
)

// Explaining is what the command rules is told.
type Explaining struct {
	IDs    []string // empty: all
	Format string
	Lang   market.Lang
}

// ReadExplaining returns what the flags say. The error joins every *Mistake; it
// is ErrHelp when help is asked for.
func ReadExplaining(args, env []string) (*Explaining, error) {
	e := &Explaining{Format: FormatText, Lang: languageOf(env)}
	all := []setting{
		{name: "format", value: text(&e.Format, oneOf(FormatText, FormatJSON)), write: "text or json"},
		{name: "lang", value: &scalar[market.Lang]{&e.Lang, language, func(l market.Lang) string { return string(l) }}, write: "zh-CN or en"},
	}
	given, loose, mistakes, err := readFlags(args, all)
	if err != nil {
		return nil, err
	}
	e.IDs = loose
	if err := errors.Join(append(mistakes, readEnv(defaults(), all, nil, given, map[string]bool{})...)...); err != nil {
		return nil, err
	}
	return e, nil
}
