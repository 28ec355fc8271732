package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"marketd/cmd/marketd/config"
	"marketd/market"
	"marketd/market/digest"
	"marketd/market/strictjson"
	"marketd/market/toollist"
	"marketd/reviewer"
	"marketd/reviewer/drift"
	"marketd/reviewer/rules"
	"marketd/reviewer/rules/safety"
)

const digestHelp = `marketd digest: the digests by which an approval is bound to tools

usage: marketd digest [--format text|json] FILE

Prints each tool's digest and that of the set. FILE is a tools/list result, a
whole JSON-RPC answer, a bare array of tools, or a captured event stream; - is
standard input. How a digest is made: docs/digests.md.

Exit codes: 0 every tool has a digest; 1 a tool has none, and so has the set;
2 the file cannot be read.
`

const driftHelp = `marketd drift: what a change of tools amounts to

usage: marketd drift [--format text|json] [--lang zh-CN|en]
                     [--fail-on material|dangerous] BEFORE AFTER

Compares two kept tool lists as a market compares what it approved with what a
server shows. Each is a tools/list result, a whole JSON-RPC answer, a bare array
of tools, or a captured event stream; one of them may be -, standard input.

  none       the same tools
  cosmetic   numbers, dates or punctuation in texts; accepted by itself
  material   a person has to look; what was approved stays listed
  dangerous  the listing is quarantined at once

Exit codes: 0 none or cosmetic; 1 material or dangerous, or with --fail-on
dangerous that alone; 2 they could not be compared.
`

// digestTools prints the digests of a kept tool list.
func digestTools(_ context.Context, c call) error {
	o, err := config.ReadComparing("digest", []string{"FILE"}, c.args, c.env)
	if errors.Is(err, config.ErrHelp) {
		return explain(c.out, digestHelp)
	}
	if err != nil {
		return err
	}
	list, err := keptList(o.Files[0], c.in)
	if err != nil {
		tell(c.streams, err)
		return exit(exitUnchecked)
	}
	set, each := digest.List(list.Tools)
	type line struct {
		Name   string `json:"name"`
		Digest string `json:"digest"` // "" for a tool that has none
	}
	out := struct {
		Set   string `json:"set"`
		Tools []line `json:"tools"`
	}{set, make([]line, len(each))}
	var b bytes.Buffer
	for i, t := range market.ReadTools(list.Tools) {
		out.Tools[i] = line{t.Name, each[i]}
		fmt.Fprintf(&b, "%s  %q\n", orNone(each[i]), t.Name)
	}
	fmt.Fprintf(&b, "%s  set of %s\n", orNone(set), reviewer.Count(len(each), "tool"))
	if o.Format == config.FormatJSON {
		b.Reset()
		if err := jsonLine(&b, out); err != nil {
			return err
		}
	}
	if err := explain(c.out, b.String()); err != nil {
		return err
	}
	if set == "" {
		return exit(exitFound)
	}
	return nil
}

func orNone(d string) string {
	if d == "" {
		return "none"
	}
	return d
}

// driftTools compares two kept tool lists.
func driftTools(ctx context.Context, c call) error {
	o, err := config.ReadComparing("drift", []string{"BEFORE", "AFTER"}, c.args, c.env)
	if errors.Is(err, config.ErrHelp) {
		return explain(c.out, driftHelp)
	}
	if err != nil {
		return err
	}
	var lists [2]toollist.List
	for i, path := range o.Files {
		if lists[i], err = keptList(path, c.in); err != nil {
			tell(c.streams, err)
			return exit(exitUnchecked)
		}
	}
	examiner := reviewer.New(reviewer.Options{Rules: rules.All(), Policy: reviewer.DefaultPolicy(), Ruleset: rules.Set, Redact: safety.Redact})
	v, err := drift.New(examiner, safety.Redact).JudgeDrift(ctx, market.DriftCase{Listing: market.Listing{Tools: lists[0].Tools}, Seen: lists[1].Tools})
	if err != nil {
		tell(c.streams, err)
		return exit(exitUnchecked)
	}
	var b bytes.Buffer
	if o.Format == config.FormatJSON {
		if err := jsonLine(&b, v); err != nil {
			return err
		}
	} else {
		driftText(&b, v, o.Lang)
	}
	if err := explain(c.out, b.String()); err != nil {
		tell(c.streams, fmt.Errorf("the comparison could not be written: %w", err))
		return exit(exitUnchecked)
	}
	if v.Class == market.DriftDangerous || v.Class == market.DriftMaterial && o.FailOn == market.DriftMaterial {
		return exit(exitFound)
	}
	return nil
}

func driftText(b *bytes.Buffer, v market.DriftVerdict, lang market.Lang) {
	fmt.Fprintln(b, v.Class)
	for _, x := range v.Changes {
		fmt.Fprintf(b, "  %s  ", x.Rule)
		if x.Tool != "" {
			fmt.Fprintf(b, "%s%s: ", x.Tool, x.Where)
		}
		fmt.Fprintln(b, x.Text.In(lang))
	}
}

// keptList reads a kept tool list.
func keptList(path string, in io.Reader) (toollist.List, error) {
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return toollist.List{}, unreadable(path, err)
		}
		defer func() { _ = f.Close() }()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, toollist.MaxBytes+1))
	if err != nil {
		return toollist.List{}, unreadable(path, err)
	}
	list, err := toollist.Read(data)
	if fault, ok := errors.AsType[*toollist.Fault](err); ok {
		return list, fmt.Errorf("%s cannot be taken as it is written: %w", shown(path), fault)
	}
	if err != nil {
		return list, fmt.Errorf("%s %w; a tools/list result, a JSON-RPC answer or an array of tools is wanted", shown(path), err)
	}
	return list, nil
}

func jsonLine(b *bytes.Buffer, v any) error {
	line, err := strictjson.Marshal(v)
	if err != nil {
		return err
	}
	_, _ = b.Write(append(line, '\n')) // a buffer never fails
	return nil
}

func explain(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}
