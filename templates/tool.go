package templates

import "strings"

func toolMark(mark string) string {
	switch mark {
	case "added":
		return "pass"
	case "removed":
		return "reject"
	}
	return "warn"
}

// ShortDigest is a digest cut to what a person compares: "9f3c…a71e". What names
// the site that an endpoint redirects to stays whole.
func ShortDigest(d string) string {
	if strings.HasPrefix(d, "redirect:") {
		return d
	}
	d = d[strings.LastIndexByte(d, ':')+1:]
	if len(d) < 12 {
		return d
	}
	return d[:4] + "…" + d[len(d)-4:]
}
