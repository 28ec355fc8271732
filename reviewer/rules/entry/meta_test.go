package entry_test

import (
	"encoding/json"
	"strings"
	"testing"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/ruletest"
	"marketd/reviewer/rules/safety"
)

func TestLinksThatDoNotOpen(t *testing.T) {
	t.Parallel()
	visited := func(reason market.Reason, status int) func(*reviewer.Dossier) {
		return func(d *reviewer.Dossier) {
			p := ruletest.Probe()
			p.Visits.Links = []market.LinkVisit{{Member: "homepage", Reason: reason, Status: status}, {Member: "privacy", Reason: market.ReasonOK, Status: 200}}
			d.Probes = []market.Probe{p}
		}
	}
	warn := []string{"warn /entry/homepage"}
	try(t, "META-003", []row{
		{"404", visited(market.ReasonHTTPError, 404), warn},
		{"500", visited(market.ReasonHTTPError, 500), warn},
		{"401", visited(market.ReasonHTTPError, 401), warn},
		{"redirects without an end", visited(market.ReasonHTTPError, 302), warn},
		{"no HTTP", visited(market.ReasonHTTPError, 0), warn},
		{"a host without a name", visited(market.ReasonDNS, 0), warn},
		{"nothing listens", visited(market.ReasonConnect, 0), warn},
		{"a bad certificate", visited(market.ReasonTLS, 0), warn},
		{"an inner address", visited(market.ReasonBlocked, 0), warn},
		{"403", visited(market.ReasonHTTPError, 403), nil},
		{"405", visited(market.ReasonHTTPError, 405), nil},
		{"429", visited(market.ReasonRateLimited, 429), nil},
		{"no answer in time", visited(market.ReasonTimeout, 0), nil},
		{"our own network", visited(market.ReasonOurNetwork, 0), nil},
		{"it opened in the end", func(d *reviewer.Dossier) {
			visited(market.ReasonHTTPError, 503)(d)
			bad := d.Probes[0]
			visited(market.ReasonOK, 200)(d)
			d.Probes = []market.Probe{bad, d.Probes[0], ruletest.Probe()}
		}, nil},
		{"what is refused as written is not told twice", func(d *reviewer.Dossier) {
			visited(market.ReasonHTTPError, 404)(d)
			d.Entry.Homepage = "http://t.cn/x"
		}, []string{"reject /entry/homepage"}},
	})
}

func TestSupport(t *testing.T) {
	t.Parallel()
	var rows []row
	for support, ok := range map[string]bool{
		"https://www.weather.co.uk/help": true, "mailto:help@weather.co.uk": true, "mailto:a.b+c@mail.example.com": true,
		"help@weather.co.uk": false, "mailto:": false, "mailto:help": false, "mailto:help@localhost": false, "mailto:a@b.cn?bcc=x@y.cn": false,
		"mailto:a@b.cn,c@d.cn": false, "MAILTO:a@b.cn": false, "tel:+8610123": false, "javascript:alert(1)": false, "http://www.weather.co.uk/": false,
		"mailto:" + strings.Repeat("a", 65) + "@b.cn": false, "mailto:a@b.cn\n": false, "mailto:\"<b>\"@b.cn": false,
	} {
		c := row{name: support, change: func(d *reviewer.Dossier) { d.Entry.Support = support }}
		if !ok {
			c.want = []string{"reject /entry/support"}
		}
		rows = append(rows, c)
	}
	try(t, "META-003", rows)
}

func TestIconAddress(t *testing.T) {
	t.Parallel()
	rule := find(t, "META-004")
	for icon, ok := range map[string]bool{
		"https://www.weather.co.uk/icon.png": true, "https://www.weather.co.uk/icon": true,
		"data:image/png;base64,iVBORw0KGgo=": true, "data:image/jpeg;base64,/9j/4A": true, "data:image/webp;base64,UklGRg": true,
		"data:image/svg+xml;base64,PHN2Zy8+": false, "data:image/svg+xml,<svg/>": false, "DATA:IMAGE/SVG+XML,<svg/>": false,
		"data:image/gif;base64,R0lGOD": false, "data:text/html;base64,PGI+": false, "data:image/png,x": false, "data:image/png;base64,": false,
		"data:image/png;base64,a b": false, "data:image/png;base64,iVBO\n": false, "data:image/png;charset=x;base64,iVBO": false,
		"data:image/png;base64," + strings.Repeat("A", market.EntryBytes): false,
		"http://www.weather.co.uk/icon.png":                               false, "//www.weather.co.uk/icon.png": false, "icon.png": false, "https://10.0.0.1/i.png": false,
		"https://bit.ly/x": false, "https://u:p@www.weather.co.uk/i.png": false, "file:///etc/passwd": false, "javascript:alert(1)": false, " ": false,
	} {
		d := good()
		d.Entry.Icon = icon
		var want []string
		if !ok {
			want = []string{"reject /entry/icon"}
		}
		ruletest.Check(t, rule, icon[:min(len(icon), 60)], d, want)
	}
	ruletest.Check(t, rule, "none", good(), []string{ruletest.Skipped})
}

func TestContact(t *testing.T) {
	t.Parallel()
	with := func(change func(*market.Entry), tools ...string) func(*reviewer.Dossier) {
		return func(d *reviewer.Dossier) {
			change(&d.Entry)
			if len(tools) > 0 {
				d.Tools = ruletest.List(tools...).Tools
			}
		}
	}
	noPrivacy := func(e *market.Entry) { e.Privacy = "" }
	secret := ruletest.Tool("note_save", "Saves a note", `"inputSchema":{"type":"object","properties":{"password":{"type":"string"}}}`)
	mail := ruletest.Tool("inbox_search", "Searches the messages in your inbox")
	try(t, "META-005", []row{
		{name: "all there", change: func(*reviewer.Dossier) {}},
		{name: "no privacy notice", change: with(noPrivacy), want: []string{"warn /entry/privacy"}},
		{name: "a tool asks for a password", change: with(noPrivacy, secret), want: []string{"needs_human /entry/privacy"}},
		{name: "a tool reads mail", change: with(noPrivacy, mail), want: []string{"needs_human /entry/privacy"}},
		{name: "a tool reads mail, with a notice", change: with(func(*market.Entry) {}, mail)},
		{name: "nobody to ask", change: with(func(e *market.Entry) { e.Homepage, e.Support = "", "" }), want: []string{"warn /entry/support"}},
		{name: "support by mail", change: with(func(e *market.Entry) { e.Homepage, e.Support = "", "mailto:help@weather.co.uk" })},
	})
}

func TestNamePlain(t *testing.T) {
	t.Parallel()
	var rows []row
	for name, hit := range map[string]bool{
		"天气 MCP Server": true, "天气MCP": true, "天气 mcp": true, "weather-mcp": true, "Weather MCP": true, "weather_mcp_server": true, "Weather Server": true,
		"天气（MCP）": true, "天气 (MCP)": true, "天气 MCP 服务": true, "天气服务器": true, "MCP": true, "天气 MCP服务器": true, "天氣伺服器": true, "Weather mcp-server": true,
		"Server 监控": false, "MCP 目录": false, "天气服务": false, "SQL Server": false, "Windows Server": false, "云服务器": false, "游戏服务器": false,
		"Observer": false, "Weather": false, "天气": false, "Server Status": false, "": false, "mcp.so 搜索": false,
	} {
		c := row{name: name, change: func(d *reviewer.Dossier) { d.Entry.Name = name }}
		if hit {
			c.want = []string{"info /entry/name"}
		}
		rows = append(rows, c)
	}
	try(t, "META-006", rows)
}

func TestRegion(t *testing.T) {
	t.Parallel()
	const told = "只在中国大陆的网络可用"
	probe := func(region string, change func(*market.Probe)) func(*reviewer.Dossier) {
		return func(d *reviewer.Dossier) {
			p := ruletest.Probe()
			change(&p)
			d.Entry.Region, d.Probes = region, []market.Probe{p}
		}
	}
	challenge := func(p *market.Probe) {
		p.Contract.Status, p.Contract.MediaType, p.Contract.Body = 403, "text/html", "<title>Just a moment...</title>"
	}
	page := func(p *market.Probe) { p.Contract.MediaType, p.Contract.Body = "text/html", "<title>Hello</title>" }
	silent := func(p *market.Probe) { p.Contract, p.Reason = market.Answer{}, market.ReasonTimeout }
	info := []string{"info /entry/region"}
	try(t, "META-008", []row{
		{"turned away, untold", probe("", challenge), info},
		{"turned away, told", probe(told, challenge), info},
		{"turned away at the list", probe("", func(p *market.Probe) { p.List.Answer.MediaType, p.List.Answer.Body = "text/html", "aliyun_waf" }), info},
		{"by law", probe("", func(p *market.Probe) { p.Contract.Status = 451 }), info},
		{"no connection, told", probe(told, silent), info},
		{"no connection, untold: that is the server's", probe("", silent), nil},
		{"a page that is no challenge", probe("", page), nil},
		{"told, and all is well", probe(told, func(*market.Probe) {}), nil},
		{"too long", probe(strings.Repeat("长", 61), func(*market.Probe) {}), []string{"reject /entry/region"}},
		{"hidden characters", probe("a\u200bb", func(*market.Probe) {}), []string{"reject /entry/region"}},
	})
}

func TestChangesTold(t *testing.T) {
	t.Parallel()
	const schema = `"inputSchema":{"type":"object","properties":{"city":{"type":"string","description":"City, one of 300"}}}`
	approved := ruletest.Tool("forecast.list", "Returns the forecast of 235+ cities, updated 2026-11-30.", schema)
	update := func(note string, tools ...string) func(*reviewer.Dossier) {
		return func(d *reviewer.Dossier) {
			*d = *ruletest.List(tools...)
			d.Note = note
			d.Facts.Approved = &market.Listing{
				Tools: []json.RawMessage{[]byte(approved)}, Digests: []string{reviewer.NewTool(0, []byte(approved)).Digest()},
				Entry: market.Entry{Changes: "A first version"},
			}
		}
	}
	warn := []string{"warn /entry/changes"}
	other := func(was, now string) string { return strings.ReplaceAll(approved, was, now) }
	try(t, "META-009", []row{
		{"the same tools", update("", approved), nil},
		{"other numbers", update("", other("235+", "289")), nil},
		{"another date", update("", other("2026-11-30", "2027-01-02")), nil},
		{"another number in a parameter", update("", other("one of 300", "one of 400")), nil},
		{"other punctuation and blanks", update("", other("cities, updated", "cities;  updated")), nil},
		{"a title", update("", other(`"name"`, `"title":"Forecast","name"`)), nil},
		{"what no digest covers", update("", other(`"name"`, `"_meta":{"a":1},"name"`)), nil},
		{"a letter within a word", update("", other("forecast of", "f0recast of")), warn},
		{"more words", update("", other("cities,", "cities and sends it on,")), warn},
		{"another type", update("", other(`"string"`, `"integer"`)), warn},
		{"a new parameter", update("", other(`{"city"`, `{"phone":{"type":"string"},"city"`)), warn},
		{"another name", update("", other("forecast.list", "forecast.get")), warn},
		{"a new tool", update("", approved, ruletest.Tool("weather.now", "x")), warn},
		{"none left", update(""), warn},
		{"a tool that is none", update("", `7`), warn},
		{"a new tool, told", update("Adds the weather of now", approved, ruletest.Tool("weather.now", "x")), nil},
		{"a new tool, blanks told", update(" ", approved, ruletest.Tool("weather.now", "x")), warn},
		{"a new tool, told what was told before", update("A first version ", approved, ruletest.Tool("weather.now", "x")), warn},
		{"no list was read", func(d *reviewer.Dossier) { update("")(d); d.Listed, d.Tools = false, nil }, nil},
		{"a new listing", func(d *reviewer.Dossier) { update("")(d); d.Facts.Approved = nil }, nil},
		{"too long", func(d *reviewer.Dossier) { d.Entry.Changes = strings.Repeat("长", 301) }, []string{"reject /entry/changes"}},
		{"as long as may be", func(d *reviewer.Dossier) { d.Entry.Changes = strings.Repeat("长", 300) }, nil},
	})
}

func TestDescRestatesTheName(t *testing.T) {
	t.Parallel()
	both := func(name, desc string) func(*reviewer.Dossier) {
		return func(d *reviewer.Dossier) { d.Entry.Name, d.Entry.Desc = name, desc }
	}
	try(t, "ENT-010", []row{
		{"the name as a sentence", both("Weather forecast", "A tool for weather forecast"), []string{"reject /entry/desc"}},
		{"the name with what it needs", both("Weather forecast", "Seven-day weather forecast for cities in China"), nil},
	})
}

func TestCredentialsInUnknownMembers(t *testing.T) {
	t.Parallel()
	try(t, "ENT-011", []row{
		{"in an object", raw(`{"auth":{"access_token":"a"}}`), []string{"reject /entry/auth/access_token"}},
		{"in a list of objects", raw(`{"headers":[{"name":"x"},{"X-Api-Key":"k"}]}`), []string{"reject /entry/headers/1/X-Api-Key"}},
		{"in an extension", raw(`{"x-note":{"client_secret":"s","b":1}}`), []string{"reject /entry/x-note/client_secret"}},
		{"in the server", raw(`{"server":{"url":"u","headers":{"Authorization":"Bearer a"}}}`), []string{"reject /entry/server/headers/Authorization"}},
		{"many names", raw(`{"passwd":"a","private-key":"b","refreshToken":"c","Set-Cookie":"d"}`), []string{"reject /entry/Set-Cookie", "reject /entry/passwd", "reject /entry/private-key", "reject /entry/refreshToken"}},
		{"empty", raw(`{"auth":{"token":"","password":null}}`), []string{"warn /entry/auth"}},
		{"words that only contain one", raw(`{"tokenizer":"bpe","keyboard":"a","passwordless":true,"key":"weather"}`), []string{"warn /entry/key", "warn /entry/keyboard", "warn /entry/passwordless", "warn /entry/tokenizer"}},
		{"as deep as an entry may be", raw(strings.Repeat(`{"a":`, 15) + `{"token":"x"}` + strings.Repeat("}", 15)), []string{"reject /entry" + strings.Repeat("/a", 15) + "/token"}},
	})
}

// What takes a secret out of an entry leaves a mark that the rule knows.
func TestRedactedEntryIsLookedAt(t *testing.T) {
	t.Parallel()
	d := good()
	d.Entry.Desc = "password = Zk2WmXv9Lr4TnB8sYc1DfGh6"
	rule := find(t, "ENT-007")
	ruletest.Check(t, rule, "as sent", d, []string{"needs_human /entry/desc"})
	d.Entry.Desc = safety.Redact(d.Entry.Desc)
	if strings.Contains(d.Entry.Desc, "Zk2WmXv9") {
		t.Fatalf("redacted: %q", d.Entry.Desc)
	}
	ruletest.Check(t, rule, "as stored", d, []string{"needs_human /entry/desc"})
	d = good()
	d.Entry.Icon = "data:image/png;base64,AKIAQ7ZKWMXVLRTNBYCD"
	ruletest.Check(t, rule, "the data of an icon", d, nil)
	d.RawEntry = []byte(`{"ghp_q7Zk2WmXv9Lr4TnB8sYc1DfGh6JpKe3Ua5Rt":1}`)
	ruletest.Check(t, rule, "the name of a member", d, []string{"reject /entry"})
}
