package market

import (
	"context"
	"encoding/json"
	"time"
)

// The kinds of job.
const (
	JobReview = "review" // args ReviewArgs: one examination pass
	JobSweep  = "sweep"  // args none: find what is due and enqueue JobProbe
	JobProbe  = "probe"  // args ProbeArgs: probe a batch of listings
	JobExpire = "expire" // args none: drop expired sessions, invites and shared reports

	JobRereview = "rereview" // args RereviewArgs: judge a batch of listings anew

	JobCompact = "compact" // args none: roll raw probe results up, and drop what is kept no longer
	JobNotify  = "notify"  // args NotifyArgs: find who is to be told of an event
	JobDeliver = "deliver" // args DeliverArgs: send what waits for one channel
)

// Job is work to be done after the transaction that enqueues it. Jobs run at
// least once: a handler keys its effects.
type Job struct {
	Kind  string
	Args  json.RawMessage
	RunAt time.Time // zero means at once
	Key   string    // jobs of one kind and key wait in the queue only once

	// Shared is work in bulk: the process that enqueues it is not woken for it, or
	// it would always come before the others. Who next looks takes it.
	Shared bool
}

// ReviewArgs are the arguments of JobReview.
type ReviewArgs struct {
	Submission string `json:"submission"`
	Pass       int    `json:"pass"`
}

// ProbeArgs are the arguments of JobProbe.
type ProbeArgs struct {
	Claims []Claim `json:"claims"`
}

// Claim is the right to make one probe of a listing. Its number makes the
// effect's key.
type Claim struct {
	Listing string `json:"listing"`
	Number  int64  `json:"number"`
}

// NotifyArgs are the arguments of JobNotify.
type NotifyArgs struct {
	Event string `json:"event"`
}

// DeliverArgs are the arguments of JobDeliver.
type DeliverArgs struct {
	Channel string `json:"channel"`
}

// JobHandler does one job. An error has the job tried again with back-off.
type JobHandler func(ctx context.Context, args json.RawMessage) error

// Schedule says when something periodic is next due; robfig/cron's schedules fit.
type Schedule interface {
	Next(time.Time) time.Time
}
