package search_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"marketd/market/search"
)

// doc is a document as the catalog makes them: name, description, tools.
func doc(name, desc string, tools ...string) []search.Field {
	return []search.Field{{name, 10}, {desc, 3}, {strings.Join(tools, " "), 4}}
}

var shelf = [][]search.Field{
	0: doc("天气", "查询国内城市的实时天气与七日预报", "weather.now", "weather.forecast"),
	1: doc("Weather", "Current weather and forecasts for any city", "get_weather", "getForecast"),
	2: doc("12306 查询", "查询列车时刻、余票与票价", "train.search"),
	3: doc("GitHub 仓库", "搜索仓库、议题与合并请求", "repo.search", "listIssues"),
	4: doc("Straße", "Ein Stadtplan mit jeder Straße", "map.route"),
	5: doc("ガチャ カメラ", "カメラの写真を検索する", "camera.search"),
	6: doc("날씨 서비스", "전국 날씨를 알려 줍니다", "weather.kr"),
	7: doc("单位换算", "Converts units; 支持长度、重量与气温", "units.convert"),
	8: doc("Погода", "Прогноз погоды по городам", "pogoda.now"),
}

func TestSearchFinds(t *testing.T) {
	t.Parallel()
	x := search.New(shelf)
	tests := map[string]struct {
		query string
		want  []int // in this order
	}{
		"han word in the name first":        {"天气", []int{0}},
		"one han rune":                      {"票", []int{2}},
		"one han rune in several":           {"查", []int{2, 0}},
		"han runes that do not touch":       {"天报", nil},
		"han phrase":                        {"实时天气", []int{0}},
		"two han words, any order":          {"预报 城市", []int{0}},
		"every word is asked for":           {"天气 列车", nil},
		"latin word":                        {"forecasts", []int{1}},
		"prefix of the last word":           {"current fore", []int{1}},
		"prefix of the first word":          {"curr forecasts", []int{1}},
		"one latin letter":                  {"g", []int{3, 1}},
		"case is nothing":                   {"GITHUB", []int{3}},
		"digits":                            {"123", []int{2}},
		"latin beside han without a space":  {"github仓库", []int{3}},
		"tool name by its parts":            {"get_weather", []int{1}},
		"tool name dotted":                  {"train.search", []int{2}},
		"part of a name in mixed case":      {"issues", []int{3}},
		"name in mixed case whole":          {"getforecast", []int{1}},
		"full case folding":                 {"STRASSE", []int{4}},
		"full width is the same":            {"ＷＥＡＴＨＥＲ．ｎｏｗ", []int{0}},
		"half width katakana":               {"ｶﾒﾗ", []int{5}},
		"kana":                              {"写真", []int{5}},
		"hangul with a particle":            {"날씨", []int{6}},
		"one hangul syllable":               {"줍", []int{6}},
		"cyrillic prefix":                   {"прогн", []int{8}},
		"middle of a latin word is nothing": {"eather", nil},
		"nothing":                           {"", nil},
		"punctuation":                       {" ,.;!？。\u0000\u200b", nil},
		"unknown":                           {"没有这种东西", nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := x.Search(tt.query); !slices.Equal(got, tt.want) {
				t.Errorf("Search(%q) = %v, want %v", tt.query, got, tt.want)
			}
		})
	}
}

func TestSearchRanks(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		docs  [][]search.Field
		query string
		want  []int
	}{
		"a heavier field wins": {
			[][]search.Field{doc("Maps", "weather too"), doc("Weather", "maps too")}, "weather", []int{1, 0},
		},
		"the word itself beats a longer word": {
			[][]search.Field{doc("Mapping", ""), doc("Map", "")}, "map", []int{1, 0},
		},
		"a short name beats a long one": {
			[][]search.Field{doc("天气与地图与新闻助手", ""), doc("天气", "")}, "天气", []int{1, 0},
		},
		"repeating a word gains nothing": {
			[][]search.Field{doc("", "a map and more"), doc("", "map map map map")}, "map", []int{0, 1},
		},
		"many words with the prefix count once": {
			[][]search.Field{doc("", "x mapa mapb mapc mapd"), doc("", "map of the wide world")}, "map", []int{1, 0},
		},
		"equal documents keep their order": {
			[][]search.Field{doc("map", "b"), doc("map", "a"), doc("map", "c")}, "map", []int{0, 1, 2},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := search.New(tt.docs).Search(tt.query); !slices.Equal(got, tt.want) {
				t.Errorf("Search(%q) = %v, want %v", tt.query, got, tt.want)
			}
		})
	}
}

func TestZeroIndexFindsNothing(t *testing.T) {
	t.Parallel()
	var zero search.Index
	if got := zero.Search("天气"); got != nil {
		t.Errorf("zero index found %v", got)
	}
	if got := search.New(nil).Search("天气"); got != nil {
		t.Errorf("empty index found %v", got)
	}
	if got := search.New([][]search.Field{{}, nil}).Search("a"); got != nil {
		t.Errorf("index of empty documents found %v", got)
	}
}

// Hostile texts and queries are cut, not obeyed.
func TestHostileIsBounded(t *testing.T) {
	t.Parallel()
	const mib = 1 << 20
	huge := []string{
		strings.Repeat("a", mib), strings.Repeat("天", mib/3), strings.Repeat("ab ", mib/3),
		strings.Repeat("e\u0301", mib/3), strings.Repeat("\u0301", mib/2), strings.Repeat("ﷺ", mib/3),
		strings.Repeat("\xff", mib), strings.Repeat("\x00", mib), strings.Repeat("!?", mib/2),
	}
	var docs [][]search.Field
	for _, s := range huge {
		docs = append(docs, doc(s, s, s))
	}
	x := search.New(append(docs, shelf...))
	for _, q := range huge {
		begin := time.Now()
		x.Search(q)
		if took := time.Since(begin); took > 2*time.Second {
			t.Errorf("a query of %d bytes that begins with %q took %v", len(q), q[:3], took)
		}
	}
	if got, want := x.Search("погода"), []int{len(huge) + 8}; !slices.Equal(got, want) {
		t.Errorf("beside hostile documents: %v, want %v", got, want)
	}
	// A word longer than what is kept of it still finds itself.
	if got := x.Search(strings.Repeat("a", 200)); !slices.Equal(got, []int{0}) {
		t.Errorf("long word: %v", got)
	}
}

func FuzzSearch(f *testing.F) {
	for _, s := range []string{"天气 weather", "getWeather", "\xff\x00", "ｶﾒﾗ", "e\u0301\u0301", "ẞtraße", "한글", "123 456", "ﷺ"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, text, query string) {
		docs := append([][]search.Field{doc(text, "")}, shelf...)
		x := search.New(docs)
		got := x.Search(query)
		if again := search.New(docs).Search(query); !slices.Equal(got, again) {
			t.Fatalf("Search(%q) is not deterministic: %v, %v", query, got, again)
		}
		seen := map[int]bool{}
		for _, d := range got {
			if d < 0 || d >= len(docs) || seen[d] {
				t.Fatalf("Search(%q) = %v of %d documents", query, got, len(docs))
			}
			seen[d] = true
		}
		// A short text finds itself, or holds nothing to find.
		if self := x.Search(text); len(text) < 64 && utf8.ValidString(text) && self != nil && !slices.Contains(self, 0) {
			t.Fatalf("%q does not find itself: %v", text, self)
		}
	})
}

// library makes n documents of the size that listings have: some eighty
// tokens, half of them Han, from a vocabulary of some thousands.
func library(n int) [][]search.Field {
	seed := uint64(1)
	next := func(n int) int {
		seed = seed*6364136223846793005 + 1442695040888963407
		return int(seed>>33) % n
	}
	han := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteRune(rune(0x4e00 + next(60)*next(50)))
		}
		return b.String()
	}
	docs := make([][]search.Field, n)
	for i := range docs {
		tools := make([]string, 8)
		for j := range tools {
			tools[j] = fmt.Sprintf("verb%d.noun%d", next(60), next(3000))
		}
		docs[i] = doc(han(4), han(30)+fmt.Sprintf(" service%d city%d", next(500), next(9000)), tools...)
	}
	return docs
}

func BenchmarkNew100k(b *testing.B) {
	docs := library(100_000)
	for b.Loop() {
		search.New(docs)
	}
}

func BenchmarkSearch100k(b *testing.B) {
	x := search.New(library(100_000))
	for name, q := range map[string]string{
		"han pair": "丏丐", "han rune": "一", "word": "city4711", "prefix": "noun12",
		"two words": "service42 verb3", "one letter": "n",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportMetric(float64(len(x.Search(q))), "found")
			for b.Loop() {
				x.Search(q)
			}
		})
	}
}
