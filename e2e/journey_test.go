//go:build browser

package e2e

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

// The main job, in a real browser over HTTPS, with script and without: a
// developer submits, a reviewer approves, the catalog shows it, its server
// fails and comes back.
func TestJourney(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]bool{"with script": true, "without script": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t, "--demo", "--data", t.TempDir())
			d := readDemo(t, p)
			dev, reviewer := newBrowser(t, p.URL, script), newBrowser(t, p.URL, script)
			dev.signIn("dev@demo.test", d.passwords["dev@demo.test"])
			reviewer.signIn("reviewer@demo.test", d.passwords["reviewer@demo.test"])

			submitGood(t, dev, d)
			if _, ok := registry(t, p).find("city-weather"); ok {
				t.Error("it is in the catalog before anybody approved it")
			}
			approve(t, reviewer, "city-weather")
			dev.open("/submissions")
			dev.click(`[data-testid=submission] a`)
			dev.sees(`[data-testid=stage][data-stage=approved]`, "the developer reads that it is approved")
			inCatalog(t, p, d)
			falls(t, p, reviewer)
			recovers(t, p, reviewer)
			p.stop(t)
		})
	}
}

// submitGood checks and submits the good Chinese weather server.
func submitGood(t *testing.T, dev *browser, d demo) {
	t.Helper()
	dev.open("/submit")
	dev.fill("#url", d.servers["weather"])
	dev.click(`button[name=do][value=check]`)
	dev.sees(`[data-testid=verdict]`, "the check's result")
	if n := dev.text(`[data-testid=tool]`); !strings.Contains(n, "weather") {
		t.Errorf("the tools are not filled in from the scan: %q", n)
	}
	dev.fill("#id", "city-weather")
	dev.fill("#name", "天气 weather")
	dev.fill("#desc", "查询国内城市的实时天气与七日预报")
	dev.choose("#cat", "weather")
	dev.click("#agree")
	dev.click(`button[name=do][value=submit]`)
	dev.sees(`[data-testid=stage]`, "the status page of the submission")
	if !strings.Contains(dev.url(), "/submissions/") {
		t.Fatalf("after submitting at %s:\n%.3000s", dev.url(), dev.text("main"))
	}
	dev.sees(`[data-testid=stage][data-stage=in_review]`, "checked and pending")
}

// approve opens the case from the queue, claims and approves it.
func approve(t *testing.T, reviewer *browser, id string) {
	t.Helper()
	reviewer.open("/desk?q=" + id)
	reviewer.click(`[data-testid=row] a`)
	reviewer.wait(`[data-testid=evidence]`)
	reviewer.click(`form[action$="/claim"] button`)
	reviewer.wait(`form[action$="/decide"]`)
	reviewer.click(`input[name=kind][value=approve]`)
	reviewer.click(`form[action$="/decide"] button[type=submit]`)
	eventually(t, 30*time.Second, "back at the queue after deciding", func() bool { return strings.HasSuffix(reviewer.url(), "/desk") })
}

func inCatalog(t *testing.T, p *process, d demo) {
	t.Helper()
	var l catalogPackage
	eventually(t, 10*time.Second, "city-weather in registry.json", func() (ok bool) {
		l, ok = registry(t, p).find("city-weather")
		return ok
	})
	if l.Kind != "byo" || l.Name != "天气 weather" || l.Desc == "" || l.Cat != "weather" || l.UI == nil || l.Author != "示例开发者" {
		t.Errorf("entry members %+v", l)
	}
	if l.Server.URL != d.servers["weather"] || l.Server.Token == nil || *l.Server.Token != "" {
		t.Errorf("server %+v", l.Server)
	}
	if l.Revision != 1 || l.ToolCount == 0 || !regexp.MustCompile(`^v1:sha256:[0-9a-f]{64}$`).MatchString(l.ToolsDigest) {
		t.Errorf("revision %d, %d tools, digest %q", l.Revision, l.ToolCount, l.ToolsDigest)
	}
	if l.Health.State != "up" || l.Health.Since.IsZero() || l.Compat.App != "pass" {
		t.Errorf("health %+v, compat %+v", l.Health, l.Compat)
	}
}

// falls stops the server: degraded by the thresholds, then down and out of the catalog.
func falls(t *testing.T, p *process, b *browser) {
	t.Helper()
	b.open("/demo")
	b.click(`form[action="/demo/weather/down"] button`)
	b.sees(`form[action="/demo/weather/up"]`, "stopped")
	eventually(t, 90*time.Second, "degraded in registry.json", func() bool {
		l, ok := registry(t, p).find("city-weather")
		return ok && l.Health.State == "degraded"
	})
	b.open("/listings/city-weather")
	b.wait(`main [data-s=degraded]`)
	eventually(t, 120*time.Second, "out of registry.json when down", func() bool {
		_, ok := registry(t, p).find("city-weather")
		return !ok
	})
	b.open("/listings/city-weather")
	b.wait(`main [data-s=down]`)
}

func recovers(t *testing.T, p *process, b *browser) {
	t.Helper()
	b.open("/demo")
	b.click(`form[action="/demo/weather/up"] button`)
	eventually(t, 120*time.Second, "back in registry.json", func() bool {
		l, ok := registry(t, p).find("city-weather")
		return ok && l.Health.State == "up"
	})
	b.open("/listings/city-weather")
	b.wait(`main [data-s=up]`)
}

// Placeholder descriptions and empty schemas are refused with rules, places
// and fixes in both languages; mended, the same submissions pass.
func TestRefusedAndMended(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ server, rule, place string }{
		{"placeholder", "DSC-002", "/tools/0/description"},
		{"empty-schema", "SCH-001", "/tools/0/inputSchema"},
	} {
		t.Run(c.server, func(t *testing.T) {
			t.Parallel()
			p := start(t, "--demo", "--data", t.TempDir())
			d := readDemo(t, p)
			dev := newBrowser(t, p.URL, true)
			dev.signIn("dev@demo.test", d.passwords["dev@demo.test"])
			id := refuse(t, dev, d, c.server)
			for lang, fix := range map[string]string{"en": "How to fix it", "zh-CN": "怎么改"} {
				speak(dev, lang)
				dev.open("/submissions/" + id)
				found := dev.text(`[data-testid=finding][data-rule="` + c.rule + `"]`)
				if !strings.Contains(found, c.place) || !strings.Contains(found, fix) {
					t.Errorf("%s: the finding does not say where or how to mend:\n%s", lang, found)
				}
			}
			dev.open("/demo")
			dev.click(`form[action="/demo/` + c.server + `/mend"] button`)
			dev.sees(`form[action="/demo/`+c.server+`/break"]`, "mended")
			dev.open("/submissions/" + id + "/revise")
			dev.click(`button[name=do][value=check]`)
			dev.sees(`[data-testid=verdict]`, "the check of the mended server")
			dev.click("#agree")
			dev.click(`button[name=do][value=submit]`)
			dev.sees(`[data-testid=stage][data-stage=in_review]`, "the mended server passes")
			if _, ok := registry(t, p).find("broken-" + c.server); ok {
				t.Error("it is in the catalog though nobody approved it")
			}
		})
	}
}

// speak switches the language as a person does.
func speak(b *browser, lang string) {
	b.t.Helper()
	b.open("/rules")
	button := `form[action="/language"] button[value="` + lang + `"]`
	if b.text("html[lang="+lang+"] body") == "" {
		b.click(button)
	}
	b.wait("html[lang=" + lang + "]")
}

// refuse submits a broken server as it is, through the form, and returns the
// id of the submission once the rules have refused it.
func refuse(t *testing.T, dev *browser, d demo, server string) string {
	t.Helper()
	dev.open("/submit")
	dev.fill("#url", d.servers[server])
	dev.click(`button[name=do][value=check]`)
	dev.sees(`[data-testid=verdict][data-verdict=rejected]`, "the check's refusal")
	dev.fill("#id", "broken-"+server)
	dev.fill("#name", "Sample "+server[:5])
	dev.fill("#desc", "A sample server of the demo market")
	dev.choose("#cat", "other")
	dev.click("#agree")
	dev.click(`button[name=do][value=anyway]`)
	dev.sees(`[data-testid=stage][data-stage=rejected]`, "refused by the rules alone")
	_, id, ok := strings.Cut(dev.url(), "/submissions/")
	if !ok {
		t.Fatalf("after submitting at %s", dev.url())
	}
	return id
}
