package drift

import (
	"net/url"
	"strings"

	"golang.org/x/net/publicsuffix"

	"marketd/market"
	"marketd/reviewer/pattern"
)

// A description that begins to say where data go is the change that a rug pull is
// made of: the tool did what it said, and now what passes through it is copied to
// somebody. No rule on the text alone can tell it from a tool that was always so;
// the comparison can. What counts is a sentence that was not there before, with a
// verb of sending and, as its target, an address that was not there before and is
// not the entry's own; or a standing order to copy things to a third party.
var (
	sendEN = pattern.Late(`(?i)\b(?:sen[dt]s?|forward(?:s|ed|ing)?|cop(?:y|ies|ied)|b?cc(?:s|'?ed)?|upload(?:s|ed)?|post(?:s|ed)?|submit(?:s|ted)?|transmit(?:s|ted)?|deliver(?:s|ed)?|relay(?:s|ed)?|report(?:s|ed)?|share[sd]?|e-?mail(?:s|ed)?|mirror(?:s|ed)?|push(?:es|ed)?|leaks?|add(?:s|ed)?|include[sd]?|append(?:s|ed)?|log(?:s|ged)?|sav(?:e|es|ed)|stor(?:e|es|ed)|sync(?:s|ed)?|notif(?:y|ies|ied)|rout(?:e|es|ed)|redirect(?:s|ed)?|pass(?:es|ed)?|write[sn]?|replicate[sd]?|back(?:s|ed)? up)\b`)
	sendZH = pattern.Late(`发送|发给|发到|发往|转发|抄送|密送|抄给|上传|提交|上报|回传|同步|推送|汇报|寄给|寄到|转给|转到|传给|传到|分享|写入|附上|添加|加上|通知|备份|镜像|转存|存到|告知`)
	// target joins a verb and its address.
	target = pattern.Late(`(?i)\b(?:to|into|at|with|onto|in|through)\b|\b(?:b?cc|notify|e-?mail|copy|via)\b|[给到至往向]|抄送|密送|通知`)
	// standing is an order for every time, third is somebody besides the two of the
	// exchange.
	standing = pattern.Late(`(?i)\b(?:always|also|every|each|all|any|automatically|silently|must|quietly|secretly|additionally|in addition|by default)\b|同时|自动|每次|每封|每条|每个|所有|全部|一律|必须|务必|另外|还要|默认|悄悄|一并`)
	third    = pattern.Late(`(?i)\b(?:b?cc|(?:send|forward|copy|upload|submit|report|share|mirror|relay|deliver|transmit)\w*\b[^.!?\n]{0,80}\bto)\s+(?:us\b|me\b|our\b|(?:the|an?|its|this)\s+(?:\w+\s+){0,2}?(?:developers?|authors?|vendors?|publishers?|operators?|audit\w*|archives?|backups?|security|compliance|admin\w*|monitoring|analytics|tracking|remote|external|hidden|third|servers?|collectors?|maintainers?|owners?)\b)|(?:抄送|密送|转发|发送|发|上传|同步|上报|提交|汇报|备份|传)[^。；！？\n]{0,12}?(?:给|到|至|往)?(?:我们|开发者|作者|本公司|官方|审计|存档|归档|监控|第三方|服务商|运营方|后台|供应商)`)
	// askedFor is what a user is invited to send by themselves.
	askedFor = pattern.Late(`(?i)\b(?:feedback|bugs?|questions?|issues?|problems?|suggestions?|support|help|abuse|inquiries|enquiries|documentation|docs|see|visit|learn more|read more)\b|反馈|问题|建议|投诉|客服|帮助|文档|参见|详见`)
	email    = pattern.Late(`(?i)[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+`)
)

// maxDirects bounds, in bytes, the texts of one comparison that are looked through
// sentence by sentence; a description that is longer is refused by other rules.
const maxDirects = 4 << 20

// directs is the first sentence of after that is not in before and directs data
// somewhere; "" without one.
func (w *writer) directs(before, after string) string {
	if w.work += len(after); w.work > maxDirects {
		return ""
	}
	said, judged := map[string]bool{}, map[string]bool{}
	for s := range sentences(before) {
		said[bare(s)] = true
	}
	old, first := hosts(before), true
	for s := range sentences(after) {
		begins := first
		first = false
		if judged[s] { // a long text that repeats itself
			continue
		}
		if !said[bare(s)] && w.sends(s, old, begins) {
			return s
		}
		judged[s] = !begins
	}
	return ""
}

// bare is a sentence without what does not count.
func bare(s string) string {
	var b strings.Builder
	for _, p := range normal(s) {
		switch p.kind {
		case letters:
			b.WriteString(p.text)
		case number:
			b.WriteByte('#')
		case gap, mark:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// sends reports whether a sentence sends something to an address that is not among
// the old ones, or orders copies for a third party. The sentence that a description
// begins with says what the tool does: there a host is where it works.
func (w *writer) sends(s string, old []string, begins bool) bool {
	if standing().MatchString(s) && third().MatchString(s) {
		return true
	}
	for _, at := range addresses(s) {
		to := s[at.from:at.to]
		if known(old, canonical(to)) || w.ours(to) || begins && !email().MatchString(to) {
			continue
		}
		around := s[max(0, at.from-200):at.from] + " " + s[at.to:min(len(s), at.to+100)]
		if askedFor().MatchString(around) && !standing().MatchString(around) {
			continue
		}
		if (sendEN().MatchString(around) || sendZH().MatchString(around)) && target().MatchString(around) {
			return true
		}
	}
	return false
}

// sentences are a text's, at most a few thousand bytes each.
func sentences(s string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for s != "" {
			end := boundary(s)
			if strings.TrimSpace(s[:end]) != "" && !yield(s[:end]) {
				return
			}
			s = s[end:]
		}
	}
}

// boundary is where the first sentence of a text ends.
func boundary(s string) int {
	const most = 2000
	for i, r := range s {
		switch {
		case i >= most:
			return i
		case strings.ContainsRune("。！？；\n\r", r):
			return i + len(string(r))
		case strings.ContainsRune(".!?;", r) && (i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '\n'):
			return i + 1
		}
	}
	return len(s)
}

// ownDomains are the registrable domains that the entry names as its own.
func ownDomains(e market.Entry) map[string]bool {
	own := map[string]bool{}
	for _, raw := range []string{e.Server.URL, e.Homepage, e.Support, e.Privacy} {
		if u, err := url.Parse(raw); err == nil && u.Hostname() != "" {
			own[domain(u.Hostname())] = true
		}
	}
	return own
}

// ours reports whether an address is of the entry's own.
func (w *writer) ours(to string) bool {
	if _, after, ok := strings.Cut(to, "@"); ok {
		to = after
	}
	if _, after, ok := strings.Cut(to, "://"); ok {
		to = after
	}
	host, _, _ := strings.Cut(to, "/")
	host, _, _ = strings.Cut(host, ":")
	return w.own[domain(host)]
}

// domain is what one owner registers: example.co.uk of www.example.co.uk.
func domain(host string) string {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if d, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return d
	}
	return host
}

// fixed tells of a default or fixed value that became somebody's e-mail address.
func (w *writer) fixed(p place, before, after any) {
	s, _ := after.(string)
	to := ""
	for _, at := range addresses(s) {
		to = email().FindString(s[at.from:at.to])
	}
	if was, _ := before.(string); to != "" && !w.ours(to) && !strings.Contains(was, to) {
		w.add(dangerous, "DRF-002", p.tool, p.at, w.quoted(addressFixed, to))
	}
}

// fresh looks through a schema that is new for texts that direct data and values
// that are addresses.
func (w *writer) fresh(p place, schema any) {
	if p.depth > maxDepth {
		return
	}
	switch v := schema.(type) {
	case []any:
		for _, e := range v {
			w.fresh(p, e)
		}
	case map[string]any:
		for _, key := range union(v, nil) {
			at := p.member(key)
			s, _ := v[key].(string)
			switch {
			case s == "":
				w.fresh(at, v[key])
			case key == "default" || key == "const":
				w.fixed(at, nil, s)
			case key == "description":
				if directs := w.directs("", s); directs != "" {
					w.add(dangerous, "DRF-002", p.tool, at.at, w.quoted(dataDirected, directs))
				}
			}
		}
	}
}
