package i18n

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestSameKeysAndPlaces(t *testing.T) {
	t.Parallel()
	zh, en := For(Chinese).messages, For(English).messages
	place := regexp.MustCompile(`\{(\d|n)\}`)
	places := func(s string) []string {
		found := place.FindAllString(s, -1)
		slices.Sort(found)
		return slices.Compact(found)
	}
	for _, key := range slices.Sorted(maps.Keys(zh)) {
		other, ok := en[key]
		if !ok {
			t.Errorf("%s: not in en.json", key)
			continue
		}
		if other == "" || zh[key] == "" {
			t.Errorf("%s: empty", key)
		}
		want := places(zh[key])
		one, rest, two := strings.Cut(other, "|")
		if !two {
			rest = one
		}
		if got := places(rest); !slices.Equal(got, want) {
			t.Errorf("%s: places %v in Chinese, %v in English", key, want, got)
		}
	}
	for key := range en {
		if _, ok := zh[key]; !ok {
			t.Errorf("%s: not in zh-CN.json", key)
		}
	}
}

// A number before a plural is a counted message with a form for one.
func TestCountedMessages(t *testing.T) {
	t.Parallel()
	plural := regexp.MustCompile(`\{(\d|n)\} [a-z]+s\b`)
	for key, m := range For(English).messages {
		one, _, two := strings.Cut(m, "|")
		if key == "report.reloads" { // never one second
			continue
		}
		for _, found := range plural.FindAllString(m, -1) {
			_, noun, _ := strings.Cut(found, " ")
			if slices.Contains([]string{"has", "is", "ms", "pass"}, noun) {
				continue
			}
			if !two || strings.Contains(one, found) || !strings.HasPrefix(found, "{n}") {
				t.Errorf("%s: %q has no form for one", key, m)
			}
		}
	}
}

// TestKeysUsed reads the sources of whatever speaks: every key in them must
// have a message, and every message must be spoken somewhere. A key made at
// run time is written as "prefix." + x; then all keys under the prefix count
// as used, and there must be one.
func TestKeysUsed(t *testing.T) {
	t.Parallel()
	call := regexp.MustCompile(`"([a-z][a-zA-Z0-9]*\.[a-zA-Z0-9_]*)"(\s*\+)?`)
	messages := For(Chinese).messages
	pages := map[string]bool{}
	for key := range messages {
		page, _, _ := strings.Cut(key, ".")
		pages[page] = true
	}
	used := map[string]bool{}
	for _, dir := range []string{".", "../catalogapi", "../templates", "../web"} {
		for _, file := range sources(t, dir) {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range call.FindAllStringSubmatch(string(b), -1) {
				key, dynamic := m[1], m[2] != "" || strings.HasSuffix(m[1], ".") || strings.HasSuffix(m[1], "_")
				page, _, _ := strings.Cut(key, ".")
				if !pages[page] {
					continue
				}
				if !dynamic && messages[key] == "" && !filename(key) {
					t.Errorf("%s: no message %q", file, key)
				}
				found := false
				for k := range messages {
					if k == key || dynamic && strings.HasPrefix(k, key) {
						used[k], found = true, true
					}
				}
				if dynamic && !found {
					t.Errorf("%s: no message under %q", file, key)
				}
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(messages)) {
		if !used[key] {
			t.Errorf("%s: never used", key)
		}
	}
}

func filename(s string) bool {
	return slices.Contains([]string{".css", ".js", ".svg", ".json", ".go", ".com", ".example", ".test"}, filepath.Ext(s))
}

func sources(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && (strings.HasSuffix(path, ".templ") || strings.HasSuffix(path, ".go")) &&
			!strings.HasSuffix(path, "_templ.go") && !strings.HasSuffix(path, "_test.go") {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestMatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ chosen, accept, want string }{
		{"", "", Chinese},
		{"", "en", English},
		{"", "en-GB,en;q=0.9", English},
		{"", "zh-TW,zh;q=0.9,en;q=0.8", Chinese},
		{"", "zh", Chinese},
		{"", "fr,en;q=0.5", English},
		{"", "en;q=0.1,zh-CN;q=0.9", Chinese},
		{"", "fr", Chinese},
		{"", "not a header;;;", Chinese},
		{"en", "zh-CN", English},
		{"zh-CN", "en", Chinese},
		{"de", "en", English},
		{"../etc/passwd", "en", English},
	} {
		if got := Match(c.chosen, c.accept); got != c.want {
			t.Errorf("Match(%q, %q) = %s, want %s", c.chosen, c.accept, got, c.want)
		}
	}
}

func FuzzMatch(f *testing.F) {
	f.Add("en", "zh-CN,en;q=0.5")
	f.Add("", ";q=,,*-")
	f.Fuzz(func(t *testing.T, chosen, accept string) {
		if got := Match(chosen, accept); got != Chinese && got != English {
			t.Fatalf("Match(%q, %q) = %q", chosen, accept, got)
		}
	})
}

func TestPrinter(t *testing.T) {
	t.Parallel()
	p := &Printer{tag: English, zone: time.UTC, messages: map[string]string{
		"a": "{0} of {1}", "b": "{n} tool|{n} tools in {0}", "c": "a {brace} {7} {", "common.never": "never",
	}}
	for _, c := range []struct{ got, want string }{
		{p.T("a", 1, "{0}"), "1 of {0}"}, // an argument is not a message
		{p.T("a", 1234567), "1,234,567 of {1}"},
		{p.T("missing.key"), "missing.key"},
		{p.N("missing.key", 2), "missing.key"},
		{p.N("b", 1), "1 tool"},
		{p.N("b", 0, "x"), "0 tools in x"},
		{p.N("b", 4000, "x"), "4,000 tools in x"},
		{p.T("c", "x"), "a {brace} {7} {"},
		{p.Time(time.Time{}), "never"},
		{p.Time(time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)), "2026-11-30 09:00 UTC"},
		{For(Chinese).Time(time.Date(2026, 11, 30, 16, 30, 0, 0, time.UTC)), "2026-12-01 00:30"},
		{For(Chinese).Date(time.Date(2026, 11, 30, 16, 30, 0, 0, time.UTC)), "2026-12-01"},
		{For("xx").Tag(), Chinese},
		{For(English).Other(), Chinese},
		{Number(-1234), "-1,234"},
		{Number(999), "999"},
		{Duration(182 * time.Millisecond), "182 ms"},
		{Duration(1450 * time.Millisecond), "1.4 s"},
		{Duration(30 * time.Minute), "30 min"},
		{Duration(72 * time.Hour), "72 h"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestDuration(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0: "< 1 ms", 400 * time.Microsecond: "< 1 ms", time.Millisecond: "1 ms", 182 * time.Millisecond: "182 ms",
		1400 * time.Millisecond: "1.4 s", 3 * time.Minute: "3 min", 5 * time.Hour: "5 h",
	} {
		if got := Duration(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}
