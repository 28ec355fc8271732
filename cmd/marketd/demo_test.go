package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"marketd/demo"
	"marketd/market"
	"marketd/storage/storagetest"
)

type registry struct {
	Demo     bool
	Packages []struct {
		ID        string
		Server    struct{ URL, Token string }
		ToolCount int
		Compat    struct{ App string }
	}
}

func (r *running) registry(t *testing.T) registry {
	t.Helper()
	var reg registry
	if err := json.Unmarshal([]byte(r.get(t, "/market/registry.json").body), &reg); err != nil {
		t.Fatal(err)
	}
	return reg
}

func TestDemoIsReadyMadeAndSurvivesARestart(t *testing.T) {
	t.Parallel()
	data := dataFolder(t)
	m := serving(t, data, "--demo")
	first := m.registry(t)
	if !first.Demo || len(first.Packages) != 4 {
		t.Fatalf("the demo's catalog is %+v, want four packages", first)
	}
	for _, p := range first.Packages {
		if p.ToolCount < 2 || p.Compat.App != "pass" || p.Server.Token != "" || !strings.HasPrefix(p.Server.URL, "http://127.0.0.1:") {
			t.Errorf("package %+v", p)
		}
	}
	for _, want := range []string{"dev@demo.test", "demo-developer", "reviewer@demo.test", "demo-reviewer", "empty-schema", m.url + "/demo"} {
		if !strings.Contains(m.err.String(), want) {
			t.Errorf("the demo does not print %q", want)
		}
	}
	if setupLink.MatchString(m.err.String()) {
		t.Error("a demo has an admin, and yet a link is printed")
	}
	if r := m.get(t, "/demo"); r.StatusCode != http.StatusOK || !strings.Contains(r.body, "demo-reviewer") {
		t.Errorf("/demo: %s", r.Status)
	}
	m.stop(t)

	again := serving(t, data, "--demo").registry(t)
	if len(again.Packages) != 4 {
		t.Fatalf("after a restart: %+v", again)
	}
	for i, p := range again.Packages {
		if p != first.Packages[i] {
			t.Errorf("after a restart %+v, before %+v", p, first.Packages[i])
		}
	}
}

func TestDemoRefusesTheMarketsOwnAddress(t *testing.T) {
	t.Parallel()
	m := serving(t, dataFolder(t), "--demo")
	entry := `{"id":"self-demo","name":"Market itself","desc":"Asks the market for the market","cat":"developer","author":"Somebody","server":{"url":"` + m.url + `/market/registry.json"}}`
	r := m.do(t, http.MethodPost, "/market-submit", entry, "Content-Type", "application/json")
	var answer struct {
		Report market.Report
	}
	if err := json.Unmarshal([]byte(r.body), &answer); err != nil {
		t.Fatalf("%v in %s", err, r.body)
	}
	if answer.Report.Verdict != market.VerdictRejected || !strings.Contains(r.body, "NET-00") {
		t.Errorf("%s: verdict %q in %s", r.Status, answer.Report.Verdict, r.body)
	}
}

func TestDemosAndMarketsKeepApart(t *testing.T) {
	t.Parallel()
	lived, played := dataFolder(t), dataFolder(t)
	serving(t, lived).stop(t)
	serving(t, played, "--demo").stop(t)
	refuseEachOther(t, []string{"--data=" + lived}, []string{"--data=" + played}, "--data")
	serving(t, played, "--demo").stop(t)
}

// The mark is in the database: a folder of its own makes no database a demo's.
func TestDemosAndMarketsKeepApartOnPostgreSQL(t *testing.T) {
	t.Parallel()
	lived, played := "--database-url="+storagetest.Postgres(t), "--database-url="+storagetest.Postgres(t)
	serving(t, dataFolder(t), lived).stop(t)
	serving(t, dataFolder(t), played, "--demo").stop(t)
	refuseEachOther(t, []string{lived, "--data=" + dataFolder(t)}, []string{played, "--data=" + dataFolder(t)}, "--database-url")
	if m := serving(t, dataFolder(t), played, "--demo"); len(m.registry(t).Packages) != 4 {
		t.Errorf("the demo goes on with %+v", m.registry(t))
	}
}

// refuseEachOther wants a demo on the one, and a market on the other, refused
// with what to write instead.
func refuseEachOther(t *testing.T, lived, played []string, setting string) {
	t.Helper()
	for _, c := range []struct {
		args  []string
		wants []string
	}{
		{append([]string{"serve", "--listen=127.0.0.1:0", "--demo"}, lived...), []string{setting, "real market", "leave out --demo"}},
		{append([]string{"serve", "--listen=127.0.0.1:0"}, played...), []string{setting, "demo", "or --demo too"}},
		{append([]string{"admin", "create", "a@market.test", "--demo"}, lived...), []string{setting}},
		{append([]string{"admin", "create", "a@market.test"}, played...), []string{setting}},
	} {
		code, out, errs := runCommand(t, "", nil, c.args...)
		if code != exitUsage || out != "" {
			t.Errorf("%v: %d %q %q", c.args, code, out, errs)
		}
		for _, want := range c.wants {
			if !strings.Contains(errs, want) {
				t.Errorf("%v: %q does not say %q", c.args, errs, want)
			}
		}
	}
}

// An account made before the first start is enough to make a market.
func TestDemoRefusesAMarketThatHasNotServed(t *testing.T) {
	t.Parallel()
	data := dataFolder(t)
	if code, _, errs := runCommand(t, "", nil, "admin", "create", "ada@market.test", "--data="+data); code != exitOK {
		t.Fatal(errs)
	}
	code, out, errs := runCommand(t, "", nil, "serve", "--demo", "--listen=127.0.0.1:0", "--data="+data)
	if code != exitUsage || out != "" || !strings.Contains(errs, "real market") {
		t.Errorf("%d %q %q", code, out, errs)
	}
}

func TestDemoWithoutItsPorts(t *testing.T) {
	t.Parallel()
	data := dataFolder(t)
	serving(t, data, "--demo").stop(t)
	sqlOn(t, data, "UPDATE setting SET value = '{' WHERE name = 'demo ports'")
	if reg := serving(t, data, "--demo").registry(t); len(reg.Packages) != 4 {
		t.Errorf("the catalog is %+v", reg)
	}
}

func TestSwitches(t *testing.T) {
	t.Parallel()
	servers, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = servers.Close() }()
	s := &samples{servers: servers}
	for _, c := range [][2]string{{"nobody", "down"}, {"weather", "explode"}} {
		if err := s.Do(c[0], c[1]); !errors.Is(err, errNoSample) {
			t.Errorf("%v: %v", c, err)
		}
	}
	if err := s.Do("weather", "down"); err != nil {
		t.Fatal(err)
	}
	first := s.Servers()[0]
	if first.Name != "weather" || first.State != demo.Down || len(first.Actions) != 1 || first.Actions[0].Name != "up" || first.Summary.EN == "" {
		t.Errorf("after down: %+v", first)
	}
	roles := map[market.Role]bool{}
	for _, a := range s.Accounts() {
		roles[a.Role] = true
		if len(a.Password) < 10 {
			t.Errorf("%s: the password would not be accepted", a.Email)
		}
	}
	if len(roles) != 3 {
		t.Errorf("accounts for %v", roles)
	}
}
