package entry_test

import (
	"encoding/json"
	"strings"
	"testing"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/entry"
	"marketd/reviewer/rules/ruletest"
)

// good is an entry that no rule has anything against.
func good() *reviewer.Dossier { return ruletest.Dossier(ruletest.Entry()) }

// row is one case of a rule's table: what is changed on the good entry, and
// the hits wanted.
type row struct {
	name   string
	change func(*reviewer.Dossier)
	want   []string
}

func find(t *testing.T, id string) reviewer.Rule {
	t.Helper()
	return ruletest.Find(t, entry.Rules(), id)
}

func try(t *testing.T, id string, rows []row) {
	t.Helper()
	rule := find(t, id)
	for _, c := range rows {
		d := good()
		c.change(d)
		ruletest.Check(t, rule, c.name, d, c.want)
	}
	ruletest.Passes(t, rule, good())
}

func TestRulesAreDocumented(t *testing.T) {
	t.Parallel()
	ruletest.Documented(t, entry.Rules(), reviewer.NeedsEntry, reviewer.NeedsProbe)
}

func raw(json string) func(*reviewer.Dossier) {
	return func(d *reviewer.Dossier) { d.RawEntry = []byte(json) }
}

func TestStrictJSON(t *testing.T) {
	t.Parallel()
	try(t, "ENT-001", []row{
		{"two keys that differ in case", raw(`{"id":"a","ID":"b"}`), []string{"reject /entry/ID"}},
		{"a key twice", raw(`{"id":"a","id":"b"}`), []string{"reject /entry/id"}},
		{"a key twice further down", raw(`{"server":{"url":"x","url":"y"}}`), []string{"reject /entry/server/url"}},
		{"trailing data", raw(`{"id":"a"} {}`), []string{"reject /entry"}},
		{"a list", raw(`[{"id":"a"}]`), []string{"reject /entry"}},
		{"17 levels", raw(strings.Repeat(`{"a":`, 17) + "1" + strings.Repeat("}", 17)), []string{"reject /entry" + strings.Repeat("/a", 16)}},
		{"16 levels", raw(strings.Repeat(`{"a":`, 16) + "1" + strings.Repeat("}", 16)), nil},
		{"too large", raw(`{"id":"` + strings.Repeat("a", 64<<10) + `"}`), []string{"reject /entry"}},
		{"a form", raw(""), []string{ruletest.Skipped}},
		{"other members", raw(`{"id":"a","name":"A"}`), nil},
	})
}

func TestIDShape(t *testing.T) {
	t.Parallel()
	var rows []row
	for id, ok := range map[string]bool{
		"weather-demo": true, "obsidian-notes": true, "a1": true, "12306": true, strings.Repeat("a", 64): true,
		"": false, "a": false, "Weather_Demo": false, "obsidian": false, "ext": false, "-a": false, "a-": false, "a--b": false,
		"天气": false, "a.b": false, "a/../b": false, "a\n": false, strings.Repeat("a", 65): false,
	} {
		c := row{name: id, change: func(d *reviewer.Dossier) { d.Entry.ID = id }}
		if !ok {
			c.want = []string{"reject /entry/id"}
		}
		rows = append(rows, c)
	}
	try(t, "ENT-002", rows)
}

func TestIDFree(t *testing.T) {
	t.Parallel()
	state := func(s market.IDState) func(*reviewer.Dossier) {
		return func(d *reviewer.Dossier) { d.Facts.ID = s }
	}
	try(t, "ENT-003", []row{
		{"someone else's", state(market.IDOther), []string{"reject /entry/id"}},
		{"my own", state(market.IDMine), nil},
		{"free", state(market.IDFree), nil},
	})
}

func TestNameTelling(t *testing.T) {
	t.Parallel()
	var rows []row
	for name, ok := range map[string]bool{
		"测试用例管理": true, "12306 查询": true, "天气": true, "Weather": true, " 天气 ": true, "آب\u200cوهوا": true,
		"测试": false, "name": false, "   ": false, "": false, "天": false, "12306": false, "!!!": false, "a\u200bb": false,
		"天\u200d气查询": false, "天气\x00查询": false, "e\u0301cole des mines": false, "这个名称实在是太长太长了应用里根本放不下它": false, "TODO": false,
	} {
		c := row{name: name, change: func(d *reviewer.Dossier) { d.Entry.Name = name }}
		if !ok {
			c.want = []string{"reject /entry/name"}
		}
		rows = append(rows, c)
	}
	try(t, "ENT-004", rows)
}

func TestTagTelling(t *testing.T) {
	t.Parallel()
	name := func(s string) func(*reviewer.Dossier) { return func(d *reviewer.Dossier) { d.Entry.Name = s } }
	try(t, "ENT-005", []row{
		{"four Chinese characters", name("天气查询"), []string{"warn /entry/name"}},
		{"one letter", name("A 天气"), []string{"warn /entry/name"}},
		{"dashes are not telling", name("天--气"), []string{"warn /entry/name"}},
		{"a Latin word", name("天气查询 tianqi"), nil},
		{"no name: the id speaks", name(""), nil},
	})
}

func TestNoToken(t *testing.T) {
	t.Parallel()
	const secret = "ghp_q7Zk2WmXv9Lr4TnB8sYc1DfGh6JpKe3Ua5Rt"
	try(t, "ENT-007", []row{
		{"a token", func(d *reviewer.Dossier) { d.Entry.Server.Token = "t" }, []string{"reject /entry/server/token"}},
		{"a token in the JSON", raw(`{"server":{"token":"abc"}}`), []string{"reject /entry/server/token"}},
		{"an empty token", raw(`{"server":{"token":""}}`), nil},
		{"a secret in the description", func(d *reviewer.Dossier) { d.Entry.Desc = "用 " + secret }, []string{"reject /entry/desc"}},
		{"a secret in the address", func(d *reviewer.Dossier) { d.Entry.Server.URL = "https://h.example.com/?x=" + secret }, []string{"reject /entry/server/url"}},
		{"before the query another rule looks", func(d *reviewer.Dossier) { d.Entry.Server.URL = "https://h.example.com/" + secret }, nil},
		{"a secret in a member that nobody knows", raw(`{"x":{"y/z":["` + secret + `"]}}`), []string{"reject /entry/x/y~1z/0"}},
		{"only the words around it say so", func(d *reviewer.Dossier) { d.Entry.Desc = "password = Zk2WmXv9Lr4TnB8sYc1DfGh6" }, []string{"needs_human /entry/desc"}},
		{"the test token is meant to be one", raw(`{"testToken":"` + secret + `"}`), nil},
		{"talk about tokens", func(d *reviewer.Dossier) { d.Entry.Desc = "需要在 app 内填写 token" }, nil},
	})
	d := good()
	d.Entry.Desc = "用 " + secret
	for _, h := range find(t, "ENT-007").Check(d) {
		if strings.Contains(h.Evidence+h.Message.EN+h.Message.ZH, secret) {
			t.Errorf("the finding gives the secret away: %+v", h)
		}
	}
}

func TestConfirmLiteral(t *testing.T) {
	t.Parallel()
	try(t, "ENT-008", []row{
		{"a text", raw(`{"confirm":"true"}`), []string{"reject /entry/confirm"}},
		{"a number", raw(`{"confirm":1}`), []string{"reject /entry/confirm"}},
		{"null", raw(`{"confirm":null}`), []string{"reject /entry/confirm"}},
		{"true", raw(`{"confirm": true }`), nil},
		{"false", raw(`{"confirm":false}`), nil},
		{"absent", raw(`{}`), nil},
	})
}

func TestKindComplete(t *testing.T) {
	t.Parallel()
	kind := func(k market.ListingKind, url string) func(*reviewer.Dossier) {
		return func(d *reviewer.Dossier) { d.Entry.Kind, d.Entry.Server.URL = k, url }
	}
	cetp := func(pack, authority, signer string) func(*reviewer.Dossier) {
		return func(d *reviewer.Dossier) {
			d.Entry.Kind, d.Entry.Server.URL = market.KindCETP, ""
			d.Entry.Package, d.Entry.Authority, d.Entry.Signer = pack, authority, signer
		}
	}
	signer := strings.Repeat("0a", 32)
	try(t, "ENT-009", []row{
		{"a server without an address", kind("byo", " "), []string{"reject /entry/server/url"}},
		{"no kind, and an address", kind("", "https://h.example.com/mcp"), nil},
		{"unknown", kind("plugin", "https://h.example.com/mcp"), []string{"reject /entry/kind"}},
		{"the app's own", kind("builtin", ""), []string{"reject /entry/kind"}},
		{"a playbook", kind("declarative", ""), []string{"needs_human /entry/kind"}},
		{"an Android provider", cetp("com.example.app", "com.example.app.tools", signer), []string{"needs_human /entry/kind"}},
		{"an Android provider without its names", cetp("x", "", "7"), []string{"reject /entry/package", "reject /entry/authority", "reject /entry/signer", "needs_human /entry/kind"}},
	})
}

func TestDescTelling(t *testing.T) {
	t.Parallel()
	desc := func(s string) func(*reviewer.Dossier) { return func(d *reviewer.Dossier) { d.Entry.Desc = s } }
	bad := []string{"reject /entry/desc"}
	try(t, "ENT-010", []row{
		{"missing", desc(""), bad},
		{"the name again", desc("weather  天气！"), bad},
		{"the id again", desc("Weather Demo"), bad},
		{"a short name again", func(d *reviewer.Dossier) { d.Entry.Name, d.Entry.Desc = "天气", "天气" }, bad},
		{"a placeholder", desc("待补充"), bad},
		{"too short", desc("查天气"), bad},
		{"too long", desc(strings.Repeat("查询天气", 51)), bad},
		{"a line break", desc("查询全国城市\n实时天气"), bad},
		{"a tag", desc("查询<b>全国</b>城市实时天气"), bad},
		{"hidden characters", desc("查询全国\u200b城市实时天气"), bad},
		{"short and broken", desc("x\n<i>"), []string{"reject /entry/desc", "reject /entry/desc", "reject /entry/desc"}},
		{"hollow", desc("这是一个用于演示的服务接口"), []string{"needs_human /entry/desc"}},
		{"unfinished", desc("TODO: 查询全国城市实时天气"), []string{"needs_human /entry/desc"}},
		{"nothing but mark-up", desc("<p><!-- 查询全国城市实时天气 --></p>"), []string{"reject /entry/desc", "reject /entry/desc"}},
		{"less and greater", desc("温度 < 0 或 > 40 时提醒的天气查询"), nil},
		{"English", desc("Current weather"), nil},
		{"talk about placeholders", desc("生成指定尺寸的占位图片"), nil},
	})
}

func TestMembersKnown(t *testing.T) {
	t.Parallel()
	try(t, "ENT-011", []row{
		{"a credential", raw(`{"authorization":"Bearer abc"}`), []string{"reject /entry/authorization"}},
		{"an empty credential", raw(`{"authorization":""}`), []string{"warn /entry/authorization"}},
		{"a token beside the server", raw(`{"token":"abc"}`), []string{"reject /entry/token"}},
		{"a typo", raw(`{"nam":"a"}`), []string{"warn /entry/nam"}},
		{"a name with a slash", raw(`{"a/b~c":1}`), []string{"warn /entry/a~1b~0c"}},
		{"an extension", raw(`{"x-note":{"a":1},"server":{"url":"u","x-b":1}}`), nil},
		{"a credential as an extension", raw(`{"x-api-key":"k"}`), []string{"reject /entry/x-api-key"}},
		{"wrong types", raw(`{"id":7,"server":"https://a.example","builtinTools":{},"testToken":[]}`), []string{"reject /entry/builtinTools", "reject /entry/id", "reject /entry/server", "reject /entry/testToken"}},
		{"wrong types in the server", raw(`{"server":{"url":["x"],"token":1}}`), []string{"reject /entry/server/token", "reject /entry/server/url"}},
		{"null is the same as absent", raw(`{"id":null,"server":null,"confirm":null}`), nil},
		{"in the server", raw(`{"server":{"url":"u","token":"","API_KEY":"k"}}`), []string{"reject /entry/server/API_KEY"}},
		{"all that is known", raw(`{"id":"a","kind":"byo","name":"n","desc":"d","cat":"c","ui":"","author":"a","server":{"url":"u","token":""},"homepage":"h","privacy":"p","uiComponentId":"","builtinTools":[],"package":"p","authority":"a","signer":"s","confirm":true,"testToken":"t"}`), nil},
	})
}

func TestUIKnown(t *testing.T) {
	t.Parallel()
	ui := func(s string, list ...string) func(*reviewer.Dossier) {
		return func(d *reviewer.Dossier) { d.Entry.UI, d.Policy.UIs = s, list }
	}
	component := func(s string) func(*reviewer.Dossier) { return func(d *reviewer.Dossier) { d.Entry.UIComponentID = s } }
	try(t, "ENT-012", []row{
		{"empty", ui("", "card"), nil},
		{"of the list", ui("card", "card", "list"), nil},
		{"not of the list", ui("map", "card", "list"), []string{"reject /entry/ui"}},
		{"any shape without a list", ui("weather.card"), nil},
		{"no shape at all", ui("<script>"), []string{"reject /entry/ui"}},
		{"the app's own component", ui("UI-000001"), []string{"reject /entry/ui"}},
		{"a component of one's own", ui("UI-010001"), nil},
		{"the app's own by number", component("UI-010000"), []string{"reject /entry/uiComponentId"}},
		{"no number", component("7"), []string{"reject /entry/uiComponentId"}},
		{"one's own by number", component("UI-010001"), nil},
	})
}

func TestCategoryKnown(t *testing.T) {
	t.Parallel()
	cat := func(s string) func(*reviewer.Dossier) { return func(d *reviewer.Dossier) { d.Entry.Cat = s } }
	try(t, "META-001", []row{
		{"unknown", cat("Productivity!!"), []string{"reject /entry/cat"}},
		{"none", cat(""), []string{"reject /entry/cat"}},
		{"the operator's", func(d *reviewer.Dossier) { d.Entry.Cat, d.Policy.Categories = "效率", []string{"效率"} }, nil},
	})
}

func TestAuthorPlain(t *testing.T) {
	t.Parallel()
	const warn, reject = "warn", "reject"
	var rows []row
	for author, want := range map[string]string{
		"张三": "", "Example Weather": "", "Unofficial Labs": "", strings.Repeat("张", 40): "", "آب\u200cوهوا": "", "❤\ufe0f Labs": "",
		"官方": warn, "MOV 官方团队": warn, "Official Team": warn, "张": warn,
		"": reject, " \u3000 ": reject, "——": reject, strings.Repeat("a", 41): reject, "a\u202eb": reject, "a\x00b": reject, "a\u3164b": reject,
		"\u2800\u2800": reject, "a\xffb": reject, "官方\u200b": reject, "\u202e" + strings.Repeat("A", 59000): reject,
	} {
		c := row{name: author, change: func(d *reviewer.Dossier) { d.Entry.Author = author }}
		if want != "" {
			c.want = []string{want + " /entry/author"}
		}
		rows = append(rows, c)
	}
	try(t, "META-002", rows)
}

// No JSON of an entry, however broken, makes a rule break.
func FuzzRawEntry(f *testing.F) {
	for _, s := range []string{`{"id":"a","ID":"b"}`, `{"server":{"url":"x","token":7}}`, `[`, `{"kind":"cetp","signer":{}}`, "\xff", `{"confirm":1e999}`} {
		f.Add([]byte(s))
	}
	rules := entry.Rules()
	f.Fuzz(func(t *testing.T, b []byte) {
		d := good()
		d.RawEntry = b
		_ = json.Unmarshal(b, &d.Entry)
		for _, r := range rules {
			ruletest.Hits(t, r, d)
		}
	})
}
