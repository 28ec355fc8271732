package templates

import (
	"net/url"
	"strings"
	"unicode"
)

// mailbox is the address of a mailto: link with nothing in it but that; empty
// for any other text.
func mailbox(s string) string {
	address, ok := strings.CutPrefix(s, "mailto:")
	name, host, found := strings.Cut(address, "@")
	if !ok || !found || name == "" || host == "" || Inert(s) != s || strings.ContainsAny(address, " ?&%<>\"\\,;:/") {
		return ""
	}
	return address
}

// webPage is the address to which a stranger's text may be a link: an https URL
// of a host, which looks like where it leads. Empty for any other text, which
// is shown and leads nowhere.
func webPage(s string) string {
	u, err := url.Parse(s)
	if err != nil || !strings.EqualFold(u.Scheme, "https") || u.Opaque != "" || u.Hostname() == "" || u.User != nil {
		return ""
	}
	if Inert(s) != s || strings.ContainsFunc(s, unicode.IsSpace) || strings.ContainsAny(s, "\\<>\"") {
		return ""
	}
	return u.String()
}
