package templates

import (
	"strings"
	"testing"
)

func TestTicked(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"plain":           "plain",
		"use `a <b>` now": "use <code>a &lt;b&gt;</code> now",
		"`a``b`":          "<code>a</code><code>b</code>",
		"one ` alone <i>": "one ` alone &lt;i&gt;",
		"":                "",
	} {
		var b strings.Builder
		if err := Ticked(in).Render(t.Context(), &b); err != nil || b.String() != want {
			t.Errorf("%q is shown as %q (%v), want %q", in, b.String(), err, want)
		}
	}
}
