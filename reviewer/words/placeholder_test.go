package words

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPlaceholder(t *testing.T) {
	t.Parallel()
	tests := map[string][]string{
		KindEmpty: {"", " \n\t", "\u200b\u2060", "...", "——", "🚀🚀", "<!-- -->", "**", "---\n"},
		KindListed: {
			"TODO", "ＴＯＤＯ", "T\u200bODO", "t o d o", "T0D0", "TОDО", "ᴛᴏᴅᴏ", "𝐓𝐎𝐃𝐎", "t̶o̶d̶o̶", "&#84;ODO", "<b>TODO</b>", "**TODO**", "`todo`", "# Description", "[Description](https://x.example)",
			"Your description here.", "a tool", "N/A", "待补充。", "【待补充】", "这是一个测试工具", "暂无描述", "同上", "測試", "待補充", "敬請期待", "這是一個測試工具", "佔位符", "無",
			"Description: TBD", "Test. Test.", "描述：待补充", "TODO / TBD", "Test - placeholder",
			"説明を入力してください", "準備中", "ツールの説明", "설명을 입력하세요", "테스트", "Описание инструмента", "заглушка", "Sin descripción", "À compléter", "Beschreibung einfügen", "mô tả", "ทดสอบ", "لا يوجد وصف",
			"[object Object]", "null", "undefined", "Tool description", "<description>", "TODO: describe this tool", "{{ desc }}", "[insert description here]", "<请在此填写描述>",
		},
		KindShape: {
			"TODO: describe this tool in detail", "FIXME - write docs", "待补充：说明用途", "TODO：补充用途说明", "wip: fill in the description", "TODO: x",
			"[insert a proper tool description here]", "（在此填写工具描述）", "Please insert a description here", "Please insert the real description of this tool", "Lorem ipsum dolor sit amet, consectetur",
			"Weather. Lorem ipsum dolor sit amet, consectetur adipiscing elit sed do eiusmod",
		},
		KindMarkup: {
			"{{ t('tools.weather.description') }}", "${weatherDescription}", "{{ .Weather }}", "<%= weather_text %>", "&nbsp;", "tools.weather.description", "i18n:weather.desc", "WEATHER_TOOL_DESC", "mcp.tools.weather",
			"https://example.com/docs", "See https://example.com/docs", "详见 https://example.com/docs", "[docs](https://example.com) https://example.com", `{"type":"object","properties":{}}`, "Tool {{operationId}}",
		},
		KindJunk: {"aaaa", "1111", "哈哈哈哈", "hahaha", "sdfsdf", "asdasd", "ababa", "12345678901", "asdfghj", "zxcvbnm", "йцукен"},
	}
	for kind, texts := range tests {
		for _, s := range texts {
			got, ok := Placeholder(s)
			if !ok {
				t.Errorf("Placeholder(%q) = none, want %s", s, kind)
			} else if got != kind {
				t.Errorf("Placeholder(%q) = %s, want %s", s, got, kind)
			}
		}
	}
}

// Texts that once were, or easily would be, turned away wrongly.
func TestPlaceholderSparesRealTexts(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"Lists todo items for the current user", "查询待办事项列表", "Generate placeholder images of a given size", "测试网络连通性", "Null check a JSON document",
		"空气质量查询", "略缩图生成", "无损压缩图片", "TODO list manager: create, list and complete items", "Todo-list manager: create, list and complete items",
		"Todo: create, list and complete your tasks", "To-do: add, list and check off items", "待办：创建、列出与完成待办事项", "待补充字段标识，如 name、dataType",
		"生成 Lorem 风格的占位文本段落", "Generates lorem ipsum text", "Lorem ipsum generator for designers", "Returns 'Lorem ipsum dolor sit amet' style filler",
		"Insert text", "Add text", "Replace text", "Enter text into the focused field", "Write documentation comments for a function",
		"Renders {{ mustache }} templates", "See the weather at https://example.com for a city", "Fetches https://api.github.com/users and returns JSON",
		"Test a regular expression against sample text", "Test <regex> against a text", "Ping", "天气", "POI智能提取", "OCR", "AAA rating", "C++", "5 < 6",
		"TTS", "LLM", "SSH", "CoCo", "DiDi", "Murmur", "Speech-to-Text", "image-to-text", "rich_text", "video_summary", "Node.js",
		"Get weather", "weather.now", "占位图：按宽高返回一张占位图片", "在线运行测试用例并返回报告", "返回示例数据集中的若干行", "説明文を生成します", "테스트 결과를 조회합니다", "Возвращает текст страницы",
		"Convert int to float", "Unknown-word lookup in a dictionary", "工具箱：单位换算", "[Beta] Search the web", "(read-only) Lists indices", "{{city}} 的天气查询",
	} {
		if kind, ok := Placeholder(s); ok {
			t.Errorf("Placeholder(%q) = %s, want none", s, kind)
		}
	}
}

func TestHollow(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"This is a simple tool for testing purposes", "A basic example function", "TODO description", "这是一个用于演示的接口", "該工具用於測試", "用于测试的 MCP 服务", "Test tool for testing"} {
		if !Hollow(s) {
			t.Errorf("Hollow(%q) = false", s)
		}
	}
	for _, s := range []string{"", "Test the API endpoint", "Lists tools of a server", "测试接口连通性", "工具箱", "Echo a text", "Replace text", "Ping", "生成测试数据"} {
		if Hollow(s) {
			t.Errorf("Hollow(%q) = true", s)
		}
	}
}

func TestMarked(t *testing.T) {
	t.Parallel()
	if !Marked("TODO: Returns the orders of a customer by date") {
		t.Error("a marker before a description is not seen")
	}
	if Marked("Todo: create, list and complete your tasks") || Marked("Returns orders. TODO: document") {
		t.Error("a title or a later marker is taken for one at the start")
	}
}

func TestWidth(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]int{"x": 1, "好": 2, "Go": 2, "天气": 4, "Ping": 4, "查天气": 6, "POI智能提取": 11, "查询12306余票信息。": 17, "检查小红书登录状态": 18, "List all triggers.": 15, "ｘ": 1, "": 0, "\u200b!?": 0, "テスト": 6, "날씨": 4} {
		if got := Width(s); got != want {
			t.Errorf("Width(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestCanon(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{"  To-Do. ": "to do", "N／A": "n a", "ＴＯＤＯ!": "todo", "T\u200bO\u00adDO": "todo", "get_weather": "get weather", "a - b": "a b", "——": ""} {
		if got := Canon(s); got != want {
			t.Errorf("Canon(%q) = %q, want %q", s, got, want)
		}
	}
}

func FuzzPlaceholder(f *testing.F) {
	for _, s := range []string{"TODO", "{{a}}", "https://x", "【待补充】", "<p>\xff", "{{{{", "TODO: \x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		kind, ok := Placeholder(s)
		if ok != (kind != "") {
			t.Fatalf("Placeholder(%q) = %q, %v", s, kind, ok)
		}
		if _, again := Placeholder(" " + s + "\n"); ok != again {
			t.Errorf("outer space changes the answer for %q", s)
		}
		Hollow(s)
		Begins(s)
		Restates(s, "get_weather")
		Restates("Get weather", s)
	})
}

func FuzzCanon(f *testing.F) {
	for _, s := range []string{"To-Do.", "Ａ／Ｂ", "\u0345", "ǅ", "a\u200b_b", "\xff", "İ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c := Canon(s)
		if !utf8.ValidString(c) && utf8.ValidString(s) {
			t.Fatalf("Canon(%q) is not UTF-8", s)
		}
		if strings.TrimSpace(c) != c {
			t.Errorf("Canon(%q) = %q keeps outer space", s, c)
		}
		if (c == "") != (Key(s) == "") && strings.IndexFunc(c, func(r rune) bool { return r < 0x300 || r > 0x36F }) >= 0 {
			t.Errorf("Canon(%q) = %q but Key = %q", s, c, Key(s))
		}
		if Width(s) < 0 {
			t.Error("negative width")
		}
	})
}
