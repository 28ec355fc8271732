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
		{"/?cat=weather&auth=token", 200, "[data-testid=none] li:first-child", "Without “Weather”: 1"},
		{"/?q=zzzzzz", 200, "[data-testid=none] .lead", "Try other words: fewer of them, or the tool's name."},
		{"/?page=99", 200, "[data-testid=total]", "8 listings"},
		{"/listings/weather-demo", 200, "h1", "天气预报"},
		{"/listings/weather-dmeo", 404, "[data-testid=error] a[href='/listings/weather-demo']", "weather-demo 天气预报"},
		{"/listings/%3Cscript%3E", 404, "[data-testid=error] code", "LISTING_NOT_FOUND"},
		{"/rules", 200, "#DSC-003 h3 span", "Every tool has a description"},
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
}
