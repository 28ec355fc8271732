package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"marketd/market"
)

// Sessions keeps signed-in sessions; it has the methods that scs wants of a
// context-aware store. Tokens are kept as they are given: the session manager
// hashes them first (its HashTokenInStore).
type Sessions struct {
	db    *DB
	clock market.Clock
}

// NewSessions returns the sessions of the database.
func NewSessions(db *DB, clock market.Clock) *Sessions { return &Sessions{db, clock} }

// FindCtx returns a live session's data; false when there is none.
func (s *Sessions) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	err = s.db.read.QueryRowContext(ctx, "SELECT data FROM session WHERE token = $1 AND expires_at > $2",
		clean(token), micro(s.clock.Now())).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("storage: session: %w", err)
	}
	return data, true, nil
}

// CommitCtx stores a session's data until the expiry.
func (s *Sessions) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	_, err := s.db.write.ExecContext(ctx, `INSERT INTO session (token, data, expires_at) VALUES ($1, $2, $3)
		ON CONFLICT (token) DO UPDATE SET data = excluded.data, expires_at = excluded.expires_at`,
		clean(token), data, micro(expiry))
	if err != nil {
		return fmt.Errorf("storage: session: %w", err)
	}
	return nil
}

// DeleteCtx ends a session; one that is not there is no error.
func (s *Sessions) DeleteCtx(ctx context.Context, token string) error {
	if _, err := s.db.write.ExecContext(ctx, "DELETE FROM session WHERE token = $1", clean(token)); err != nil {
		return fmt.Errorf("storage: session: %w", err)
	}
	return nil
}

// Find is FindCtx without a context, which scs's Store demands and never calls.
func (s *Sessions) Find(token string) ([]byte, bool, error) {
	return s.FindCtx(context.Background(), token)
}

// Commit is CommitCtx without a context.
func (s *Sessions) Commit(token string, data []byte, expiry time.Time) error {
	return s.CommitCtx(context.Background(), token, data, expiry)
}

// Delete is DeleteCtx without a context.
func (s *Sessions) Delete(token string) error { return s.DeleteCtx(context.Background(), token) }

// Expire removes the sessions, invites and shared reports that have run out, and
// returns how many.
func (db *DB) Expire(ctx context.Context, now time.Time) (int64, error) {
	var n int64
	err := db.update(ctx, func(t *tx) error {
		n = 0
		for _, table := range []string{"session", "invite", "shared_report", "channel_link"} {
			gone, err := t.exec(ctx, "DELETE FROM "+table+" WHERE expires_at <= $1", micro(now))
			if err != nil {
				return err
			}
			n += gone
		}
		return nil
	})
	return n, err
}
