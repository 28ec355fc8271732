package report

import (
	"strings"

	"marketd/market"
	"marketd/market/plaintext"
)

// Style is how a text is written for a terminal. The zero Style is Chinese,
// without colours, of unbounded width.
type Style struct {
	Lang    market.Lang
	Colour  bool
	Columns int  // to wrap at; 0: lines are as long as they are
	Verbose bool // every place, every check that ran, and what was sent
}

// The select graphic renditions (ECMA-48 8.3.117) in use.
const (
	bold   = "1"
	dim    = "2"
	red    = "31"
	green  = "32"
	yellow = "33"
	cyan   = "36"
)

// page is a text under way.
type page struct {
	strings.Builder
	Style
	words
	pasted map[string]string // the fixes to paste that stand already, with the rule of each
}

func newPage(s Style) *page {
	return &page{Style: s, words: words{s.Lang}, pasted: map[string]string{}}
}

// paint colours a text that is safe already.
func (p *page) paint(colour, s string) string {
	if !p.Colour || s == "" || colour == "" {
		return s
	}
	return "\x1b[" + colour + "m" + s + "\x1b[0m"
}

// safe is a text of one line in which nothing controls a terminal.
func safe(s string) string {
	return plaintext.Visible(strings.ToValidUTF8(s, "\uFFFD"))
}

// line writes one line as it is.
func (p *page) line(s string) { p.WriteString(s + "\n") }

// para writes a text behind a lead, whose lines go on below where it began. The
// text may have line breaks of its own.
func (p *page) para(indent int, lead, colour, s string) {
	first := strings.Repeat(" ", indent) + p.paint(colour, safe(lead))
	hang := indent + width(safe(lead))
	for part := range strings.SplitSeq(s, "\n") {
		most := 0
		if p.Columns > 0 {
			most = max(p.Columns-hang, 16)
		}
		for _, l := range wrap(safe(part), most) {
			p.line(strings.TrimRight(first+l, " "))
			first = strings.Repeat(" ", hang)
		}
	}
}

// code writes lines that are to be copied: they are neither wrapped nor led by
// anything but spaces.
func (p *page) code(indent int, s string) {
	for l := range strings.SplitSeq(strings.TrimSuffix(s, "\n"), "\n") {
		p.line(strings.TrimRight(strings.Repeat(" ", indent)+safe(strings.ReplaceAll(l, "\t", "    ")), " "))
	}
}

func colourOf(v market.Verdict) string {
	switch v {
	case market.VerdictRejected:
		return red
	case market.VerdictInconclusive, market.VerdictNeedsHuman:
		return yellow
	case market.VerdictClean:
		return green
	case market.VerdictNotRun:
	}
	return dim
}

func signOf(v market.Verdict) string {
	switch v {
	case market.VerdictRejected:
		return "✗"
	case market.VerdictInconclusive:
		return "?"
	case market.VerdictNeedsHuman:
		return "!"
	case market.VerdictClean:
		return "✓"
	case market.VerdictNotRun:
	}
	return "-"
}

func colourOfSeverity(s market.Severity) string {
	switch s {
	case market.SeverityReject:
		return red
	case market.SeverityNeedsHuman, market.SeverityWarn:
		return yellow
	case market.SeverityInfo:
	}
	return cyan
}
