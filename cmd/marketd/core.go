package main

import (
	"context"
	"log/slog"
	"runtime"

	"marketd/cmd/marketd/config"
	"marketd/healthcheck"
	"marketd/healthcheck/netguard"
	"marketd/market"
	"marketd/notify"
	"marketd/reviewer"
	"marketd/reviewer/drift"
	"marketd/reviewer/rules"
	"marketd/reviewer/rules/safety"
	"marketd/signing"
	"marketd/storage"
	"marketd/web"
)

// core is the use cases, wired.
type core struct {
	accounts *market.Accounts
	intake   *market.Intake // of the surfaces: its checks end when the market stops
	reviews  *market.Intake // of the jobs
	desk     *market.Desk
	watch    *market.Watch
	history  *market.History
	drifts   *market.Drifts
	catalog  *market.Catalog
	tools    market.ToolsChecker // of lists without their servers
	sharing  *market.Sharing
	notices  *market.Notices
	outbox   *notify.Outbox // of a demo; else nil
	people   web.People
	reviewing
}

// reviewing is the reviewers' tools.
type reviewing struct {
	rules     *market.Rulebook
	waivers   *market.Waivers
	rereviews *market.Rereviews
}

// newCore wires the use cases of a site whose database is open. Checks go on as
// long as serving does.
func newCore(ctx, serving context.Context, s *site) (core, error) {
	cfg, db, log := s.cfg, s.db, s.log
	sealer, err := openSealer(ctx, cfg, db, log)
	if err != nil {
		return core{}, err
	}
	guard, err := newGuard(cfg, s.own, userAgent(s.base))
	if err != nil {
		return core{}, err
	}
	prober := newProber(guard, log)
	clock := market.SystemClock{}
	catalog, lookalikes := market.NewCatalog(db), market.NewLookalikes(db)
	if err := catalog.OnChange(lookalikes.Learn); err != nil {
		return core{}, err
	}
	visitor := market.NewExclusions(db, clock).Sparing(healthcheck.NewVisitor(guard, clock, safety.Redact))
	examiner := reviewer.New(reviewer.Options{
		Prober: prober, Visitor: visitor, Rules: rules.All(), Policy: newPolicy(cfg), Ruleset: rules.Set,
		Neighbours: lookalikes, Redact: safety.Redact, Log: log,
	})
	intake := market.IntakeOptions{
		Store: db, Examiner: examiner, Checker: examiner, Sealer: sealer, Clock: clock,
		Limits: market.SubmitLimits{PerMinute: cfg.SubmitLimit}, Redact: safety.Redact, Log: log,
	}
	reviews := market.NewIntake(intake)
	intake.Examiner = interruptible{examiner, serving}
	changes := drift.New(examiner, safety.Redact)
	desk := market.NewDesk(db, clock, catalog.Nudge).Rejudging(examiner).Comparing(changes, complaintLimits(cfg))
	watch, err := newWatch(cfg, db, prober, sealer, changes, catalog, canaries(cfg.Canaries, guard), log)
	if err != nil {
		return core{}, err
	}
	notices, outbox, err := newNotices(cfg, db, s.base, sealer, guard, log)
	if err != nil {
		return core{}, err
	}
	return core{
		notices: notices, outbox: outbox, people: newPeople(s, sealer, catalog),
		accounts: newAccounts(db), intake: market.NewIntake(intake), reviews: reviews,
		desk: desk, reviewing: newReviewing(cfg, db, desk, examiner, log),
		watch: watch, history: market.NewHistory(db, clock), catalog: catalog,
		drifts: market.NewDrifts(market.DriftsOptions{Store: db, Clock: clock, Judge: changes, Publish: catalog.Nudge, Limits: complaintLimits(cfg)}),
		tools:  examiner, sharing: market.NewSharing(market.SharingOptions{Store: db, Clock: clock}),
	}, nil
}

func newReviewing(cfg *config.Config, db *storage.DB, desk *market.Desk, judge market.Rejudger, log *slog.Logger) reviewing {
	book := market.NewRulebook(db, market.SystemClock{}, reviewer.Docs(rules.All()), newPolicy(cfg).Settings)
	return reviewing{
		rules: book, waivers: market.NewWaivers(desk, judge),
		rereviews: market.NewRereviews(market.RereviewOptions{Store: db, Judge: judge, Rules: book, Clock: market.SystemClock{}, Log: log}),
	}
}

// openSealer opens the sealing key, or makes one, and tells of tokens that it
// does not open: the key that they were sealed with is gone. The market serves
// all the same; what wants those tokens goes without.
func openSealer(ctx context.Context, cfg *config.Config, db *storage.DB, log *slog.Logger) (*signing.Sealer, error) {
	sealer, err := signing.OpenSealer(cfg.SealingKey())
	if err != nil {
		return nil, err
	}
	tokens, err := db.SealedTokens(ctx)
	if err != nil {
		return nil, err
	}
	lost := 0
	for _, sealed := range tokens {
		if !sealer.Knows(sealed) {
			lost++
		}
	}
	if lost > 0 {
		log.ErrorContext(ctx, "publishers' test tokens do not open: the key file lacks their key. "+
			"Put the lost key, from a backup, below the first line of keys; without it the tokens must be given anew",
			"lost", lost, "of", len(tokens), "file", cfg.SealingKey())
	}
	return sealer, nil
}

// newAccounts lets as many passwords be hashed at once as there are processors:
// more would take memory and be no faster.
func newAccounts(db *storage.DB) *market.Accounts {
	return market.NewAccounts(db, signing.NewPasswords(runtime.GOMAXPROCS(0)), market.SystemClock{})
}

func newPolicy(cfg *config.Config) reviewer.Policy {
	p := reviewer.DefaultPolicy()
	p.Allowed, p.Require, p.Agent, p.Settings = cfg.ProbeAllow, cfg.Require, cfg.SecondAgent, cfg.RuleSettings
	p.Brands = append(p.Brands, cfg.Brands...)
	if cfg.Pace == "fast" {
		p.Pace = reviewer.PaceFast()
	}
	return p
}

// newGuard says where the market's own requests may go.
func newGuard(cfg *config.Config, self *own, agent string) (netguard.Policy, error) {
	policy := netguard.Policy{
		Allow: cfg.ProbeAllow, UserAgent: agent, NAT64: cfg.ProbeNAT64,
		Own: self.addresses, Names: self.names,
	}
	if cfg.ProbeCA != "" {
		roots, err := cfg.ProbeRoots()
		if err != nil {
			return netguard.Policy{}, err
		}
		policy.CA = roots
	}
	return policy, nil
}

func newProber(guard netguard.Policy, log *slog.Logger) *healthcheck.Prober {
	return healthcheck.NewProber(netguard.New(guard), market.SystemClock{}, log, safety.Redact)
}

// userAgent names the prober and says where to read about it.
func userAgent(base string) string { return "marketd-prober/1 (+" + base + "/prober)" }
