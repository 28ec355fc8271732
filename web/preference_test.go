package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"marketd/templates"
)

var paths = []struct{ in, want string }{
	{"/", "/"},
	{"/listings/weather?x=1&y=%E5%A4%A9", "/listings/weather?x=1&y=%E5%A4%A9"},
	{"/a#b", "/a"},
	{"", "/"},
	{"listings", "/"},
	{"//evil.example", "/"},
	{"//evil.example/x", "/"},
	{`/\evil.example`, "/"},
	{`\\evil.example`, "/"},
	{"https://evil.example/", "/"},
	{"javascript:alert(1)", "/"},
	{"/\t/evil.example", "/"},
	{"/x\r\nSet-Cookie: a=b", "/"},
	{"/%2f/evil.example", "/%2f/evil.example"},
	{"/%zz", "/"},
	{"/" + strings.Repeat("a", 3000), "/"},
}

func TestSafePath(t *testing.T) {
	t.Parallel()
	for _, c := range paths {
		if got := safePath(c.in); got != c.want {
			t.Errorf("safePath(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func FuzzSafePath(f *testing.F) {
	for _, c := range paths {
		f.Add(c.in)
	}
	base, _ := url.Parse("https://market.example/signin")
	f.Fuzz(func(t *testing.T, in string) {
		got := safePath(in)
		to, err := base.Parse(got)
		if err != nil || to.Host != "market.example" || to.Scheme != "https" || strings.ContainsAny(got, "\r\n\\") || strings.HasPrefix(got, "//") {
			t.Fatalf("safePath(%q) = %q leads to %v", in, got, to)
		}
	})
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser()
	b.header.Set("Accept-Language", "zh-CN,zh;q=0.9")
	lang := func(a answer) string { return a.doc.Find("html").AttrOr("lang", "") }
	if got := lang(b.get("/")); got != "zh-CN" {
		t.Fatalf("first visit in %q", got)
	}
	if got := lang(b.get("/?lang=en")); got != "en" {
		t.Errorf("?lang=en gives %q", got)
	}
	page := b.get("/rules?x=1")
	if back := page.doc.Find("form[action='/language'] [name=back]").AttrOr("value", ""); back != "/rules?x=1" {
		t.Errorf("the switch comes back to %q", back)
	}
	a := b.post("/language", "lang", "en", "back", "/rules?lang=zh-CN&x=1")
	if a.status != http.StatusSeeOther || a.header.Get("Location") != "/rules?x=1" {
		t.Errorf("switch: %d to %q", a.status, a.header.Get("Location"))
	}
	if got := lang(b.get("/")); got != "en" {
		t.Errorf("after the switch in %q", got)
	}
	b.post("/language", "lang", "tlh", "back", "/")
	if got := lang(b.get("/")); got != "en" {
		t.Errorf("an unknown language changes it to %q", got)
	}
	if a := b.post("/language", "lang", "en", "back", "https://evil.example/"); a.header.Get("Location") != "/" {
		t.Errorf("an open redirect to %q", a.header.Get("Location"))
	}
}

// Each press of the switch changes what is seen, whatever the system prefers,
// and its text names the state that is.
func TestTheme(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, c := range []struct {
		preferred string
		presses   []string
	}{
		{"light", []string{"dark", "", "dark"}},
		{"dark", []string{"light", "", "light"}},
	} {
		b := w.browser()
		now := ""
		for _, want := range c.presses {
			button := b.get("/rules").doc.Find("form[action='/theme'] button.in-" + c.preferred)
			if got := strings.TrimSpace(button.Text()); got != "Theme: "+templates.Or(now, "system") {
				t.Errorf("with %q the switch reads %q", now, got)
			}
			next := button.AttrOr("value", "?")
			if next != want || templates.Or(next, c.preferred) == templates.Or(now, c.preferred) {
				t.Fatalf("where %s is preferred, %q leads to %q", c.preferred, now, next)
			}
			b.post("/theme", "theme", next, "back", "/rules")
			if got := b.get("/rules").doc.Find("html").AttrOr("data-theme", ""); got != want {
				t.Errorf("theme %q, want %q", got, want)
			}
			now = next
		}
	}
	b := w.browser()
	b.post("/theme", "theme", "light", "back", "/") // chosen while the system was dark
	if got := b.get("/").doc.Find("button.in-light").AttrOr("value", ""); got != "dark" {
		t.Errorf("light on a light system leads to %q", got)
	}
	b.post("/theme", "theme", "dark\" onload=\"x", "back", "/")
	if got := b.get("/").doc.Find("html").AttrOr("data-theme", ""); got != "light" {
		t.Errorf("a made-up theme is taken: %q", got)
	}
}

func TestSwitchesComeBackFromAFailedForm(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser()
	b.header.Set("Referer", w.http.URL+"/signin?next=%2Frules")
	a := b.post("/signin", "email", "a@example.com", "password", "wrong password")
	if back := a.doc.Find("form[action='/language'] [name=back]").AttrOr("value", ""); back != "/signin?next=%2Frules" {
		t.Errorf("the switch of a failed form comes back to %q", back)
	}
	b.header.Set("Referer", "https://evil.example/x")
	a = b.post("/signin", "email", "a@example.com", "password", "wrong password")
	if back := a.doc.Find("form[action='/language'] [name=back]").AttrOr("value", ""); back != "/" {
		t.Errorf("a foreign referrer is come back to: %q", back)
	}
}
