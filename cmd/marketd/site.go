package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"

	"marketd/catalogapi"
	"marketd/cmd/marketd/config"
	"marketd/i18n"
	"marketd/market"
	"marketd/reviewer/rules"
	"marketd/storage"
	"marketd/storage/jobs"
	"marketd/web"
)

// site is a market with everything it consists of.
type site struct {
	cfg      *config.Config
	log      *slog.Logger
	local    string // URL from this machine
	base     string // URL from the world
	listener net.Listener

	own    *own
	folder *folder // nil on PostgreSQL
	db     *storage.DB
	core   core
	queue  *jobs.Queue
	api    *catalogapi.Server
	pages  *web.Server
	demo   *samples // nil when this is no demo
	health *health
	server *http.Server
	loops  sync.WaitGroup

	callOff context.CancelFunc // ends the checks that are at work, and all later ones
}

// open readies a site on the listener; nothing runs yet but the sample servers
// of a demo. It closes what it opened when it fails, but not the listener.
func open(ctx context.Context, cfg *config.Config, ln net.Listener, log *slog.Logger) (*site, error) {
	s := &site{cfg: cfg, log: log, local: address(ln, cfg)}
	s.base = baseURL(cfg, s.local)
	var err error
	if s.own, err = newOwn(cfg, ln.Addr(), s.base); err != nil {
		return nil, err
	}
	if s.listener, err = secure(ctx, ln, cfg, log); err != nil {
		return nil, err
	}
	if err := s.openAll(ctx); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

func (s *site) openAll(ctx context.Context) error {
	var err error
	if s.cfg.DatabaseURL == "" {
		if err := makeFolder(s.cfg); err != nil {
			return err
		}
		if s.folder, err = holdFolder(s.cfg); err != nil {
			return err
		}
	}
	if s.db, err = openDatabase(ctx, s.cfg, s.log); err != nil {
		return err
	}
	if s.cfg.Demo {
		if s.demo, err = startSamples(ctx, s.db, s.log); err != nil {
			return err
		}
	}
	serving, callOff := context.WithCancel(context.WithoutCancel(ctx))
	s.callOff = callOff
	if s.core, err = newCore(ctx, serving, s); err != nil {
		return err
	}
	if s.queue, err = newQueue(s.cfg, s.db, s.core, s.log); err != nil {
		return err
	}
	if err := s.surfaces(); err != nil { //nolint:contextcheck // handlers have the contexts of their requests
		return err
	}
	if err := s.core.catalog.OnChange(s.api.Publish); err != nil {
		return fmt.Errorf("publish the catalog: %w", err)
	}
	return s.core.catalog.Refresh(ctx)
}

// surfaces makes the pages, the API and the server that carries both.
func (s *site) surfaces() error {
	base, err := url.Parse(s.base)
	if err != nil {
		return fmt.Errorf("base URL: %w", err)
	}
	trusted := proxies(s.cfg.BehindProxy)
	policy := newPolicy(s.cfg)
	standing := newStanding(s.cfg, s.db, s.core)
	o := web.Options{
		Intake: s.core.intake, Desk: s.core.desk, Watch: s.core.watch, Catalog: s.core.catalog, Accounts: s.core.accounts,
		History: s.core.history, Standing: standing, Drifts: s.core.drifts,
		Rulebook: s.core.rules, Waivers: s.core.waivers, Rereviews: s.core.rereviews,
		Sessions: storage.NewSessions(s.db, market.SystemClock{}), Clock: market.SystemClock{}, Log: s.log,
		RuleDocs: rules.Catalogue(), Ruleset: rules.Set, Categories: policy.Categories, Reserved: slices.Concat(policy.Reserved, policy.NeverRun),
		BaseURL: s.base, Every: s.cfg.Thresholds.Every, UserAgent: userAgent(s.base), SecondAgent: s.cfg.SecondAgent,
		Secure: s.cfg.Secure(), ClientIP: trusted.clientIP,
		Admission: market.NewAdmission(market.SystemClock{}, market.AdmissionLimits{}),
		Sharing:   s.core.sharing, Tools: s.core.tools, People: s.core.people,
	}
	o.People.Notices, o.People.Inbox = s.core.notices, s.core.inbox()
	if s.demo != nil {
		o.Demo = s.demo
	}
	s.pages = web.New(o)
	s.api = catalogapi.New(catalogapi.Options{
		Catalog: s.core.catalog, Intake: s.core.intake, Actor: s.pages.Actor, ClientIP: trusted.clientIP, BaseURL: s.base, Admission: o.Admission,
		Language: func(r *http.Request) market.Lang {
			return market.Lang(i18n.Match("", r.Header.Get("Accept-Language")))
		},
		Clock: market.SystemClock{}, Log: s.log, Demo: s.cfg.Demo,
		History: s.core.history, Standing: standing, Changes: s.core.drifts.Changes, Words: func(lang market.Lang) catalogapi.Words { return i18n.For(string(lang)) },
		Tools: s.core.tools, Settings: s.core.rules.Settings, RuleDocs: o.RuleDocs, Version: thisBuild().Version,
	})
	s.health = &health{ping: s.db.Ping, write: s.db.Writable, clock: market.SystemClock{}}
	mux := http.NewServeMux()
	s.health.routes(mux)
	for _, pattern := range catalogapi.Patterns() {
		mux.Handle(pattern, s.api.Handler())
	}
	mux.Handle("/", s.pages.Handler())
	s.server = newServer(trusted.guard(mux, base), s.log)
	s.server.RegisterOnShutdown(s.pages.Close)
	return nil
}

// start sets everything but the HTTP server going, until ctx ends or the
// queue is stopped.
func (s *site) start(ctx context.Context) error {
	s.loops.Go(func() {
		s.core.catalog.Follow(ctx, func(err error) { s.log.Error("the catalog is not followed", "err", err) })
	})
	if len(s.cfg.BehindProxy) == 0 { // else the address is the proxy's, which may front listings too
		s.loops.Go(func() { s.own.follow(ctx, s.log) })
	}
	return s.queue.Start(ctx)
}

// close frees what open took, in reverse. Whatever runs has been stopped.
func (s *site) close() error {
	s.loops.Wait()
	if s.callOff != nil {
		s.callOff()
	}
	var errs []error
	if s.pages != nil {
		s.pages.Close()
		s.api.Close()
	}
	if s.demo != nil {
		errs = append(errs, s.demo.servers.Close())
	}
	if s.db != nil {
		errs = append(errs, s.db.Close())
	}
	if s.folder != nil {
		errs = append(errs, s.folder.release())
	}
	return errors.Join(errs...)
}

// welcome tells on notes what a first start, or a demo, wants known.
func (s *site) welcome(ctx context.Context, notes io.Writer) error {
	if s.demo != nil {
		if err := s.demo.seed(ctx, s.db, s.core); err != nil {
			return fmt.Errorf("demo: %w", err)
		}
		return s.demo.tell(notes, s.base)
	}
	needed, err := s.core.accounts.NeedsAdmin(ctx)
	if err != nil || !needed {
		return err
	}
	secret, err := s.core.accounts.Invite(ctx, market.RoleAdmin)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(notes, "\n还没有管理员。%d 分钟内用这个链接建一个，只能用一次：\n"+
		"There is no admin yet. Make one with this link, once, within %[1]d minutes:\n\n  %s/setup/%s\n\n",
		int(market.InviteFor.Minutes()), s.base, secret)
	return err
}
