package catalogapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"marketd/catalogapi"
	"marketd/market"
)

// The whole way of a submission by API: preview, submit, follow, approved, listed.
func TestSubmissionFromPreviewToCatalog(t *testing.T) {
	t.Parallel()
	s := newStand(t)

	preview := s.do(http.MethodPost, "/market-submit", entry+`,"confirm":false}`, "Content-Type: application/json; charset=UTF-8")
	if preview.StatusCode != http.StatusOK {
		t.Fatalf("preview: status %d: %s", preview.StatusCode, preview.body)
	}
	checked := decode[catalogapi.Checked](t, preview)
	if !checked.OK || checked.Stored || checked.Report.Verdict != market.VerdictClean || !checked.Report.Provisional {
		t.Errorf("preview: %+v", checked)
	}
	want := catalogapi.PreviewTool{Name: "weather.now", Mounted: "ext.__.weather.now", Description: "现在的天气", Level: "readonly"}
	if p := checked.Preview; len(p.Tools) != 1 || p.Tools[0] != want || p.Package.ToolsDigest != digest || p.Package.Kind != market.KindServer {
		t.Errorf("preview: %+v", p)
	}
	report := decode[map[string]json.RawMessage](t, preview)["report"]
	conforms(t, s.client, "report", report)
	if res := s.get("/api/v1/submissions/weather-demo", "Test-Account: "+dev); res.StatusCode != http.StatusNotFound {
		t.Errorf("a preview was stored: %s", res.body)
	}

	conforms(t, s.client, "entry", []byte(confirmed("")))
	res := s.submit(dev, confirmed(""))
	accepted := decode[catalogapi.Submitted](t, res)
	if res.StatusCode != http.StatusAccepted || accepted != (catalogapi.Submitted{OK: true, ID: "weather-demo", SubmissionID: accepted.SubmissionID, Status: "pending"}) ||
		res.Header.Get("Location") != "/api/v1/submissions/"+accepted.SubmissionID {
		t.Fatalf("status %d, Location %q: %s", res.StatusCode, res.Header.Get("Location"), res.body)
	}

	by := func(account, path string) catalogapi.SubmissionStatus {
		t.Helper()
		res := s.get(path, "Test-Account: "+account)
		if res.StatusCode != http.StatusOK || res.Header.Get("Cache-Control") != "private, no-store" {
			t.Fatalf("%s: status %d, Cache-Control %q: %s", path, res.StatusCode, res.Header.Get("Cache-Control"), res.body)
		}
		return decode[catalogapi.SubmissionStatus](t, res)
	}
	location := res.Header.Get("Location")
	if st := by(dev, location); st.Status != "pending" || st.Stage != market.StageChecking || len(st.Timeline) != 1 || len(st.Findings) != 0 {
		t.Errorf("after submitting: %+v", st)
	}
	if err := s.intake.Review(t.Context(), market.ReviewArgs{Submission: accepted.SubmissionID, Pass: 1}); err != nil {
		t.Fatal(err)
	}
	if st := by(dev, "/market-submit/weather-demo"); st.Status != "pending" || st.Stage != market.StageInReview || st.Verdict != market.VerdictClean {
		t.Errorf("after the review: %+v", st)
	}
	seen, err := s.desk.Case(t.Context(), market.Actor{Account: reviewer, Role: market.RoleReviewer}, accepted.SubmissionID)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.desk.Decide(t.Context(), market.Actor{Account: reviewer, Role: market.RoleReviewer}, market.DecideRequest{
		ID: accepted.SubmissionID, Version: seen.Submission.Version, Digest: seen.Submission.Digest, Kind: market.DecideApprove,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.refresh(t)
	if st := by(dev, location); st.Status != "approved" || !st.Listed || st.Reason != "" || len(st.Timeline) < 3 {
		t.Errorf("after the decision: %+v", st)
	}
	if st := by("", "/api/v1/submissions/weather-demo"); st.Status != "approved" || st.SubmissionID != "" || len(st.Timeline) != 0 {
		t.Errorf("to anyone: %+v", st)
	}
	doc := decode[catalogapi.Document](t, s.get(paths[0]))
	if doc.PackageCount != 1 || doc.Packages[0].ID != "weather-demo" || doc.Packages[0].ToolsDigest != digest || doc.Packages[0].Health.State != market.HealthUp {
		t.Errorf("the catalog: %+v", doc)
	}
}

func TestSubmissionRejectedTellsItsSubmitter(t *testing.T) {
	t.Parallel()
	s := newStand(t)
	s.examine = bad
	id := decode[catalogapi.Submitted](t, s.submit(dev, confirmed(""))).SubmissionID
	if err := s.intake.Review(t.Context(), market.ReviewArgs{Submission: id, Pass: 1}); err != nil {
		t.Fatal(err)
	}
	for _, account := range []string{dev, reviewer} {
		for _, name := range []string{id, "weather-demo"} {
			st := decode[catalogapi.SubmissionStatus](t, s.get("/api/v1/submissions/"+name, "Test-Account: "+account))
			if st.Status != "rejected" || st.Reason != "DSC-002" || !slices.Equal(st.Rules, []string{"DSC-002"}) || len(st.Findings) != 1 || st.Findings[0].Fix.EN != "describe it" {
				t.Errorf("%s to %s: %+v", name, account, st)
			}
		}
	}
	for _, account := range []string{"", other} {
		for _, name := range []string{id, "weather-demo", "no-such"} {
			res := s.get("/api/v1/submissions/"+name, "Test-Account: "+account)
			if res.StatusCode != http.StatusNotFound || problem(t, res).Code != "SUBMISSION_NOT_FOUND" {
				t.Errorf("%s to %q: status %d: %s", name, account, res.StatusCode, res.body)
			}
		}
	}
}

func TestSubmissionRefusals(t *testing.T) {
	s := newStand(t)
	tests := map[string]struct {
		body    string
		headers []string
		status  int
		code    string
		at      string // path of the first violation
	}{
		"nobody":            {confirmed(""), nil, 401, "SIGN_IN_REQUIRED", ""},
		"rule":              {strings.Replace(confirmed(""), "weather-demo", "obsidian", 1), []string{"Test-Account: " + dev}, 422, "ENTRY_REFUSED", "/id"},
		"token in entry":    {strings.Replace(confirmed(""), `"}`, `","token":"canary-token"}`, 1), []string{"Test-Account: " + dev}, 422, "ENTRY_REFUSED", "/server/token"},
		"confirm as text":   {entry + `,"confirm":"true"}`, []string{"Test-Account: " + dev}, 422, "ENTRY_REFUSED", "/confirm"},
		"confirm, nobody":   {entry + `,"confirm":1}`, nil, 422, "ENTRY_REFUSED", "/confirm"},
		"wrong type":        {strings.Replace(confirmed(""), `"天气"`, "7", 1), []string{"Test-Account: " + dev}, 422, "ENTRY_REFUSED", "/name"},
		"a credential":      {confirmed(`,"authorization":"canary"`), []string{"Test-Account: " + dev}, 422, "ENTRY_REFUSED", "/authorization"},
		"duplicate member":  {entry + `,"id":"xyz","confirm":true}`, []string{"Test-Account: " + dev}, 422, "ENTRY_REFUSED", "/id"},
		"confirmed twice":   {entry + `,"confirm":false,"confirm":true}`, []string{"Test-Account: " + dev}, 422, "ENTRY_REFUSED", "/confirm"},
		"differs in case":   {confirmed(`,"ID":"x"`), []string{"Test-Account: " + dev}, 422, "ENTRY_REFUSED", "/ID"},
		"bad test token":    {confirmed(`,"testToken":"a b"`), []string{"Test-Account: " + dev}, 422, "TOKEN_INVALID", ""},
		"no test token":     {confirmed(`,"testToken":["x"]`), []string{"Test-Account: " + dev}, 422, "ENTRY_REFUSED", "/testToken"},
		"not JSON":          {`<html>`, nil, 400, "MALFORMED_JSON", ""},
		"too large":         {entry + `,"x-a":"` + strings.Repeat("a", 64<<10) + `"}`, nil, 413, "BODY_TOO_LARGE", ""},
		"a form":            {"id=1", []string{"Content-Type: application/x-www-form-urlencoded"}, 415, "UNSUPPORTED_MEDIA_TYPE", ""},
		"no type":           {entry + `}`, []string{"Content-Type: "}, 415, "UNSUPPORTED_MEDIA_TYPE", ""},
		"other charset":     {entry + `}`, []string{"Content-Type: application/json; charset=gbk"}, 415, "UNSUPPORTED_MEDIA_TYPE", ""},
		"compressed":        {entry + `}`, []string{"Content-Encoding: gzip"}, 415, "UNSUPPORTED_MEDIA_TYPE", ""},
		"from another site": {confirmed(""), []string{"Test-Account: " + dev, "Sec-Fetch-Site: cross-site"}, 403, "CROSS_SITE", ""},
		"of another origin": {confirmed(""), []string{"Test-Account: " + dev, "Origin: https://evil.example"}, 403, "CROSS_SITE", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			headers := tt.headers
			if !slices.ContainsFunc(headers, func(h string) bool { return strings.HasPrefix(h, "Content-Type: ") }) {
				headers = append(headers, "Content-Type: application/json")
			}
			for lang, script := range map[string]bool{"zh-CN": true, "en": false} {
				res := s.do(http.MethodPost, "/api/v1/submissions", tt.body, append(headers, "Accept-Language: "+lang)...)
				p := problem(t, res)
				if res.StatusCode != tt.status || p.Code != tt.code {
					t.Errorf("status %d %s, want %d %s", res.StatusCode, p.Code, tt.status, tt.code)
				}
				if tt.at != "" && (len(p.Violations) == 0 || p.Violations[0].Path != tt.at || p.Violations[0].Rule == "" || p.Violations[0].Fix == "") {
					t.Errorf("violations %+v, want one at %s", p.Violations, tt.at)
				}
				if han := strings.ContainsFunc(p.Detail, func(r rune) bool { return r >= 0x4e00 && r <= 0x9fff }); han != script || res.Header.Get("Content-Language") != lang {
					t.Errorf("in %s: %s (Content-Language %s)", lang, p.Detail, res.Header.Get("Content-Language"))
				}
				if bytes.Contains(res.body, []byte("canary")) {
					t.Errorf("tells a secret: %s", res.body)
				}
				conforms(t, s.client, "problem", res.body)
			}
		})
	}
	if mine, err := s.intake.Mine(t.Context(), market.Actor{Account: dev, Role: market.RoleDeveloper}, 0, 0); err != nil || len(mine) != 0 {
		t.Errorf("something was stored: %+v, %v", mine, err)
	}
}

// A preview tells by the rules what a submission would be refused for, and of
// members that nobody reads; an unknown member alone does not stand in the way.
func TestPreviewTellsWhatTheRulesSay(t *testing.T) {
	t.Parallel()
	s := newStand(t)
	for body, want := range map[string]string{
		entry + `}`:                                  "",
		entry + `,"nam":"x","x-note":1}`:             "warn ENT-011 /entry/nam",
		entry + `,"id":"weather-demo"}`:              "reject ENT-001 /entry/id",
		entry + `,"authorization":"Bearer a"}`:       "reject ENT-011 /entry/authorization",
		strings.Replace(entry, `"天气"`, "7", 1) + `}`: "reject ENT-004 /entry/name",
		entry + `,"package":"com.example","authority":"com.example.tools","signer":"","uiComponentId":""}`: "",
		entry + `,"uiComponentId":"UI-000001"}`: "reject ENT-012 /entry/uiComponentId",
	} {
		res := s.do(http.MethodPost, "/market-submit", body, "Content-Type: application/json", "Test-Client: "+body)
		got := ""
		for _, f := range decode[catalogapi.Checked](t, res).Report.Findings {
			if f.Rule != "ENT-005" { // on the name of this file's entry
				got = string(f.Severity) + " " + f.Rule + " " + f.Where
				break
			}
		}
		if res.StatusCode != http.StatusOK || got != want {
			t.Errorf("%s: status %d, %q, want %q", body, res.StatusCode, got, want)
		}
	}
	if res := s.submit(dev, confirmed(`,"nam":"x","x-note":1,"package":"com.example"`)); res.StatusCode != http.StatusAccepted {
		t.Errorf("with an unknown member: status %d: %s", res.StatusCode, res.body)
	}
}

// An Android provider's members are kept, and its uiComponentId reaches the catalog.
func TestMembersOfOtherKindsAreKept(t *testing.T) {
	t.Parallel()
	s := newStand(t)
	body := strings.NewReplacer(`"name"`, `"kind":"cetp","package":"com.example.app","authority":"com.example.app.tools","signer":"`+strings.Repeat("0a", 32)+`","uiComponentId":"UI-010001","name"`).Replace(confirmed(""))
	res := s.submit(dev, body)
	if res.StatusCode != http.StatusAccepted {
		t.Fatalf("status %d: %s", res.StatusCode, res.body)
	}
	mine, err := s.intake.Mine(t.Context(), market.Actor{Account: dev, Role: market.RoleDeveloper}, 0, 0)
	if err != nil || len(mine) != 1 {
		t.Fatalf("%v, %v", mine, err)
	}
	if e := mine[0].Entry; e.Package != "com.example.app" || e.Authority == "" || e.Signer == "" || e.UIComponentID != "UI-010001" {
		t.Errorf("kept %+v", e)
	}
}

func TestSubmissionLimits(t *testing.T) {
	t.Parallel()
	s := newStand(t)
	for _, id := range []string{"one-a", "one-b", "one-c"} {
		if res := s.submit(dev, strings.Replace(confirmed(""), "weather-demo", id, 1)); res.StatusCode != http.StatusAccepted {
			t.Fatalf("%s: status %d: %s", id, res.StatusCode, res.body)
		}
	}
	s.clock.move(20 * time.Second)
	res := s.submit(dev, confirmed(""))
	if res.StatusCode != http.StatusTooManyRequests || res.Header.Get("Retry-After") != "40" || problem(t, res).Code != "TOO_MANY_SUBMISSIONS" {
		t.Errorf("the fourth in a minute: status %d, Retry-After %q: %s", res.StatusCode, res.Header.Get("Retry-After"), res.body)
	}
	if res := s.submit(other, strings.Replace(confirmed(""), "weather-demo", "one-a", 1)); res.StatusCode != http.StatusConflict && res.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("an id that is taken: status %d: %s", res.StatusCode, res.body)
	}
}

func TestChecksAreBoundedForEachClient(t *testing.T) {
	t.Parallel()
	s := newStand(t)
	const most = 4
	begun := make(chan struct{}, most)
	finish := make(chan struct{})
	s.examine = func(ctx context.Context, c market.Case) (market.Examined, error) {
		begun <- struct{}{}
		select {
		case <-finish:
		case <-ctx.Done():
		}
		return good(ctx, c)
	}
	check := func(client string) reply {
		return s.do(http.MethodPost, "/api/v1/submissions", entry+`}`, "Content-Type: application/json", "Test-Client: "+client)
	}
	statuses := make(chan int, most)
	for range most {
		go func() { statuses <- check("198.51.100.7").StatusCode }()
	}
	for range most {
		<-begun
	}
	if res := check("198.51.100.7"); res.StatusCode != http.StatusTooManyRequests || res.Header.Get("Retry-After") == "" || problem(t, res).Code != "CHECK_RUNNING" {
		t.Errorf("a fifth check of one client: status %d: %s", res.StatusCode, res.body)
	}
	close(finish)
	for range most {
		if status := <-statuses; status != http.StatusOK {
			t.Errorf("one of the first: status %d", status)
		}
	}
	if res := check("198.51.100.7"); res.StatusCode != http.StatusOK {
		t.Errorf("after they ended: status %d: %s", res.StatusCode, res.body)
	}
}

// What is secret goes in and never comes out, by whatever address.
func TestNoAnswerTellsASecret(t *testing.T) {
	t.Parallel()
	s := newStand(t)
	const token = "canary-test-token"
	var got string
	s.examine = func(ctx context.Context, c market.Case) (market.Examined, error) {
		got = c.Token
		return good(ctx, c)
	}
	secret := `,"testToken":"` + token + `"`
	replies := []reply{s.do(http.MethodPost, "/market-submit", entry+secret+`}`, "Content-Type: application/json", "Test-Account: "+dev)}
	if got != token {
		t.Errorf("the check had the token %q", got)
	}
	replies = append(replies, s.submit(dev, confirmed(secret)))
	id := decode[catalogapi.Submitted](t, replies[1]).SubmissionID
	got = ""
	if err := s.intake.Review(t.Context(), market.ReviewArgs{Submission: id, Pass: 1}); err != nil {
		t.Fatal(err)
	}
	if got != token {
		t.Errorf("the review had the token %q", got)
	}
	for _, account := range []string{dev, reviewer, other, ""} {
		replies = append(replies, s.get("/api/v1/submissions/"+id, "Test-Account: "+account), s.get(paths[1], "Test-Account: "+account))
	}
	for _, res := range replies {
		if bytes.Contains(res.body, []byte("canary")) {
			t.Errorf("%s tells: %s", res.Request.URL.Path, res.body)
		}
	}
}

func TestUnknownRoutesAndMethods(t *testing.T) {
	t.Parallel()
	s := newStand(t)
	tests := []struct {
		method, path string
		status       int
		allow        string
	}{
		{http.MethodGet, "/api/v1/nothing", 404, ""},
		{http.MethodGet, "/api/", 404, ""},
		{http.MethodGet, "/api/v1/submissions", 405, "OPTIONS, POST"},
		{http.MethodDelete, "/market-submit", 405, "OPTIONS, POST"},
		{http.MethodPut, "/api/v1/submissions/weather-demo", 405, "OPTIONS, GET"},
		{http.MethodGet, "/api/v1/catalog/changes", 404, ""},
		{http.MethodGet, "/api/v1/submissions/%00%ff", 404, ""},
	}
	for _, tt := range tests {
		res := s.do(tt.method, tt.path, "")
		if p := problem(t, res); res.StatusCode != tt.status || res.Header.Get("Allow") != tt.allow {
			t.Errorf("%s %s: status %d, Allow %q, %s", tt.method, tt.path, res.StatusCode, res.Header.Get("Allow"), p.Code)
		}
	}
}

// What fails within is told in the log, and to the asker only that it did.
func TestFailuresWithinTellNothing(t *testing.T) {
	t.Parallel()
	s := newStand(t)
	for name, examine := range map[string]func(context.Context, market.Case) (market.Examined, error){
		"error": func(context.Context, market.Case) (market.Examined, error) {
			return market.Examined{}, &market.Error{Kind: market.Internal, Code: "CANARY", Msg: market.Text{ZH: "canary", EN: "canary"}}
		},
		"panic": func(context.Context, market.Case) (market.Examined, error) { panic("canary") },
	} {
		s.examine = examine
		res := s.do(http.MethodPost, "/market-submit", entry+"}", "Content-Type: application/json")
		if res.StatusCode != http.StatusInternalServerError || problem(t, res).Code != "INTERNAL" || bytes.Contains(bytes.ToLower(res.body), []byte("canary")) {
			t.Errorf("%s: status %d: %s", name, res.StatusCode, res.body)
		}
	}
	s.examine = func(context.Context, market.Case) (market.Examined, error) {
		return market.Examined{}, context.DeadlineExceeded
	}
	if res := s.do(http.MethodPost, "/market-submit", entry+"}", "Content-Type: application/json"); res.StatusCode != http.StatusServiceUnavailable || problem(t, res).Code != "TIMED_OUT" {
		t.Errorf("out of time: status %d: %s", res.StatusCode, res.body)
	}
}

// A check may outlast the time that a server gives to an answer.
func TestCheckOutlastsTheServersTimeout(t *testing.T) {
	t.Parallel()
	s := newStand(t)
	const timeout = 50 * time.Millisecond
	s.examine = func(ctx context.Context, c market.Case) (market.Examined, error) {
		select {
		case <-ctx.Done():
			return market.Examined{}, ctx.Err()
		case <-time.After(3 * timeout):
			return good(ctx, c)
		}
	}
	srv := httptest.NewUnstartedServer(s.api.Handler())
	srv.Config.WriteTimeout = timeout
	srv.Start()
	t.Cleanup(srv.Close)
	s.base = srv.URL
	if res := s.do(http.MethodPost, "/market-submit", entry+"}", "Content-Type: application/json"); res.StatusCode != http.StatusOK {
		t.Errorf("status %d: %s", res.StatusCode, res.body)
	}
}
