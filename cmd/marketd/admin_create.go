package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"marketd/cmd/marketd/config"
	"marketd/market"
)

// adminCreate makes an account of any role:
//
//	marketd admin create EMAIL [--role ROLE] [--name NAME] [--password-stdin] [SETTINGS]
//
// Without --password-stdin it makes a password up and prints it, once.
func adminCreate(ctx context.Context, c call) (err error) {
	req, role, settings, err := readAccount(c)
	if err != nil {
		return err
	}
	cfg, err := config.Read(settings, c.env)
	if err != nil {
		return err
	}
	db, err := openDatabase(ctx, cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	account, err := newAccounts(db).Create(ctx, req.SignUpRequest, role)
	if err != nil {
		return inWords(err)
	}
	_, err = fmt.Fprintf(c.out, "%s %s\n", account.Role, account.Email)
	if err == nil && req.madeUp {
		_, err = fmt.Fprintf(c.out, "password: %s\n", req.Password)
	}
	return err
}

type accountRequest struct {
	market.SignUpRequest
	madeUp bool // the password is ours and nobody knows it yet
}

// readAccount takes the command's own words out of its arguments and leaves
// the settings.
func readAccount(c call) (req accountRequest, role market.Role, settings []string, err error) {
	const usage = "admin create EMAIL [--role developer|reviewer|admin] [--name NAME] [--password-stdin] [SETTINGS]"
	if len(c.args) == 0 || strings.HasPrefix(c.args[0], "-") {
		return req, "", nil, fmt.Errorf("%w: %s", errUsage, usage)
	}
	req.Email, role = c.args[0], market.RoleAdmin
	req.Name, _, _ = strings.Cut(req.Email, "@")
	fromStdin := false
	fs := flag.NewFlagSet("admin create", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar((*string)(&role), "role", string(role), "")
	fs.StringVar(&req.Name, "name", req.Name, "")
	fs.BoolVar(&fromStdin, "password-stdin", false, "")
	own, settings := split(fs, c.args[1:])
	if err := fs.Parse(own); err != nil {
		return req, "", nil, fmt.Errorf("%w: %s", err, usage)
	}
	if role != market.RoleAdmin && role != market.RoleReviewer && role != market.RoleDeveloper {
		return req, "", nil, &config.Mistake{Setting: "--role", Value: string(role), Wrong: "no such role", Write: "developer, reviewer or admin"}
	}
	if !fromStdin {
		req.Password, req.madeUp = strings.ToLower(rand.Text()), true
		return req, role, settings, nil
	}
	line, err := bufio.NewReader(io.LimitReader(c.in, 4096)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return req, "", nil, fmt.Errorf("read the password: %w", err)
	}
	req.Password = strings.TrimRight(line, "\r\n")
	return req, role, settings, nil
}

// split parts the arguments into the flags of fs, with their values, and the rest.
func split(fs *flag.FlagSet, args []string) (own, rest []string) {
	for i := 0; i < len(args); i++ {
		name, _, inline := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		f := fs.Lookup(name)
		if f == nil || !strings.HasPrefix(args[i], "-") {
			rest = append(rest, args[i])
			continue
		}
		own = append(own, args[i])
		b, ok := f.Value.(interface{ IsBoolFlag() bool })
		if !inline && (!ok || !b.IsBoolFlag()) && i+1 < len(args) {
			i++
			own = append(own, args[i])
		}
	}
	return own, rest
}

// inWords spells a use case's error out for the terminal.
func inWords(err error) error {
	e, ok := errors.AsType[*market.Error](err)
	if !ok {
		return err
	}
	lines := []error{fmt.Errorf("%s: %s", e.Code, e.Msg.EN)}
	for _, v := range e.Violations {
		lines = append(lines, fmt.Errorf("%s: %s %s", v.Path, v.Message.EN, v.Fix.EN))
	}
	return errors.Join(lines...)
}
