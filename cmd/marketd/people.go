package main

import (
	"marketd/cmd/marketd/config"
	"marketd/market"
	"marketd/signing"
	"marketd/web"
)

// newPeople is what people steer the market's watching by.
func newPeople(s *site, sealer *signing.Sealer, catalog *market.Catalog) web.People {
	cfg, db, clock := s.cfg, s.db, market.SystemClock{}
	return web.People{
		Complaints: market.NewComplaints(market.ComplaintsOptions{
			Store: db, Clock: clock, Publish: catalog.Nudge, Log: s.log,
			Origin: func(prefix string) string { return sealer.Pseudonym(prefix, "complaint") },
			Limits: complaintLimits(cfg),
		}),
		Upkeep: market.NewUpkeep(db, clock, catalog.Nudge), Exclusions: market.NewExclusions(db, clock),
		Contact: cfg.Contact, ProbesFrom: cfg.ProbeSources(),
	}
}

func complaintLimits(cfg *config.Config) market.ComplaintLimits {
	return market.ComplaintLimits{Accounts: cfg.ReportAccounts, People: cfg.ReportPeople}
}

// inbox is where a demo's mails are read.
func (c *core) inbox() func(to string) []web.DemoMail {
	if c.outbox == nil {
		return nil
	}
	return func(to string) []web.DemoMail {
		var out []web.DemoMail
		for _, m := range c.outbox.Mails(to) {
			out = append(out, web.DemoMail{At: m.At, To: m.To, Subject: m.Subject, Text: m.Text})
		}
		return out
	}
}
