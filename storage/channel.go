package storage

import (
	"context"
	"time"

	"marketd/market"
)

// channelSettings are what of a channel is never searched by.
type channelSettings struct {
	Lang   market.Lang        `json:"lang,omitempty"`
	Kinds  []market.EventKind `json:"kinds,omitempty"`
	Delay  time.Duration      `json:"delay,omitempty"` // nanoseconds, as the others
	Remind time.Duration      `json:"remind,omitempty"`
	Digest time.Duration      `json:"digest,omitempty"`
	Quiet  market.QuietHours  `json:"quiet,omitzero"`
	Why    market.DisabledWhy `json:"why,omitempty"`
}

const selectChannel = `SELECT c.id, c.account, c.kind, c.name, c.template, c.address, c.target, c.secret, c.verified_at,
	c.desk, c.disabled, c.settings, c.failing_since, c.created_at, c.version FROM channel c`

func scanChannel(r row) (c market.Channel, err error) {
	var s channelSettings
	err = r.Scan(&c.ID, &c.Account, &c.Kind, &c.Name, &c.Template, &c.Address, &c.Target, &c.Secret, instant{&c.Verified},
		&c.Desk, &c.Disabled, into{&s}, instant{&c.FailingSince}, instant{&c.CreatedAt}, &c.Version)
	c.Lang, c.Kinds, c.Delay, c.Remind, c.Digest, c.Quiet, c.Why = s.Lang, s.Kinds, s.Delay, s.Remind, s.Digest, s.Quiet, s.Why
	return c, err
}

func settingsOf(c market.Channel) document {
	return document{channelSettings{c.Lang, c.Kinds, c.Delay, c.Remind, c.Digest, c.Quiet, c.Why}}
}

func (t *tx) Channel(ctx context.Context, id string) (market.Channel, error) {
	return one(ctx, t, market.ErrChannelNotFound, scanChannel, selectChannel+" WHERE c.id = $1", id)
}

func (t *tx) Channels(ctx context.Context, account string) ([]market.Channel, error) {
	return all(ctx, t, scanChannel, selectChannel+" WHERE c.account = $1 ORDER BY c.created_at, c.id", account)
}

func (t *tx) DeskChannels(ctx context.Context) ([]market.Channel, error) {
	return all(ctx, t, scanChannel, selectChannel+` JOIN account a ON a.id = c.account
		WHERE c.desk AND a.role IN ($1, $2) AND NOT a.disabled ORDER BY c.created_at, c.id`, market.RoleReviewer, market.RoleAdmin)
}

func (t *tx) InsertChannel(ctx context.Context, c market.Channel) error {
	_, err := t.exec(ctx, `INSERT INTO channel (id, account, kind, name, template, address, target, secret, verified_at,
		desk, disabled, settings, failing_since, created_at, version) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
		c.ID, c.Account, c.Kind, c.Name, c.Template, c.Address, c.Target, c.Secret, micro(c.Verified),
		c.Desk, c.Disabled, settingsOf(c), micro(c.FailingSince), micro(c.CreatedAt), c.Version)
	return err
}

func (t *tx) UpdateChannel(ctx context.Context, c market.Channel) error {
	n, err := t.exec(ctx, `UPDATE channel SET name = $3, template = $4, address = $5, target = $6, secret = $7, verified_at = $8,
		desk = $9, disabled = $10, settings = $11, failing_since = $12, version = version + 1 WHERE id = $1 AND version = $2`,
		c.ID, c.Version, c.Name, c.Template, c.Address, c.Target, c.Secret, micro(c.Verified),
		c.Desk, c.Disabled, settingsOf(c), micro(c.FailingSince))
	if err == nil && n == 0 {
		return market.ErrStale
	}
	return err
}

func (t *tx) DeleteChannel(ctx context.Context, id string) error {
	_, err := t.exec(ctx, "DELETE FROM channel WHERE id = $1", id)
	return err
}

func (t *tx) ChannelLink(ctx context.Context, hash string) (market.ChannelLink, error) {
	return one(ctx, t, market.ErrLinkInvalid, func(r row) (l market.ChannelLink, err error) {
		err = r.Scan(&l.Hash, &l.Channel, &l.Address, instant{&l.Expires})
		return l, err
	}, "SELECT hash, channel, address, expires_at FROM channel_link WHERE hash = $1", hash)
}

func (t *tx) InsertChannelLink(ctx context.Context, l market.ChannelLink) error {
	_, err := t.exec(ctx, "INSERT INTO channel_link (hash, channel, address, expires_at) VALUES ($1, $2, $3, $4)",
		l.Hash, l.Channel, l.Address, micro(l.Expires))
	return err
}

func (t *tx) DeleteChannelLinks(ctx context.Context, channel string) error {
	_, err := t.exec(ctx, "DELETE FROM channel_link WHERE channel = $1", channel)
	return err
}
