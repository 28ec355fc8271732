package storagetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"marketd/market"
)

func probe(key, listing string, at time.Time) market.ProbeRecord {
	return market.ProbeRecord{
		Key: key, Listing: listing, At: at, Reason: market.ReasonTLS, Class: market.ClassNetwork, Status: 0,
		Took: 1234567 * time.Microsecond, Bytes: 1 << 33, Digest: "", CertUntil: now.AddDate(1, 0, 0), Detail: "handshake: 证书",
		Transcript: []market.Exchange{{Step: "contract", At: at, Method: "POST", URL: "https://x.example", Took: time.Second, Err: "EOF"}},
	}
}

func probeRecords(t *testing.T, s market.Store) {
	save(t, s, listing("a"), listing("b"))
	var want []market.ProbeRecord
	for i := range 5 {
		p := probe(fmt.Sprintf("batch-%d/a", i), "a", now.Add(time.Duration(i)*time.Minute))
		if i == 4 {
			p.Transcript, p.CertUntil, p.Reason = nil, time.Time{}, market.ReasonOK
		}
		update(t, s, func(ctx context.Context, w market.Writer) error {
			same(t, must(w.InsertProbeRecord(ctx, p))(t), true)
			return nil
		})
		want = append([]market.ProbeRecord{p}, want...)
	}
	update(t, s, func(ctx context.Context, w market.Writer) error {
		_, err := w.InsertProbeRecord(ctx, probe("batch-0/b", "b", now.Add(-time.Hour)))
		return err
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.ProbeRecords(ctx, "a", 10))(t), want)
		same(t, must(r.ProbeRecords(ctx, "a", 2))(t), want[:2])
		same(t, len(must(r.ProbeRecords(ctx, "c", 10))(t)), 0)
	})
	update(t, s, func(ctx context.Context, w market.Writer) error {
		same(t, must(w.DeleteProbeRecords(ctx, now.Add(2*time.Minute)))(t), int64(3))
		return nil
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.ProbeRecords(ctx, "a", 10))(t), want[:3])
		same(t, len(must(r.ProbeRecords(ctx, "b", 10))(t)), 0)
	})
}

func probeTwice(t *testing.T, s market.Store) {
	save(t, s, listing("a"))
	p := probe("batch/a", "a", now)
	again := p
	again.Detail = "another"
	for i, x := range []market.ProbeRecord{p, again} {
		update(t, s, func(ctx context.Context, w market.Writer) error {
			same(t, must(w.InsertProbeRecord(ctx, x))(t), i == 0)
			return nil
		})
	}
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.ProbeRecords(ctx, "a", 10))(t), []market.ProbeRecord{p})
	})
}
