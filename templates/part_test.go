package templates

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"

	"marketd/i18n"
)

func page(lang string) *Page {
	return &Page{Printer: i18n.For(lang), Title: "A page", Path: "/x?y=1", Assets: Assets{CSS: "/static/a.css", JS: "/static/a.js", Icons: "/static/i.svg", Favicon: "/static/f.svg"}}
}

func rendered(t *testing.T, c templ.Component) *goquery.Document {
	t.Helper()
	var b strings.Builder
	if err := c.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// states are every state that any page may show.
var states = []string{
	"unknown", "up", "degraded", "gated", "down", "gone", "quarantined", "suspended", "paused",
	"checking", "in_review", "changes_requested", "rejected", "approved", "withdrawn",
	"reject", "needs_human", "warn", "info", "inconclusive", "clean", "pass", "hit", "skipped", "failed", "running", "fail",
}

// TestEveryStateHasShapeWordAndHue holds the promise that no state is told by
// its colour alone, and that none is left without one.
func TestEveryStateHasShapeWordAndHue(t *testing.T) {
	t.Parallel()
	sprite, err := os.ReadFile("../static/icons.svg")
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := os.ReadFile("../static/app.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{i18n.Chinese, i18n.English} {
		for _, s := range states {
			doc := rendered(t, State(page(lang), s))
			label := doc.Find("span.st")
			if word := strings.TrimSpace(label.Text()); word == "" || strings.Contains(word, "state.") {
				t.Errorf("%s in %s: word %q", s, lang, word)
			}
			hue := label.AttrOr("data-s", "")
			if hue != "unknown" && !strings.Contains(string(sheet), "[data-s="+hue+"]") {
				t.Errorf("%s: the style sheet has no hue for %q", s, hue)
			}
			icon := strings.TrimPrefix(doc.Find("use").AttrOr("href", ""), "/static/i.svg#")
			if !strings.Contains(string(sprite), `id="`+icon+`"`) {
				t.Errorf("%s: the sprite has no icon %q", s, icon)
			}
		}
	}
}

// TestIconsExist finds every icon that a template names.
func TestIconsExist(t *testing.T) {
	t.Parallel()
	sprite, err := os.ReadFile("../static/icons.svg")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`(?:Icon|IconChip|Meta)\(p, "([a-z_]+)"`)
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".templ") {
			continue
		}
		b, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range named.FindAllStringSubmatch(string(b), -1) {
			found++
			if !strings.Contains(string(sprite), `id="`+m[1]+`"`) {
				t.Errorf("%s: no icon %q in the sprite", f.Name(), m[1])
			}
		}
	}
	if found == 0 {
		t.Error("no template names an icon: the pattern is wrong")
	}
}

func TestField(t *testing.T) {
	t.Parallel()
	f := FieldView{ID: "url", Label: "URL", Hint: "h", Value: `"><b>`, Required: true, MaxLength: 9, Problems: []Problem{{Field: "url", Message: "wrong", Fix: "do"}}}
	doc := rendered(t, Field(page(i18n.English), f))
	in := doc.Find("input#url")
	for name, want := range map[string]string{"value": `"><b>`, "aria-invalid": "true", "aria-describedby": "url-wrong url-hint", "maxlength": "9", "type": "text"} {
		if got := in.AttrOr(name, ""); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	if doc.Find("#url-wrong").Length() != 1 || doc.Find("#url-hint").Length() != 1 || doc.Find("label[for=url]").Length() != 1 {
		t.Error("the field's texts are not tied to it")
	}
	f.Rows, f.Value = 3, "\nfirst line"
	if got := rendered(t, Field(page(i18n.English), f)).Find("textarea").Text(); !strings.HasSuffix(got, "\nfirst line") {
		t.Errorf("a text area reads %q", got)
	}
}

func TestErrorSummary(t *testing.T) {
	t.Parallel()
	doc := rendered(t, ErrorSummary(page(i18n.English), []Problem{{Field: "name", Message: "empty", Rule: "ENT-004"}, {Message: "no"}}))
	if doc.Find("#problems[tabindex='-1'][role=alert]").Length() != 1 || doc.Find("a[href='#name']").Length() != 1 || doc.Find("a[href='/rules/ENT-004']").Length() != 1 {
		t.Error("the summary does not lead to what is wrong")
	}
	if rendered(t, ErrorSummary(page(i18n.English), nil)).Find("#problems").Length() != 0 {
		t.Error("a summary without problems")
	}
}

func TestLayoutWithoutScript(t *testing.T) {
	t.Parallel()
	p := page(i18n.Chinese)
	p.Viewer = &Viewer{Name: "小明", Role: "reviewer", Reviews: true}
	p.Refresh = 2
	doc := rendered(t, Layout(p))
	for _, sel := range []string{
		"form[method=post][action='/language'] button[value=en]", "form[method=post][action='/theme'] button[value=light]",
		"form[method=post][action='/signout'] button", "nav a[href='/desk']", "a.skip[href='#main']", "script[defer][src]",
	} {
		if doc.Find(sel).Length() != 1 {
			t.Errorf("no %s", sel)
		}
	}
	if !strings.Contains(doc.Find("noscript").Text(), `http-equiv="refresh"`) {
		t.Error("a browser without script does not load the page anew")
	}
	p.Viewer.Reviews = false
	if rendered(t, Layout(p)).Find("nav a[href='/desk']").Length() != 0 {
		t.Error("a developer sees the desk")
	}
}

func TestInitial(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, id, want string }{{"天气", "w", "天"}, {"  weather", "", "W"}, {"《论文》", "", "论"}, {"", "fx", "F"}, {"<>", "", "·"}} {
		if got := initial(c.name, c.id); got != c.want {
			t.Errorf("initial(%q, %q) = %q, want %q", c.name, c.id, got, c.want)
		}
	}
}

// A finding that may pass by itself does not read like a refusal.
func TestUnsureFindingSaysSo(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]string{"en": "looked at again", "zh-CN": "还会再查"} {
		f := FindingView{Rule: "HLT-001", Severity: "reject", Message: "502", Unsure: true}
		if got := rendered(t, Finding(page(lang), f, "")).Find("summary").Text(); !strings.Contains(got, want) {
			t.Errorf("%s: %q does not say that it is looked at again", lang, got)
		}
		f.Unsure = false
		if got := rendered(t, Finding(page(lang), f, "")).Find("summary").Text(); strings.Contains(got, want) {
			t.Errorf("%s: a certain finding reads %q", lang, got)
		}
	}
}
