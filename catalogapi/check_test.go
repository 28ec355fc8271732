package catalogapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"marketd/catalogapi"
	"marketd/market"
	"marketd/market/toollist"
)

// check sends a check as a client of its own, so that no limit counts it.
func (s *stand) check(query, body string, headers ...string) reply {
	s.t.Helper()
	return s.do(http.MethodPost, "/api/v1/check"+query, body, append([]string{"Content-Type: application/json", "Test-Client: " + url.QueryEscape(body+query)}, headers...)...)
}

func TestCheckOfAnAddress(t *testing.T) {
	t.Parallel()
	s := newStand(t)
	var asked market.Case
	s.examine = func(ctx context.Context, c market.Case) (market.Examined, error) {
		asked = c
		return good(ctx, c)
	}
	res := s.check("", `{"url":"https://weather.example.com/mcp","testToken":"s3cret-token","profile":"mcp"}`)
	r := decode[market.Report](t, res)
	if res.StatusCode != http.StatusOK || r.Verdict != market.VerdictClean || !r.Provisional || r.URL != "https://weather.example.com/mcp" {
		t.Errorf("status %d: %s", res.StatusCode, res.body)
	}
	if asked.Entry.Server.URL != r.URL || asked.Token != "s3cret-token" || asked.Profile != market.ProfileMCP || !asked.Draft || asked.RawEntry != nil {
		t.Errorf("what was examined: %+v", asked)
	}
	if got := res.Header.Get("Content-Type") + res.Header.Get("Cache-Control"); got != "application/jsonprivate, no-store" {
		t.Errorf("header %v", res.Header)
	}
	conforms(t, s.client, "report", res.body)
	conforms(t, s.client, "check", []byte(`{"url":"https://weather.example.com/mcp","profile":"mcp"}`))
	for query, want := range map[string]market.Profile{"?profile=app": market.ProfileApp, "?profile=both": "", "": ""} {
		if res := s.check(query, `{"url":"https://weather.example.com/mcp"}`); res.StatusCode != http.StatusOK || asked.Profile != want {
			t.Errorf("%q: status %d, profile %q", query, res.StatusCode, asked.Profile)
		}
	}
}

// A whole entry is checked as a submission would be, by the same rules.
func TestCheckOfAnEntry(t *testing.T) {
	t.Parallel()
	s := newStand(t)
	res := s.check("", entry+`,"id":"weather-demo"}`)
	r := decode[market.Report](t, res)
	if res.StatusCode != http.StatusOK || len(r.Findings) == 0 || r.Findings[0].Rule != "ENT-001" {
		t.Errorf("status %d: %s", res.StatusCode, res.body)
	}
	if mine, err := s.intake.Mine(t.Context(), market.Actor{Account: dev, Role: market.RoleDeveloper}, 0, 0); err != nil || len(mine) != 0 {
		t.Errorf("something was stored: %+v, %v", mine, err)
	}
}

const placeholder = `{"name":"weather_now","description":"TODO","inputSchema":{"type":"object","properties":{}}}`

func TestCheckOfTools(t *testing.T) {
	t.Parallel()
	s := newStand(t)
	s.examine = func(context.Context, market.Case) (market.Examined, error) {
		return market.Examined{}, errors.New("a server was asked")
	}
	for name, c := range map[string]struct {
		body, rule, where string
		tools             int
	}{
		"a placeholder":      {`{"tools":[` + placeholder + `]}`, "DSC-002", "/tools/0/description", 1},
		"an empty list":      {`{"tools":[]}`, "PRO-007", "/probe/list", 0},
		"a key twice":        {`{"tools":[{"name":"a","name":"b"}]}`, "PRO-002", "/tools/0/name", 0},
		"a key but for case": {`{"tools":[{"name":"a","Name":"b"}]}`, "PRO-002", "/tools/0/Name", 0},
		"a NUL in a key":     {`{"tools":[{"na\u0000me":"a"}]}`, "PRO-002", "/tools/0/na⟦U+0000⟧me", 0},
		"too deep":           {`{"tools":[` + strings.Repeat("[", 80) + strings.Repeat("]", 80) + `]}`, "PRO-002", "/tools/0" + strings.Repeat("/0", 62), 0},
	} {
		res := s.check("", c.body)
		r := decode[market.Report](t, res)
		found := map[string]string{}
		for _, f := range r.Findings {
			found[f.Rule] = f.Where
		}
		if res.StatusCode != http.StatusOK || r.Verdict != market.VerdictRejected || r.Tools != c.tools || found[c.rule] != c.where {
			t.Errorf("%s: status %d, %s, found %v; want %s at %s", name, res.StatusCode, r.Verdict, found, c.rule, c.where)
		}
		if r.Profiles.App.Verdict != market.VerdictNotRun || r.Profiles.MCP.Verdict != market.VerdictNotRun || r.URL != "" {
			t.Errorf("%s: %+v of %q", name, r.Profiles, r.URL)
		}
		conforms(t, s.client, "report", res.body)
	}
	s.weigh = map[string]market.RuleSetting{"DSC-002": {Severity: market.SeverityWarn, Enforced: true, Required: true}}
	r := decode[market.Report](t, s.check("", `{"tools":[`+placeholder+`]}`))
	if r.Verdict == market.VerdictRejected || !strings.Contains(r.Ruleset, "+") {
		t.Errorf("what an admin set does not count: %s under %s", r.Verdict, r.Ruleset)
	}
}

func TestCheckInEveryForm(t *testing.T) {
	t.Parallel()
	s := newStand(t)
	s.examine = bad
	const server, list = `{"url":"https://weather.example.com/mcp"}`, "{\"tools\":[\n" + placeholder + "]}"
	for _, c := range []struct{ query, accept, body, media, want string }{
		{"", "", server, "application/json", `"verdict":"rejected"`},
		{"", "text/html, */*;q=0.5", server, "application/json", `"verdict"`},
		{"", "text/html;q=x, text/plain", server, "text/plain; charset=utf-8", "必须改"},
		{"", "text/markdown;q=0.4, application/sarif+json;q=0.9, application/json;q=0.1", server, "application/sarif+json", `"version": "2.1.0"`},
		{"?format=markdown", "application/json", server, "text/markdown; charset=utf-8", "`TODO <b>`"},
		{"?format=text&verbose=true", "", list, "text/plain; charset=utf-8", "DSC-002"},
		{"?format=sarif", "", list, "application/sarif+json", `"startLine": 2`},
		{"?format=json", "text/plain", server, "application/json", `"format":1`},
	} {
		res := s.check(c.query, c.body, "Accept: "+c.accept)
		if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != c.media || !strings.Contains(string(res.body), c.want) {
			t.Errorf("%q, %q: status %d, %s: %s", c.query, c.accept, res.StatusCode, res.Header.Get("Content-Type"), res.body)
		}
		if res.Header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(strings.Join(res.Header.Values("Vary"), ","), "Accept") {
			t.Errorf("%q: header %v", c.query, res.Header)
		}
	}
	if res := s.check("?format=text", server, "Accept-Language: en"); !strings.Contains(string(res.body), "Must change") || res.Header.Get("Content-Language") != "en" {
		t.Errorf("in English: %s", res.body)
	}
}

func TestCheckRefusals(t *testing.T) {
	t.Parallel()
	s := newStand(t)
	s.examine = func(context.Context, market.Case) (market.Examined, error) {
		return market.Examined{}, errors.New("a server was asked")
	}
	for name, c := range map[string]struct {
		query, body, header string
		status              int
		code, path          string
	}{
		"no JSON":              {"", `url`, "", 400, "MALFORMED_JSON", ""},
		"an array":             {"", `[]`, "", 400, "MALFORMED_JSON", ""},
		"nothing":              {"", `{}`, "", 422, "CHECK_NOTHING", ""},
		"two things":           {"", `{"url":"https://a.example","tools":[]}`, "", 422, "CHECK_AMBIGUOUS", ""},
		"an entry and a url":   {"", `{"url":"https://a.example","server":{}}`, "", 422, "CHECK_AMBIGUOUS", ""},
		"a url twice":          {"", `{"url":"https://a.example","url":"https://b.example"}`, "", 400, "MALFORMED_JSON", "/url"},
		"a member around":      {"", `{"tools":[],"x":1,"X":2}`, "", 400, "MALFORMED_JSON", "/X"},
		"tools twice":          {"", `{"tools":[],"tools":[]}`, "", 400, "MALFORMED_JSON", "/tools"},
		"tools, no JSON":       {"", `{"tools":[{"name":"` + strings.Repeat("x", market.EntryBytes) + `",}]}`, "", 400, "MALFORMED_JSON", "/tools/0/"},
		"deep tools, no JSON":  {"", `{"tools":[` + strings.Repeat("[", 20) + strings.Repeat("]", 20) + `,]}`, "", 400, "MALFORMED_JSON", "/tools/1"},
		"tools of another":     {"", `{"tools":{}}`, "", 422, "CHECK_INVALID", "/tools"},
		"a url of another":     {"", `{"url":7}`, "", 422, "CHECK_INVALID", "/url"},
		"a token of another":   {"", `{"url":"https://a.example","testToken":{}}`, "", 422, "CHECK_INVALID", "/testToken"},
		"a token with a space": {"", `{"url":"https://a.example","testToken":"a b"}`, "", 422, "TOKEN_INVALID", "/testToken"},
		"a profile":            {"", `{"url":"https://a.example","profile":"web"}`, "", 422, "CHECK_INVALID", "/profile"},
		"a profile asked for":  {"?profile=web", `{"tools":[]}`, "", 422, "CHECK_INVALID", "/profile"},
		"a format":             {"?format=pdf", `{"tools":[]}`, "", 422, "CHECK_INVALID", "/format"},
		"another type":         {"", `{"tools":[]}`, "Content-Type: text/plain", 415, "UNSUPPORTED_MEDIA_TYPE", ""},
		"another site":         {"", `{"tools":[]}`, "Sec-Fetch-Site: cross-site", 403, "CROSS_SITE", ""},
		"a large address":      {"", `{"url":"` + strings.Repeat("x", market.EntryBytes) + `"}`, "", 413, "BODY_TOO_LARGE", ""},
		"a large list":         {"", `{"tools":["` + strings.Repeat("x", toollist.MaxBytes) + `"]}`, "", 413, "BODY_TOO_LARGE", ""},
	} {
		headers := []string{"Test-Client: " + name}
		if c.header == "" || !strings.HasPrefix(c.header, "Content-Type") {
			headers = append(headers, "Content-Type: application/json")
		}
		if c.header != "" {
			headers = append(headers, c.header)
		}
		res := s.do(http.MethodPost, "/api/v1/check"+c.query, c.body, headers...)
		p := problem(t, res)
		path := ""
		if len(p.Violations) > 0 {
			path = p.Violations[0].Path
		}
		if res.StatusCode != c.status || p.Code != c.code || path != c.path {
			t.Errorf("%s: status %d, %s at %q; want %d, %s at %q", name, res.StatusCode, p.Code, path, c.status, c.code, c.path)
		}
		conforms(t, s.client, "problem", res.body)
	}
	if res := s.get("/api/v1/check"); res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("GET: status %d", res.StatusCode)
	}
}

// Anyone may check, and nobody more than the limits let them, whatever is checked.
func TestCheckIsBounded(t *testing.T) {
	t.Parallel()
	s := newStand(t)
	statuses := map[int]int{}
	for i := range 14 {
		body := `{"tools":[]}`
		if i%2 == 0 {
			body = fmt.Sprintf(`{"url":"https://%d.example.com/mcp"}`, i)
		}
		res := s.do(http.MethodPost, "/api/v1/check", body, "Content-Type: application/json", "Test-Client: 192.0.2.7")
		statuses[res.StatusCode]++
		if res.StatusCode == http.StatusTooManyRequests && (res.Header.Get("Retry-After") == "" || problem(t, res).Code != "TOO_MANY_CHECKS") {
			t.Errorf("refused with %v: %s", res.Header, res.body)
		}
	}
	if statuses[http.StatusOK] != 10 || statuses[http.StatusTooManyRequests] != 4 {
		t.Errorf("statuses %v", statuses)
	}
}

// Whatever is sent, the answer is a report or a problem.
func FuzzCheckBody(f *testing.F) {
	for _, s := range []string{`{"url":"https://a.example"}`, `{"tools":[{"name":"a"}]}`, `{"tools":[{"a":1,"a":2}]}`, `{"server":{}}`, `[]`, `{"url":1}`, `{"tools":null}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := catalogapi.ParseChecking(data)
		if err == nil && list && !json.Valid(data) {
			t.Errorf("taken: %q", data)
		}
		if err != nil {
			if e, ok := errors.AsType[*market.Error](err); !ok || e.Code == "" {
				t.Errorf("%q: %v", data, err)
			}
		}
	})
}
