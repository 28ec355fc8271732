package report

import (
	"fmt"
	"io"
	"strings"

	"marketd/market"
)

// Bounds of a Markdown report: a comment on a pull request holds 65,536
// characters.
const (
	markdownGroups = 40
	markdownPlaces = 5
	markdownBytes  = 60_000
)

// Markdown writes a report as GitHub Flavored Markdown, for a comment on a pull
// request. Texts from outside stand in code spans, or escaped.
func Markdown(w io.Writer, s Subject, lang market.Lang) error {
	m := &markdown{words: words{lang}, pasted: map[string]string{}}
	m.head(s)
	m.findings(s.Report)
	m.quality(s.Report)
	m.ran(s.Report)
	_, err := io.WriteString(w, m.String())
	return err
}

type markdown struct {
	strings.Builder
	words
	pasted map[string]string // the fixes to paste that stand already, with the rule of each
}

func (m *markdown) linef(format string, values ...any) {
	_, _ = fmt.Fprintf(m, format+"\n", values...) // a Builder takes everything
}

func (m *markdown) head(s Subject) {
	r := s.Report
	m.linef("## marketd: %s %s", signOf(r.Verdict), m.verdict(r.Verdict))
	m.linef("\n%s\n\n%s\n", codeSpan(s.Name), prose(m.means(s)))
	m.linef("| | %s | |\n|---|---|---|", m.say("结论", "verdict"))
	for _, row := range []struct {
		market.Profile
		market.ProfileResult
	}{{market.ProfileApp, r.Profiles.App}, {market.ProfileMCP, r.Profiles.MCP}} {
		m.linef("| **%s** | %s %s | %s |", m.profile(row.Profile), signOf(row.Verdict), m.verdict(row.Verdict), prose(m.outcome(r, row.Profile, row.ProfileResult)))
	}
	m.linef("\n%s", prose(m.counts(s)))
	if r.Score != nil || r.Tools > 0 {
		m.linef("\n%s", prose(m.words.quality(r)))
	}
	m.linef("\n%s", prose(m.sayf("规则集 %s", "rules %s", r.Ruleset)))
}

// findings lists each group once, the heaviest first, as far as there is room.
func (m *markdown) findings(r market.Report) {
	all := groups(r)
	var last market.Severity
	for i, g := range all {
		if i == markdownGroups || m.Len() > markdownBytes {
			m.linef("\n%s", m.sayf("另有 %d 条没有列出；完整的见 `--format json`。", "%d more are not listed; `--format json` has them all.", len(all)-i))
			return
		}
		if g.Severity != last {
			last = g.Severity
			m.linef("\n### %s\n", m.severity(last))
		}
		m.group(r, g)
	}
}

func (m *markdown) group(r market.Report, g group) {
	title := prose(g.title.In(m.lang))
	for _, more := range []string{m.only(g.Profile), m.mark(g.Finding)} {
		if more != "" {
			title += " · " + prose(more)
		}
	}
	m.linef("- **%s** %s", prose(g.Rule), title)
	for i, f := range g.places {
		if i == markdownPlaces {
			m.linef("  - %s", m.sayf("另有 %d 处", "and %d more places", len(g.places)-i))
			break
		}
		line := codeSpan(f.Where)
		if f.Tool != "" {
			line += " " + codeSpan(f.Tool)
		}
		line += m.say("：", ": ") + prose(f.Message.In(m.lang))
		if f.Evidence != "" {
			line += " " + codeSpan(f.Evidence)
		}
		m.linef("  - %s", line)
	}
	m.linef("  - **%s** %s", m.say("为什么", "Why"), prose(g.Why.In(m.lang)))
	m.linef("  - **%s** %s", m.say("怎么改", "Fix"), prose(g.Fix.In(m.lang)))
	fit, _ := snippets(r, g)
	for _, s := range fit {
		if at, stands := m.pasted[s.Lang+s.Code]; stands {
			m.linef("  - %s%s%s", prose(s.Lang), m.say("：", ": "), prose(m.sayf("同 %s 的改法，见上", "the same fix as of %s, above", at)))
			continue
		}
		m.pasted[s.Lang+s.Code] = g.Rule
		m.snippet(s)
	}
}

// snippet folds a fix to paste away; it belongs to the list item above.
func (m *markdown) snippet(s market.Snippet) {
	fence := strings.Repeat("`", max(3, longestRun(s.Code)+1))
	m.linef("\n  <details><summary>%s</summary>\n\n  %s%s", prose(s.Lang), fence, infoString(s.Lang))
	for l := range strings.SplitSeq(strings.TrimSuffix(s.Code, "\n"), "\n") {
		m.linef("  %s", safe(strings.ReplaceAll(l, "\t", "    ")))
	}
	m.linef("  %s\n\n  </details>\n", fence)
}

func (m *markdown) quality(r market.Report) {
	all := losses(r)
	if r.Score == nil || len(all) == 0 || m.Len() > markdownBytes {
		return
	}
	m.linef("\n### %s\n", m.sayf("质量 %d 分（只供改进，不影响上架）", "Quality %d of 100 (here to help, it keeps nothing out)", *r.Score))
	for i, l := range all {
		if i == fewLosses {
			m.linef("- %s", m.sayf("另有 %d 条规则扣了分", "%d more rules took points", len(all)-i))
			break
		}
		m.linef("- −%s **%s** %s (%s, %s)%s%s", l.points(), prose(l.Rule), prose(l.Message.In(m.lang)), codeSpan(l.Where),
			m.count(l.places, "处", "place"), m.say("。怎么改：", ". Fix: "), prose(l.Fix.In(m.lang)))
	}
}

func (m *markdown) ran(r market.Report) {
	m.linef("\n%s\n", prose(m.counted(r)))
	for _, c := range states(r, market.CheckFailed) {
		m.linef("- **%s** %s%s%s", prose(c.Rule), prose(c.Title.In(m.lang)), m.say("：", ": "), prose(c.Note.In(m.lang)))
	}
}

// resultMarkdown is one finding by itself.
func resultMarkdown(w words, f market.Finding) string {
	s := prose(f.Message.In(w.lang))
	if f.Evidence != "" {
		s += "\n\n**" + w.say("证据", "Evidence") + "** " + codeSpan(f.Evidence)
	}
	return s + "\n\n**" + w.say("为什么", "Why") + "** " + prose(f.Why.In(w.lang)) + "\n\n**" + w.say("怎么改", "Fix") + "** " + prose(f.Fix.In(w.lang))
}

// codeSpan is a text as a code span: its fence is longer than any run of backticks
// within, so that nothing in it can end it (CommonMark 6.1).
func codeSpan(s string) string {
	s = safe(s)
	if strings.Trim(s, " ") == "" {
		return "` `"
	}
	fence := strings.Repeat("`", longestRun(s)+1)
	if s[0] == '`' || s[len(s)-1] == '`' || s[0] == ' ' && s[len(s)-1] == ' ' {
		s = " " + s + " "
	}
	return fence + s + fence
}

// longestRun is the length of the longest run of backticks.
func longestRun(s string) int {
	longest, n := 0, 0
	for _, c := range s {
		if c != '`' {
			n = 0
			continue
		}
		n++
		longest = max(longest, n)
	}
	return longest
}

// prose is a text of ours, in which a text from outside may stand, as Markdown
// that shows it and does nothing else: no markup, no HTML, no link, nobody
// mentioned. Its line breaks stay.
func prose(s string) string {
	var b strings.Builder
	for i, l := range strings.Split(s, "\n") {
		if i > 0 {
			b.WriteString("<br>")
		}
		l = safe(l)
		for j, c := range l {
			switch c {
			case '\\', '`', '*', '_', '[', ']', '<', '>', '|', '~', '$', '&', '!', '#', '{', '}':
				b.WriteString(`\` + string(c))
			case '@':
				b.WriteString("@<!-- -->") // who is named so is not told
			case ':':
				b.WriteByte(':')
				if strings.HasPrefix(l[j:], "://") {
					b.WriteByte('\\') // or the address becomes a link
				}
			case '.':
				if strings.HasSuffix(strings.ToLower(l[:j]), "www") {
					b.WriteByte('\\')
				}
				b.WriteByte('.')
			default:
				b.WriteRune(c)
			}
		}
	}
	return b.String()
}

// infoString names a fence's language.
func infoString(lang string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, strings.ToLower(lang))
}
