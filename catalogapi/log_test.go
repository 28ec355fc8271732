package catalogapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"marketd/catalogapi"
	"marketd/market"
)

// journal keeps what is logged.
type journal struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.b.Write(p)
}

// lines are those logged since the last call.
func (j *journal) lines(t *testing.T) []map[string]any {
	t.Helper()
	j.mu.Lock()
	defer j.mu.Unlock()
	var all []map[string]any
	for line := range strings.Lines(j.b.String()) {
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	j.b.Reset()
	return all
}

// Every request leaves one line, in the pages' shape, under the id that the
// client has.
func TestEveryRequestLeavesALine(t *testing.T) {
	t.Parallel()
	s := newStand(t)
	j := &journal{}
	s.api, s.client = serve(t, catalogapi.Options{
		Catalog: s.catalog, Intake: s.intake, Clock: s.clock,
		Log: slog.New(slog.NewJSONHandler(j, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Actor: func(r *http.Request) market.Actor {
			return market.Actor{Account: r.Header.Get("Test-Account"), Role: market.RoleDeveloper}
		},
	})
	for name, c := range map[string]struct {
		do                          func() reply
		level, route, code, account string
		status                      float64
	}{
		"submitted":   {func() reply { return s.submit(dev, confirmed("")) }, "INFO", "/api/v1/submissions", "", dev, 202},
		"refused":     {func() reply { return s.submit("", confirmed("")) }, "INFO", "/api/v1/submissions", "SIGN_IN_REQUIRED", "", 401},
		"hostile id":  {func() reply { return s.get("/market-submit/canary-x") }, "INFO", "/market-submit/:id", "SUBMISSION_NOT_FOUND", "", 404},
		"no route":    {func() reply { return s.get("/api/v1/canary") }, "INFO", "", "NOT_FOUND", "", 404},
		"not ready":   {func() reply { return s.get(paths[1]) }, "INFO", paths[1], "CATALOG_NOT_READY", "", 503},
		"no method":   {func() reply { return s.do(http.MethodPut, paths[0], "") }, "INFO", paths[0], "METHOD_NOT_ALLOWED", "", 405},
		"a schema":    {func() reply { return s.get("/schemas/entry.json") }, "INFO", "/schemas/:name", "", "", 200},
		"other site":  {func() reply { return s.do(http.MethodPost, "/market-submit", "{}", "Sec-Fetch-Site: cross-site") }, "INFO", "/market-submit", "CROSS_SITE", "", 403},
		"our failure": {func() reply { return s.fails(errors.New("the cause")) }, "ERROR", "/market-submit", "INTERNAL", "", 500},
	} {
		j.lines(t)
		res := c.do()
		lines := j.lines(t)
		if len(lines) != 1 {
			t.Fatalf("%s: %d lines", name, len(lines))
		}
		l := lines[0]
		account, _ := l["account"].(string)
		code, _ := l["code"].(string)
		if l["msg"] != "request" || l["level"] != c.level || l["route"] != c.route || l["status"] != c.status || code != c.code || account != c.account || l["method"] != res.Request.Method {
			t.Errorf("%s: %v", name, l)
		}
		if l["id"] == "" || l["id"] != res.Header.Get("X-Request-Id") {
			t.Errorf("%s: id %v, the client has %q", name, l["id"], res.Header.Get("X-Request-Id"))
		}
		if c.level == "ERROR" && l["error"] == nil {
			t.Errorf("%s: the cause is not told: %v", name, l)
		}
	}
	if err := s.api.Publish(snapshot(1, 3)); err != nil {
		t.Fatal(err)
	}
	res := s.get(paths[0])
	if lines := j.lines(t); len(lines) != 1 || lines[0]["level"] != "DEBUG" || lines[0]["status"] != 200.0 || lines[0]["bytes"] != float64(len(res.body)) {
		t.Errorf("the catalog: %v", lines)
	}
}

// fails has a check fail on our side.
func (s *stand) fails(err error) reply {
	s.t.Helper()
	s.examine = func(context.Context, market.Case) (market.Examined, error) { return market.Examined{}, err }
	return s.do(http.MethodPost, "/market-submit", entry+"}", "Content-Type: application/json")
}

// Behind a proxy that changes the host, writes from the market's own pages are its own.
func TestOwnOriginMayWrite(t *testing.T) {
	t.Parallel()
	s := newStand(t)
	_, c := serve(t, catalogapi.Options{Catalog: s.catalog, Intake: s.intake, Clock: s.clock, BaseURL: "https://market.example/"})
	for origin, want := range map[string]int{"https://market.example": 200, "https://evil.example": 403, "http://market.example": 403} {
		if res := c.do(http.MethodPost, "/market-submit", entry+"}", "Content-Type: application/json", "Origin: "+origin); res.StatusCode != want {
			t.Errorf("from %s: status %d, want %d", origin, res.StatusCode, want)
		}
	}
}

// Checks are counted together with those of another surface that shares the admission.
func TestAdmissionIsShared(t *testing.T) {
	t.Parallel()
	s := newStand(t)
	shared := market.NewAdmission(s.clock, market.AdmissionLimits{AtWork: 1})
	_, c := serve(t, catalogapi.Options{Catalog: s.catalog, Intake: s.intake, Clock: s.clock, Admission: shared})
	leave, err := shared.Enter("203.0.113.5")
	if err != nil {
		t.Fatal(err)
	}
	check := func() reply {
		return c.do(http.MethodPost, "/market-submit", entry+"}", "Content-Type: application/json")
	}
	if res := check(); res.StatusCode != http.StatusTooManyRequests || problem(t, res).Code != "CHECKS_BUSY" {
		t.Errorf("status %d: %s", res.StatusCode, res.body)
	}
	leave()
	if res := check(); res.StatusCode != http.StatusOK {
		t.Errorf("afterwards: status %d: %s", res.StatusCode, res.body)
	}
}
