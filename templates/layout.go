package templates

import (
	"net/url"

	"github.com/a-h/templ"
)

func themeAttr(theme string) templ.Attributes {
	if theme == "" {
		return nil
	}
	return templ.Attributes{"data-theme": theme}
}

// nextTheme is where the switch leads when the system does not prefer the other
// look: always to what is not seen, by following the system where that does it.
func nextTheme(theme, other string) string {
	if theme == other {
		return ""
	}
	return other
}

func signInURL(back string) string {
	if back == "" || back == "/" || back == "/signin" || back == "/signup" {
		return "/signin"
	}
	return "/signin?next=" + url.QueryEscape(back)
}
