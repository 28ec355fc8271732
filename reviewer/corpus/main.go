// Command corpus measures the rules on tools: what they make of good and of
// bad lists, per rule and per set of data, and which rules have no data at all.
//
//	go run ./reviewer/corpus [--json] [DIR]
//
// DIR is a folder of public servers' lists (see load.go for its files). Without
// it a folder named corpus beside the project is taken when there is one; the
// project's own fixtures always count.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	err := run(os.Args[1:], os.Stdout)
	switch {
	case errors.Is(err, flag.ErrHelp):
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "corpus:", err)
		os.Exit(1)
	}
}

// run prints the figures.
func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("corpus", flag.ContinueOnError)
	asJSON := flags.Bool("json", false, "print the figures as JSON")
	if err := flags.Parse(args); err != nil {
		return err
	}
	dir := flags.Arg(0)
	if dir == "" {
		dir = beside()
	}
	lists, err := load(dir)
	if err != nil {
		return err
	}
	f := measure(lists)
	if *asJSON {
		e := json.NewEncoder(out)
		e.SetIndent("", "  ")
		return e.Encode(f)
	}
	return f.print(out)
}
