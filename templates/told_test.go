package templates

import (
	"strings"
	"testing"
)

func TestTold(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"plain <b>":               "plain &lt;b&gt;",
		"send `{\"a\":1}` first":  "send <code>{&#34;a&#34;:1}</code> first",
		"see DSC-003, not XYZ-1":  `see <a href="/rules/DSC-003">DSC-003</a>, not XYZ-1`,
		"见 HLT-001。":              `见 <a href="/rules/HLT-001">HLT-001</a>。`,
		"`DSC-003` is code":       "<code>DSC-003</code> is code",
		"META-0031 is no rule":    "META-0031 is no rule",
		"one ` alone stays":       "one ` alone stays",
		"`a` and `b` and ` alone": "<code>a</code> and <code>b</code> and ` alone",
	} {
		var b strings.Builder
		if err := Told(in).Render(t.Context(), &b); err != nil || b.String() != want {
			t.Errorf("%s: %s, want %s (%v)", in, b.String(), want, err)
		}
	}
}
