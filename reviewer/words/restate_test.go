package words

import "testing"

func TestRestates(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text, name string
		want       Echo
	}{
		{"Get weather", "get_weather", EchoExact},
		{"Weather now.", "weather.now", EchoExact},
		{"Get Weather", "getWeather", EchoExact},
		{"List starred repositories", "list_starred_repositories", EchoExact},
		{"Tool for add", "add", EchoExact},
		{"This is a tool to get the weather.", "get_weather", EchoExact},
		{"get_weather 工具", "get_weather", EchoExact},
		{"用于 getWeather 的工具", "get_weather", EchoExact},
		{"获取天气", "get_weather", EchoExact},
		{"天气查询", "weather.query", EchoExact},
		{"查詢天氣", "query_weather", EchoExact},
		{"获取当前天气的工具", "get_current_weather", EchoExact},
		{"Gets weathers", "get_weather", EchoExact},
		{"Get page", "get_page_content", EchoSoft},
		{"查询城市天气", "get_weather", EchoNone},
		{"获取最新的雨情", "get_latest", EchoNone},
		{"Get the weather of a city for the next days", "get_weather", EchoNone},
		{"POI智能提取", "poi", EchoNone},
		{"This is a tool", "echo", EchoSoft},
		{"Ping", "echo", EchoNone},
		{"", "get", EchoNone},
		{"Get", "", EchoNone},
		{"Call the API", "api_call", EchoSoft},
	}
	for _, tt := range tests {
		if got := Restates(tt.text, tt.name); got != tt.want {
			t.Errorf("Restates(%q, %q) = %d, want %d", tt.text, tt.name, got, tt.want)
		}
	}
}

func TestFiller(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"Tool for": true, "外部 MCP 工具:": true, "MOV 工具:": true, "": false, "...": false, "Get current": false, "查询天气": false} {
		if got := Filler(text); got != want {
			t.Errorf("Filler(%q) = %v", text, got)
		}
	}
}
