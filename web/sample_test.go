package web

import (
	"encoding/json"
	"fmt"
	"time"

	"marketd/market"
	"marketd/market/digest"
)

var sampleRules = []market.RuleDoc{
	{ID: "HLT-001", Kind: market.KindRule, Profile: market.ProfileApp, Decide: market.Text{ZH: "发 `{}`，看状态码；另见 DSC-003。", EN: "Post `{}` and look at the status; see also DSC-003."}, Test: "healthcheck: TestContract", Fails: []market.RuleExample{{Say: "a stock SDK answers 400", Scene: json.RawMessage(`{"probe":{"contract":{"status":400,"body":"<script>alert(1)</script>"}}}`), Want: []string{"reject /probe/contract"}}, {Say: "the server is closed", Scene: json.RawMessage(`{"probe":null}`), Want: []string{"reject /probe/contract"}}}, Passes: []market.RuleExample{{Say: "405 is fine", Scene: json.RawMessage(`{"probe":{"contract":{"status":405}}}`)}}, Group: market.GroupApp, Severity: market.SeverityReject, Source: "seed, health", Title: market.Text{ZH: "对 POST {} 回答 200 或 405", EN: "Answers POST {} with 200 or 405"}, Why: market.Text{ZH: "应用用它判断服务是否在。", EN: "The app tells by it whether the server is there."}, Fix: market.Text{ZH: "让 MCP 地址对空请求体回答 200 或 405。", EN: "Answer 200 or 405 to an empty object."}},
	{ID: "DSC-003", Kind: market.KindRule, Group: market.GroupTools, Severity: market.SeverityReject, Source: "seed, tools/list", Title: market.Text{ZH: "每个工具都有说明", EN: "Every tool has a description"}, Why: market.Text{ZH: "模型只靠说明决定何时调用。", EN: "A model decides by the description alone when to call."}, Fix: market.Text{ZH: "写清楚它做什么、何时用。", EN: "Say what it does and when to use it."}},
	{ID: "SEC-030", Kind: market.KindRule, Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Title: market.Text{ZH: "文字里没有密钥", EN: "No secrets in texts"}, Why: market.Text{ZH: "公开的密钥谁都能用。", EN: "A published key is anybody's."}, Fix: market.Text{ZH: "删掉并更换它。", EN: "Remove it and change it."}},
	{ID: "META-003", Kind: market.KindRule, Group: market.GroupMeta, Severity: market.SeverityInfo, Title: market.Text{ZH: "有主页", EN: "Has a homepage"}, Why: market.Text{ZH: "用户想知道谁在背后。", EN: "People want to know who is behind it."}},
}

const weatherTool = `{"name":"weather.now","description":"查询一个城市此刻的天气：气温、体感、湿度、风向风力、空气质量。城市可用中文名或六位行政区划代码；查不到时返回候选列表，不猜。",
"inputSchema":{"type":"object","properties":{"city":{"type":"string","description":"城市名或六位行政区划代码，如 330100"},"unit":{"type":"string","enum":["celsius","fahrenheit"],"default":"celsius","description":"温度单位"},
"fields":{"type":"array","items":{"type":"string"},"default":["temp","wind"],"description":"要返回的字段"},"place":{"type":"object","properties":{"lat":{"type":"number","minimum":-90},"lon":{"type":"number"}},"required":["lat"]}},"required":["city","place"],"additionalProperties":false},
"annotations":{"readOnlyHint":true,"idempotentHint":true}}`

const forecastTool = `{"name":"weather.forecast","description":"未来七日逐日预报，每日 08:00 与 20:00 更新。","inputSchema":{"type":"object","properties":{"city":{"type":"string","description":"城市名"}},"required":["city"]},"annotations":{"readOnlyHint":true}}`

const saveTool = `{"name":"note.save","title":"Save a note","description":"Saves a note.","level":"write","inputSchema":{"type":"object","properties":{}}}`

// listing makes an approved listing of the given tools.
func listing(id, name, cat string, tools ...string) market.Listing {
	var raw []json.RawMessage
	for _, t := range tools {
		raw = append(raw, json.RawMessage(t))
	}
	set, each := digest.List(raw)
	return market.Listing{
		ID: id, Revision: 1, Submission: "01900000-0000-7000-8000-" + fmt.Sprintf("%012x", len(id)),
		Entry: market.Entry{
			ID: id, Kind: market.KindServer, Name: name, Cat: cat, Author: "Example " + name,
			Desc:   "查询国内城市的实时天气、七日预报与气象预警，数据来自公开气象站，按城市名或行政区划代码检索。",
			Server: market.Server{URL: "https://" + id + ".example.com/mcp"}, Homepage: "https://" + id + ".example.com/",
		},
		Tools: raw, Digests: each, Digest: set, Auth: "none", App: market.OutcomePass, MCP: market.OutcomePass, MCPVersion: "2025-11-25",
		Health:  market.Health{State: market.HealthUp, Since: epoch.Add(-28 * 24 * time.Hour), CheckedAt: epoch.Add(-12 * time.Minute), Reason: market.ReasonOK, Digest: set},
		Ruleset: "2026-12-01.1", CreatedAt: epoch.Add(-40 * 24 * time.Hour), ApprovedAt: epoch.Add(-9 * 24 * time.Hour),
	}
}

// sampleListings are a small market with every state in it.
func sampleListings() []market.Listing {
	weather := listing("weather-demo", "天气预报", "weather", weatherTool, forecastTool, saveTool)
	papers := listing("papers", "论文检索", "academic", forecastTool)
	papers.Entry.Desc = "跨库检索中英文论文，返回题录、摘要与开放获取全文链接，可按作者、机构、基金号过滤。"
	fx := listing("fx", "汇率换算", "other", forecastTool, weatherTool)
	fx.Auth, fx.App, fx.Health.State, fx.Health.Reason = "token", market.OutcomeGated, market.HealthGated, market.ReasonAuthRequired
	fx.Entry.Desc = "每日中间价与历史区间，支持 42 种货币。需要自己的令牌，目录不保存它。"
	credit := listing("credit-open", "全国企业工商登记变更与公共信用信息综合查询服务（含历史名称及失信被执行人）", "other", weatherTool)
	credit.Health.State, credit.Health.Reason, credit.Health.Since = market.HealthDegraded, market.ReasonTimeout, epoch.Add(-3*time.Hour)
	geo := listing("geo-tools", "OpenStreetMap places", "travel", forecastTool)
	geo.Health.State, geo.Health.Reason, geo.Health.Since = market.HealthDown, market.ReasonConnect, epoch.Add(-5*24*time.Hour)
	geo.Entry.Desc = "Geocoding and reverse geocoding on open data. <script>alert(1)</script> \u202Egnirts https://evil.example/"
	law := listing("law-text", "法规全文检索", "academic", forecastTool)
	law.Health.Digest = "v1:sha256:0000"
	units := listing("units", "Unit conversion", "office", forecastTool)
	units.Health = market.Health{}
	units.App, units.MCP, units.MCPVersion = market.OutcomeFail, market.OutcomePass, "2026-07-28"
	units.Entry.Desc = "Lengths, weights, temperatures and currencies, with the formula used."
	old := listing("old-bus", "公交到站", "travel", forecastTool)
	old.Health.State, old.Health.Reason = market.HealthGone, market.ReasonDNS
	return []market.Listing{weather, papers, fx, credit, geo, law, units, old}
}

// sampleProbes are n probes of a listing, half an hour apart, some failing.
func sampleProbes(id string, n int) []market.ProbeRecord {
	var out []market.ProbeRecord
	for i := range n {
		r := market.ProbeRecord{
			Listing: id, Claim: int64(n - i), At: epoch.Add(-time.Duration(i)*30*time.Minute - 12*time.Minute),
			Reason: market.ReasonOK, Class: market.ClassOK, Status: 200, Took: time.Duration(170+(i*37)%90) * time.Millisecond, Bytes: 2048,
		}
		switch {
		case i%31 == 17:
			r.Reason, r.Status, r.Took, r.Detail = market.ReasonTimeout, 0, 30*time.Second, "read: no answer within 30 s"
		case i%29 == 11:
			r.Reason, r.Status, r.Detail = market.ReasonRateLimited, 429, "Retry-After: 60"
		}
		out = append(out, r)
	}
	return out
}
