package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"marketd/cmd/marketd/config"
)

// streams are the three standard streams. A command's result goes to out, all
// else to err.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// call is one invocation of a command: what follows its name, and around it.
type call struct {
	args []string
	env  []string
	streams
}

type command struct {
	name string // one word, or two
	does string
	run  func(context.Context, call) error
}

func commands() []command {
	return []command{
		{"serve", "run the market", serve},
		{"check", "say what a market would find in a server, or in a tools/list; marketd check --help", check},
		{"digest", "print the digests of the tools in a kept tools/list", digestTools},
		{"drift", "say what a change from one kept tools/list to another amounts to", driftTools},
		{"rules", "list the rules of review, or explain one: marketd rules DSC-001", explainRules},
		{"config check", "say whether the settings are right", configCheck},
		{"config dump", "show the settings in force, without secrets", configDump},
		{"ca", "print the local certificate authority, for trusting it", ca},
		{"admin create", "make an account of any role", adminCreate},
		{"audit verify", "prove that the audit log is what was written", auditVerify},
		{"healthcheck", "ask the running market whether it lives", askAlive},
		{"migrate status", "show the database's schema version", migrateStatus},
		{"version", "print the version", version},
	}
}

// errUsage marks an error that better words on the command line would mend.
var errUsage = errors.New("see: marketd help")

// The exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// exit is an error of which all has been told but the exit code.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// run runs the command that args name and returns the exit code.
func run(ctx context.Context, args, env []string, s streams) int {
	if len(args) == 0 || args[0] == "help" || args[0] == "--help" || args[0] == "-h" {
		return tell(s, help(s.out))
	}
	for _, c := range commands() {
		words := strings.Fields(c.name)
		if len(args) >= len(words) && strings.Join(args[:len(words)], " ") == c.name {
			err := c.run(ctx, call{args[len(words):], env, s})
			if errors.Is(err, config.ErrHelp) {
				err = help(s.out)
			}
			return tell(s, err)
		}
	}
	return tell(s, fmt.Errorf("there is no command %q; %w", strings.Join(args, " "), errUsage))
}

// tell tells of an error, each joined one on a line, and picks the exit code.
func tell(s streams, err error) int {
	if err == nil {
		return exitOK
	}
	if code, ok := errors.AsType[exit](err); ok {
		return int(code)
	}
	code := exitFailed
	if _, ok := errors.AsType[*config.Mistake](err); ok || errors.Is(err, errUsage) {
		code = exitUsage
	}
	for line := range strings.Lines(err.Error()) {
		_, _ = fmt.Fprintln(s.err, "marketd:", strings.TrimSuffix(line, "\n")) // nowhere else to tell it
	}
	return code
}

func help(w io.Writer) error {
	var b strings.Builder
	b.WriteString("marketd: a market for the tools that AI apps call\n\nusage: marketd COMMAND [FLAGS]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-15s %s\n", c.name, c.does)
	}
	b.WriteString("\nSettings: a flag wins over its variable, a variable over the default.\n" +
		"A secret may come from a file: NAME_FILE=PATH.\n\n")
	if err := config.Help(&b); err != nil {
		return err
	}
	_, err := io.WriteString(w, b.String())
	return err
}
