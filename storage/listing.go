package storage

import (
	"context"
	"time"

	"marketd/market"
)

const selectListing = `SELECT l.id, l.owner, l.revision, l.submission, l.entry, l.tools, l.digests, l.digest, l.auth, l.app, l.mcp, l.mcp_version, l.icon,
	l.hold, l.approved_by, l.ruleset, l.created_at, l.approved_at,
	COALESCE(h.state, 'unknown'), COALESCE(h.since, 0), COALESCE(h.checked_at, 0), COALESCE(h.reason, ''), COALESCE(h.class, ''),
	COALESCE(h.digest, ''), COALESCE(h.failures, 0), COALESCE(h.failed_at, 0), COALESCE(h.successes, 0),
	COALESCE(h.gates, 0), COALESCE(h.next_probe_at, 0), COALESCE(h.silent_for, 0), COALESCE(h.cert_until, 0),
	COALESCE(h.claim, 0), COALESCE(h.folded, 0), COALESCE(h.claimed_until, 0)
	FROM listing l LEFT JOIN health h ON h.listing = l.id`

func scanListing(r row) (l market.Listing, err error) {
	h := &l.Health
	err = r.Scan(&l.ID, &l.Owner, &l.Revision, &l.Submission, into{&l.Entry}, into{&l.Tools}, into{&l.Digests}, &l.Digest,
		&l.Auth, &l.App, &l.MCP, &l.MCPVersion, &l.Icon, &l.Hold, &l.ApprovedBy, &l.Ruleset, instant{&l.CreatedAt}, instant{&l.ApprovedAt},
		&h.State, instant{&h.Since}, instant{&h.CheckedAt}, &h.Reason, &h.Class, &h.Digest,
		&h.Failures, instant{&h.FailedAt}, &h.Successes, &h.Gates, instant{&h.NextProbe},
		instant{&h.SilentFor}, instant{&h.CertUntil}, &h.Claim, &h.Folded, instant{&h.ClaimedUntil})
	return l, err
}

func (t *tx) Listing(ctx context.Context, id string) (market.Listing, error) {
	return one(ctx, t, market.ErrListingNotFound, scanListing, selectListing+" WHERE l.id = $1", id)
}

func (t *tx) Listings(ctx context.Context, f market.ListingFilter) ([]market.Listing, error) {
	c := &conditions{}
	c.equal("l.owner", f.Owner)
	c.equal("l.endpoint", f.Endpoint)
	query := selectListing + c.where() + " ORDER BY l.id"
	if f.Limit > 0 {
		query += " LIMIT " + c.arg(f.Limit)
	}
	return all(ctx, t, scanListing, query, c.args...)
}

func (t *tx) SaveListing(ctx context.Context, l market.Listing) error {
	_, err := t.exec(ctx, `INSERT INTO listing (id, owner, revision, submission, endpoint, entry, tools, digests, digest, auth,
		app, hold, approved_by, ruleset, created_at, approved_at, mcp, mcp_version, icon)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
		ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, revision = excluded.revision, submission = excluded.submission,
		endpoint = excluded.endpoint, entry = excluded.entry, tools = excluded.tools, digests = excluded.digests,
		digest = excluded.digest, auth = excluded.auth, app = excluded.app, hold = excluded.hold,
		approved_by = excluded.approved_by, ruleset = excluded.ruleset, created_at = excluded.created_at,
		approved_at = excluded.approved_at, mcp = excluded.mcp, mcp_version = excluded.mcp_version, icon = excluded.icon`,
		l.ID, l.Owner, l.Revision, l.Submission, l.Entry.Endpoint(), document{l.Entry}, raws(l.Tools), document{l.Digests},
		l.Digest, l.Auth, l.App, l.Hold, l.ApprovedBy, l.Ruleset, micro(l.CreatedAt), micro(l.ApprovedAt), l.MCP, l.MCPVersion, l.Icon)
	return err
}

func scanRevision(r row) (c market.CatalogRevision, err error) {
	err = r.Scan(&c.Revision, instant{&c.UpdatedAt})
	return c, err
}

func (t *tx) CatalogRevision(ctx context.Context) (market.CatalogRevision, error) {
	return one(ctx, t, errNoRow, scanRevision, "SELECT revision, updated_at FROM catalog WHERE id = 1")
}

func (t *tx) BumpCatalog(ctx context.Context, at time.Time) (market.CatalogRevision, error) {
	return one(ctx, t, errNoRow, scanRevision,
		"UPDATE catalog SET revision = revision + 1, updated_at = $1 WHERE id = 1 RETURNING revision, updated_at", micro(at))
}
