package web

import (
	"context"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

// checked starts a check of a server and waits for its report.
func (b *browser) checked(pairs ...string) (path string, a answer) {
	b.w.t.Helper()
	a = b.post("/check", pairs...)
	path = a.header.Get("Location")
	if a.status != http.StatusSeeOther || !strings.HasPrefix(path, "/check/") {
		b.w.t.Fatalf("check: %d %q %q", a.status, path, a.text("#problems"))
	}
	return path, b.wait(path)
}

// upload sends the form for a list of tools, pasted or as a file.
func (b *browser) upload(name, text string) answer {
	b.w.t.Helper()
	var body strings.Builder
	m := multipart.NewWriter(&body)
	if name == "" {
		_ = m.WriteField("tools", text)
	} else {
		part, err := m.CreateFormFile("file", name)
		if err != nil {
			b.w.t.Fatal(err)
		}
		_, _ = part.Write([]byte(text))
	}
	_ = m.Close()
	b.header.Set("Content-Type", m.FormDataContentType())
	defer b.header.Del("Content-Type")
	b.header.Set("Sec-Fetch-Site", "same-origin")
	defer b.header.Del("Sec-Fetch-Site")
	return b.do(http.MethodPost, "/check/tools", strings.NewReader(body.String()))
}

const stockURL = "https://stock.example.com/mcp"

func TestCheckNeedsNoAccount(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examines(stock)
	b := w.browser()
	a := b.get("/check?url=https%3A%2F%2Fstock.example.com%2Fmcp")
	if got := a.doc.Find("#url").AttrOr("value", ""); got != stockURL || a.header.Get("X-Robots-Tag") != "" {
		t.Errorf("the form's address is %q", got)
	}
	path, a := b.checked("url", stockURL)
	for _, c := range []struct{ sel, want string }{
		{"h1", "stock.example.com"},
		{"[data-testid=summary]", "Works with standard MCP clients; not yet in the app, and here is what to add"},
		{"[data-testid=profile-app] h3", "Not in the app yet"},
		{"[data-testid=profile-app] li", "Answered 400 where the app wants 200 or 405 HLT-001"},
		{"[data-testid=profile-mcp] h3", "Standard MCP clients can use it"},
		{"[data-testid=profile-mcp]", "Streamable HTTP · MCP 2025-11-25"},
		{"[data-testid=verdict]", "Nothing must change · 1 adviceLooks like Go SDK"},
		{"[data-testid=findings] h2", "1 to enter the app · 1 advice"},
		{"[data-testid=findings] [data-rule=HLT-001]", "For the app"},
		{"[data-testid=findings] [data-rule=HLT-001] .tabs", "Gomux.HandleFunc"},
		{"[data-testid=quality] .ring", "81"},
		{"[data-testid=quality] [data-rule=DSC-003] summary", "−14 Every tool has a description"},
		{"[data-testid=quality]", "their definitions take about 412 tokens of a model's context"},
		{"#checks h2", "2 found something · 3 passed · 1 skipped"},
		{"[data-testid=tool] summary", "quality 75 of 100 · about 318 tokens"},
		{"[data-testid=exchange]", "curl -sS -i --globoff"},
		{"aside", "203.0.113.24"},
	} {
		if got := a.text(c.sel); !strings.Contains(got, c.want) {
			t.Errorf("%s reads %.200q, want %q", c.sel, got, c.want)
		}
	}
	if state := a.doc.Find("[data-testid=profile-app]").AttrOr("data-state", ""); state != "warn" {
		t.Errorf("what the app lacks looks like %q while standard clients do well", state)
	}
	for _, link := range []string{"[data-testid=profile-app] li a[href^='#a-']", "a[href='/submit/checks/" + path[len("/check/"):] + "']"} {
		href := a.doc.Find(link).First().AttrOr("href", "")
		if href == "" || strings.HasPrefix(href, "#") && !a.has(href) {
			t.Errorf("%s leads to %q", link, href)
		}
	}
	if a.doc.Find("meta[name=robots]").AttrOr("content", "") != "noindex" {
		t.Error("a result may be indexed")
	}
	if a := w.browser().get(path); a.status != http.StatusNotFound {
		t.Errorf("another browser sees the result: %d", a.status)
	}
	form := b.get("/submit/checks/" + path[len("/check/"):])
	if got := form.doc.Find("#id").AttrOr("value", ""); got != "stock-example" || !form.has("[data-testid=verdict]") {
		t.Errorf("the form to submit it begins with id %q", got)
	}
	if !form.has("button[value=submit]") {
		t.Error("a server that only the app cannot use cannot be submitted")
	}
}

func TestCheckAgainKeepsTheTokenAndTheWay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var seen []market.Case
	w.examiner.examine = func(_ context.Context, c market.Case) (market.Examined, error) {
		seen = append(seen, c)
		return good(c.Entry), nil
	}
	b := w.browser()
	path, a := b.checked("url", stockURL, "token", "s3cret-token", "profile", "mcp")
	if strings.Contains(a.body, "s3cret-token") || !a.has("[data-testid=again] input[name=forget]") {
		t.Error("the token is shown, or not kept")
	}
	if got := a.doc.Find("a.main[href^='/submit']").AttrOr("href", ""); got != "/submit?url=https%3A%2F%2Fstock.example.com%2Fmcp" {
		t.Errorf("a check of one way leads to %q", got)
	}
	b.checked("run", path[len("/check/"):], "do", "again")
	b.checked("run", path[len("/check/"):], "url", stockURL, "forget", "1")
	if len(seen) != 3 || seen[1].Token != "s3cret-token" || seen[2].Token != "" {
		t.Fatalf("tokens: %+v", seen)
	}
	if !seen[0].Draft || seen[0].Entry.ID != "" {
		t.Errorf("looked at %+v", seen[0].Entry)
	}
	if a := w.browser().post("/check", "run", path[len("/check/"):], "do", "again"); a.status != http.StatusNotFound {
		t.Errorf("another browser checks again: %d", a.status)
	}
}

func TestCheckFormSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser()
	if a := b.post("/check", "url", " "); a.status != http.StatusUnprocessableEntity || !a.has("#url[aria-invalid]") {
		t.Errorf("without an address: %d", a.status)
	}
	for range 10 {
		b.post("/check", "url", stockURL)
	}
	if a := b.post("/check", "url", stockURL, "profile", "app"); a.status != http.StatusTooManyRequests || a.header.Get("Retry-After") == "" ||
		a.doc.Find("#url").AttrOr("value", "") != stockURL || !a.has("input[value=app][checked]") {
		t.Errorf("an eleventh in a minute: %d", a.status)
	}
	long := strings.Repeat("x", market.MaxToken+1)
	w.clock.add(time.Hour)
	if path := b.post("/check", "url", stockURL, "token", long).header.Get("Location"); path != "" {
		if a := b.wait(path); !a.has("#token-wrong") {
			t.Errorf("a long token: %d %q", a.status, a.text("main"))
		}
	}
}

func TestCheckAtWorkShowsItsSteps(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	open := make(chan struct{})
	w.examiner.examine = func(ctx context.Context, c market.Case) (market.Examined, error) {
		c.Progress(market.StepMCP)
		select {
		case <-open:
		case <-ctx.Done():
		}
		return good(c.Entry), nil
	}
	b := w.browser()
	path := b.post("/check", "url", stockURL).header.Get("Location")
	a := b.get(path)
	for end := time.Now().Add(10 * time.Second); a.doc.Find("[data-step=mcp]").AttrOr("data-s", "") != "running" && time.Now().Before(end); {
		a = b.get(path)
	}
	if a.doc.Find("[data-live]").AttrOr("data-live", "") != path+"/events" || !strings.Contains(a.body, `<noscript><meta http-equiv="refresh"`) {
		t.Errorf("the page does not follow its check: %s", a.text("main"))
	}
	if a := b.get(path + "/report.json"); a.status != http.StatusNotFound {
		t.Errorf("a report before there is one: %d", a.status)
	}
	close(open)
	if a := b.wait(path); !a.has("[data-testid=profiles]") {
		t.Errorf("at its end: %s", a.text("main"))
	}
}

func TestListOfToolsIsCheckedAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var got []json.RawMessage
	w.examiner.tools = func(tools []json.RawMessage) market.Report {
		got = tools
		none := market.ProfileResult{Verdict: market.VerdictNotRun}
		r := market.Report{Format: 1, Verdict: market.VerdictClean, Tools: len(tools), Profiles: market.Profiles{App: none, MCP: none}, Checks: sampleChecks()}
		score(&r)
		return r
	}
	for name, c := range map[string]struct{ file, text string }{
		"pasted":         {"", `{"tools":[` + weatherTool + `,` + forecastTool + `]}`},
		"a file":         {"tools.json", `{"jsonrpc":"2.0","id":1,"result":{"tools":[` + weatherTool + `,` + forecastTool + `]}}`},
		"a bare array":   {"tools.json", `[` + weatherTool + `,` + forecastTool + `]`},
		"a capture":      {"capture.txt", "event: message\ndata: {\"result\":{\"tools\":[" + strings.ReplaceAll(weatherTool, "\n", "") + "," + forecastTool + "]}}\n\n"},
		"a hostile name": {`../../"x.json`, `[` + weatherTool + `,` + forecastTool + `]`},
	} {
		b := w.browser()
		a := b.upload(c.file, c.text)
		path := a.header.Get("Location")
		if a.status != http.StatusSeeOther {
			t.Fatalf("%s: %d %q", name, a.status, a.text("#problems"))
		}
		w.clock.add(time.Minute)
		a = b.wait(path)
		if len(got) != 2 || a.doc.Find("[data-testid=tool]").Length() != 2 || a.has("[data-testid=profiles]") || a.has("#sent") || a.has("a[href^='/submit/checks']") {
			t.Errorf("%s: %d tools, %s", name, len(got), a.text("main"))
		}
		if !strings.Contains(a.text("[data-testid=summary]"), "A list of 2 tools was looked at, without its server") {
			t.Errorf("%s: %q", name, a.text("[data-testid=summary]"))
		}
		if strings.Contains(a.text("aside")+a.text("#verdict"), "never") || a.doc.Find("aside time").AttrOr("datetime", "") < "2026" {
			t.Errorf("%s: checked at %q", name, a.text("aside time"))
		}
		if a := b.get("/submit/checks/" + path[len("/check/"):]); a.header.Get("Location") != path {
			t.Errorf("%s: as a form it leads to %q", name, a.header.Get("Location"))
		}
	}
}

func TestListThatIsNone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for name, c := range map[string]struct {
		text, want string
		status     int
	}{
		"nothing":      {"", "Paste the list", 422},
		"no JSON":      {"tools: none", "This is no list of tools: it is no JSON object", 422},
		"another JSON": {`{"name":"x"}`, `it has neither "tools" nor "result" in it`, 422},
		"markup":       {`{"a":"<script>alert(1)</script>"`, "line 1", 422},
		"too long":     {`{"tools":["` + strings.Repeat("x", maxUpload) + `"]}`, "larger than 4 MiB", 413},
	} {
		b := w.browser()
		w.clock.add(time.Minute)
		a := b.upload("", c.text)
		if got := a.text("main"); a.status != c.status || !strings.Contains(got, c.want) {
			t.Errorf("%s: %d %.300q, want %q", name, a.status, got, c.want)
		}
		if c.status == 422 && (!a.has("#way-tools[checked]") || strings.TrimSpace(a.doc.Find("#tools").Text()) != c.text) {
			t.Errorf("%s: the form comes back otherwise: %q", name, a.doc.Find("#tools").Text())
		}
		if b.holds("session") {
			t.Errorf("%s leaves a session behind", name)
		}
	}
	b := w.browser()
	path := b.upload("", `{"tools":[{"name":"a","name":"b"}]}`).header.Get("Location")
	a := b.wait(path)
	if got := a.text("[data-testid=findings]"); !strings.Contains(got, "An object has the same key twice") || !strings.Contains(got, "PRO-002") {
		t.Errorf("a list with a key twice: %q", got)
	}
}

// holds reports whether the browser holds a cookie of the name.
func (b *browser) holds(name string) bool {
	u, _ := http.NewRequest(http.MethodGet, b.w.http.URL, nil)
	for _, c := range b.client.Jar.Cookies(u.URL) {
		if c.Name == name {
			return true
		}
	}
	return false
}

func TestReportFiles(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examines(stock)
	b := w.browser()
	path, a := b.checked("url", stockURL)
	if n := a.doc.Find("[data-testid=files] a").Length(); n != 4 {
		t.Fatalf("%d files", n)
	}
	for ext, want := range map[string][]string{
		"json":  {"application/json", `"rule":"HLT-001"`},
		"sarif": {"application/sarif+json", `"version": "2.1.0"`},
		"md":    {"text/markdown; charset=utf-8", "HLT-001"},
		"txt":   {"text/plain; charset=utf-8", "HLT-001"},
	} {
		a := b.get(path + "/report." + ext)
		if a.status != 200 || a.header.Get("Content-Type") != want[0] || !strings.Contains(a.body, want[1]) || strings.Contains(a.body, "s3cret") {
			t.Errorf("%s: %d %q %.200q", ext, a.status, a.header.Get("Content-Type"), a.body)
		}
		if got := a.header.Get("Content-Disposition"); got != `attachment; filename="marketd-stock.example.com.`+ext+`"` {
			t.Errorf("%s is called %q", ext, got)
		}
		if strings.Contains(want[0], "json") && !json.Valid([]byte(a.body)) {
			t.Errorf("%s is no JSON", ext)
		}
	}
	for _, path := range []string{path + "/report.pdf", path + "/report", "/check/none/report.json"} {
		if a := b.get(path); a.status != http.StatusNotFound {
			t.Errorf("%s: %d", path, a.status)
		}
	}
	if a := w.browser().get(path + "/report.json"); a.status != http.StatusNotFound {
		t.Errorf("another browser has the report: %d", a.status)
	}
}
