package web

import (
	"strings"
	"testing"

	"marketd/i18n"
	"marketd/market"
	"marketd/templates"
)

// A name without a Latin word is told so, with the very name that the app will
// give a tool, and with a better one.
func TestMountedView(t *testing.T) {
	t.Parallel()
	tools := []templates.ToolView{{Name: "weather.now"}}
	for _, c := range []struct {
		entry  market.Entry
		tools  []templates.ToolView
		prefix string
		lossy  []string // what it must say; none when nothing is wrong
	}{
		{market.Entry{ID: "weather-demo"}, tools, "", nil},
		{market.Entry{Name: "Weather"}, tools, "ext.Weather.", nil},
		{market.Entry{Name: "天气 v2"}, tools, "ext.___v2.", nil},
		{market.Entry{Name: "天气", ID: "sky-demo"}, tools, "ext.__.", []string{"应用里会叫 ext.__.weather.now。", "建议写成“天气 sky”。"}},
		{market.Entry{Name: "天气预报"}, tools, "ext.____.", []string{"ext.____.weather.now", "“天气预报 weather”"}},
		{market.Entry{Name: "天气A"}, tools, "ext.__A.", []string{"ext.__A.weather.now"}},
		{market.Entry{Name: "天气"}, nil, "ext.__.", []string{"ext.__.…。", "“天气 tianqi”"}},
	} {
		v := mountedView(&templates.Page{Printer: i18n.For(i18n.Chinese)}, c.entry, c.tools)
		if v.Prefix != c.prefix || (v.Lossy != "") != (len(c.lossy) > 0) {
			t.Errorf("%+v: prefix %q, %q", c.entry, v.Prefix, v.Lossy)
		}
		for _, want := range c.lossy {
			if !strings.Contains(v.Lossy, want) {
				t.Errorf("%+v: %q lacks %q", c.entry, v.Lossy, want)
			}
		}
	}
}

// Without a name there is no prefix, no letter on the tile, and no name in the preview.
func TestPreviewFollowsTheName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examines(good)
	hidden := func(a answer, sel string) bool { _, is := a.doc.Find(sel).Attr("hidden"); return is }
	v := w.browser()
	_, a := v.check("url", "https://mcp.weather.example.com/mcp")
	if !hidden(a, ".quiet:has([data-tag])") || !hidden(a, "[data-lossy]") {
		t.Errorf("a prefix of no name: %q", a.text("#card3 .quiet"))
	}
	if tile, name := a.text("aside .tile"), a.text("aside h3"); tile != "" || name != "(no name yet)" {
		t.Errorf("the preview of no name: tile %q, name %q", tile, name)
	}
	form := formOf("weather-demo")
	form[5] = "天气"
	_, a = v.check(form...)
	if hidden(a, "[data-lossy]") || !hidden(a, ".quiet:has([data-tag])") || !strings.Contains(a.text("[data-lossy]"), "ext.__.weather.now") {
		t.Errorf("the hint reads %q", a.text("[data-lossy]"))
	}
	if tile, name := a.text("aside .tile"), a.text("aside h3"); tile != "天" || name != "天气" {
		t.Errorf("the preview: tile %q, name %q", tile, name)
	}
}
