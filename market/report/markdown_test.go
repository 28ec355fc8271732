package report_test

import (
	"regexp"
	"strings"
	"testing"

	"marketd/market"
	"marketd/market/report"
)

func markdown(t *testing.T, s report.Subject, lang market.Lang) string {
	t.Helper()
	return write(t, func(b *strings.Builder) error { return report.Markdown(b, s, lang) })
}

func TestMarkdownIsAsItWas(t *testing.T) {
	t.Parallel()
	golden(t, "en.md", markdown(t, server(), market.English))
	golden(t, "zh.md", markdown(t, server(), market.Chinese))
}

// What CommonMark takes out before anything else: fences, code spans, escaped
// characters. And the tags that are our own.
var (
	fences  = regexp.MustCompile("(?m)^  (`{3,})[a-z0-9]*\n(?:  .*\n)*?  `{3,}$")
	escapes = regexp.MustCompile(`\\[[:punct:]]`)
	ownTags = regexp.MustCompile(`(?m)^  <details><summary>|</summary>$|^  </details>$|<br>`)
)

// codeSpans takes code spans out: a run of backticks up to the next one of its length.
func codeSpans(s string) string {
	var b strings.Builder
	runs := regexp.MustCompile("`+")
	for {
		open := runs.FindStringIndex(s)
		if open == nil {
			b.WriteString(s)
			return b.String()
		}
		rest := s[open[1]:]
		for _, end := range runs.FindAllStringIndex(rest, -1) {
			if end[1]-end[0] == open[1]-open[0] {
				b.WriteString(s[:open[0]])
				s = rest[end[1]:]
				rest = ""
				break
			}
		}
		if rest != "" {
			b.WriteString(s[:open[1]])
			s = rest
		}
	}
}

func TestMarkdownCannotBeBrokenOutOf(t *testing.T) {
	t.Parallel()
	for _, lang := range []market.Lang{market.Chinese, market.English} {
		out := markdown(t, report.Subject{Report: everywhere(), Name: hostile}, lang)
		left := fences.ReplaceAllString(out, "")
		for line := range strings.Lines(left) {
			if strings.HasPrefix(strings.TrimLeft(line, " "), ">") {
				t.Errorf("a quote: %q", line)
			}
		}
		escaped := escapes.ReplaceAllString(codeSpans(left), "")
		escaped = ownTags.ReplaceAllString(escaped, "")
		escaped = strings.ReplaceAll(escaped, "<!-- -->", "-")
		for _, bad := range []string{"<", "](", "![", "`", "$", "://", "@e", "\x1b", "\u202e"} {
			if i := strings.Index(escaped, bad); i >= 0 {
				t.Errorf("%s: %q is live: …%q…", lang, bad, escaped[max(0, i-60):min(len(escaped), i+60)])
			}
		}
	}
}

// A comment on a pull request has a limit, and says what it left out.
func TestMarkdownFitsAComment(t *testing.T) {
	t.Parallel()
	s := server()
	long := strings.Repeat("words and words ", 60)
	for i := range 300 {
		s.Report.Findings = append(s.Report.Findings, found("DSC-003", market.SeverityWarn, "/tools/0", func(f *market.Finding) {
			f.Fix.EN = strings.Repeat("x", i%50+1) + long
		}))
	}
	out := markdown(t, s, market.English)
	if len(out) > 65_536 || !strings.Contains(out, "more are not listed") {
		t.Errorf("%d bytes", len(out))
	}
}
