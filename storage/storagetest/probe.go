package storagetest

import (
	"context"
	"testing"
	"time"

	"marketd/market"
)

func probe(claim int64, listing string, at time.Time) market.ProbeRecord {
	return market.ProbeRecord{
		Listing: listing, Claim: claim, At: at, Void: market.VoidMaintenance,
		DNS: time.Millisecond, Connect: 2 * time.Millisecond, TLS: 3 * time.Millisecond, FirstByte: 4 * time.Millisecond, Reason: market.ReasonTLS, Class: market.ClassNetwork, Status: 0,
		Took: 1234567 * time.Microsecond, Bytes: 1 << 33, Digest: "", CertUntil: now.AddDate(1, 0, 0), Detail: "handshake: 证书",
	}
}

func probeRecords(t *testing.T, s market.Store) {
	save(t, s, listing("a"), listing("b"))
	var want []market.ProbeRecord
	for i := range 5 {
		p := probe(int64(i+1), "a", now.Add(time.Duration(i)*time.Minute))
		if i == 4 {
			p.Void, p.CertUntil, p.Reason = market.VoidNone, time.Time{}, market.ReasonOK
		}
		update(t, s, func(ctx context.Context, w market.Writer) error {
			same(t, must(w.InsertProbeRecord(ctx, p))(t), true)
			return nil
		})
		want = append([]market.ProbeRecord{p}, want...)
	}
	update(t, s, func(ctx context.Context, w market.Writer) error {
		_, err := w.InsertProbeRecord(ctx, probe(1, "b", now.Add(-time.Hour)))
		return err
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.ProbeRecords(ctx, "a", 10))(t), want)
		same(t, must(r.ProbeRecords(ctx, "a", 2))(t), want[:2])
		same(t, len(must(r.ProbeRecords(ctx, "c", 10))(t)), 0)
	})
}

func probeTwice(t *testing.T, s market.Store) {
	save(t, s, listing("a"))
	p := probe(1, "a", now)
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

func transcripts(t *testing.T, s market.Store) {
	save(t, s, listing("a"), listing("b"))
	said := func(good bool, at time.Time, body string) market.Transcript {
		return market.Transcript{Listing: "a", Good: good, At: at, Exchanges: []market.Exchange{
			{Step: "contract", At: at, Method: "POST", URL: "https://x.example", RespBody: body, Took: time.Second, Err: "EOF"},
		}}
	}
	good, bad, later := said(true, now, "一"), said(false, now.Add(time.Hour), "\x01"), said(true, now.Add(2*time.Hour), "")
	for _, x := range []market.Transcript{good, bad, later} {
		update(t, s, func(ctx context.Context, w market.Writer) error { return w.PutTranscript(ctx, x) })
	}
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Transcripts(ctx, "a"))(t), []market.Transcript{later, bad})
		same(t, len(must(r.Transcripts(ctx, "b"))(t)), 0)
	})
}
