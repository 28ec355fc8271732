package catalogapi

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestNoneMatch(t *testing.T) {
	t.Parallel()
	tags := []string{`"new"`, `"old"`}
	tests := []struct {
		header string // lines apart by \n
		want   string // the tag found; "" when none
	}{
		{`"new"`, `"new"`},
		{`W/"new"`, `"new"`},
		{`"old"`, `"old"`},
		{`"a", "new"`, `"new"`},
		{`"a",W/"b" ,	"new" , "c"`, `"new"`},
		{`,, "new",`, `"new"`},
		{`"a,b", "new"`, `"new"`},
		{"\"a\"\n\"new\"", `"new"`},
		{`*`, `"new"`},
		{` * `, `"new"`},
		{``, ``},
		{`"a"`, ``},
		{`new`, ``},
		{`"new`, ``},
		{`w/"new"`, ``},
		{`W/ "new"`, ``},
		{`"a" "new"`, ``},
		{`a, "new"`, ``},
		{`"a", *`, ``},
		{"*\n*", ``},
		{`"NEW"`, ``},
		{`"n ew"`, ``},
		{`W/W/"new"`, ``},
	}
	for _, tt := range tests {
		got, ok := noneMatch(strings.Split(tt.header, "\n"), tags)
		if want := tt.want != ""; ok != want || ok && got != tt.want {
			t.Errorf("If-None-Match: %q finds %q, %t; want %q", tt.header, got, ok, tt.want)
		}
	}
}

func TestNotModifiedSince(t *testing.T) {
	t.Parallel()
	updated := time.Date(2026, 11, 30, 9, 0, 0, 123456000, time.UTC)
	modified := updated.Format(http.TimeFormat)
	tests := map[string]struct {
		header http.Header
		want   bool
	}{
		"none":                       {http.Header{}, false},
		"the same second":            {http.Header{"If-Modified-Since": {modified}}, true},
		"later":                      {http.Header{"If-Modified-Since": {"Mon, 30 Nov 2026 09:00:01 GMT"}}, true},
		"later in the old form":      {http.Header{"If-Modified-Since": {"Monday, 30-Nov-26 10:00:00 GMT"}}, true},
		"earlier":                    {http.Header{"If-Modified-Since": {"Mon, 30 Nov 2026 08:59:59 GMT"}}, false},
		"unreadable":                 {http.Header{"If-Modified-Since": {"yesterday"}}, false},
		"If-None-Match goes first":   {http.Header{"If-Modified-Since": {modified}, "If-None-Match": {`"x"`}}, false},
		"an empty If-None-Match too": {http.Header{"If-Modified-Since": {modified}, "If-None-Match": {""}}, false},
	}
	for name, tt := range tests {
		if _, got := notModified(tt.header, []string{`"t"`}, modified, updated); got != tt.want {
			t.Errorf("%s: %t, want %t", name, got, tt.want)
		}
	}
	if _, got := notModified(http.Header{"If-Modified-Since": {modified}}, []string{`"t"`}, "", time.Time{}); got {
		t.Error("what has no time of change cannot be unmodified since")
	}
}

func FuzzNoneMatch(f *testing.F) {
	for _, s := range []string{`"a", W/"tag"`, `*`, `"`, `W/`, `"tag" x`, `,,,`, "\"\x00\"", `"tag`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, header string) {
		tag, ok := noneMatch([]string{header}, []string{`"tag"`})
		if ok && tag != `"tag"` {
			t.Fatalf("%q finds %q", header, tag)
		}
		if ok && strings.Trim(header, " \t") != "*" && !strings.Contains(header, `"tag"`) {
			t.Fatalf("%q does not list the tag", header)
		}
		if !ok && strings.HasPrefix(header, `"tag",`) {
			t.Fatalf("%q lists the tag", header)
		}
	})
}
