package catalogapi_test

import (
	"context"
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"marketd/catalogapi"
	"marketd/market"
	engine "marketd/reviewer"
	allrules "marketd/reviewer/rules"
	entryrules "marketd/reviewer/rules/entry"
	"marketd/signing"
	"marketd/storage/storagetest"
)

// The accounts of a stand. Mail and names are canaries: no answer tells them.
const (
	dev      = "account-dev"
	other    = "account-other"
	reviewer = "account-reviewer"
	mail     = "@canary-mail.example"
)

// stand is the API on the real core and a database of its own. Only the
// network is played: examine says what a server would have shown.
type stand struct {
	*client
	clock   *hand
	intake  *market.Intake
	desk    *market.Desk
	catalog *market.Catalog
	api     *catalogapi.Server
	rules   *engine.Reviewer // those on the entry
	tools   *engine.Reviewer // all, for lists of tools
	weigh   map[string]market.RuleSetting
	examine func(context.Context, market.Case) (market.Examined, error)
}

func (s *stand) Examine(ctx context.Context, c market.Case) (market.Examined, error) {
	x, err := s.examine(ctx, c)
	if r := s.rules.CheckEntry(c); r.Verdict == market.VerdictRejected || len(x.Report.Findings) == 0 {
		x.Report.Findings = append(x.Report.Findings, r.Findings...)
	}
	return x, err
}

// CheckEntry is the real rules' word on the entry.
func (s *stand) CheckEntry(c market.Case) market.Report { return s.rules.CheckEntry(c) }

// catalogue is the documentation of every rule, read once.
var catalogue = sync.OnceValue(allrules.Catalogue)

func newStand(t *testing.T) *stand {
	t.Helper()
	db := storagetest.SQLite(t)
	sealer, err := signing.OpenSealer(filepath.Join(t.TempDir(), "key"))
	if err != nil {
		t.Fatal(err)
	}
	s := &stand{clock: newHand(), examine: good}
	s.rules = engine.New(engine.Options{Rules: entryrules.Rules(), Policy: engine.DefaultPolicy()})
	s.tools = engine.New(engine.Options{Rules: allrules.All(), Policy: engine.DefaultPolicy(), Ruleset: allrules.Set})
	err = db.Update(t.Context(), func(w market.Writer) error {
		for id, role := range map[string]market.Role{dev: market.RoleDeveloper, other: market.RoleDeveloper, reviewer: market.RoleReviewer} {
			a := market.Account{ID: id, Email: id + mail, Name: "canary-name " + id, Role: role, Password: "canary-hash", CreatedAt: s.clock.Now()}
			if err := w.InsertAccount(t.Context(), a); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	s.catalog = market.NewCatalog(db)
	s.intake = market.NewIntake(market.IntakeOptions{Store: db, Examiner: s, Checker: s, Sealer: sealer, Clock: s.clock})
	s.desk = market.NewDesk(db, s.clock, s.catalog.Nudge)
	s.api, s.client = serve(t, catalogapi.Options{
		Catalog: s.catalog, Intake: s.intake, Clock: s.clock,
		Actor: func(r *http.Request) market.Actor {
			switch id := r.Header.Get("Test-Account"); id {
			case "":
				return market.Actor{IP: "192.0.2.0/24"}
			case reviewer:
				return market.Actor{Account: id, Role: market.RoleReviewer}
			default:
				return market.Actor{Account: id, Role: market.RoleDeveloper}
			}
		},
		Language: func(r *http.Request) market.Lang {
			if strings.HasPrefix(r.Header.Get("Accept-Language"), "en") {
				return market.English
			}
			return market.Chinese
		},
		ClientIP: func(r *http.Request) string { return r.Header.Get("Test-Client") },
		Tools:    s.tools, RuleDocs: catalogue(), Version: "1.2.3",
		Settings: func(context.Context) (map[string]market.RuleSetting, error) { return s.weigh, nil },
	})
	if err := s.catalog.OnChange(s.api.Publish); err != nil {
		t.Fatal(err)
	}
	s.refresh(t)
	return s
}

func (s *stand) refresh(t *testing.T) {
	t.Helper()
	if err := s.catalog.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
}

const digest = "v1:sha256:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

// good is what the examiner says of a server that is fine.
func good(_ context.Context, c market.Case) (market.Examined, error) {
	return market.Examined{
		Report: market.Report{
			Format: 1, Ruleset: "test", At: newHand().Now(), URL: c.Entry.Server.URL, Passes: 1, Verdict: market.VerdictClean,
			Profiles: market.Profiles{
				App: market.ProfileResult{Verdict: market.VerdictClean, Outcome: market.OutcomePass},
				MCP: market.ProfileResult{Verdict: market.VerdictClean, Outcome: market.OutcomePass, Version: "2026-07-28", Transport: "streamable-http"},
			},
			Digest: digest, Tools: 1, Findings: []market.Finding{}, ChecksRun: []string{}, ChecksFailed: []string{}, Checks: []market.Check{},
		},
		Probe:   market.Probe{Reason: market.ReasonOK, Class: market.ClassOK, At: newHand().Now()},
		Tools:   []json.RawMessage{json.RawMessage(`{"name":"weather.now","description":"现在的天气","inputSchema":{"type":"object","properties":{}}}`)},
		Digests: []string{digest},
	}, nil
}

// bad is what it says of one with a placeholder for a description.
func bad(ctx context.Context, c market.Case) (market.Examined, error) {
	x, err := good(ctx, c)
	x.Report.Verdict, x.Report.Profiles.App = market.VerdictRejected, market.ProfileResult{Verdict: market.VerdictRejected, Outcome: market.OutcomeFail}
	x.Report.Findings = []market.Finding{{
		Rule: "DSC-002", Severity: market.SeverityReject, Enforced: true, Where: "/tools/0/description", Tool: "weather.now", Evidence: "TODO <b>",
		Message: market.Text{ZH: "说明是占位文字", EN: "a placeholder"}, Why: market.Text{ZH: "为何", EN: "why"}, Fix: market.Text{ZH: "写清楚", EN: "describe it"},
	}}
	return x, err
}

const entry = `{"id":"weather-demo","name":"天气","desc":"查询国内城市的实时天气","cat":"weather","author":"Example",` +
	`"privacy":"https://weather.example.com/privacy","support":"mailto:help@weather.example.com","server":{"url":"https://weather.example.com/mcp"}`

func confirmed(more string) string { return entry + more + `,"confirm":true}` }

// submit sends the entry as an account does.
func (s *stand) submit(account, body string) reply {
	s.t.Helper()
	return s.do(http.MethodPost, "/api/v1/submissions", body, "Content-Type: application/json", "Test-Account: "+account)
}

func decode[T any](t *testing.T, res reply) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(res.body, &v); err != nil {
		t.Fatalf("status %d: %v: %s", res.StatusCode, err, res.body)
	}
	return v
}
