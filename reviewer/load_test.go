package reviewer_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"marketd/market"
	"marketd/reviewer"
)

// However many servers answer at once, reports are made a few at a time: the
// rules on one long list take tens of megabytes.
func TestReportsAreMadeAFewAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var at, most atomic.Int32
		open := make(chan struct{})
		slow := rule("DSC-001", reviewer.NeedsList)
		slow.Check = func(*reviewer.Dossier) []reviewer.Hit {
			most.Store(max(most.Load(), at.Add(1)))
			<-open
			at.Add(-1)
			return nil
		}
		r := reviewer.New(reviewer.Options{
			Prober: still{}, Rules: []reviewer.Rule{slow}, Policy: reviewer.Policy{Pace: reviewer.PaceNormal()}, AtOnce: 2,
		})
		done := make(chan error, 5)
		for range 5 {
			go func() {
				_, err := r.Examine(t.Context(), market.Case{Entry: entry()})
				done <- err
			}()
		}
		synctest.Wait()
		if n := at.Load(); n != 2 {
			t.Errorf("%d reports at once, want 2", n)
		}
		ctx, cancel := context.WithCancel(t.Context())
		gone := make(chan error)
		go func() {
			_, err := r.Examine(ctx, market.Case{Entry: entry()})
			gone <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-gone; !errors.Is(err, context.Canceled) {
			t.Errorf("who waits for a report does not leave: %v", err)
		}
		close(open)
		for range 5 {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		if most.Load() != 2 || at.Load() != 0 {
			t.Errorf("at most %d at once, %d left", most.Load(), at.Load())
		}
	})
}

// still is a prober that many may ask at once.
type still struct{}

func (still) Probe(context.Context, market.Target, func(market.Step)) market.Probe { return good() }

// A report keeps of a long text what it shows, not the text.
func TestReportsAreSmall(t *testing.T) {
	const each, hits = 4 << 20, 16
	r := rule("DSC-001", reviewer.NeedsList)
	r.Check = func(*reviewer.Dossier) []reviewer.Hit {
		out := make([]reviewer.Hit, hits)
		for i := range out {
			out[i].Evidence = strings.Repeat("x", each)[:80]
		}
		return out
	}
	rv := newReviewer(&prober{probe: good()}, r)
	before := inUse()
	x := examine(t, rv, market.Case{Entry: entry()})
	if grown := inUse() - before; grown > each {
		t.Errorf("a report of %d findings keeps %d bytes", len(x.Report.Findings), grown)
	}
	runtime.KeepAlive(x)
}

func inUse() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
