package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"text/tabwriter"

	"marketd/demo"
	"marketd/market"
	"marketd/storage"
	"marketd/web"
)

// samples is the demo's side of the market: sample servers, and accounts whose
// passwords everyone may know.
type samples struct {
	servers *demo.Servers
	log     *slog.Logger
}

// portsSetting is where the database keeps the ports that the sample servers
// had, as a JSON object by their names.
const portsSetting = "demo ports"

// startSamples starts the sample servers, on the ports of the last time if
// they are free, so that listings survive a restart.
func startSamples(ctx context.Context, db *storage.DB, log *slog.Logger) (*samples, error) {
	var last map[string]int
	noted, found, err := db.Setting(ctx, portsSetting)
	if err != nil {
		return nil, err
	}
	if found {
		if err := json.Unmarshal([]byte(noted), &last); err != nil {
			log.Warn("demo: ports of the last time not known", "err", err)
		}
	}
	servers, err := demo.Start(ctx, demo.Options{Ports: last, Log: log})
	if err != nil {
		return nil, err
	}
	now, err := json.Marshal(servers.Ports())
	if err == nil {
		err = db.PutSetting(ctx, portsSetting, string(now))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("demo: %w", err), servers.Close())
	}
	return &samples{servers, log}, nil
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
