package storagetest

import (
	"context"
	"testing"
	"time"

	"marketd/market"
)

func sharedReport(id string) market.SharedReport {
	e := examination("s", 1)
	return market.SharedReport{
		ID: id, Owner: "visitor/ab", At: now, Expires: now.Add(market.ShareFor), Bytes: 1234, Report: e.Report, Sent: e.Probe.Exchanges,
	}
}

func sharedReports(t *testing.T, s market.Store) {
	one, two := sharedReport("one"), sharedReport("two")
	two.Owner, two.Sent, two.Bytes, two.Expires = "", nil, 1<<40, now.Add(time.Hour)
	update(t, s, func(ctx context.Context, w market.Writer) error {
		same(t, must(w.SharedReportBytes(ctx))(t), int64(0))
		if err := w.InsertSharedReport(ctx, one); err != nil {
			return err
		}
		return w.InsertSharedReport(ctx, two)
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.SharedReport(ctx, "one"))(t), one)
		same(t, must(r.SharedReport(ctx, "two"))(t), two)
		same(t, must(r.SharedReportBytes(ctx))(t), int64(1<<40+1234))
		_, err := r.SharedReport(ctx, "three")
		wantErr(t, err, market.ErrReportNotFound)
	})
	for range 2 {
		update(t, s, func(ctx context.Context, w market.Writer) error { return w.DeleteSharedReport(ctx, "one") })
	}
	view(t, s, func(ctx context.Context, r market.Reader) {
		_, err := r.SharedReport(ctx, "one")
		wantErr(t, err, market.ErrReportNotFound)
		same(t, must(r.SharedReportBytes(ctx))(t), int64(1<<40))
	})
}
