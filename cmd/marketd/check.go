package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"

	"marketd/cmd/marketd/config"
	"marketd/market"
	"marketd/market/report"
	"marketd/reviewer"
	"marketd/reviewer/rules"
	"marketd/reviewer/rules/safety"
)

// The exit codes of check. Warnings leave a report clean; what is inconclusive
// could not be checked, like what cannot be read.
const (
	exitClean     = 0
	exitFound     = 1 // rejected, or for a person to look at
	exitUnchecked = 2
)

// check is the automated reviewer for a developer: of a server, or of a kept
// tool list. It needs no market, no folder and no database.
func check(ctx context.Context, c call) error {
	o, err := config.ReadChecking(c.args, c.env)
	if errors.Is(err, config.ErrHelp) {
		return checkHelp(c.out)
	}
	if err != nil {
		return fmt.Errorf("%w\n%s", err, "see: marketd check --help")
	}
	k, err := newChecker(o, c)
	if err != nil {
		return err
	}
	if o.Watch {
		return k.watch(ctx)
	}
	return k.once(ctx)
}

func checkHelp(w io.Writer) error {
	if _, err := io.WriteString(w, `marketd check: what a market would find in a server, or in a tools/list

usage: marketd check [FLAGS] URL
       marketd check [FLAGS] --tools FILE [--tools FILE]…

A FILE is a tools/list result, a whole JSON-RPC answer, a bare array of tools,
or a captured event stream; - is standard input. Servers on this machine may be
asked, by plain http too.

Exit codes: 0 clean, with warnings too; 1 rejected, or a person has to look;
2 it could not be checked.

`); err != nil {
		return err
	}
	return config.CheckingHelp(w)
}

// checker makes reports and writes them.
type checker struct {
	*config.Checking
	streams
	token    string
	examiner *reviewer.Reviewer
	docs     []market.RuleDoc // for SARIF
	style    report.Style
	screen   bool // standard output is a terminal
	progress *progress
}

func newChecker(o *config.Checking, c call) (*checker, error) {
	k := &checker{Checking: o, streams: c.streams, progress: newProgress(c.err, o.Lang)}
	guard, err := newGuard(o.Config, &own{}, "marketd-prober/1 (marketd check)")
	if err != nil {
		return nil, err
	}
	policy := newPolicy(o.Config)
	policy.Require = k.required() // of a list too, for which nobody is asked in either way
	k.examiner = reviewer.New(reviewer.Options{
		Prober: newProber(guard, slog.New(slog.DiscardHandler)), Rules: rules.All(), Policy: policy, Ruleset: rules.Set, Redact: safety.Redact,
	})
	if o.Format == config.FormatSARIF {
		k.docs = rules.Catalogue()
	}
	k.style = report.Style{Lang: o.Lang, Verbose: o.Verbose}
	if f, ok := c.out.(*os.File); ok {
		k.style.Columns, k.screen = columns(f)
		k.style.Colour = k.screen && colourful(c.env)
	}
	if o.TokenStdin {
		if k.token, err = readToken(c.in); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// colourful reports whether the environment lets a terminal be coloured
// (no-color.org).
func colourful(env []string) bool {
	return !slices.ContainsFunc(env, func(line string) bool {
		value, ok := strings.CutPrefix(line, "NO_COLOR=")
		return ok && value != "" || line == "TERM=dumb"
	})
}

// readToken reads a test token from the first line.
func readToken(in io.Reader) (string, error) {
	data, err := io.ReadAll(io.LimitReader(in, market.MaxToken+2))
	if err != nil {
		return "", fmt.Errorf("read the token: %w", err)
	}
	line, _, _ := strings.Cut(string(data), "\n")
	token := strings.TrimSpace(line)
	if err := market.CheckToken(token); err != nil || token == "" {
		return "", &config.Mistake{
			Setting: "--token-stdin", Wrong: "has no token that can be right on standard input",
			Write: "the token alone in its first line, without Bearer or quotes: visible ASCII, no spaces",
		}
	}
	return token, nil
}

// once checks each thing once.
func (k *checker) once(ctx context.Context) error {
	code := exitClean
	var done []report.Subject
	for _, what := range k.subjects() {
		s, err := k.check(ctx, what)
		if err != nil {
			code = exitUnchecked
			tell(k.streams, err)
			if k.Format == config.FormatSARIF && k.URL == "" { // its reader sees nothing else of it
				done = append(done, report.Subject{Name: what, File: &report.File{}, Unread: err.Error()})
			}
			continue
		}
		code = max(code, exitOf(s.Report.Verdict))
		if k.Format == config.FormatSARIF {
			done = append(done, s)
		} else if err := k.write(s); err != nil {
			return k.unwritten(err)
		}
	}
	if k.Format == config.FormatSARIF {
		if err := report.SARIF(k.out, k.tool(), done...); err != nil {
			return k.unwritten(err)
		}
	}
	return ended(code)
}

// ended is the end of a check of which all has been told but the code.
func ended(code int) error {
	if code == exitClean {
		return nil
	}
	return exit(code)
}

// unwritten is the end of a check whose report nobody gets. It must not be taken
// for one that found something.
func (k *checker) unwritten(err error) error {
	tell(k.streams, fmt.Errorf("the report could not be written: %w", err))
	return exit(exitUnchecked)
}

// subjects are what is to be checked: a URL, or paths.
func (k *checker) subjects() []string {
	if k.URL != "" {
		return []string{k.URL}
	}
	return k.Tools
}

// write writes one report in a form that more can follow.
func (k *checker) write(s report.Subject) error {
	switch k.Format {
	case config.FormatJSON:
		return report.JSON(k.out, s)
	case config.FormatMarkdown:
		return report.Markdown(k.out, s, k.Lang)
	}
	return report.Text(k.out, s, k.style)
}

// tool says in SARIF who judged.
func (k *checker) tool() report.Tool {
	return report.Tool{Lang: k.Lang, Version: thisBuild().Version, Docs: k.docs}
}

func exitOf(v market.Verdict) int {
	switch v {
	case market.VerdictClean:
		return exitClean
	case market.VerdictRejected, market.VerdictNeedsHuman:
		return exitFound
	case market.VerdictInconclusive, market.VerdictNotRun:
	}
	return exitUnchecked
}
