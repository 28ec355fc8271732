package wording_test

import (
	"strings"
	"testing"
)

func TestDescriptionPresent(t *testing.T) {
	t.Parallel()
	try(t, "DSC-001", append(each("reject", "", "\u200b", "...", "——", " \t", "🚀", "<!-- -->"), each("", "Ping", "TODO")...))
	try(t, "DSC-001", []row{
		{"missing", []string{`{"name":"a"}`}, []string{"reject /tools/0/description"}},
		{"null", []string{`{"name":"a","description": null}`}, []string{"reject /tools/0/description"}},
		{"another type is another rule's", []string{`{"name":"a","description":["a"]}`}, nil},
	})
}

func TestNotPlaceholder(t *testing.T) {
	t.Parallel()
	try(t, "DSC-002", each("reject", "TODO", "ＴＯＤＯ", "T\u200bODO", "Your description here.", "a tool", "待补充。", "【待补充】", "这是一个测试工具", "暂无描述", "同上", "Tool description", "測試", "待補充", "説明なし", "설명 없음"))
	try(t, "DSC-002", each("reject", "TODO: describe this tool", "[insert description here]", "<请在此填写描述>", "<description>", "{{description}}", "（描述）")) // shapes that the list has
	try(t, "DSC-002", each("needs_human", "This is a simple tool for testing purposes", "这是一个用于演示的接口"))
	try(t, "DSC-002", each("", "", "Lists todo items for the current user", "查询待办事项列表", "Generate placeholder images of a given size", "测试网络连通性", "Null check a JSON document", "空气质量查询", "略缩图生成", "无损压缩图片"))
}

func TestNotTemplate(t *testing.T) {
	t.Parallel()
	try(t, "DSC-003", each("reject", "TODO: describe this tool in detail", "[insert a proper description here]", "{{ i18n.weather }}", "tools.weather.description", "https://example.com/docs", `{"type":"object"}`, "Lorem ipsum dolor sit amet"))
	try(t, "DSC-003", each("needs_human", "TODO: Returns the orders of a customer by date"))
	try(t, "DSC-003", each("", "TODO list manager: create, list and complete items", "Todo: create, list and complete tasks", "待补充字段标识，如 name、dataType", "生成 Lorem 风格的占位文本段落", "Insert text", "Generates lorem ipsum text", "Generates placeholder images", "Runs the tests of a repository"))
}

func TestLongEnough(t *testing.T) {
	t.Parallel()
	try(t, "DSC-004", each("reject", "x", "好", "Go"))
	try(t, "DSC-004", each("needs_human", "天气", "Ping", "查天气", "<b>Ping</b>"))
	try(t, "DSC-004", each("warn", "POI智能提取", "查询12306余票信息。", "检查小红书登录状态", "List all triggers.", "Lists disputes"))
	try(t, "DSC-004", each("", "Returns the seven-day forecast of a city", "按城市查询未来七天的天气预报", "TODO", ""))
}

func TestMoreThanName(t *testing.T) {
	t.Parallel()
	reject, warn := []string{"reject /tools/0/description"}, []string{"warn /tools/0/description"}
	explained := `"inputSchema":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city"}}}`
	try(t, "DSC-005", []row{
		{"get_weather", []string{tool("get_weather", "Get weather")}, reject},
		{"weather.now", []string{tool("weather.now", "Weather now.")}, reject},
		{"a sentence of it", []string{tool("add", "Tool for add")}, reject},
		{"in Chinese", []string{tool("get_weather", "获取天气")}, reject},
		{"the title", []string{tool("wx", "Weather report", `"title":"Weather Report"`)}, reject},
		{"parameters explain", []string{tool("get_weather", "Get weather", explained)}, warn},
		{"names of parameters explain", []string{tool("scale_deployment", "Scale a deployment.", `"inputSchema":{"type":"object","properties":{"name":{},"replicas":{}}}`)}, warn},
		{"title explains", []string{tool("get_weather", "Get weather", `"title":"Forecast for the next seven days"`)}, warn},
		{"more than two words", []string{tool("list_starred_repositories", "List starred repositories")}, warn},
		{"all of the name's words", []string{tool("get_page_content", "Get page content")}, warn},
		{"every word is the name's", []string{tool("get_page_content", "Get page")}, warn},
		{"says more", []string{tool("get_weather", "Returns the seven-day forecast of a city"), tool("x", ""), tool("y", "TODO")}, nil},
	})
}

func TestNotJunk(t *testing.T) {
	t.Parallel()
	try(t, "DSC-006", append(each("reject", "aaaa", "1111", "哈哈哈哈", "hahaha", "qwertyu"), each("", "AAA rating", "OCR")...))
}

func TestTextsDiffer(t *testing.T) {
	t.Parallel()
	warn2 := []string{"warn /tools/0/description", "warn /tools/1/description"}
	try(t, "DSC-007", []row{
		{"five alike", describe("Call the API", "Call the API.", "call the api", "Call the API", "Call the API"), []string{"reject /tools/0/description", "reject /tools/1/description", "reject /tools/2/description", "reject /tools/3/description", "reject /tools/4/description"}},
		{"two of two", describe("Search the records", "Search the records"), warn2},
		{"two of three", describe("Search the records", "Search the records", "Delete a record"), warn2},
		{"placeholders are told of once", describe("TODO", "TODO", "TODO"), nil},
		{"different", describe("Search the records", "Delete a record"), nil},
	})
}

func TestNotGenerated(t *testing.T) {
	t.Parallel()
	all := func(s string) []string {
		return []string{s + " /tools/0/description", s + " /tools/1/description", s + " /tools/2/description"}
	}
	try(t, "DSC-008", []row{
		{"Tool for", []string{tool("add", "Tool for add"), tool("sub", "Tool for sub"), tool("mul", "Tool for mul")}, all("reject")},
		{"the app's filler", []string{tool("add", "外部 MCP 工具: add"), tool("sub", "外部 MCP 工具: sub"), tool("mul", "外部 MCP 工具: mul")}, all("reject")},
		{"the app's other filler", []string{tool("add", "MOV 工具: add"), tool("sub", "MOV 工具: sub"), tool("mul", "MOV 工具: mul")}, all("reject")},
		{"a small family", []string{tool("weather.hourly", "Get hourly weather"), tool("weather.daily", "Get daily weather"), tool("weather.current", "Get current weather")}, all("warn")},
		{"a sentence of its own", []string{tool("list_a", "List all A in the account with pagination"), tool("list_b", "List all B in the account with pagination"), tool("list_c", "List all C in the account with pagination")}, nil},
		{"two only", []string{tool("add", "Tool for add"), tool("sub", "Tool for sub")}, nil},
	})
}

func TestNotTooLong(t *testing.T) {
	t.Parallel()
	try(t, "DSC-009", each("reject", strings.Repeat("manual ", 6000), strings.Repeat("a", 40<<10)))
	try(t, "DSC-009", each("needs_human", strings.Repeat("a", 8193), strings.Repeat("天", 8200)))
	try(t, "DSC-009", each("warn", strings.Repeat("a", 4097)))
	try(t, "DSC-009", each("", strings.Repeat("a", 2800), strings.Repeat("a", 3032), strings.Repeat("a", 4096), strings.Repeat("天", 4096)))
}
