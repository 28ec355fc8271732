package storage

import (
	"context"

	"marketd/market"
)

// A token's presence is not stored twice: it is where the token is.
const submissionColumns = `id, listing_id, owner, revision, entry, stage, version, pass, verdict, rules, digest, tool_count,
	claimed_by, claimed_until, EXISTS (SELECT 1 FROM sealed_token WHERE object = 'submission/' || submission.id),
	decision, appeal, submitted_at, updated_at`

func scanSubmission(r row) (s market.Submission, err error) {
	err = r.Scan(&s.ID, &s.ListingID, &s.Owner, &s.Revision, into{&s.Entry}, &s.Stage, &s.Version, &s.Pass, &s.Verdict,
		into{&s.Rules}, &s.Digest, &s.ToolCount, &s.ClaimedBy, instant{&s.ClaimedUntil}, &s.HasToken,
		into{&s.Decision}, into{&s.Appeal}, instant{&s.SubmittedAt}, instant{&s.UpdatedAt})
	return s, err
}

func (t *tx) Submission(ctx context.Context, id string) (market.Submission, error) {
	return one(ctx, t, market.ErrSubmissionNotFound, scanSubmission,
		"SELECT "+submissionColumns+" FROM submission WHERE id = $1", id)
}

func (t *tx) Submissions(ctx context.Context, f market.SubmissionFilter) ([]market.Submission, error) {
	c := submissionConditions(f)
	order := " ORDER BY submitted_at DESC, id DESC"
	if f.Oldest {
		order = " ORDER BY submitted_at, id"
	}
	query := "SELECT " + submissionColumns + " FROM submission" + c.where() + order +
		" LIMIT " + c.arg(orDefault(f.Limit, 50)) + " OFFSET " + c.arg(max(f.Offset, 0))
	return all(ctx, t, scanSubmission, query, c.args...)
}

func (t *tx) CountSubmissions(ctx context.Context, f market.SubmissionFilter) (map[market.Stage]int, error) {
	type count struct {
		stage market.Stage
		n     int
	}
	c := submissionConditions(f)
	rows, err := all(ctx, t, func(r row) (n count, err error) {
		err = r.Scan(&n.stage, &n.n)
		return n, err
	}, "SELECT stage, COUNT(*) FROM submission"+c.where()+" GROUP BY stage", c.args...)
	if err != nil {
		return nil, err
	}
	counts := make(map[market.Stage]int, len(rows))
	for _, r := range rows {
		counts[r.stage] = r.n
	}
	return counts, nil
}

func (t *tx) LastRevision(ctx context.Context, listingID string) (int, error) {
	return one(ctx, t, nil, func(r row) (n int, err error) { return n, r.Scan(&n) },
		"SELECT COALESCE(MAX(revision), 0) FROM submission WHERE listing_id = $1", listingID)
}

func (t *tx) InsertSubmission(ctx context.Context, s market.Submission) error {
	_, err := t.exec(ctx, `INSERT INTO submission (id, listing_id, owner, revision, entry, stage, version, pass, verdict, rules,
		digest, tool_count, claimed_by, claimed_until, decision, search, submitted_at, updated_at, appeal)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
		s.ID, s.ListingID, s.Owner, s.Revision, document{s.Entry}, s.Stage, s.Version, s.Pass, s.Verdict, document{s.Rules},
		s.Digest, s.ToolCount, s.ClaimedBy, micro(s.ClaimedUntil), document{s.Decision}, searchText(s),
		micro(s.SubmittedAt), micro(s.UpdatedAt), document{s.Appeal})
	return t.idTaken(err)
}

func (t *tx) UpdateSubmission(ctx context.Context, s market.Submission) error {
	n, err := t.exec(ctx, `UPDATE submission SET listing_id = $2, owner = $3, revision = $4, entry = $5, stage = $6,
		version = version + 1, pass = $7, verdict = $8, rules = $9, digest = $10, tool_count = $11, claimed_by = $12,
		claimed_until = $13, decision = $14, search = $15, submitted_at = $16, updated_at = $17, appeal = $18
		WHERE id = $1 AND version = $19`,
		s.ID, s.ListingID, s.Owner, s.Revision, document{s.Entry}, s.Stage,
		s.Pass, s.Verdict, document{s.Rules}, s.Digest, s.ToolCount, s.ClaimedBy,
		micro(s.ClaimedUntil), document{s.Decision}, searchText(s), micro(s.SubmittedAt), micro(s.UpdatedAt), document{s.Appeal}, s.Version)
	if err != nil {
		return t.idTaken(err)
	}
	if n > 0 {
		return nil
	}
	if _, err := t.Submission(ctx, s.ID); err != nil {
		return err
	}
	return market.ErrStale
}

// idTaken: the listing id has an open submission, or one with this revision.
func (t *tx) idTaken(err error) error {
	if t.db.engine.unique(err) {
		return market.ErrIDTaken
	}
	return err
}
