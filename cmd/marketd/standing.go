package main

import (
	"context"
	"time"

	"marketd/cmd/marketd/config"
	"marketd/market"
	"marketd/storage"
)

// newStanding tells how the market does, its own parts among it.
func newStanding(cfg *config.Config, db *storage.DB, c core) *market.Standing {
	clock := market.SystemClock{}
	sweep := func(ctx context.Context) (market.SweepStanding, bool) {
		now := clock.Now()
		last, due, err := db.Sweep(ctx, now)
		s := market.SweepStanding{Last: last}
		if !due.IsZero() {
			s.Lag = now.Sub(due)
		}
		return s, err == nil && !last.IsZero()
	}
	return market.NewStanding(market.StandingOptions{
		Store: db, Catalog: c.catalog, History: c.history, Clock: clock, Sweep: sweep,
		Parts: []market.Part{
			{Name: "web", Ask: func(context.Context) market.PartStanding { return market.PartStanding{State: market.PartFine} }}, // it is answering
			{Name: "database", Ask: databasePart(db)},
			{Name: "probes", Ask: probesPart(sweep, cfg.Thresholds.Every)},
			{Name: "review", Ask: reviewPart(db, clock)},
			{Name: "notices", Ask: noticesPart(db, clock)},
			{Name: "network", Ask: networkPart(c.watch)},
		},
	})
}

func databasePart(db *storage.DB) func(context.Context) market.PartStanding {
	return func(ctx context.Context) market.PartStanding {
		switch {
		case db.Ping(ctx) != nil:
			return market.PartStanding{State: market.PartBroken}
		case db.Writable(ctx) != nil:
			return market.PartStanding{State: market.PartBroken, Text: market.Text{ZH: "数据库可读，写不进去。", EN: "It can be read and takes no writes."}}
		}
		return market.PartStanding{State: market.PartFine}
	}
}

// probesPart is slow when a listing has waited for longer than probes are apart.
func probesPart(sweep func(context.Context) (market.SweepStanding, bool), every time.Duration) func(context.Context) market.PartStanding {
	return func(ctx context.Context) market.PartStanding {
		s, ok := sweep(ctx)
		switch {
		case !ok:
			return market.PartStanding{State: market.PartUnknown}
		case s.Lag > max(4*every, time.Minute):
			return market.PartStanding{State: market.PartBroken, Text: market.Text{ZH: "到期的探测没有在做。", EN: "Probes that are due are not made."}}
		case s.Lag > max(every/2, 15*time.Second):
			return market.PartStanding{State: market.PartSlow, Text: market.Text{ZH: "探测做得比计划晚。", EN: "Probes are made later than planned."}}
		}
		return market.PartStanding{State: market.PartFine}
	}
}

// How long a submission may wait for its automated check: a pass is made again
// up to half an hour later.
const (
	checkLate  = time.Hour
	checkStuck = 6 * time.Hour
)

// reviewPart looks at the automated checks: how long people take to decide is no
// fault of a machine.
func reviewPart(db *storage.DB, clock market.Clock) func(context.Context) market.PartStanding {
	return func(ctx context.Context) market.PartStanding {
		var oldest []market.Submission
		err := db.View(ctx, func(r market.Reader) (err error) {
			oldest, err = r.Submissions(ctx, market.SubmissionFilter{Stages: []market.Stage{market.StageChecking}, Oldest: true, Limit: 1})
			return err
		})
		switch {
		case err != nil:
			return market.PartStanding{State: market.PartUnknown}
		case len(oldest) > 0 && clock.Now().Sub(oldest[0].UpdatedAt) > checkStuck:
			return market.PartStanding{State: market.PartBroken, Since: oldest[0].UpdatedAt, Text: market.Text{ZH: "自动检查没有在做。", EN: "Automated checks are not made."}}
		case len(oldest) > 0 && clock.Now().Sub(oldest[0].UpdatedAt) > checkLate:
			return market.PartStanding{State: market.PartSlow, Since: oldest[0].UpdatedAt, Text: market.Text{ZH: "自动检查在排队。", EN: "Automated checks are waiting."}}
		}
		return market.PartStanding{State: market.PartFine}
	}
}

// How long a notice may wait past its time, and how many e-mail channels have to
// fail, with nothing coming through to any, before it is the mail server.
const (
	noticesLate  = 5 * time.Minute
	noticesStuck = 30 * time.Minute
	mailFails    = 3
)

// noticesPart looks at what waits to be sent: how receivers do is their own affair,
// unless it is all those of e-mail.
func noticesPart(db *storage.DB, clock market.Clock) func(context.Context) market.PartStanding {
	return func(ctx context.Context) market.PartStanding {
		now := clock.Now()
		b, err := db.Backlog(ctx, now)
		switch {
		case err != nil:
			return market.PartStanding{State: market.PartUnknown}
		case b.Waiting > 0 && now.Sub(b.Due) > noticesStuck:
			return market.PartStanding{State: market.PartBroken, Since: b.Due, Text: market.Text{ZH: "到时间的通知没有在发。", EN: "Notices that are due are not sent."}}
		case b.MailFails >= mailFails && !b.MailSent:
			return market.PartStanding{State: market.PartBroken, Since: b.MailSince, Text: market.Text{ZH: "邮件发不出去；Webhook 和聊天照常。", EN: "No e-mail goes out; webhooks and chats do."}}
		case b.Waiting > 0 && now.Sub(b.Due) > noticesLate:
			return market.PartStanding{State: market.PartSlow, Since: b.Due, Text: market.Text{ZH: "通知发得比平时晚。", EN: "Notices are sent later than usual."}}
		}
		return market.PartStanding{State: market.PartFine}
	}
}

// networkPart tells of the doubt of this process alone: each replica has its own.
func networkPart(w *market.Watch) func(context.Context) market.PartStanding {
	return func(context.Context) market.PartStanding {
		if since, _ := w.Doubt(); !since.IsZero() {
			return market.PartStanding{State: market.PartSlow, Since: since, Text: market.Text{
				ZH: "失败太多，疑是我们自己的网络；其间的失败不算在服务器头上。", EN: "So much fails that our own network is doubted; failures meanwhile are not held against servers.",
			}}
		}
		return market.PartStanding{State: market.PartFine}
	}
}
