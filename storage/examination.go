package storage

import (
	"context"

	"marketd/market"
)

func (t *tx) InsertExamination(ctx context.Context, e market.Examination) (bool, error) {
	return t.insert(ctx, `INSERT INTO examination (submission, pass, report, probe, tools, digests)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
		e.Submission, e.Pass, document{e.Report}, document{e.Probe}, raws(e.Tools), document{e.Digests})
}

func (t *tx) Examinations(ctx context.Context, submission string) ([]market.Examination, error) {
	return all(ctx, t, func(r row) (e market.Examination, err error) {
		err = r.Scan(&e.Submission, &e.Pass, into{&e.Report}, into{&e.Probe}, into{&e.Tools}, into{&e.Digests})
		return e, err
	}, "SELECT submission, pass, report, probe, tools, digests FROM examination WHERE submission = $1 ORDER BY pass", submission)
}

func (t *tx) ReplaceReport(ctx context.Context, submission string, pass int, r market.Report) error {
	_, err := t.exec(ctx, "UPDATE examination SET report = $3 WHERE submission = $1 AND pass = $2", submission, pass, document{r})
	return err
}
