package market_test

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	diff "github.com/google/go-cmp/cmp"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/storagetest"
)

// past is listings with results, and all that was ever stored of them.
type past struct {
	store   market.Store
	clock   *handClock
	random  *rand.Rand
	ids     []string
	records map[string][]market.ProbeRecord
}

func newPast(t testing.TB, store market.Store, ids ...string) *past {
	t.Helper()
	p := &past{
		store: store, clock: &handClock{at: time.Date(2026, 11, 30, 9, 2, 3, 456789000, time.UTC)},
		random: rand.New(rand.NewPCG(11, 12)), ids: ids, records: map[string][]market.ProbeRecord{},
	}
	p.update(t, func(ctx context.Context, tx market.Writer) error {
		for _, id := range ids {
			if err := tx.SaveListing(ctx, market.Listing{ID: id, Entry: entry(id)}); err != nil {
				return err
			}
		}
		return nil
	})
	return p
}

func (p *past) update(t testing.TB, f func(context.Context, market.Writer) error) {
	t.Helper()
	if err := p.store.Update(t.Context(), func(tx market.Writer) error { return f(t.Context(), tx) }); err != nil {
		t.Fatal(err)
	}
}

// probed stores a result of each listing, of any kind.
func (p *past) probed(t testing.TB, times int, every time.Duration) {
	t.Helper()
	p.update(t, func(ctx context.Context, tx market.Writer) error {
		for range times {
			p.clock.pass(every)
			for _, id := range p.ids {
				if err := p.add(ctx, tx, id, p.clock.Now()); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func (p *past) add(ctx context.Context, tx market.Writer, id string, at time.Time) error {
	r := market.ProbeRecord{
		Listing: id, Claim: int64(len(p.records[id]) + 1), At: at, Reason: market.ReasonOK,
		Took: time.Duration(1+p.random.IntN(3_000_000)) * time.Microsecond,
	}
	switch p.random.IntN(12) {
	case 0:
		r.Reason = market.ReasonTimeout
	case 1:
		r.Reason = market.ReasonAuthRequired
	case 2:
		r.Reason = market.ReasonRateLimited
	case 3:
		r.Reason, r.Void = market.ReasonConnect, market.VoidSweep
	case 4:
		r.Reason, r.Void = market.ReasonHTTPError, market.VoidMaintenance
	}
	p.records[id] = append(p.records[id], r)
	_, err := tx.InsertProbeRecord(ctx, r)
	return err
}

// recount is the roll-ups of the records, counted anew.
func recount(records []market.ProbeRecord, step time.Duration) []market.Rollup {
	by := map[time.Time]*market.Rollup{}
	for _, r := range records {
		start := r.At.Truncate(step)
		if by[start] == nil {
			by[start] = &market.Rollup{Start: start}
		}
		u := by[start]
		switch {
		case r.Void == market.VoidMaintenance:
			u.Maintenance++
		case r.Void == market.VoidSweep || r.Reason == market.ReasonRateLimited:
			u.Unknown++
		case r.Reason == market.ReasonOK:
			u.OK++
			u.Latency.Add(r.Took)
		case r.Reason == market.ReasonAuthRequired:
			u.Gated++
			u.Latency.Add(r.Took)
		default:
			u.Failed++
		}
	}
	var out []market.Rollup
	for _, start := range slices.SortedFunc(maps.Keys(by), time.Time.Compare) {
		out = append(out, *by[start])
	}
	return out
}

// check compares what history tells of each listing, and what is stored of the
// whole market, with a recount.
func (p *past) check(t testing.TB) {
	t.Helper()
	h := market.NewHistory(p.store, p.clock)
	var rolled []market.ProbeRecord
	for _, id := range p.ids {
		all := p.records[id]
		for _, step := range []time.Duration{5 * time.Minute, time.Hour, 24 * time.Hour} {
			got, err := h.Range(t.Context(), id, all[0].At, p.clock.Now().Add(time.Hour), step)
			if err != nil {
				t.Fatal(err)
			}
			if d := diff.Diff(recount(all, step), got); d != "" {
				t.Fatalf("%s by %v is not a recount of its results (-want +got):\n%s", id, step, d)
			}
		}
		unrolled := 0
		p.view(t, func(ctx context.Context, r market.Reader) error {
			tail, err := r.UnrolledRecords(ctx, []string{id})
			unrolled = len(tail)
			return err
		})
		rolled = append(rolled, all[:len(all)-unrolled]...)
	}
	for _, step := range []time.Duration{time.Hour, 24 * time.Hour} {
		got, err := h.Range(t.Context(), market.WholeMarket, p.records[p.ids[0]][0].At, p.clock.Now().Add(time.Hour), step)
		if err != nil {
			t.Fatal(err)
		}
		if d := diff.Diff(recount(rolled, step), got); d != "" {
			t.Fatalf("the whole market by %v is not a recount of what is rolled up (-want +got):\n%s", step, d)
		}
	}
}

func (p *past) view(t testing.TB, f func(context.Context, market.Reader) error) {
	t.Helper()
	if err := p.store.View(t.Context(), func(r market.Reader) error { return f(t.Context(), r) }); err != nil {
		t.Fatal(err)
	}
}

func (p *past) compact(t testing.TB) {
	t.Helper()
	if err := market.NewHistory(p.store, p.clock).Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func (p *past) raw(t testing.TB, id string) (records []market.ProbeRecord) {
	t.Helper()
	p.view(t, func(ctx context.Context, r market.Reader) (err error) {
		records, err = r.ProbeRecords(ctx, id, 10_000)
		return err
	})
	return records
}

func TestRollupsEqualARecount(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		p := newPast(t, db, "alpha", "beta", "gamma")
		p.compact(t) // of nothing
		for range 8 {
			p.probed(t, 50, 11*time.Minute)
			p.compact(t)
			p.check(t)
		}
		for _, id := range p.ids {
			for _, r := range p.raw(t, id) {
				if age := p.clock.Now().Sub(r.At); age > 48*time.Hour {
					t.Fatalf("a result is kept %v", age)
				}
			}
		}
	})
}

// What comes behind what is rolled up is counted where it belongs, once.
func TestALateResultIsCounted(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		p := newPast(t, db, "alpha")
		p.probed(t, 50, 10*time.Minute)
		p.clock.pass(2 * time.Hour)
		p.compact(t)
		for _, behind := range []time.Duration{3 * time.Hour, 49 * time.Hour} {
			p.update(t, func(ctx context.Context, tx market.Writer) error {
				return p.add(ctx, tx, "alpha", p.clock.Now().Add(-behind))
			})
			slices.SortFunc(p.records["alpha"], func(a, b market.ProbeRecord) int { return cmp.Compare(a.Claim, b.Claim) })
			h := market.NewHistory(db, p.clock)
			for range 2 {
				got, err := h.Range(t.Context(), "alpha", p.clock.Now().Add(-72*time.Hour), p.clock.Now(), 5*time.Minute)
				if err != nil {
					t.Fatal(err)
				}
				if d := diff.Diff(recount(p.records["alpha"], 5*time.Minute), got); d != "" {
					t.Fatalf("a result of %v ago (-want +got):\n%s", behind, d)
				}
				p.compact(t)
			}
		}
	})
}

// cutStore fails at one of the steps of a compaction.
type cutStore struct {
	market.Store
	left int
	cut  func() error
}

var errCut = errors.New("cut off")

func (s *cutStore) step() error {
	if s.left--; s.left == 0 {
		return s.cut()
	}
	return nil
}

func (s *cutStore) View(ctx context.Context, f func(market.Reader) error) error {
	if err := s.step(); err != nil {
		return err
	}
	return s.Store.View(ctx, f)
}

// Update may be cut off before it begins, at each statement, before the commit,
// and after it, when the answer is lost.
func (s *cutStore) Update(ctx context.Context, f func(market.Writer) error) error {
	if err := s.step(); err != nil {
		return err
	}
	err := s.Store.Update(ctx, func(tx market.Writer) error { return errors.Join(f(cutWriter{tx, s}), s.step()) })
	return errors.Join(err, s.step())
}

type cutWriter struct {
	market.Writer
	s *cutStore
}

func (w cutWriter) RollupPages(ctx context.Context, f market.PageFilter) ([]market.RollupPage, error) {
	if err := w.s.step(); err != nil {
		return nil, err
	}
	return w.Writer.RollupPages(ctx, f)
}

func (w cutWriter) UnrolledRecords(ctx context.Context, ids []string) ([]market.ProbeRecord, error) {
	if err := w.s.step(); err != nil {
		return nil, err
	}
	return w.Writer.UnrolledRecords(ctx, ids)
}

func (w cutWriter) PutRollupPage(ctx context.Context, p market.RollupPage) error {
	if err := w.s.step(); err != nil {
		return err
	}
	return w.Writer.PutRollupPage(ctx, p)
}

func (w cutWriter) PutCompacted(ctx context.Context, c market.Compacted) error {
	if err := w.s.step(); err != nil {
		return err
	}
	return w.Writer.PutCompacted(ctx, c)
}

func (w cutWriter) DropHistory(ctx context.Context, id string, before market.Expiry) error {
	if err := w.s.step(); err != nil {
		return err
	}
	return w.Writer.DropHistory(ctx, id, before)
}

// A compaction that is cut off anywhere, by an error or by being stopped, has
// lost nothing and counted nothing twice, and the next one goes on from there.
func TestCompactionCutOffAnywhere(t *testing.T) {
	t.Parallel()
	for name, stopped := range map[string]bool{"by an error": false, "by a stop": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storagetest.Each(t, func(t *testing.T, db *storage.DB) { cutOffAnywhere(t, newPast(t, db, "alpha", "beta"), stopped) })
		})
	}
}

func cutOffAnywhere(t *testing.T, p *past, stopped bool) {
	t.Helper()
	for k := 1; ; k++ {
		p.probed(t, 4, 25*time.Minute)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		s := &cutStore{Store: p.store, left: k, cut: func() error {
			if stopped {
				cancel()
				return nil
			}
			return errCut
		}}
		err := market.NewHistory(s, p.clock).Compact(ctx)
		p.check(t)
		if s.left > 0 { // it came to its end before
			if err != nil {
				t.Fatal(err)
			}
			if k < 25 {
				t.Errorf("only %d steps were seen", k)
			}
			return
		}
		if !stopped && !errors.Is(err, errCut) {
			t.Fatalf("cut off at step %d: %v", k, err)
		}
		p.compact(t)
		p.check(t)
	}
}

// What was left for a month is caught up with in transactions of a bounded size.
func TestCompactionOfABacklog(t *testing.T) {
	t.Parallel()
	p := newPast(t, storagetest.SQLite(t), "alpha", "beta", "gamma")
	p.probed(t, 2600, 2*time.Minute)
	s := &countingStore{Store: p.store}
	if err := market.NewHistory(s, p.clock).Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.check(t)
	if s.updates != 3 { // two listings, the third, and the whole market's own
		t.Errorf("%d updates", s.updates)
	}
	if n := len(p.raw(t, "alpha")); n != 48*30+1 {
		t.Errorf("%d results are kept", n)
	}
}

type countingStore struct {
	market.Store
	updates int
}

func (s *countingStore) Update(ctx context.Context, f func(market.Writer) error) error {
	s.updates++
	return s.Store.Update(ctx, f)
}
