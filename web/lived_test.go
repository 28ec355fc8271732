package web

import (
	"fmt"
	"testing"
	"time"

	"marketd/market"
)

// aYear are the roll-ups of a year up to yesterday, with some bad days and one in
// maintenance, and of a week up to 20 hours ago.
func aYear() (daily, hourly []market.Rollup) {
	today := epoch.Truncate(24 * time.Hour)
	for i := 365; i >= 2; i-- {
		r := market.Rollup{Start: today.AddDate(0, 0, -i), ProbeCounts: market.ProbeCounts{OK: 48}}
		switch {
		case i == 27:
			r.ProbeCounts = market.ProbeCounts{OK: 20, Failed: 28}
		case i%23 == 5:
			r.ProbeCounts = market.ProbeCounts{OK: 45, Failed: 3, Unknown: 1}
		case i == 40:
			r.ProbeCounts = market.ProbeCounts{Maintenance: 48}
		case i == 60 || i == 61:
			r.ProbeCounts = market.ProbeCounts{Unknown: 48}
		case i > 84 && i < 88:
			continue
		}
		for n := range r.Answered() {
			r.Latency.Add(time.Duration(150+(n*i)%120) * time.Millisecond)
		}
		daily = append(daily, r)
	}
	for i := 7 * 24; i > 20; i-- {
		r := market.Rollup{Start: epoch.Add(-time.Duration(i) * time.Hour), ProbeCounts: market.ProbeCounts{OK: 2}}
		r.Latency.Add(time.Duration(160+i%50) * time.Millisecond)
		r.Latency.Add(time.Duration(300+(i*37)%300) * time.Millisecond)
		hourly = append(hourly, r)
	}
	return daily, hourly
}

// lived records a year of a listing: its roll-ups, a probe every half hour for the
// last 20 hours, incidents, maintenance and transcripts.
func (w *world) lived(t testing.TB, id string) {
	t.Helper()
	probes := sampleProbes(id, 40)
	probes[0].DNS, probes[0].Connect, probes[0].TLS, probes[0].FirstByte = 4*time.Millisecond, 21*time.Millisecond, 43*time.Millisecond, 38*time.Millisecond
	w.probed(probes...)
	daily, hourly := aYear()
	start := time.Date(2026, 11, 3, 6, 2, 0, 0, time.UTC)
	err := w.store.Update(t.Context(), func(tx market.Writer) error {
		if err := putRollups(t, tx, id, market.Daily, daily); err != nil {
			return err
		}
		if err := putRollups(t, tx, id, market.Hourly, hourly); err != nil {
			return err
		}
		for i, x := range []market.Incident{
			{Start: start, End: start.Add(98 * time.Minute), Worst: market.HealthDegraded, Reason: market.ReasonTLS, Detail: "tls: the certificate has expired <script>\u202e"},
			{Start: start.AddDate(0, 0, 12), End: start.AddDate(0, 0, 16), Worst: market.HealthDown, Reason: market.ReasonConnect},
		} {
			x.ID, x.Listing = fmt.Sprintf("%s-%d", id, i), id
			if err := tx.PutIncident(t.Context(), x); err != nil {
				return err
			}
		}
		for i, at := range []time.Duration{-40 * 24 * time.Hour, 30 * time.Hour} {
			m := market.Maintenance{ID: fmt.Sprintf("%s-m%d", id, i), Listing: id, From: epoch.Add(at), Until: epoch.Add(at + 2*time.Hour), Text: "机房搬迁，其间不可用。", AnnouncedAt: epoch.Add(at - 24*time.Hour)}
			if err := tx.PutMaintenance(t.Context(), m); err != nil {
				return err
			}
		}
		return w.said(t, tx, id)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// putRollups stores roll-ups, which are in order, in the pages that they are of.
func putRollups(t testing.TB, tx market.Writer, id string, res market.Resolution, rollups []market.Rollup) error {
	t.Helper()
	for len(rollups) > 0 {
		p := market.RollupPage{Listing: id, Resolution: res, Number: res.Page(rollups[0].Start)}
		n := 1
		for n < len(rollups) && res.Page(rollups[n].Start) == p.Number {
			n++
		}
		if err := p.Pack(rollups[:n]); err != nil {
			return err
		}
		if err := tx.PutRollupPage(t.Context(), p); err != nil {
			return err
		}
		rollups = rollups[n:]
	}
	return nil
}

// said keeps a good and a bad transcript of hostile texts.
func (w *world) said(t testing.TB, tx market.Writer, id string) error {
	t.Helper()
	x := market.Exchange{
		Step: "list", At: epoch, Method: "POST", URL: "https://" + id + ".example.com/mcp", ReqHeader: []market.Header{{Name: "Content-Type", Value: "application/json"}},
		ReqBody: `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, Status: 200, RespBody: `{"result":"<script>alert(1)</script>"}`, RespBytes: 38,
		DNS: 4 * time.Millisecond, Connect: 20 * time.Millisecond, TLS: 41 * time.Millisecond, FirstByte: 80 * time.Millisecond, Took: 150 * time.Millisecond,
	}
	bad := x
	bad.Status, bad.RespBody, bad.Err = 0, "", "connection refused"
	for _, tr := range []market.Transcript{{Good: true, Exchanges: []market.Exchange{x}}, {Exchanges: []market.Exchange{bad}}} {
		tr.Listing, tr.At = id, epoch.Add(-12*time.Minute)
		if err := tx.PutTranscript(t.Context(), tr); err != nil {
			return err
		}
	}
	return nil
}
