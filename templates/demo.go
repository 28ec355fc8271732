package templates

import "net/url"

func demoHue(state string) string {
	switch state {
	case "down":
		return "down"
	case "broken", "changed":
		return "warn"
	}
	return "up"
}

func demoURL(server, action string) string {
	return "/demo/" + url.PathEscape(server) + "/" + url.PathEscape(action)
}

func signUpURL(next string) string {
	if next == "" || next == "/" {
		return "/signup"
	}
	return "/signup?next=" + url.QueryEscape(next)
}

// place is where the account has most to do.
func (a DemoAccount) place() string {
	if a.Desk {
		return "/desk"
	}
	return "/demo"
}
