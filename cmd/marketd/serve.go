package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"marketd/cmd/marketd/config"
)

// How long the parts of a graceful stop may take, at the same time. Checks are
// not waited for: they end at once.
const (
	drainFor = 8 * time.Second // requests in flight
	jobsFor  = time.Second     // jobs at work; then they are cancelled, and taken up again after the next start
)

// serve runs the market until ctx ends.
func serve(ctx context.Context, c call) error {
	cfg, err := config.Read(c.args, c.env)
	if err != nil {
		return err
	}
	log := newLog(c.err, cfg)
	for _, name := range cfg.Unknown {
		log.Warn("a variable names no setting", "variable", name)
	}
	limitMemory(cfg, c.env)
	ln, err := listen(ctx, cfg)
	if err != nil {
		return err
	}
	s, err := open(ctx, cfg, ln, log)
	if err != nil {
		return errors.Join(err, ln.Close())
	}
	return s.run(ctx, c.out, c.err)
}

// run serves until ctx ends or the listener fails, then stops in order: what
// brings new work first, the database last.
func (s *site) run(ctx context.Context, out, notes io.Writer) error {
	work, stopWork := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWork()
	if err := s.start(work); err != nil {
		stopWork() // close waits for what start set going
		return errors.Join(err, s.listener.Close(), s.close())
	}
	failed := make(chan error, 1)
	go func() { failed <- s.server.Serve(s.listener) }()
	err := s.announce(ctx, out, notes)
	if err == nil {
		select {
		case <-ctx.Done():
			s.log.Info("stopping")
		case err = <-failed:
			err = fmt.Errorf("serve: %w", err)
		}
	}
	return errors.Join(err, s.stop(stopWork)) //nolint:contextcheck // ctx has ended: that is why we stop
}

// announce tells those who start the market what they need to know, and last,
// on standard output, that it is ready.
func (s *site) announce(ctx context.Context, out, notes io.Writer) error {
	if err := s.welcome(ctx, notes); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "marketd: serving %s\n", s.local)
	return err
}

// stop takes the site down. The order: readiness fails, so that nobody new is
// sent here; checks are called off; jobs are no longer fetched; requests in
// flight and jobs at work finish; the database closes.
func (s *site) stop(stopWork context.CancelFunc) error {
	s.health.stopping.Store(true)
	s.callOff()
	idle := make(chan error, 1)
	fetching, giveUp := context.WithTimeout(context.Background(), jobsFor)
	defer giveUp()
	go func() { idle <- s.queue.Stop(fetching) }()

	drain, cancel := context.WithTimeout(context.Background(), drainFor)
	defer cancel()
	err := s.server.Shutdown(drain)
	if errors.Is(err, context.DeadlineExceeded) {
		s.log.Warn("requests cut off", "after", drainFor)
		err = s.server.Close()
	}
	jobsErr := <-idle
	stopWork()
	return errors.Join(unless(err, http.ErrServerClosed), jobsErr, s.close())
}

// unless is err, or nil when err is the one expected.
func unless(err, expected error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}
