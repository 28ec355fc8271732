package web

import (
	"strings"
	"testing"
)

func TestPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.list(sampleListings()...)
	w.probed(sampleProbes("weather-demo", 40)...)
	visitor := w.browser()
	for _, c := range []struct {
		path   string
		status int
		sel    string
		want   string
	}{
		{"/", 200, "[data-testid=total]", "8 listings"},
		{"/?q=weather-demo", 200, "[data-testid=total]", "1 listing"},
		{"/?cat=travel", 200, "[data-testid=total]", "2 listings"},
		{"/?cat=travel&health=gone", 200, "h3.name", "公交到站"},
		{"/?cat=weather&auth=token", 200, "[data-testid=none] h2", "Nothing matches"},
		{"/?cat=weather&auth=token", 200, "[data-testid=none] li:first-child", `Without "Weather": 1`},
		{"/", 200, ".list > .row", "8 listings 11 tools in all · catalog revision 1"},
		{"/", 200, "footer a[href='/schemas/']", "API"},
		{"/rules", 200, "#DSC-003 a[href='/rules/DSC-003']", "DSC-003Every tool has a description"},
		{"/?q=zzzzzz", 200, "[data-testid=none] .lead", "Try other words: fewer of them, or the tool's name."},
		{"/?page=99", 200, "[data-testid=total]", "8 listings"},
		{"/listings/weather-demo", 200, "h1", "天气预报"},
		{"/listings/weather-dmeo", 404, "[data-testid=error] a[href='/listings/weather-demo']", "weather-demo 天气预报"},
		{"/listings/%3Cscript%3E", 404, "[data-testid=error] code", "LISTING_NOT_FOUND"},
		{"/rules/DSC-003", 200, "h1", "Every tool has a description"},
		{"/prober", 200, "h1", "About our probes"},
		{"/signin", 200, "h1", "Sign in"},
		{"/signup", 200, "h1", "Create an account"},
		{"/nothing-here", 404, "[data-testid=error] code", "PAGE_NOT_FOUND"},
		{"/demo", 404, "h1", "Page not found"},
		{"/signout", 405, "[data-testid=error] code", "METHOD_NOT_ALLOWED"},
		{"/static/app.000000000000.css", 404, "body", "404 page not found"},
	} {
		a := visitor.get(c.path)
		if a.status != c.status {
			t.Errorf("%s: %d, want %d", c.path, a.status, c.status)
		}
		if got := a.text(c.sel); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s reads %q, want %q", c.path, c.sel, got, c.want)
		}
	}
	if got := visitor.get("/?q=zzzzzz").text(".list > .row:first-child > :not(.end)"); got != "0 listings" {
		t.Errorf("above no hits stands %q", got)
	}
}

// A card names the publisher where its host is a bare address.
func TestCardNamesThePublisher(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for id, address := range map[string]string{"one": "http://127.0.0.1:9101/mcp", "two": "https://[2001:db8::1]/mcp", "three": "https://three.example.com/mcp"} {
		l := listing(id, id, "weather", forecastTool)
		l.Entry.Author, l.Entry.Server.URL = "演示气象站", address
		w.list(l)
	}
	nobody := listing("four", "four", "weather", forecastTool)
	nobody.Entry.Author, nobody.Entry.Server.URL = "", "http://192.0.2.7/mcp"
	w.list(nobody)
	a := w.browser().get("/")
	for id, want := range map[string]string{"one": "演示气象站", "two": "演示气象站", "three": "three.example.com", "four": "192.0.2.7"} {
		card := a.doc.Find("[data-testid=card]").FilterFunction(func(_ int, s *gq) bool { return s.Find("a[href='/listings/"+id+"']").Length() == 1 })
		if got := strings.TrimSpace(card.Find(".by").Text()); got != want {
			t.Errorf("%s is by %q, want %q", id, got, want)
		}
	}
}

// A page says once in which zone its times are, and each time says it in full.
func TestTimesSayTheirZone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	sub := w.submitted(devEmail, "weather-demo", good)
	dev := w.signedIn(devEmail)
	for language, want := range map[string]struct{ foot, title string }{
		"en": {"Times are in UTC", "2026-11-30 09:00 UTC"},
		"zh": {"时间为北京时间", "2026-11-30 17:00（北京时间）"},
	} {
		dev.header.Set("Accept-Language", language)
		a := dev.get("/submissions/" + sub.ID)
		if got := a.text("footer"); strings.Count(got, want.foot) != 1 {
			t.Errorf("%s: the footer reads %q", language, got)
		}
		if got := a.doc.Find("[data-testid=timeline] time").First().AttrOr("title", ""); got != want.title {
			t.Errorf("%s: a time is titled %q, want %q", language, got, want.title)
		}
	}
}
