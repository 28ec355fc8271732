package main

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"

	"marketd/cmd/marketd/config"
)

// site is a market with everything it consists of.
type site struct {
	cfg      *config.Config
	log      *slog.Logger
	local    string // URL from this machine
	base     string // URL from the world
	listener net.Listener
	server   *http.Server
	health   *health
}

func open(ctx context.Context, cfg *config.Config, ln net.Listener, log *slog.Logger) (*site, error) {
	s := &site{cfg: cfg, log: log, local: address(ln, cfg)}
	s.base = baseURL(cfg, s.local)
	var err error
	if s.listener, err = secure(ctx, ln, cfg, log); err != nil {
		return nil, err
	}
	s.health = &health{ping: func(context.Context) error { return nil }}
	mux := http.NewServeMux()
	s.health.routes(mux)
	s.server = newServer(proxies(cfg.BehindProxy).guard(mux, s.base), log)
	return s, nil
}

func (s *site) start(context.Context) error              { return nil }
func (s *site) welcome(context.Context, io.Writer) error { return nil }
func (s *site) finishJobs(context.Context) error         { return nil }
func (s *site) close() error                             { return nil }
