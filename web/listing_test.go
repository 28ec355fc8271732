package web

import (
	"net/http"
	"strings"
	"testing"
)

func TestShell(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"https://a.example/mcp":            "https://a.example/mcp",
		"https://a.example/mcp?a=1&b=$(x)": `'https://a.example/mcp?a=1&b=$(x)'`,
		"it's":                             `'it'\''s'`,
		"":                                 "''",
		"a;rm -rf":                         `'a;rm -rf'`,
		"名":                                "'名'",
	} {
		if got := shell(in); got != want {
			t.Errorf("shell(%q) = %s, want %s", in, got, want)
		}
	}
}

func TestPercent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		good, all int
		want      string
	}{{1, 1, "100%"}, {0, 3, "0%"}, {99999, 100000, "99.99%"}, {1, 3, "33.33%"}, {9, 10, "90%"}, {2, 67, "2.98%"}} {
		if got := percent(c.good, c.all); got != c.want {
			t.Errorf("percent(%d, %d) = %s, want %s", c.good, c.all, got, c.want)
		}
	}
}

func TestSlips(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"weather", "weather", 0},
		{"weather-dmeo", "weather-demo", 1},
		{"wether", "weather", 1},
		{"", "ab", 2},
		{"abc", "xyz", 3},
		{"weather", "bus", 3},
		{strings.Repeat("a", 5000), "a", 3},
	} {
		if got := slips(c.a, c.b, 3); got != c.want {
			t.Errorf("slips(%.20q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestConnections(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	evil := listing("evil", "x", "other", weatherTool)
	evil.Entry.Server.URL = `https://evil.example.com/mcp?a='$(touch /tmp/x)'&b="`
	gated := listing("gated", "x", "other", weatherTool)
	gated.Auth = "token"
	w.list(evil, gated)
	b := w.browser()
	page := b.get("/listings/evil").text("#connect")
	for _, want := range []string{
		`claude mcp add --transport http evil 'https://evil.example.com/mcp?a='\''$(touch /tmp/x)'\''&b="'`,
		`curl 'https://evil.example.com/mcp?a='\''$(touch /tmp/x)'\''&b="'`,
		`"url": "https://evil.example.com/mcp?a='$(touch /tmp/x)'&b=\""`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in %s", want, page)
		}
	}
	page = b.get("/listings/gated").text("#connect")
	if strings.Count(page, tokenPlace) != 4 { // VS Code, Claude Code, JSON, curl; Cursor's is in base64
		t.Errorf("a gated listing shows where its token goes %d times: %s", strings.Count(page, tokenPlace), page)
	}
}

func TestHostileListing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	l := listing("hostile", `<img src=x onerror=alert(1)>`+"\u202e\x00", `"><script>`, `{"name":"a\"><script>alert(1)</script>","description":"<a href=javascript:alert(1)>\u200bclick</a>","inputSchema":{"type":"object","properties":{"<b>":{"type":"<i>","description":"\u001b[31m","default":"</pre>"}}}}`)
	l.Entry.Author, l.Entry.Desc = `</p><script>`, `{{.}} ${x} </title>`
	l.Entry.Homepage, l.Entry.Privacy = "javascript:alert(1)", "https://a.example/\"onclick=\"x"
	w.list(l)
	b := w.browser()
	for _, path := range []string{"/", "/listings/hostile", "/?cat=%22%3E%3Cscript%3E"} {
		a := b.get(path)
		if a.status != http.StatusOK {
			t.Fatalf("%s: %d", path, a.status)
		}
		if n := a.doc.Find("script").Length(); n != 1 {
			t.Errorf("%s: %d scripts", path, n)
		}
		if a.has("img:not([src^='/badge/']), main a[href^='javascript'], b[onclick]") {
			t.Errorf("%s: the listing's markup is alive", path)
		}
	}
	page := b.get("/listings/hostile")
	for _, want := range []string{"⟦U+202E⟧", "⟦U+200B⟧", "⟦U+001B⟧"} {
		if !strings.Contains(page.text("main"), want) {
			t.Errorf("%s is not shown", want)
		}
	}
	if page.has("#about a[rel~=ugc]") || !strings.Contains(page.text("#about"), "javascript:alert(1)") {
		t.Errorf("what is no address of a page is a link, or not shown: %s", page.text("#about"))
	}
}

func TestPublisherLinks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	l := listing("linked", "天气", "查询天气")
	l.Entry.Homepage, l.Entry.Privacy = "https://weather.example/", "https://weather.example/"+strings.Repeat("p", 300)
	w.list(l)
	links := w.browser().get("/listings/linked").doc.Find("#about a[rel='nofollow noopener ugc']")
	if links.Length() != 2 || links.First().AttrOr("href", "") != l.Entry.Homepage || links.Last().AttrOr("href", "") != l.Entry.Privacy {
		t.Errorf("%d links to the publisher's pages", links.Length())
	}
	if n := len([]rune(strings.TrimSpace(links.Last().Text()))); n > 121 { // an ellipsis at the end
		t.Errorf("a long address is shown with %d characters", n)
	}
}
