package templates

import (
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"
)

// ticked is a text of ours in which what stands between backticks is code.
type ticked string

// Ticked shows a text whose backticks mark code.
func Ticked(s string) templ.Component { return ticked(s) }

// Render writes the text.
func (t ticked) Render(_ context.Context, w io.Writer) error {
	var b strings.Builder
	rest := string(t)
	for {
		before, code, open := strings.Cut(rest, "`")
		code, after, closed := strings.Cut(code, "`")
		if !open || !closed {
			break
		}
		b.WriteString(templ.EscapeString(before) + "<code>" + templ.EscapeString(code) + "</code>")
		rest = after
	}
	b.WriteString(templ.EscapeString(rest))
	_, err := io.WriteString(w, b.String())
	return err
}
