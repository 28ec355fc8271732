// Package storage keeps the market in SQLite or PostgreSQL.
//
// [Open] gives a [DB], which is the market's [market.Store]: one SQL text
// serves both engines ($1…$N placeholders, instants as BIGINT microseconds,
// documents as JSON in TEXT), and what they do differently is in sqlite.go and
// postgres.go alone. Both give the same promises:
//
//   - Updates run one after the other, so what an update reads stays true
//     until it commits. SQLite has one writer by nature; on PostgreSQL every
//     update first takes one advisory lock of the database. Of one process at
//     most two updates hold a connection while they wait for that.
//   - A view sees one state, the last committed when it began to read.
//   - Text is kept as it is but for what one of the engines cannot hold: NUL
//     and bytes that are not UTF-8 become U+FFFD.
//   - Instants keep their microseconds, in UTC. The zero time stays zero.
//
// Jobs are rows too: [market.Enqueuer] inserts them in the writer's own
// transaction, and package jobs works them.
package storage
