package safety_test

import (
	"testing"

	"marketd/reviewer/rules/safety"
)

func TestRedactParameters(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"https://a.example.org/mcp?token=9f8Kq2LxT7vRz4WmPb1Nc":      "https://a.example.org/mcp?token=⟦redacted: parameter⟧",
		"POST /mcp?lang=zh&API_Key=9f8a7b6c5d&x=1 HTTP/1.1":          "POST /mcp?lang=zh&API_Key=⟦redacted: parameter⟧&x=1 HTTP/1.1",
		"?sig=0123456789&secret=9f8a7b6c5d4e#top":                    "?sig=⟦redacted: parameter⟧&secret=⟦redacted: parameter⟧#top",
		"https://a.example.org/mcp?key=":                             "https://a.example.org/mcp?key=",
		"https://a.example.org/mcp?key=short":                        "https://a.example.org/mcp?key=short",
		"https://a.example.org/mcp?key=YOUR_API_KEY":                 "https://a.example.org/mcp?key=YOUR_API_KEY",
		"https://a.example.org/mcp?monkey=0123456789&page_token=abc": "https://a.example.org/mcp?monkey=0123456789&page_token=abc",
		"a == b && c": "a == b && c",
	} {
		if got := safety.Redact(text); got != want {
			t.Errorf("%s\n gives %s\n want  %s", text, got, want)
		}
		if once := safety.Redact(text); safety.Redact(once) != once {
			t.Errorf("%s: redacting again changes it: %s", text, safety.Redact(once))
		}
	}
}
