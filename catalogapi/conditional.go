package catalogapi

import (
	"net/http"
	"strings"
	"time"
)

// notModified says whether the client has what it asks for (RFC 9110, 13.2.2),
// and under which of the entity tags, given current first.
func notModified(h http.Header, tags []string, modified string, updated time.Time) (tag string, ok bool) {
	if lines, given := h["If-None-Match"]; given {
		return noneMatch(lines, tags)
	}
	since := h.Get("If-Modified-Since")
	if since == "" || modified == "" {
		return "", false
	}
	if since == modified {
		return tags[0], true
	}
	t, err := http.ParseTime(since)
	return tags[0], err == nil && !updated.Truncate(time.Second).After(t)
}

// noneMatch reads the lines of an If-None-Match header and returns the first
// of the tags that is listed, by weak comparison (RFC 9110, 8.8.3.2); "*" lists
// everything. What follows a fault in a line is passed over: to send the
// catalog once too often is never wrong.
func noneMatch(lines, tags []string) (string, bool) {
	for _, line := range lines {
		if strings.Trim(line, " \t") == "*" {
			return tags[0], len(lines) == 1
		}
		for line != "" {
			var listed string
			if listed, line = nextTag(line); listed == "" {
				break
			}
			for _, tag := range tags {
				if tag == listed {
					return tag, true
				}
			}
		}
	}
	return "", false
}

// nextTag cuts the next entity tag, with its quotes and without W/, off a list.
// The tag is empty at the end and at a fault.
func nextTag(list string) (tag, rest string) {
	list = strings.TrimLeft(list, " \t,")
	list = strings.TrimPrefix(list, "W/")
	if list == "" || list[0] != '"' {
		return "", ""
	}
	for i := 1; i < len(list); i++ {
		switch c := list[i]; {
		case c == '"':
			rest = strings.TrimLeft(list[i+1:], " \t")
			if rest != "" && rest[0] != ',' {
				return "", ""
			}
			return list[:i+1], rest
		case c < '!' || c == 0x7f:
			return "", ""
		}
	}
	return "", ""
}
