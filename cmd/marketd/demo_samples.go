package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"text/tabwriter"

	"marketd/cmd/marketd/config"
	"marketd/demo"
	"marketd/market"
	"marketd/web"
)

// samples is the demo's side of the market: sample servers, and accounts whose
// passwords everyone may know.
type samples struct {
	servers *demo.Servers
	log     *slog.Logger
}

// mark is the file that says that a data folder is a demo's, and on which
// ports its sample servers were.
func mark(cfg *config.Config) string { return filepath.Join(cfg.Data, "demo.json") }

type marked struct {
	Ports map[string]int `json:"ports"`
}

// claimFolder keeps demos and real markets out of each other's data: a demo's
// accounts have passwords that everyone knows.
func claimFolder(cfg *config.Config) error {
	demos, markets := exists(mark(cfg)), exists(cfg.Database())
	switch {
	case cfg.Demo && markets && !demos:
		return &config.Mistake{Setting: "--data", Value: cfg.Data, Wrong: "holds a real market, which a demo would fill with samples", Write: "another folder with --demo"}
	case !cfg.Demo && demos:
		return &config.Mistake{Setting: "--data", Value: cfg.Data, Wrong: "holds a demo, whose passwords everyone knows", Write: "another folder, or --demo too"}
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// startSamples starts the sample servers, on the ports of the last time if
// they are free, so that listings survive a restart.
func startSamples(ctx context.Context, cfg *config.Config, log *slog.Logger) (*samples, error) {
	var last marked
	data, err := os.ReadFile(mark(cfg))
	if err == nil {
		err = json.Unmarshal(data, &last)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		log.Warn("demo: ports of the last time not known", "err", err)
	}
	servers, err := demo.Start(ctx, demo.Options{Ports: last.Ports, Log: log})
	if err != nil {
		return nil, err
	}
	s := &samples{servers, log}
	data, err = json.Marshal(marked{servers.Ports()})
	if err == nil {
		err = errors.Join(os.MkdirAll(cfg.Data, 0o700), os.WriteFile(mark(cfg), data, 0o600))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("demo: %w", err), servers.Close())
	}
	return s, nil
}

// Servers implements web.Demo.
func (s *samples) Servers() []web.DemoServer {
	var list []web.DemoServer
	for _, srv := range s.servers.List() {
		d := web.DemoServer{Name: srv.Name, URL: srv.URL, Summary: market.Text(srv.Summary), State: srv.State, Entry: sampleEntry(srv)}
		for _, a := range srv.Actions {
			d.Actions = append(d.Actions, web.DemoAction{Name: a.Name, Label: market.Text(a.Label)})
		}
		list = append(list, d)
	}
	return list
}

var errNoSample = market.NewError(market.NotFound, "DEMO_NOT_FOUND", market.Text{
	ZH: "没有这个示例服务器，或它没有这个开关。", EN: "There is no such sample server, or it has no such switch.",
})

// Do implements web.Demo.
func (s *samples) Do(server, action string) error {
	err := s.servers.Do(context.Background(), server, action)
	if errors.Is(err, demo.ErrNoServer) || errors.Is(err, demo.ErrNoAction) {
		return errNoSample
	}
	return err
}

// Accounts implements web.Demo.
func (s *samples) Accounts() []web.DemoAccount {
	return []web.DemoAccount{
		{Role: market.RoleDeveloper, Email: "dev@demo.test", Password: "demo-developer"},
		{Role: market.RoleReviewer, Email: "reviewer@demo.test", Password: "demo-reviewer"},
		{Role: market.RoleAdmin, Email: "admin@demo.test", Password: "demo-admin-account"},
	}
}

// tell writes the demo's cast.
func (s *samples) tell(w io.Writer, base string) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(t, "\n演示市场 / demo market\t%s/demo\n\n", base) // the writer keeps its error for Flush
	for _, a := range s.Accounts() {
		_, _ = fmt.Fprintf(t, "  %s\t%s\t%s\n", a.Role, a.Email, a.Password)
	}
	_, _ = fmt.Fprintln(t, "\n示例服务器 / sample servers")
	for _, srv := range s.servers.List() {
		_, _ = fmt.Fprintf(t, "  %s\t%s\t%s\n", srv.Name, srv.URL, srv.State)
	}
	_, _ = fmt.Fprintln(t)
	return t.Flush()
}
