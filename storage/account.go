package storage

import (
	"context"
	"time"

	"marketd/market"
)

const accountColumns = "id, email, name, role, password, disabled, created_at"

func scanAccount(r row) (a market.Account, err error) {
	err = r.Scan(&a.ID, &a.Email, &a.Name, &a.Role, &a.Password, &a.Disabled, instant{&a.CreatedAt})
	return a, err
}

func (t *tx) Account(ctx context.Context, id string) (market.Account, error) {
	return one(ctx, t, market.ErrAccountNotFound, scanAccount,
		"SELECT "+accountColumns+" FROM account WHERE id = $1", id)
}

func (t *tx) AccountByEmail(ctx context.Context, email string) (market.Account, error) {
	return one(ctx, t, market.ErrAccountNotFound, scanAccount,
		"SELECT "+accountColumns+" FROM account WHERE email = $1", email)
}

func (t *tx) Accounts(ctx context.Context, role market.Role) ([]market.Account, error) {
	return all(ctx, t, scanAccount,
		"SELECT "+accountColumns+" FROM account WHERE $1 IN ('', role) ORDER BY created_at, id", role)
}

func (t *tx) InsertAccount(ctx context.Context, a market.Account) error {
	_, err := t.exec(ctx, "INSERT INTO account ("+accountColumns+") VALUES ($1, $2, $3, $4, $5, $6, $7)",
		a.ID, a.Email, a.Name, a.Role, a.Password, a.Disabled, micro(a.CreatedAt))
	return t.emailTaken(err)
}

func (t *tx) UpdateAccount(ctx context.Context, a market.Account) error {
	n, err := t.exec(ctx, `UPDATE account SET email = $2, name = $3, role = $4, password = $5, disabled = $6, created_at = $7
		WHERE id = $1`,
		a.ID, a.Email, a.Name, a.Role, a.Password, a.Disabled, micro(a.CreatedAt))
	if err == nil && n == 0 {
		return market.ErrAccountNotFound
	}
	return t.emailTaken(err)
}

func (t *tx) emailTaken(err error) error {
	if t.db.engine.unique(err) {
		return market.ErrEmailTaken
	}
	return err
}

func (t *tx) InsertInvite(ctx context.Context, i market.Invite) error {
	_, err := t.exec(ctx, "INSERT INTO invite (hash, role, expires_at) VALUES ($1, $2, $3)", i.Hash, i.Role, micro(i.ExpiresAt))
	return err
}

func scanInvite(r row) (i market.Invite, err error) {
	err = r.Scan(&i.Hash, &i.Role, instant{&i.ExpiresAt})
	return i, err
}

func (t *tx) Invite(ctx context.Context, hash string, now time.Time) (market.Invite, error) {
	return one(ctx, t, market.ErrInviteInvalid, scanInvite,
		"SELECT hash, role, expires_at FROM invite WHERE hash = $1 AND expires_at > $2", hash, micro(now))
}

func (t *tx) TakeInvite(ctx context.Context, hash string, now time.Time) (market.Invite, error) {
	return one(ctx, t, market.ErrInviteInvalid, scanInvite, "DELETE FROM invite WHERE hash = $1 AND expires_at > $2 RETURNING hash, role, expires_at", hash, micro(now))
}

func (t *tx) DeleteInvites(ctx context.Context, role market.Role) error {
	_, err := t.exec(ctx, "DELETE FROM invite WHERE role = $1", role)
	return err
}
