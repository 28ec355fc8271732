package storagetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"marketd/market"
)

func account(id string, role market.Role) market.Account {
	return market.Account{ID: id, Email: id + "@example.com", Name: "名字 " + id, Role: role, Password: "$argon2id$v=19$…", CreatedAt: now}
}

func accounts(t *testing.T, s market.Store) {
	dev, rev := account("a2", market.RoleDeveloper), account("a1", market.RoleReviewer)
	rev.CreatedAt = now.Add(-time.Microsecond)
	update(t, s, func(ctx context.Context, w market.Writer) error {
		if err := w.InsertAccount(ctx, dev); err != nil {
			return err
		}
		return w.InsertAccount(ctx, rev)
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Account(ctx, "a2"))(t), dev)
		same(t, must(r.AccountByEmail(ctx, "a1@example.com"))(t), rev)
		same(t, must(r.Accounts(ctx, ""))(t), []market.Account{rev, dev})
		same(t, must(r.Accounts(ctx, market.RoleDeveloper))(t), []market.Account{dev})
		same(t, len(must(r.Accounts(ctx, market.RoleAdmin))(t)), 0)
		_, err := r.Account(ctx, "nobody")
		wantErr(t, err, market.ErrAccountNotFound)
		_, err = r.AccountByEmail(ctx, "nobody@example.com")
		wantErr(t, err, market.ErrAccountNotFound)
	})

	dev.Name, dev.Disabled, dev.Role, dev.Password = "新名", true, market.RoleAdmin, "other"
	update(t, s, func(ctx context.Context, w market.Writer) error { return w.UpdateAccount(ctx, dev) })
	view(t, s, func(ctx context.Context, r market.Reader) { same(t, must(r.Account(ctx, "a2"))(t), dev) })
	failing(t, s, market.ErrAccountNotFound, func(ctx context.Context, w market.Writer) error {
		return w.UpdateAccount(ctx, account("nobody", market.RoleDeveloper))
	})
}

func accountEmail(t *testing.T, s market.Store) {
	a, b := account("a", market.RoleDeveloper), account("b", market.RoleDeveloper)
	update(t, s, func(ctx context.Context, w market.Writer) error { return w.InsertAccount(ctx, a) })
	b.Email = a.Email
	failing(t, s, market.ErrEmailTaken, func(ctx context.Context, w market.Writer) error { return w.InsertAccount(ctx, b) })
	b.Email = "b@example.com"
	update(t, s, func(ctx context.Context, w market.Writer) error { return w.InsertAccount(ctx, b) })
	b.Email = a.Email
	failing(t, s, market.ErrEmailTaken, func(ctx context.Context, w market.Writer) error { return w.UpdateAccount(ctx, b) })
}

func invites(t *testing.T, s market.Store) {
	i := market.Invite{Hash: "cafe", Role: market.RoleAdmin, ExpiresAt: now.Add(time.Minute)}
	update(t, s, func(ctx context.Context, w market.Writer) error { return w.InsertInvite(ctx, i) })
	take := func(hash string, at time.Time) func(context.Context, market.Writer) error {
		return func(ctx context.Context, w market.Writer) error {
			got, err := w.TakeInvite(ctx, hash, at)
			if err == nil {
				same(t, got, i)
			}
			return err
		}
	}
	view(t, s, func(ctx context.Context, r market.Reader) { // looking takes nothing
		same(t, must(r.Invite(ctx, "cafe", i.ExpiresAt.Add(-time.Microsecond)))(t), i)
		_, err := r.Invite(ctx, "cafe", i.ExpiresAt)
		wantErr(t, err, market.ErrInviteInvalid)
		_, err = r.Invite(ctx, "beef", now)
		wantErr(t, err, market.ErrInviteInvalid)
	})
	failing(t, s, market.ErrInviteInvalid, take("beef", now))
	failing(t, s, market.ErrInviteInvalid, take("cafe", i.ExpiresAt))
	update(t, s, take("cafe", i.ExpiresAt.Add(-time.Microsecond)))
	failing(t, s, market.ErrInviteInvalid, take("cafe", now))

	other := market.Invite{Hash: "f00d", Role: market.RoleReviewer, ExpiresAt: i.ExpiresAt}
	update(t, s, func(ctx context.Context, w market.Writer) error {
		return errors.Join(w.InsertInvite(ctx, i), w.InsertInvite(ctx, other), w.DeleteInvites(ctx, market.RoleAdmin))
	})
	failing(t, s, market.ErrInviteInvalid, take("cafe", now))
	i = other
	update(t, s, take("f00d", now))
}
