package templates

import "testing"

func TestWebPage(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"https://weather.example/privacy?lang=zh#data": "https://weather.example/privacy?lang=zh#data",
		"HTTPS://weather.example":                      "https://weather.example",
		"https://天气.example/隐私":                        "https://%E5%A4%A9%E6%B0%94.example/%E9%9A%90%E7%A7%81",

		"":                                     "",
		"http://weather.example/":              "",
		"javascript:alert(1)":                  "",
		"JavaScript:alert(1)//https://a.b/":    "",
		"data:text/html,<script>":              "",
		"//evil.example/x":                     "",
		"/desk":                                "",
		"weather.example":                      "",
		"not a url <>":                         "",
		"https:weather.example":                "",
		"https:///weather.example":             "",
		"https://:443/":                        "",
		"https://bank.example@evil.example/":   "",
		"https://evil.example\\@bank.example/": "",
		"https://a.example/\u202egnp.exe":      "",
		"https://a.example/\x00":               "",
		"https://a.example/a b":                "",
		"https://a.example/\"onclick=\"x":      "",
		"https://a.example/%zz":                "",
		" https://a.example/":                  "",
	} {
		if got := webPage(in); got != want {
			t.Errorf("webPage(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzWebPage(f *testing.F) {
	for _, s := range []string{"https://a.example/b?c#d", "javascript:alert(1)", "https://a@b/", "//a", "https://[::1]:1/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := webPage(s)
		if got != "" && (got[:8] != "https://" || len(got) == 8 || got[8] == '/' || webPage(got) != got) {
			t.Errorf("webPage(%q) = %q", s, got)
		}
	})
}
