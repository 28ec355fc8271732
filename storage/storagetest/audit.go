package storagetest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"marketd/market"
)

func act(n int) market.Act {
	return market.Act{
		At: now.Add(time.Duration(n) * time.Second), Actor: "reviewer-1", Action: market.ActApproved,
		Object: fmt.Sprintf("submission/%d", n%2), Before: "in_review", After: "approved", Rules: []string{"DSC-003"},
		Text: "好 <b>", IP: "192.0.2.0/24",
	}
}

func acts(t *testing.T, s market.Store) {
	want := []market.Act{act(0), act(1), {At: now, Action: market.ActHealth}}
	for _, a := range want {
		update(t, s, func(ctx context.Context, w market.Writer) error { return w.AppendAct(ctx, a) })
	}
	view(t, s, func(ctx context.Context, r market.Reader) {
		got := must(r.Acts(ctx, market.AuditFilter{Oldest: true}))(t)
		if len(got) != 3 {
			t.Fatalf("%d acts, want 3", len(got))
		}
		prev := ""
		for i, a := range got {
			if a.Seq != int64(i+1) || a.Prev != prev || len(a.Hash) != 64 {
				t.Errorf("act %d: seq %d, prev %q, hash %q; want it to follow %q", i, a.Seq, a.Prev, a.Hash, prev)
			}
			prev = a.Hash
			a.Seq, a.Prev, a.Hash = 0, "", ""
			same(t, a, want[i])
		}
		for _, c := range []struct {
			since   time.Time
			actions []string
			want    int
		}{
			{now, []string{market.ActApproved}, 2},
			{now.Add(time.Second), []string{market.ActApproved}, 1},
			{now, []string{market.ActApproved, market.ActHealth}, 3},
			{now, []string{market.ActRejected}, 0},
		} {
			if n := must(r.CountActs(ctx, c.since, c.actions...))(t); n != c.want {
				t.Errorf("%d acts of %v since %v, want %d", n, c.actions, c.since, c.want)
			}
		}
		for _, tt := range []struct {
			name   string
			filter market.AuditFilter
			want   []int64
		}{
			{"newest first", market.AuditFilter{}, []int64{3, 2, 1}},
			{"object", market.AuditFilter{Object: "submission/1"}, []int64{2}},
			{"actor", market.AuditFilter{Actor: "reviewer-1", Oldest: true}, []int64{1, 2}},
			{"page", market.AuditFilter{Before: 3, Limit: 1}, []int64{2}},
			{"before the first", market.AuditFilter{Before: 1}, nil},
		} {
			var seqs []int64
			for _, a := range must(r.Acts(ctx, tt.filter))(t) {
				seqs = append(seqs, a.Seq)
			}
			if fmt.Sprint(seqs) != fmt.Sprint(tt.want) {
				t.Errorf("%s: acts %v, want %v", tt.name, seqs, tt.want)
			}
		}
	})
}

// Writers at once make one chain without a gap, and none of them fails.
func actsAtOnce(t *testing.T, s market.Store) {
	const writers, each = 8, 10
	var wg sync.WaitGroup
	for range writers {
		wg.Go(func() {
			for n := range each {
				err := s.Update(t.Context(), func(w market.Writer) error { return w.AppendAct(t.Context(), act(n)) })
				if err != nil {
					t.Errorf("append: %v", err)
				}
			}
		})
	}
	wg.Wait()
	view(t, s, func(ctx context.Context, r market.Reader) {
		got := must(r.Acts(ctx, market.AuditFilter{Oldest: true, Limit: 1000}))(t)
		if len(got) != writers*each {
			t.Fatalf("%d acts, want %d", len(got), writers*each)
		}
		for i, a := range got[1:] {
			if a.Seq != int64(i+2) || a.Prev != got[i].Hash {
				t.Fatalf("act %d does not follow the one before", a.Seq)
			}
		}
	})
}
