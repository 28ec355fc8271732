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

// nextTheme is where the switch leads: the system's, light, dark, and round again.
func nextTheme(theme string) string {
	switch theme {
	case "":
		return "light"
	case "light":
		return "dark"
	}
	return ""
}

func signInURL(back string) string {
	if back == "" || back == "/" || back == "/signin" || back == "/signup" {
		return "/signin"
	}
	return "/signin?next=" + url.QueryEscape(back)
}
