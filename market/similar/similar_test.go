package similar_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"marketd/market/similar"
)

func TestTextsWithOneKey(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{
		{"weather-dem0", "weather-demo"},
		{"Ｗeather Demo", "weather_demo"}, // full width
		{"paypa1", "Pay Pal"},
		{"nоtiоn", "notion"}, // Cyrillic о
		{"ΝΟΤΕS", "votes"},   // a Greek capital reads as its small letter
		{"Café", "cafe"},
		{"C\u0301\u0327afe", "cafe"}, // stacked accents
		{"ѕtrірe", "stripe"},
		{"ʜᴇʟʟᴏ", "hello"},
		{"𝐆𝐢𝐭𝐇𝐮𝐛", "GitHub"},
		{"git\u200bhub", "GitHub"}, // a space of no width
		{"git\ufe0fhub", "git\u034fhub"},
		{"支付寶", "支付宝"},
		{"天氣 查詢", "天气查询"},
		{"🌤️ 天气", "天气"},
		{"カード", "力ード"}, // kana for a Han character
		{"Ｇ①", "g1"},
		{"straße", "STRASSE"},
		{"Новости", "новости"},
		{"①２306", "12306"},
	} {
		if a, b := similar.Key(pair[0]), similar.Key(pair[1]); a != b || a == "" {
			t.Errorf("Key(%q) = %q, Key(%q) = %q, want one", pair[0], a, pair[1], b)
		}
	}
	for _, pair := range [][2]string{
		{"weather", "whether"}, {"天气", "天汽"}, {"mail", "mall"}, {"modem", "modern"}, {"мой", "мои"}, {"v2", "v4"}, {"かき", "がき"}, {"ข่าว", "ขาว"},
	} {
		if a, b := similar.Key(pair[0]), similar.Key(pair[1]); a == b {
			t.Errorf("Key(%q) = Key(%q) = %q, want two", pair[0], pair[1], a)
		}
	}
	for _, none := range []string{"", "  ", "🌤️", "——", "\u200b\u3164\u115f", "\u0301", strings.Repeat("a", 257)} {
		if k := similar.Key(none); k != "" {
			t.Errorf("Key(%.20q) = %q, want none", none, k)
		}
	}
}

func TestNear(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{
		{"notlon", "notion"},
		{"n0tlon", "notion"},
		{"githib", "github"},
		{"gihtub", "github"},
		{"githubb", "github"},
		{"gthub", "github"},
		{"官方12306", "12306"},
		{"12306助手", "12306"},
		{"12360", "12306"},
		{"notion-mcp", "notion"},
		{"The Notion Server", "notion-tools"},
		{"mcp-notion-official", "notion"},
		{"notion2", "notion"},
		{"天气服务", "天气助手"},
		{"正版 天氣", "天气"},
		{"modern-weather", "modem-weather"},
		{"vveather", "weather"},
		{"徽信读书", "微信读书"},
		{"微信书读", "微信读书"},
	} {
		if !similar.Near(pair[0], pair[1]) || !similar.Near(pair[1], pair[0]) {
			t.Errorf("Near(%q, %q) = false", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{
		{"apify", "opine"},
		{"aws-cdk", "aws-core"},
		{"builds", "bindings"},
		{"stellar", "stylus"},
		{"cloudflare-workers-bindings", "cloudflare-workers-builds"},
		{"maps", "caps"},
		{"note", "notes"}, // too short
		{"weather-v1", "weather-v2"},
		{"report-2025", "report-2026"},
		{"model-9", "model-10"}, // series
		{"北京地铁查询", "南京地铁查询"},
		{"全国天气查询", "全国空气查询"},
		{"快递查询", "快递员查询"}, // other words
		{"gh-mcp", "gh-server"},
		{"mcp-server", "mcp-tools"},
		{"app", "the app"}, // nothing left
		{"weather-demo", "weather-demo"},
		{"weather-demo", "Weather Dem0"}, // one key
		{"", "weather"},
		{"weather", "🌤️"},
	} {
		if similar.Near(pair[0], pair[1]) || similar.Near(pair[1], pair[0]) {
			t.Errorf("Near(%q, %q) = true", pair[0], pair[1])
		}
	}
}

func TestHold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, brand string
		want        bool
	}{
		{"支付宝助手", "支付宝", true},
		{"我的支付寶", "支付宝", true},
		{"徽信读书", "微信", true},
		{"GitHub 趋势查询（非官方）", "GitHub", true},
		{"github-trends", "GitHub", true},
		{"git-hub trends", "GitHub", true},
		{"myGitHubTrends", "GitHub", true},
		{"GitHub2Excel", "GitHub", true},
		{"g1thub", "GitHub", true},
		{"PayPaI", "PayPal", true},
		{"n0tion-notes", "Notion", true},
		{"Nоtion", "Notion", true},
		{"铁路 12306", "12306", true},
		{"Hugging Face spaces", "HuggingFace", true},
		{"huggingface", "Hugging Face", true},
		{"B站视频", "B站", true},
		{"emotional", "Notion", false},
		{"notional values", "Notion", false},
		{"digithub", "GitHub", false},
		{"123061", "12306", false},
		{"QQ 群", "QQ", true},
		{"aqqb", "QQ", false},
		{"ab站", "B站", false},
		{"", "QQ", false},
		{"北京东站时刻", "京东", false},
		{"北京东站到京东总部", "京东", true},
		{"QQ", "", false},
		{strings.Repeat("QQ ", 100), "QQ", false},
	} {
		if got := similar.Hold(similar.Words(c.name), c.brand, "北京东"); got != c.want {
			t.Errorf("Hold(%q, %q) = %v", c.name, c.brand, got)
		}
	}
}

func TestHosts(t *testing.T) {
	t.Parallel()
	for a, b := range map[string]string{
		"g00gle.com":            "google.com",
		"xn--pple-43d.com":      "apple.com", // Cyrillic а
		"api.rnicrosoft.com":    "api.microsoft.com",
		"API.Example.com.":      "api.example.com",
		"xn--80ak6aa92e.com":    "apple.com", // all of it Cyrillic
		"pay-pa1.example.com":   "pay-pal.example.com",
		"xn--fiqs8s.example.cn": "中国.example.cn",
	} {
		if ha, hb := similar.Host(a), similar.Host(b); ha != hb || ha == "" {
			t.Errorf("Host(%q) = %q, Host(%q) = %q, want one", a, ha, b, hb)
		}
	}
	for _, none := range []string{"", "127.0.0.1", "::1", ".", "-", strings.Repeat("a", 300)} {
		if h := similar.Host(none); h != "" {
			t.Errorf("Host(%q) = %q, want none", none, h)
		}
	}
	if similar.Host("my-app.com") == similar.Host("myapp.com") {
		t.Error("a hyphen makes no difference")
	}
	for host, want := range map[string]string{
		"xn--pple-43d.com":               "аpple",
		"www.xn--80ak6aa92e.com":         "аррӏе",
		"xn--fiqs8s.example.cn":          "",
		"xn--e1afmkfd.xn--p1ai":          "", // Cyrillic under a Cyrillic domain
		"xn--e1afmkfd.com":               "", // Cyrillic that reads as nothing Latin
		"xn--bcher-kva.example":          "",
		"xn--app-ol9dt71g.example":       "",
		"api.example.com":                "",
		"xn--3e0b707e.kr":                "",
		"xn--\xff.com":                   "",
		strings.Repeat("x.", 200):        "",
		"xn--80ak6aa92e.xn--p1ai":        "",
		"xn--pple-43d.xn--p1ai":          "аpple",
		"xn--caf-dma.fr":                 "",
		"xn--" + strings.Repeat("a", 70): "",
	} {
		if got := similar.Mixed(host); got != want {
			t.Errorf("Mixed(%q) = %q, want %q", host, got, want)
		}
	}
}

func FuzzKey(f *testing.F) {
	for _, s := range []string{"weather-dem0", "Ｗeather", "支付寶", "nоtiоn", "\u200b", "й̈", "カ゛", "\xff\xfe", "𝐆𝐢𝐭", "ﷺ", "각", "İ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		key := similar.Key(s)
		if again := similar.Key(key); again != key && len(key) <= 256 {
			t.Errorf("Key(%q) = %q, and of that %q", s, key, again)
		}
		if utf8.ValidString(s) && !utf8.ValidString(key) {
			t.Errorf("Key(%q) = %q is no text", s, key)
		}
		if strings.ContainsAny(key, "ABCXYZ _-./ ") {
			t.Errorf("Key(%q) = %q", s, key)
		}
		if len(s) <= 64 && similar.Key(s+" ") != key {
			t.Errorf("Key(%q) is another with a blank", s)
		}
		if similar.Near(s, s) {
			t.Errorf("%q is near itself", s)
		}
		similar.Words(s)
		similar.Stem(s)
		similar.Mixed(s)
		similar.Host(s)
	})
}
