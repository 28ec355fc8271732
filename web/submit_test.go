package web

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"marketd/market"
)

// wait polls a check's page, as a browser without script does, until it has a
// verdict or says why it has none.
func (b *browser) wait(path string) answer {
	b.w.t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for {
		a := b.get(path)
		if a.status != http.StatusOK || !a.has("[data-testid=progress]") {
			return a
		}
		if time.Now().After(deadline) {
			b.w.t.Fatal("the check does not end")
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// check sends the form and waits for the check's page.
func (b *browser) check(pairs ...string) (path string, a answer) {
	b.w.t.Helper()
	sent := b.post("/submit", append(pairs, "do", "check")...)
	path = sent.header.Get("Location")
	if sent.status != http.StatusSeeOther || !strings.HasPrefix(path, "/submit/checks/") {
		b.w.t.Fatalf("check: %d to %q", sent.status, path)
	}
	return path, b.wait(path)
}

func runOf(path string) string { return strings.TrimPrefix(path, "/submit/checks/") }

// The whole way of a developer whose browser runs no script.
func TestSubmitWithoutScript(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examines(good)
	visitor := w.browser()
	if a := visitor.get("/submit"); a.status != 200 || a.has("[data-testid=verdict]") || a.doc.Find("form button[name=do]").Length() != 2 {
		t.Fatalf("the empty form: %d", a.status)
	}

	path, a := visitor.check(formOf("weather-demo", "token", "s3cret-token")...)
	if got := a.text("[data-testid=verdict]"); !strings.Contains(got, "Nothing must change") {
		t.Errorf("verdict reads %q", got)
	}
	for _, f := range []struct{ sel, want string }{
		{"#name", "天气 weather-demo"}, {"#id", "weather-demo"}, {"#url", "https://weather-demo.example.com/mcp"}, {"#author", "Example"}, {"#token", ""},
	} {
		if got, _ := a.doc.Find(f.sel).Attr("value"); got != f.want {
			t.Errorf("%s keeps %q, want %q", f.sel, got, f.want)
		}
	}
	if n := a.doc.Find("#card2 [data-testid=tool]").Length(); n != 2 {
		t.Errorf("%d tools filled in, want 2", n)
	}
	if got := a.text("[data-tag]"); got != "ext.___weather-demo." {
		t.Errorf("prefix %q", got)
	}
	if got := a.text("aside .card h3"); got != "天气 weather-demo" {
		t.Errorf("preview %q", got)
	}
	if strings.Contains(a.body, "s3cret-token") {
		t.Error("the token is on the page")
	}

	// Submitting wants a sign-in, and brings the visitor back to every field.
	changed := append(formOf("weather-demo", "run", runOf(path), "do", "submit", "agree", "1"), "name", "")
	changed[5] = "天气 better"
	a = visitor.post("/submit", changed...)
	if want := "/signin?next=" + url.QueryEscape(path); a.status != http.StatusSeeOther || a.header.Get("Location") != want {
		t.Fatalf("unsigned submit: %d to %s, want %s", a.status, a.header.Get("Location"), want)
	}
	a = visitor.post("/signin", "email", devEmail, "password", password, "next", path)
	if a.header.Get("Location") != path {
		t.Fatalf("after sign-in: %d to %s", a.status, a.header.Get("Location"))
	}
	a = visitor.get(path)
	if got, _ := a.doc.Find("#name").Attr("value"); got != "天气 better" {
		t.Errorf("after sign-in the name is %q", got)
	}
	if _, checked := a.doc.Find("#agree").Attr("checked"); !checked {
		t.Error("the tick is lost")
	}

	a = visitor.post("/submit", changed...)
	at := a.header.Get("Location")
	if a.status != http.StatusSeeOther || !strings.HasPrefix(at, "/submissions/") {
		t.Fatalf("submit: %d to %s: %s", a.status, at, a.text("#problems"))
	}
	if again := visitor.post("/submit", changed...); again.header.Get("Location") != at {
		t.Errorf("a second click leads to %s, want %s", again.header.Get("Location"), at)
	}
	if back := visitor.get(path); back.header.Get("Location") != at {
		t.Errorf("the way back leads to %d %s, want %s", back.status, back.header.Get("Location"), at)
	}
	a = visitor.get(at)
	if got, _ := a.doc.Find("[data-testid=stage]").Attr("data-stage"); got != "checking" {
		t.Errorf("stage %q, want checking", got)
	}
	if mine := visitor.get("/submissions"); mine.doc.Find("[data-testid=submission]").Length() != 1 {
		t.Errorf("%d submissions, want one", mine.doc.Find("[data-testid=submission]").Length())
	}
}

func TestSubmitRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		look   func(market.Entry) market.Examined
		change map[string]string
		status int
		field  string // that the summary leads to
		want   string
	}{
		{"no tick", good, map[string]string{"agree": ""}, 422, "#agree", "Tick the box first"},
		{"the server is refused", refused, nil, 422, "#f-0", "Answered 400 where the app wants 200 or 405"},
		{"the entry is refused", good, map[string]string{"id": "Weather!"}, 422, "#id", "The id is not one"},
		{"control characters", good, map[string]string{"id": "weather\u202e\x07"}, 422, "#id", "The id is not one"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.examines(c.look)
			w.examiner.check = func(cs market.Case) market.Report {
				if cs.Entry.ID == "weather-demo" {
					return market.Report{Verdict: market.VerdictClean}
				}
				return market.Report{Verdict: market.VerdictRejected, Findings: []market.Finding{{Rule: "ENT-002", Severity: market.SeverityReject, Enforced: true, Where: "/entry/id", Message: say("编号不对", "The id is not one"), Fix: say("改", "Change it")}}}
			}
			dev := w.signedIn(devEmail)
			path, _ := dev.check(formOf("weather-demo")...)
			form := formOf("weather-demo", "run", runOf(path), "do", "submit", "agree", "1")
			for i := 0; i < len(form); i += 2 {
				if v, ok := c.change[form[i]]; ok {
					form[i+1] = v
				}
			}
			a := dev.post("/submit", form...)
			if a.status != c.status {
				t.Fatalf("%d, want %d", a.status, c.status)
			}
			link := a.doc.Find("#problems a").First()
			if href, _ := link.Attr("href"); href != c.field || !strings.Contains(link.Text(), c.want) {
				t.Errorf("summary: %s %q, want %s %q", href, link.Text(), c.field, c.want)
			}
			if _, focused := a.doc.Find("#problems").Attr("data-focus"); !focused {
				t.Error("the summary does not take the focus")
			}
			if !a.has(c.field) {
				t.Errorf("no %s to lead to", c.field)
			}
			if c.field == "#id" {
				if v, _ := a.doc.Find("#id").Attr("aria-invalid"); v != "true" {
					t.Error("the field is not marked invalid")
				}
			}
			if got, _ := a.doc.Find("#name").Attr("value"); got != "天气 weather-demo" {
				t.Errorf("the name is lost: %q", got)
			}
			if mine := dev.get("/submissions"); mine.has("[data-testid=submission]") {
				t.Error("something was stored")
			}
		})
	}
}

// What was not checked is checked first, whatever the button.
func TestSubmitChecksFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examines(good)
	dev := w.signedIn(devEmail)
	a := dev.post("/submit", formOf("weather-demo", "do", "submit", "agree", "1")...)
	first := a.header.Get("Location")
	if !strings.HasPrefix(first, "/submit/checks/") {
		t.Fatalf("submit without a check: %d to %s", a.status, first)
	}
	if page := dev.get(first); !strings.Contains(page.text("main [role=status]"), "checked before it is submitted") {
		t.Errorf("the page does not say why it checks: %q", page.text("main [role=status]"))
	}
	dev.wait(first)
	other := formOf("weather-demo", "run", runOf(first), "do", "submit", "agree", "1")
	other[1] = "https://elsewhere.example.com/mcp"
	a = dev.post("/submit", other...)
	if second := a.header.Get("Location"); !strings.HasPrefix(second, "/submit/checks/") || second == first {
		t.Errorf("submit of another address: %d to %s", a.status, second)
	}
	if mine := dev.get("/submissions"); mine.has("[data-testid=submission]") {
		t.Error("something was stored")
	}
}

func TestTokenStaysWithItsEndpoint(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var mu sync.Mutex
	var seen []string
	w.examiner.examine = func(_ context.Context, c market.Case) (market.Examined, error) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, c.Token)
		return good(c.Entry), nil
	}
	v := w.browser()
	path, a := v.check(formOf("weather-demo", "token", "s3cret")...)
	if !a.has("[name=forget]") {
		t.Error("no way to forget the token")
	}
	v.check(formOf("weather-demo", "run", runOf(path))...)
	v.check(formOf("weather-demo", "run", runOf(path), "forget", "1")...)
	elsewhere := formOf("weather-demo", "run", runOf(path))
	elsewhere[1] = "https://evil.example.com/mcp"
	v.check(elsewhere...)
	beside := formOf("weather-demo", "run", runOf(path))
	beside[1] = "https://weather-demo.example.com/other"
	v.check(beside...)
	same := formOf("weather-demo", "run", runOf(path))
	same[1] = "https://Weather-Demo.example.com:443/mcp/"
	v.check(same...)
	stranger := w.browser()
	stranger.check(formOf("weather-demo", "run", runOf(path))...)
	mu.Lock()
	defer mu.Unlock()
	if want := "s3cret,s3cret,,,,s3cret,"; strings.Join(seen, ",") != want {
		t.Errorf("tokens used: %q, want %q", strings.Join(seen, ","), want)
	}
	if a := stranger.get(path); a.status != http.StatusNotFound || a.text("[data-testid=error] code") == "" {
		t.Errorf("another browser sees the check: %d", a.status)
	}
}

func TestCheckRefusals(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examines(good)
	v := w.browser()
	if a := v.post("/submit", "do", "check", "name", "kept"); a.status != 422 || a.doc.Find("#problems a[href='#url']").Length() != 1 {
		t.Errorf("no address: %d", a.status)
	} else if got, _ := a.doc.Find("#name").Attr("value"); got != "kept" {
		t.Errorf("the name is lost: %q", got)
	}
	if a := v.get("/submit/checks/NOSUCHCHECK"); a.status != 404 || !strings.Contains(a.text("main"), "kept for 30 minutes") {
		t.Errorf("an unknown check: %d %q", a.status, a.text("main"))
	}
	for _, field := range []string{"url", "token", "id", "name", "desc", "cat", "author", "homepage", "privacy"} {
		if a := v.post("/submit", "do", "check", field, strings.Repeat("长", 350_000)); a.status != http.StatusRequestEntityTooLarge {
			t.Errorf("1 MiB in %s: %d, want 413", field, a.status)
		}
	}
	if a := v.do(http.MethodPost, "/submit", strings.NewReader("do=check&url=%zz")); a.status != http.StatusBadRequest {
		t.Errorf("broken encoding: %d, want 400", a.status)
	}
	for range 10 {
		v.post("/submit", formOf("weather-demo", "do", "check")...)
	}
	a := v.post("/submit", formOf("weather-demo", "do", "check")...)
	if a.status != http.StatusTooManyRequests || a.header.Get("Retry-After") == "" {
		t.Errorf("the eleventh check in a minute: %d, Retry-After %q", a.status, a.header.Get("Retry-After"))
	}
	if got, _ := a.doc.Find("#name").Attr("value"); got != "天气 weather-demo" {
		t.Errorf("the name is lost: %q", got)
	}
}

func TestSuggestedID(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"https://mcp.weather.example.com/mcp":           "weather-example",
		"https://www.api.papers.cn/":                    "papers",
		"https://Fx.Example.net:8443/x":                 "fx-example",
		"https://127.0.0.1/mcp":                         "",
		"https://[::1]/mcp":                             "",
		"https://localhost/mcp":                         "",
		"https://测试.example.com/":                       "example",
		"::not a url":                                   "",
		"https://a.cn/":                                 "", // an id has two characters
		"https://" + strings.Repeat("a", 63) + ".b.cn/": strings.Repeat("a", 63),
	} {
		if got := suggestID(raw); got != want {
			t.Errorf("suggestID(%q) = %q, want %q", raw, got, want)
		}
	}
}

// A server that wants a token is asked about with one, not failed.
func TestGatedServerAsksForAToken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examiner.examine = func(_ context.Context, c market.Case) (market.Examined, error) {
		if c.Token == "right" {
			return good(c.Entry), nil
		}
		x := examined(c.Entry)
		x.Report.Profiles, x.Report.Verdict = both(market.VerdictNeedsHuman, market.OutcomeGated), market.VerdictNeedsHuman
		return x, nil
	}
	dev := w.signedIn(devEmail)
	path, a := dev.check(formOf("weather-demo")...)
	if !a.has("[data-testid=token-wanted]") || !strings.Contains(a.text("#token-hint"), "Enter a test token") || a.has("#problems") {
		t.Errorf("the page does not ask for a token: %q, problems %q", a.text("#token-hint"), a.text("#problems"))
	}
	if !a.has("button[value=submit]") {
		t.Error("a gated server cannot be submitted")
	}
	if got := a.text("aside .card .foot2"); !strings.Contains(got, "Needs a token") {
		t.Errorf("the preview does not say that a token is needed: %q", got)
	}
	_, a = dev.check(formOf("weather-demo", "run", runOf(path), "token", "right")...)
	if a.has("[data-testid=token-wanted]") || !strings.Contains(a.text("[data-testid=verdict]"), "Nothing must change") {
		t.Errorf("with the token: %q", a.text("[data-testid=verdict]"))
	}
}

// The address alone can be checked; the rest is filled in afterwards.
func TestCheckOfTheAddressAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examines(good)
	_, a := w.browser().check("url", "https://mcp.weather.example.com/mcp")
	if got, _ := a.doc.Find("#id").Attr("value"); got != "weather-example" {
		t.Errorf("suggested id %q", got)
	}
	if got, _ := a.doc.Find("#card3 .row .st").Attr("data-s"); got != "unknown" {
		t.Errorf("an empty listing card is %q", got)
	}
}
