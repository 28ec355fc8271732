package report

import (
	"io"
	"strconv"

	"marketd/market"
)

// How much is shown of what repeats itself, unless all is asked for.
const (
	fewPlaces = 10
	fewLosses = 5
)

// Text writes a report for a terminal.
func Text(w io.Writer, s Subject, style Style) error {
	p := newPage(style)
	p.head(s)
	p.findings(s.Report)
	p.quality(s.Report)
	p.ran(s.Report)
	p.sent(s)
	_, err := io.WriteString(w, p.String())
	return err
}

// head is what was checked, the verdict, and the two profiles side by side.
func (p *page) head(s Subject) {
	r := s.Report
	name := s.Name
	if s.File != nil && name == "-" {
		name = p.say("标准输入", "standard input")
	}
	p.para(0, "", "", safe(name)) // a file may be named with line breaks
	p.line(p.paint(bold+";"+colourOf(r.Verdict), signOf(r.Verdict)+" "+p.verdict(r.Verdict)))
	p.para(2, "", "", p.means(s))
	p.line("")
	wide := max(width(p.profile(market.ProfileApp)), width(p.profile(market.ProfileMCP)))
	for _, row := range []struct {
		market.Profile
		market.ProfileResult
	}{{market.ProfileApp, r.Profiles.App}, {market.ProfileMCP, r.Profiles.MCP}} {
		lead := pad(p.profile(row.Profile), wide) + "  " + signOf(row.Verdict) + " " + pad(p.verdict(row.Verdict), 14) + "  "
		p.para(2, lead, colourOf(row.Verdict), p.outcome(r, row.Profile, row.ProfileResult))
	}
	if c := p.counts(s); c != "" {
		p.para(2, "", dim, c)
	}
	p.line("")
	if r.Score != nil || r.Tools > 0 {
		p.para(2, "", "", p.words.quality(r))
	}
	sdk := ""
	if r.SDK != "" {
		sdk = p.sayf("；服务器看着像 %s", "; the server looks like %s", r.SDK)
	}
	p.para(2, "", "", p.sayf("规则集 %s", "rules %s", r.Ruleset)+sdk)
	if s.File != nil {
		p.para(2, "", "", p.say("只看了工具列表：要问服务器的规则没有跑。", "Only the list of tools was looked at: rules that ask a server did not run."))
	}
	if s.Local {
		p.para(2, "", "", p.say("这个地址在本机或内网里，这里放行；提交到市场要用公网能到的 https 地址。", "This address is on this machine or in a private network, which is let pass here; a market wants a public https address."))
	}
}

// findings writes each group once, the heaviest first.
func (p *page) findings(r market.Report) {
	all := groups(r)
	for _, sev := range severities {
		n := 0
		for _, f := range r.Findings {
			if f.Severity == sev {
				n++
			}
		}
		if n == 0 {
			continue
		}
		p.line("")
		p.line(p.paint(bold+";"+colourOfSeverity(sev), p.severity(sev)+" ("+strconv.Itoa(n)+")"))
		for _, g := range all {
			if g.Severity == sev {
				p.group(r, g)
			}
		}
	}
}

func (p *page) group(r market.Report, g group) {
	p.line("")
	title := g.title.In(p.Style.Lang)
	for _, more := range []string{p.only(g.Profile), p.mark(g.Finding)} {
		if more != "" {
			title += " [" + more + "]"
		}
	}
	p.para(2, g.Rule+"  ", colourOfSeverity(g.Severity), title)
	shown := g.places
	if !p.Verbose && len(shown) > fewPlaces {
		shown = shown[:fewPlaces]
	}
	for i, f := range shown {
		p.place(f, i > 0 && f.Message == shown[i-1].Message)
	}
	if more := len(g.places) - len(shown); more > 0 {
		p.para(4, "", dim, p.sayf("另有 %d 处（--verbose 全部列出）", "and %d more places (--verbose lists them)", more))
	}
	p.para(4, p.say("为什么：", "why: "), bold, g.Why.In(p.Style.Lang))
	p.para(4, p.say("怎么改：", "fix: "), bold, g.Fix.In(p.Style.Lang))
	fit, known := snippets(r, g)
	if !known && !p.Verbose && len(fit) > 0 {
		p.para(4, "", dim, p.say("可以粘贴的改法有几种语言的，认不出服务器用的是哪种（--verbose 全部列出）", "There are fixes to paste for several languages; which one the server is in cannot be told (--verbose lists them)."))
		return
	}
	for _, s := range fit {
		if at, stands := p.pasted[s.Lang+s.Code]; stands {
			p.para(4, s.Lang+p.say("：", ": "), bold, p.sayf("同 %s 的改法，见上", "the same fix as of %s, above", at))
			continue
		}
		p.pasted[s.Lang+s.Code] = g.Rule
		p.line("")
		p.para(4, s.Lang+p.say("：", ":"), bold, "")
		p.code(6, s.Code)
	}
}

// place is where a rule hit; what was said of the place before is not said again.
func (p *page) place(f market.Finding, again bool) {
	where := f.Where
	if f.Tool != "" {
		where += "  (" + f.Tool + ")"
	}
	p.para(4, "", "", safe(where))
	if !again {
		p.para(6, "", "", f.Message.In(p.Style.Lang))
	}
	if f.Evidence != "" {
		p.para(6, p.say("证据：", "evidence: "), dim, f.Evidence)
	}
}

// quality is what points were lost for, the most first.
func (p *page) quality(r market.Report) {
	all := losses(r)
	if r.Score == nil || len(all) == 0 {
		return
	}
	p.line("")
	p.para(0, p.sayf("质量 %d 分", "quality %d of 100", *r.Score), bold, p.say("：只供改进，不影响上架", ": here to help, it keeps nothing out"))
	shown := all
	if !p.Verbose && len(shown) > fewLosses {
		shown = shown[:fewLosses]
	}
	for _, l := range shown {
		what := l.title.In(p.Style.Lang)
		if what == "" || l.places == 1 {
			what = l.Message.In(p.Style.Lang)
		}
		where := l.Where
		if l.places > 1 {
			where = p.sayf("%d 处，如 %s", "%d places, such as %s", l.places, l.Where)
		}
		p.line("")
		p.para(2, pad("-"+l.points(), 7)+l.Rule+"  ", "", what+" ("+where+")")
		p.para(9, p.say("怎么改：", "fix: "), bold, l.Fix.In(p.Style.Lang))
	}
	if more := len(all) - len(shown); more > 0 {
		p.line("")
		p.para(2, "", dim, p.sayf("另有 %d 条规则扣了分（--verbose 全部列出）", "%d more rules took points (--verbose lists them)", more))
	}
}

// ran is what was looked at and gave nothing, and what could not be looked at.
func (p *page) ran(r market.Report) {
	p.line("")
	p.para(0, "", "", p.counted(r))
	for _, c := range states(r, market.CheckFailed) {
		p.para(2, "? "+c.Rule+"  ", yellow, c.Title.In(p.Style.Lang)+p.say("：", ": ")+c.Note.In(p.Style.Lang))
	}
	if !p.Verbose {
		return
	}
	for _, c := range r.Checks {
		switch c.State {
		case market.CheckPass:
			p.para(2, "✓ "+c.Rule+"  ", green, c.Title.In(p.Style.Lang))
		case market.CheckSkipped:
			p.para(2, "- "+c.Rule+"  ", dim, c.Title.In(p.Style.Lang)+p.say("：", ": ")+c.Note.In(p.Style.Lang))
		case market.CheckHit, market.CheckFailed:
		}
	}
}

// sent is the requests as commands, when all is asked for.
func (p *page) sent(s Subject) {
	if !p.Verbose || len(s.Sent) == 0 {
		return
	}
	p.line("")
	p.line(p.paint(bold, p.say("发出的请求（可以照着重放）", "what was sent (to be sent again)")))
	for _, x := range s.Sent {
		p.line("")
		p.code(2, Curl(x))
	}
}
