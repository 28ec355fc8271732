package reviewer

import (
	"regexp"
	"strings"

	"marketd/market"
)

// loginMark marks an address that belongs to a login: in its host or path, not its query.
var loginMark = regexp.MustCompile(`(?i)login|oauth|authorize|(?:^|[/._-])(?:sign[-_]?in|sso)(?:[/._-]|$)`)

// ToLogin reports whether an answer sends the caller to log in: a redirect to
// a login page, or such a page itself (rule RED-003).
func ToLogin(a market.Answer) bool {
	if a.Status >= 300 && a.Status < 400 {
		where, _, _ := strings.Cut(a.Location, "?")
		return loginMark.MatchString(where)
	}
	return a.Status == 200 && a.MediaType == "text/html" && hasPasswordField(strings.ToLower(a.Body))
}

func hasPasswordField(lower string) bool {
	for rest := lower; ; {
		_, after, found := strings.Cut(rest, "<input")
		if !found {
			return false
		}
		tag, next, _ := strings.Cut(after, ">")
		if strings.Contains(strings.NewReplacer(`"`, "", `'`, "", " ", "").Replace(tag), "type=password") {
			return true
		}
		rest = next
	}
}
