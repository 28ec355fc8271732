package checkrun

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"marketd/market"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// wall is the bubble's clock under synctest, the real one otherwise.
type wall struct{}

func (wall) Now() time.Time { return time.Now() }

func admission(l market.AdmissionLimits) *market.Admission { return market.NewAdmission(wall{}, l) }

func request(url string) market.SubmitRequest {
	return market.SubmitRequest{Entry: market.Entry{ID: "demo", Server: market.Server{URL: url}}, Token: "secret-token"}
}

// gate is a check that tells its steps and then waits to be let go.
type gate struct {
	calls atomic.Int32
	open  chan struct{}
}

func (g *gate) check(ctx context.Context, _ market.Actor, req market.SubmitRequest, progress func(market.Step)) (market.Examined, error) {
	g.calls.Add(1)
	progress(market.StepContract)
	select {
	case <-g.open:
		progress(market.StepRules)
		return market.Examined{Report: market.Report{URL: req.Entry.Server.URL}}, nil
	case <-ctx.Done():
		return market.Examined{}, nil
	}
}

func TestRunTellsItsProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{open: make(chan struct{})}
		rs := New(Options{Admission: admission(market.AdmissionLimits{}), Check: g.check, Clock: wall{}})
		defer rs.Close()
		run, err := rs.Start(market.Actor{}, "v", "a", request("https://x.example/mcp"))
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		s, changed := run.State()
		if s.Step != market.StepContract || s.Done {
			t.Fatalf("state = %+v, want at the contract", s)
		}
		close(g.open)
		<-changed
		synctest.Wait()
		s, _ = run.State()
		if !s.Done || s.Err != nil || s.Step != market.StepDone || s.Examined.Report.URL != "https://x.example/mcp" {
			t.Errorf("state = %+v, want done", s)
		}
		if kept := run.Kept(); kept.Entry.ID != "demo" || kept.Agreed {
			t.Errorf("Kept = %+v; want what was checked", kept)
		}
		later := Typed{Entry: market.Entry{ID: "newer"}, Agreed: true, Revises: "older"}
		run.Keep(later)
		if run.Kept() != later || run.Request().Entry.ID != "demo" {
			t.Error("what was typed later is not kept beside what was checked")
		}
		if got, ok := rs.Run(run.ID); !ok || got != run {
			t.Error("the run is not found by its id")
		}
		if _, ok := rs.Run("another"); ok {
			t.Error("a made-up id finds a run")
		}
	})
}

func TestNewCheckCancelsTheVisitorsOld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{open: make(chan struct{})}
		rs := New(Options{Admission: admission(market.AdmissionLimits{}), Check: g.check, Clock: wall{}})
		defer rs.Close()
		old, _ := rs.Start(market.Actor{}, "v", "a", request("https://old.example/mcp"))
		other, _ := rs.Start(market.Actor{}, "w", "a", request("https://other.example/mcp"))
		if _, err := rs.Start(market.Actor{}, "v", "a", request("https://new.example/mcp")); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if s, _ := old.State(); !s.Done || !errors.Is(s.Err, errStopped) {
			t.Errorf("old run = %+v, want stopped", s)
		}
		if s, _ := other.State(); s.Done {
			t.Error("another visitor's run was stopped")
		}
	})
}

func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{open: make(chan struct{})}
		close(g.open)
		rs := New(Options{Check: g.check, Clock: wall{}, Admission: admission(market.AdmissionLimits{PerMinute: 3})})
		defer rs.Close()
		start := func(addr string) error {
			_, err := rs.Start(market.Actor{}, "v"+addr, addr, request("https://x.example/mcp"))
			return err
		}
		for range 3 {
			if err := start("a"); err != nil {
				t.Fatal(err)
			}
			time.Sleep(10 * time.Second)
		}
		err := start("a")
		e, ok := errors.AsType[*market.Error](err)
		if !ok || e.Code != "TOO_MANY_CHECKS" || e.RetryAfter != 30*time.Second {
			t.Fatalf("the fourth check: %v, want TOO_MANY_CHECKS in 30 s", err)
		}
		if err := start("b"); err != nil {
			t.Errorf("another address is refused: %v", err)
		}
		time.Sleep(e.RetryAfter)
		if err := start("a"); err != nil {
			t.Errorf("after RetryAfter: %v", err)
		}
	})
}

func TestRunsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{open: make(chan struct{})}
		rs := New(Options{Admission: admission(market.AdmissionLimits{}), Check: g.check, Clock: wall{}, Max: 2})
		defer rs.Close()
		first, _ := rs.Start(market.Actor{}, "1", "a", request("https://x.example/1"))
		second, _ := rs.Start(market.Actor{}, "2", "a", request("https://x.example/2"))
		if _, err := rs.Start(market.Actor{}, "3", "a", request("https://x.example/3")); market.KindOf(err) != market.TooMany {
			t.Fatalf("a third run beside two at work: %v", err)
		}
		close(g.open)
		synctest.Wait()
		if _, err := rs.Start(market.Actor{}, "3", "a", request("https://x.example/3")); err != nil {
			t.Fatal(err)
		}
		if _, ok := rs.Run(first.ID); ok {
			t.Error("the oldest finished run is still kept")
		}
		time.Sleep(31 * time.Minute)
		if _, ok := rs.Run(second.ID); ok {
			t.Error("a run is kept beyond its time")
		}
	})
}

func TestEvidenceIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		big := market.Examined{Tools: []json.RawMessage{make(json.RawMessage, 400)}}
		big.Probe.Visits.Icon = &market.IconFacts{PNG: make([]byte, 600)}
		rs := New(Options{Admission: admission(market.AdmissionLimits{}), Clock: wall{}, MaxBytes: 2500, Check: func(context.Context, market.Actor, market.SubmitRequest, func(market.Step)) (market.Examined, error) {
			return big, nil
		}})
		defer rs.Close()
		var runs []*Run
		for _, v := range []string{"1", "2", "3"} {
			r, err := rs.Start(market.Actor{}, v, "a", request("https://x.example/mcp"))
			if err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			runs = append(runs, r)
		}
		for i, want := range []bool{false, true, true} {
			if _, ok := rs.Run(runs[i].ID); ok != want {
				t.Errorf("run %d kept: %v, want %v", i+1, ok, want)
			}
		}
	})
}

func TestOneAddressCannotTakeEveryPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{open: make(chan struct{})}
		rs := New(Options{Check: g.check, Clock: wall{}, Admission: admission(market.AdmissionLimits{PerClient: 2})})
		defer rs.Close()
		start := func(visitor, addr string) error {
			_, err := rs.Start(market.Actor{}, visitor, addr, request("https://x.example/mcp"))
			return err
		}
		for _, v := range []string{"1", "2"} {
			if err := start(v, "a"); err != nil {
				t.Fatal(err)
			}
		}
		if err := start("3", "a"); !errors.Is(err, market.ErrCheckRunning) {
			t.Errorf("a third at work from one address: %v", err)
		}
		if err := start("1", "a"); err != nil {
			t.Errorf("a visitor who changes their mind: %v", err)
		}
		if err := start("3", "b"); err != nil {
			t.Errorf("another address: %v", err)
		}
	})
}

func TestSubmitHappensOnce(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	close(g.open)
	rs := New(Options{Admission: admission(market.AdmissionLimits{}), Check: g.check, Clock: wall{}})
	defer rs.Close()
	run, err := rs.Start(market.Actor{}, "v", "a", request("https://x.example/mcp"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Submit(func() (market.Submission, error) { return market.Submission{}, market.ErrIDTaken }); !errors.Is(err, market.ErrIDTaken) {
		t.Fatalf("err = %v, want the submission's own", err)
	}
	var made atomic.Int32
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			id, err := run.Submit(func() (market.Submission, error) {
				made.Add(1)
				return market.Submission{ID: "one"}, nil
			})
			if err != nil || id != "one" {
				t.Errorf("Submit = %q, %v", id, err)
			}
		})
	}
	wg.Wait()
	if n := made.Load(); n != 1 {
		t.Errorf("%d submissions, want 1", n)
	}
}

func TestPanicEndsOneCheckOnly(t *testing.T) {
	var log bytes.Buffer
	rs := New(Options{Admission: admission(market.AdmissionLimits{}), Clock: wall{}, Log: slog.New(slog.NewTextHandler(&log, nil)), Check: func(context.Context, market.Actor, market.SubmitRequest, func(market.Step)) (market.Examined, error) {
		panic("a bug")
	}})
	run, err := rs.Start(market.Actor{}, "v", "a", request("https://x.example/mcp"))
	if err != nil {
		t.Fatal(err)
	}
	rs.Close()
	if s, _ := run.State(); !s.Done || s.Err == nil {
		t.Errorf("state = %+v, want an error", s)
	}
	if !strings.Contains(log.String(), "a bug") {
		t.Errorf("the log does not tell of the panic: %s", log.String())
	}
}

func TestCloseEndsEveryRun(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	rs := New(Options{Admission: admission(market.AdmissionLimits{}), Check: g.check, Clock: wall{}})
	run, err := rs.Start(market.Actor{}, "v", "a", request("https://x.example/mcp"))
	if err != nil {
		t.Fatal(err)
	}
	rs.Close()
	if s, _ := run.State(); !s.Done || s.Err == nil {
		t.Errorf("state after Close = %+v, want stopped", s)
	}
}

func TestNoRunAfterClose(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	rs := New(Options{Admission: admission(market.AdmissionLimits{}), Check: g.check, Clock: wall{}})
	rs.Close()
	if _, err := rs.Start(market.Actor{}, "v", "a", request("https://x.example/mcp")); market.KindOf(err) != market.Unavailable {
		t.Errorf("a check after Close: %v, want Unavailable", err)
	}
	if n := g.calls.Load(); n != 0 {
		t.Errorf("%d checks ran", n)
	}
	rs.Close()
}

// Who has a /64 has one client's share, not that of each of its addresses.
func TestLimitsAreOfANetwork(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	close(g.open)
	rs := New(Options{Check: g.check, Clock: wall{}, Admission: admission(market.AdmissionLimits{PerMinute: 2})})
	defer rs.Close()
	for i, c := range []struct {
		addr string
		want market.ErrorKind
	}{
		{"2001:db8:1:2::1", market.Internal},
		{"2001:db8:1:2:ffff::2", market.Internal},
		{"2001:db8:1:2:3:4:5:6", market.TooMany},
		{"2001:db8:1:3::1", market.Internal},
		{"203.0.113.1", market.Internal},
		{"::ffff:203.0.113.1", market.Internal},
		{"203.0.113.1", market.TooMany},
		{"203.0.113.2", market.Internal},
	} {
		_, err := rs.Start(market.Actor{}, c.addr, c.addr, request("https://x.example/mcp"))
		if (err != nil) != (c.want == market.TooMany) || err != nil && market.KindOf(err) != c.want {
			t.Errorf("check %d, from %s: %v", i+1, c.addr, err)
		}
	}
}

func TestToolsAreReadOnceAdmitted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got Tools
		rs := New(Options{
			Clock: wall{}, Admission: admission(market.AdmissionLimits{PerClient: 1}),
			Check: func(ctx context.Context, _ market.Actor, _ market.SubmitRequest, _ func(market.Step)) (market.Examined, error) {
				<-ctx.Done()
				return market.Examined{}, nil
			},
			Tools: func(_ context.Context, tools Tools) (market.Report, error) {
				got = tools
				return market.Report{Tools: len(tools.List)}, nil
			},
		})
		defer rs.Close()
		list := Tools{List: []json.RawMessage{json.RawMessage(`{"name":"a"}`)}}
		reads := 0
		start := func(visitor string, err error) (*Run, error) {
			return rs.StartTools(visitor, "a", func() (Tools, error) { reads++; return list, err })
		}
		run, err := start("v", nil)
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if s, _ := run.State(); !s.Done || s.Examined.Report.Tools != 1 || len(s.Examined.Tools) != 1 || !run.Alone() || len(got.List) != 1 {
			t.Errorf("state %+v, alone %v", s, run.Alone())
		}
		unreadable := errors.New("no list")
		if _, err := start("v", unreadable); !errors.Is(err, unreadable) {
			t.Errorf("what cannot be read gives %v", err)
		}
		if _, err := start("v", nil); err != nil {
			t.Errorf("it kept its place: %v", err)
		}
		synctest.Wait()
		slow, err := rs.Start(market.Actor{}, "v", "a", request("https://x.example/mcp"))
		if err != nil {
			t.Fatal(err)
		}
		if slow.Alone() {
			t.Error("a check of a server is one of tools alone")
		}
		before := reads
		if _, err := start("w", nil); err == nil || reads != before {
			t.Errorf("with no place left it was read: %v", err)
		}
	})
}

func TestRunIsSharedOnce(t *testing.T) {
	run := &Run{}
	made := 0
	share := func() (market.SharedReport, error) {
		made++
		return market.SharedReport{ID: "r" + string(rune('0'+made))}, nil
	}
	if _, err := run.Share(func() (market.SharedReport, error) { return market.SharedReport{}, errors.New("full") }); err == nil || run.Shared() != "" {
		t.Errorf("a failure leaves %q", run.Shared())
	}
	for range 2 {
		if id, err := run.Share(share); id != "r1" || err != nil || run.Shared() != "r1" {
			t.Errorf("shared as %q, %v", id, err)
		}
	}
	run.Unshare()
	if id, _ := run.Share(share); id != "r2" || run.Submission() != "" {
		t.Errorf("shared anew as %q", id)
	}
}
