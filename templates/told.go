package templates

import (
	"context"
	"io"
	"regexp"
	"strings"
	"sync"

	"github.com/a-h/templ"
)

// told is a text of ours about rules.
type told string

// Told shows a text of ours in which backticks mark code and ids of rules lead
// to their pages.
func Told(s string) templ.Component { return told(s) }

var ruleIDs = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(?:ENT|URL|NET|TLS|RED|HLT|PRO|SSE|PAG|NAM|RES|LVL|DSC|SCH|SEC|SIM|DRF|META|QLT|CRN|CETP)-\d{3}\b`)
})

// Render writes the text.
func (t told) Render(_ context.Context, w io.Writer) error {
	var b strings.Builder
	rest := string(t)
	for {
		before, code, open := strings.Cut(rest, "`")
		code, after, closed := strings.Cut(code, "`")
		if !open || !closed {
			break
		}
		b.WriteString(linked(before) + "<code>" + templ.EscapeString(code) + "</code>")
		rest = after
	}
	b.WriteString(linked(rest))
	_, err := io.WriteString(w, b.String())
	return err
}

// linked is a text in which ids of rules are links.
func linked(s string) string {
	return ruleIDs().ReplaceAllString(templ.EscapeString(s), `<a href="/rules/$0">$0</a>`)
}
