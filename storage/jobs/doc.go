// Package jobs works the market's queue with River, on the market's own
// database.
//
// A job is inserted by [market.Enqueuer] in the transaction that wants it, so
// it exists exactly when that transaction is committed. It runs at least once:
// a handler keys its effects. Several processes may share one database; one of
// them leads, and enqueues what is periodic.
//
// A process that dies leaves its jobs marked as running. Every worker counts
// up a sign of life; whoever sees another's stand still for
// [Options.RescueAfter] gives its jobs to the living. So a job may run as long
// as its own time-out, however soon the dead are noticed, and no two machines'
// clocks are compared.
package jobs
