package web

import (
	"net/http"
	"sync"
	"testing"

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
	s := DemoServer{Name: "flaky one", URL: "http://127.0.0.1:9109/mcp", State: "up", Summary: market.Text{ZH: "开关", EN: "A switch"}, Actions: []DemoAction{{"down", market.Text{ZH: "停", EN: "Stop"}}}}
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
	if href := a.doc.Find("[data-testid=demo-server] a.btn").AttrOr("href", ""); href != "/submit?url=http%3A%2F%2F127.0.0.1%3A9109%2Fmcp" {
		t.Errorf("submitting it leads to %q", href)
	}
	action := a.doc.Find("[data-testid=demo-server] form").AttrOr("action", "")
	if a := b.post(action); a.status != http.StatusSeeOther || a.header.Get("Location") != "/demo" {
		t.Fatalf("POST %s: %d", action, a.status)
	}
	if got := b.get("/demo").text("[data-testid=demo-server] .st"); got != "Stopped" {
		t.Errorf("after the switch: %q", got)
	}
	if a := b.post("/demo/none/up"); a.status != http.StatusNotFound {
		t.Errorf("an unknown server: %d", a.status)
	}
	for _, path := range []string{"/demo", "/signin"} {
		if a := b.get(path); a.text("[data-testid=demo-accounts] dd") != "dev@demo.testdemo-developer" {
			t.Errorf("%s: accounts %q", path, a.text("[data-testid=demo-accounts] dd"))
		}
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
