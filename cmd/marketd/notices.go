package main

import (
	"log/slog"

	"marketd/cmd/marketd/config"
	"marketd/healthcheck/netguard"
	"marketd/market"
	"marketd/notify"
	"marketd/signing"
	"marketd/storage"
)

// deliveries is how many messages are on their way at once. Nearly all of that
// time is spent waiting for sinks, of which a dead one takes 10 seconds.
const deliveries = 16

// newNotices is the use case that tells people, and the mails that a demo keeps
// in place of sending them; nil when this is none.
func newNotices(cfg *config.Config, db *storage.DB, base string, sealer *signing.Sealer, guard netguard.Policy, log *slog.Logger) (*market.Notices, *notify.Outbox, error) {
	guard.UserAgent = "marketd-notice/1 (+" + base + ")"
	o := notify.Options{Guard: guard, BaseURL: base, Clock: market.SystemClock{}}
	var outbox *notify.Outbox
	switch {
	case cfg.SMTP != nil:
		server, err := notify.NewSMTP(notify.SMTPOptions{URL: cfg.SMTP, Password: cfg.SMTPPassword, From: cfg.MailFrom})
		if err != nil {
			return nil, nil, err
		}
		o.Mail = server
	case cfg.Demo:
		outbox = &notify.Outbox{}
		o.Mail = outbox
	}
	return market.NewNotices(market.NoticeOptions{
		Store: db, Clock: market.SystemClock{}, Sealer: sealer, Sender: notify.New(o), BaseURL: base, Log: log,
	}), outbox, nil
}
