package web

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"marketd/market"
)

// switchDemo is a demo with one server that goes down and up.
type switchDemo struct {
	mu   sync.Mutex
	down bool
}

func (d *switchDemo) Servers() []DemoServer {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := DemoServer{
		Name: "flaky one", URL: "http://127.0.0.1:9109/mcp", State: "up", Summary: market.Text{ZH: "开关", EN: "A switch"}, Actions: []DemoAction{{"down", market.Text{ZH: "停", EN: "Stop"}}},
		Entry: market.Entry{ID: "flaky-one", Name: "开关 & co", Desc: "一会儿在，一会儿不在的天气服务", Cat: "weather", Author: "示例"},
	}
	if d.down {
		s.State, s.Actions = "down", []DemoAction{{"up", market.Text{ZH: "启", EN: "Start"}}}
	}
	return []DemoServer{s}
}

func (d *switchDemo) Do(server, action string) error {
	if server != "flaky one" {
		return market.NewError(market.NotFound, "NO_SUCH_SERVER", market.Text{ZH: "没有", EN: "None."})
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.down = action == "down"
	return nil
}

func (d *switchDemo) Accounts() []DemoAccount {
	return []DemoAccount{{market.RoleDeveloper, "dev@demo.test", "demo-developer"}}
}

func TestDemo(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(o *Options) { o.Demo = &switchDemo{} })
	b := w.browser()
	if a := b.get("/"); !a.has("nav a[href='/demo']") || !a.has("[data-testid=empty] a[href='/demo']") {
		t.Error("nothing leads to the demo")
	}
	a := b.get("/demo")
	if got := a.text("[data-testid=demo-server] > .row"); got != "flaky one Running StopSubmit it" {
		t.Errorf("the server reads %q", got)
	}
	action := a.doc.Find("[data-testid=demo-server] form").AttrOr("action", "")
	if a := b.post(action); a.status != http.StatusSeeOther || a.header.Get("Location") != "/demo#flaky%20one" {
		t.Fatalf("POST %s: %d to %q", action, a.status, a.header.Get("Location"))
	}
	a = b.get("/demo")
	if got := a.text("[data-testid=demo-server] .st"); got != "Stopped" {
		t.Errorf("after the switch: %q", got)
	}
	if got := a.text("[id='flaky one'] .said"); got != "flaky one is stopped: a check would not reach it now." {
		t.Errorf("beside the server: %q", got)
	}
	if a := b.post("/demo/none/up"); a.status != http.StatusNotFound {
		t.Errorf("an unknown server: %d", a.status)
	}
	for _, path := range []string{"/demo", "/signin"} {
		if a := b.get(path); a.text("[data-testid=demo-accounts] li p") != "dev@demo.test · demo-developer" {
			t.Errorf("%s: accounts %q", path, a.text("[data-testid=demo-accounts] li p"))
		}
	}
}

// A switch says what follows for the listing, in the times of this market.
func TestDemoSaysWhatFollows(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(o *Options) {
		o.Demo = &switchDemo{}
		o.Watch.Thresholds.Every, o.Watch.Thresholds.Retry = 3*time.Second, []time.Duration{2 * time.Second, 2 * time.Second}
		o.Watch.Thresholds.Span, o.Watch.Thresholds.Down = 3*time.Second, 15*time.Second
	})
	l := listing("flaky-one", "开关", "weather", forecastTool)
	l.Entry.Server.URL = "http://127.0.0.1:9109/mcp"
	w.list(l)
	zh, en := w.browser(), w.browser()
	zh.header.Set("Accept-Language", "zh")
	for _, c := range []struct {
		b            *browser
		action, want string
	}{
		{en, "down", "flaky one is stopped. Its listing is degraded in about 7 s, down and out of the app's catalog in about 20 s. Open it"},
		{zh, "down", "flaky one 已停机。约 7 秒后条目不稳，约 20 秒后不可用并离开应用的目录。 看条目"},
		{en, "up", "flaky one is running. Its listing is up again by itself within 17 s. Open it"},
		{en, "change", "The tools of flaky one are changed. In about 3 s, its listing says that they differ from what was approved. Open it"},
		{en, "mend", "flaky one is mended; submit it again. Open it"},
		{en, "whatever", "Done. Open it"},
	} {
		c.b.post("/demo/flaky%20one/" + c.action)
		a := c.b.get("/demo")
		if got := a.text("[id='flaky one'] .said"); got != c.want {
			t.Errorf("%s: %q, want %q", c.action, got, c.want)
		}
		if a.doc.Find(".said").Length() != 1 || a.doc.Find(".said a").AttrOr("href", "") != "/listings/flaky-one" {
			t.Errorf("%s: said %d times, leads to %q", c.action, a.doc.Find(".said").Length(), a.doc.Find(".said a").AttrOr("href", ""))
		}
		if c.b.get("/demo").has(".said") {
			t.Errorf("%s: said again", c.action)
		}
	}
}

// The story stands first, and one press signs in.
func TestDemoStory(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(o *Options) { o.Demo = &openDemo{} })
	a := w.browser().get("/demo")
	if n := a.doc.Find("[data-testid=demo-story] li").Length(); n != 6 || !a.has("[data-testid=demo-story] li code") {
		t.Errorf("%d steps", n)
	}
	if i, j := strings.Index(a.body, "demo-story"), strings.Index(a.body, `"demo-server"`); i < 0 || j < i {
		t.Error("the servers stand before the story")
	}
	for _, c := range []struct{ path, role, to string }{
		{"/demo", "the developer", "/demo"},
		{"/demo", "the reviewer", "/desk"},
		{"/signin?next=/rules", "the reviewer", "/rules"},
		{"/signin", "the developer", "/"},
	} {
		b := w.browser()
		form := b.get(c.path).doc.Find("[data-testid=demo-accounts] form").FilterFunction(func(_ int, s *gq) bool {
			return strings.Contains(s.Find("button").Text(), c.role)
		})
		var sent []string
		form.Find("input").Each(func(_ int, s *gq) { sent = append(sent, s.AttrOr("name", ""), s.AttrOr("value", "")) })
		if a := b.post(form.AttrOr("action", "none"), sent...); a.status != http.StatusSeeOther || a.header.Get("Location") != c.to {
			t.Errorf("%s as %s: %d to %q", c.path, c.role, a.status, a.header.Get("Location"))
		}
		if !b.get("/rules").has("form[action='/signout']") {
			t.Errorf("%s as %s: not signed in", c.path, c.role)
		}
	}
}

// openDemo shows the accounts of the world.
type openDemo struct{ switchDemo }

func (*openDemo) Accounts() []DemoAccount {
	return []DemoAccount{{market.RoleDeveloper, devEmail, password}, {market.RoleReviewer, reviewerEmail, password}}
}

// A newcomer submits a sample server without typing: the link fills in the form.
func TestSubmittingASampleServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(o *Options) { o.Demo = &switchDemo{} })
	w.examines(good)
	for _, c := range []struct {
		who    *browser
		author string
	}{{w.browser(), "示例"}, {w.signedIn(devEmail), "Dev"}} {
		form := c.who.get(c.who.get("/demo").doc.Find("[data-testid=demo-server] a.btn[href^='/submit']").AttrOr("href", ""))
		var sent []string
		for _, f := range []struct{ name, want string }{
			{"url", "http://127.0.0.1:9109/mcp"}, {"id", "flaky-one"}, {"name", "开关 & co"}, {"author", c.author},
		} {
			got := form.doc.Find("#"+f.name).AttrOr("value", "")
			if got != f.want {
				t.Errorf("%s is filled in with %q, want %q", f.name, got, f.want)
			}
			sent = append(sent, f.name, got)
		}
		sent = append(sent, "desc", strings.TrimSpace(form.doc.Find("#desc").Text()), "cat", form.doc.Find("#cat option[selected]").AttrOr("value", ""))
		path, _ := c.who.check(sent...)
		done := c.who.post("/submit", append(sent, "run", runOf(path), "agree", "1", "do", "submit")...)
		if at := done.header.Get("Location"); !strings.HasPrefix(at, "/submissions/") && !strings.HasPrefix(at, "/signin") {
			t.Errorf("submitting leads to %d %q: %s", done.status, at, done.text("#problems"))
		}
	}
}

func TestHostilePrefill(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := w.browser().get("/submit?url=javascript:alert(1)&name=%3Cscript%3E&desc=" + strings.Repeat("a", 5000) + "&token=x&agree=1")
	if a.status != http.StatusOK || a.has("script:not([src])") || a.doc.Find("#name").AttrOr("value", "") != "<script>" {
		t.Errorf("%d: name %q", a.status, a.doc.Find("#name").AttrOr("value", ""))
	}
	if n := len(strings.TrimSpace(a.doc.Find("#desc").Text())); n != maxPrefilled {
		t.Errorf("%d letters are filled in", n)
	}
	if _, agreed := a.doc.Find("#agree").Attr("checked"); agreed || a.doc.Find("#token").AttrOr("value", "") != "" {
		t.Error("a link agrees, or gives a token")
	}
}

func TestNoDemoNoAccounts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser()
	if a := b.get("/signin"); a.has("[data-testid=demo-accounts]") {
		t.Error("a real market shows demo accounts")
	}
	if a := b.post("/demo/x/up"); a.status != http.StatusNotFound {
		t.Errorf("a real market has demo switches: %d", a.status)
	}
}
