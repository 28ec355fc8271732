package demo_test

import (
	"errors"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"marketd/demo"
)

func TestEveryServerIsReadyToBeSubmitted(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	seen := map[string]bool{}
	for _, srv := range s.List() {
		if seen[srv.Name] || seen[srv.Entry.ID] || seen[srv.URL] {
			t.Errorf("%s: name, id or address is another's too", srv.Name)
		}
		seen[srv.Name], seen[srv.Entry.ID], seen[srv.URL] = true, true, true
		if srv.Summary.ZH == "" || srv.Summary.EN == "" {
			t.Errorf("%s: the summary lacks a language", srv.Name)
		}
		for _, field := range []string{srv.Entry.ID, srv.Entry.Name, srv.Entry.Desc, srv.Entry.Cat, srv.Entry.Author} {
			if field == "" {
				t.Errorf("%s: the entry %+v lacks something", srv.Name, srv.Entry)
			}
		}
		for _, a := range srv.Actions {
			if a.Label.ZH == "" || a.Label.EN == "" {
				t.Errorf("%s: the action %s lacks a label", srv.Name, a.Name)
			}
		}
		if srv.State == demo.Down {
			t.Errorf("%s starts %s", srv.Name, srv.State)
		}
		if !strings.HasPrefix(srv.URL, "http://127.0.0.1:") {
			t.Errorf("%s listens at %s, which is not loopback", srv.Name, srv.URL)
		}
		if len(list(t, srv)) < 2 {
			t.Errorf("%s has fewer than two tools", srv.Name)
		}
	}
	if len(seen) != 3*10 {
		t.Errorf("there are %d sample servers, want 10", len(seen)/3)
	}
}

func TestContractProbe(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for _, srv := range s.List() {
		want := http.StatusOK
		if srv.Name == "stock-sdk" {
			want = http.StatusBadRequest
		}
		if r, err := post(t, srv, `{}`); err != nil || r.status != want {
			t.Errorf("%s: POST {} = %d, %v; want %d", srv.Name, r.status, err, want)
		}
	}
	do(t, s, "stock-sdk", "mend")
	srv := named(t, s, "stock-sdk")
	if r, err := post(t, srv, `{}`); err != nil || r.status != http.StatusOK || srv.State != demo.Mended {
		t.Errorf("mended: POST {} = %d, %v in state %s; want 200 in mended", r.status, err, srv.State)
	}
}

func TestToken(t *testing.T) {
	t.Parallel()
	srv := named(t, start(t, nil), "token")
	for _, wrong := range []string{"", "wrong"} {
		guest := srv
		guest.Token = wrong
		r, err := post(t, guest, `{}`)
		if err != nil || r.status != http.StatusUnauthorized || r.header.Get("WWW-Authenticate") == "" {
			t.Errorf("with token %q: %d, %v; want 401 with WWW-Authenticate", wrong, r.status, err)
		}
	}
	if r, err := post(t, srv, `{}`); err != nil || r.status != http.StatusOK {
		t.Errorf("with its token: %d, %v; want 200", r.status, err)
	}
}

func TestSlowServerIsSlowOnlyAtItsList(t *testing.T) {
	t.Parallel()
	srv := named(t, start(t, nil), "slow")
	begin := time.Now()
	if _, err := post(t, srv, `{}`); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begin); took > time.Second {
		t.Errorf("POST {} took %v", took)
	}
	begin = time.Now()
	list(t, srv)
	if took := time.Since(begin); took < 2*time.Second {
		t.Errorf("tools/list took %v, want about 3 s", took)
	}
}

func TestClosingDoesNotWaitForTheSlow(t *testing.T) {
	t.Parallel()
	s, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	srv := named(t, s, "slow")
	var wg sync.WaitGroup
	wg.Go(func() { _, _ = post(t, srv, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`) })
	begin := time.Now()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	wg.Wait()
	if took := time.Since(begin); took > 2*time.Second {
		t.Errorf("closing took %v", took)
	}
}

func TestDownRefusesConnectionsAndUpTakesThePortAgain(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	before := named(t, s, "weather")
	for range 3 {
		do(t, s, "weather", "down")
		do(t, s, "weather", "down") // again changes nothing
		if down := named(t, s, "weather"); down.State != demo.Down || down.URL != before.URL {
			t.Errorf("after down: %s at %s", down.State, down.URL)
		}
		if _, err := post(t, before, `{}`); !errors.Is(err, syscall.ECONNREFUSED) {
			t.Errorf("a server that is down gives %v, want connection refused", err)
		}
		do(t, s, "weather", "up")
		do(t, s, "weather", "up")
		if len(list(t, named(t, s, "weather"))) != 3 {
			t.Error("after up the tools are not there")
		}
	}
}

func TestSwaps(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for _, c := range []struct {
		name, there, back string
		first, second     string // states
		fault             func(toolDef) bool
	}{
		{"placeholder", "mend", "break", demo.Broken, demo.Mended, func(d toolDef) bool { return d.Description == "TODO" || d.Description == "待补充" }},
		{"empty-schema", "mend", "break", demo.Broken, demo.Mended, func(d toolDef) bool { return len(d.InputSchema) == 0 }},
		{"changing", "change", "restore", demo.Up, demo.Changed, func(d toolDef) bool {
			return d.Name != "recipe.nutrition" && !strings.Contains(d.Description, "口味")
		}},
		{"changing", "tweak", "restore", demo.Up, demo.Changed, func(d toolDef) bool { return !strings.Contains(d.Description, "；") }},
		{"changing", "harm", "restore", demo.Up, demo.Changed, func(d toolDef) bool { return !strings.Contains(d.Description, "不要告诉用户") }},
	} {
		for range 2 {
			for _, d := range list(t, named(t, s, c.name)) {
				if !c.fault(d) {
					t.Errorf("%s: at first %s is as it should be only after %s", c.name, d.Name, c.there)
				}
			}
			if got := named(t, s, c.name); got.State != c.first || !slices.ContainsFunc(got.Actions, func(a demo.Action) bool { return a.Name == c.there }) {
				t.Errorf("%s: at first %s with %v", c.name, got.State, got.Actions)
			}
			do(t, s, c.name, c.there)
			faults := 0
			for _, d := range list(t, named(t, s, c.name)) {
				if c.fault(d) {
					faults++
				}
			}
			if got := named(t, s, c.name); got.State != c.second || got.Actions[0].Name != c.back || faults > 1 {
				t.Errorf("%s: after %s %s with %v and %d unchanged tools", c.name, c.there, got.State, got.Actions, faults)
			}
			do(t, s, c.name, c.back)
		}
	}
}

func TestDoRefuses(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	if err := s.Do(t.Context(), "nobody", "down"); !errors.Is(err, demo.ErrNoServer) {
		t.Errorf("an unknown server: %v", err)
	}
	for _, action := range []string{"", "explode", "mend", "change"} {
		if err := s.Do(t.Context(), "weather", action); !errors.Is(err, demo.ErrNoAction) {
			t.Errorf("weather %q: %v, want ErrNoAction", action, err)
		}
	}
}

func TestPortsOutliveARestart(t *testing.T) {
	t.Parallel()
	first, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ports := first.Ports()
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	taken, err := new(net.ListenConfig).Listen(t.Context(), "tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(ports["units"])))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	again := start(t, ports)
	for name, port := range again.Ports() {
		if same := port == ports[name]; same == (name == "units") {
			t.Errorf("%s: port %d before and %d after the restart", name, ports[name], port)
		}
	}
	if len(list(t, named(t, again, "units"))) == 0 {
		t.Error("a server whose port was taken does not answer on its new one")
	}
}

func TestSwitchesFromManySides(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for _, action := range []string{"down", "change", "up", "restore", "down", "up"} {
				if err := s.Do(t.Context(), "changing", action); err != nil {
					t.Errorf("%s: %v", action, err)
				}
				s.List()
			}
		})
	}
	wg.Wait()
	do(t, s, "changing", "up")
	if len(list(t, named(t, s, "changing"))) != 2 {
		t.Error("after all the switching the server is not as at first")
	}
}
