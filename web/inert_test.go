package web

import (
	"testing"
	"unicode"

	"marketd/market/plaintext"
	"marketd/templates"
)

// What the reviewer spells out in its findings, the pages spell out wherever
// they show the same text, and the other way round. Pages keep line breaks and
// tabs, which their layout shows; code points without a character yet show as
// a box in pages, and are spelled out where there is no font to show it.
func TestPagesAndFindingsSpellOutTheSame(t *testing.T) {
	t.Parallel()
	for r := range rune(unicode.MaxRune + 1) {
		if r >= 0xD800 && r <= 0xDFFF || r == '\n' || r == '\t' || unicode.Is(unicode.Cn, r) {
			continue
		}
		s := "a" + string(r) + "b"
		if page, finding := templates.Inert(s), plaintext.Visible(s); page != finding {
			t.Errorf("%U: %q in a page, %q in a finding", r, page, finding)
		}
	}
}
