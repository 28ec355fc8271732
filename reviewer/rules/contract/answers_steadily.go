package contract

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

// steadyPasses is how many looks tell whether a server answers steadily.
const steadyPasses = 3

func answersSteadily() reviewer.Rule {
	return reviewer.Rule{
		ID: "HLT-006", Group: market.GroupReach, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsProbe,
		Title:  reviewer.Say("一直都能应答", "It answers every time"),
		Why:    reviewer.Say("时好时坏的服务器，用户装上之后会不时失败，还以为是自己的问题。", "A server that works now and then fails its users at random, and they look for the fault on their side."),
		Decide: reviewer.Say("审核至少看三次（第 0、1、10 分钟），应用和标准 MCP 各算各的；429 和我们自己的网络不算一次。从来没有成功的不归这条管。全部成功就通过；头一次超时或网关出错、之后都成功，是冷启动，只提一句；三次里失败一次要人来看；成功的不超过三分之一就拒绝（后面还要再看的，先不定）。", "A review looks at least three times, at 0, 1 and 10 minutes, and counts the app's way and standard MCP each by itself; 429 and our own network count for nothing. One that never worked is not this rule's. All good passes; a time-out or gateway error at first and none after is a cold start, and only mentioned; one failure of three goes to a person; when at most a third worked it is refused (and left open while more looks follow)."),
		Fix:    reviewer.Say("看失败时刻的日志：内存不够、进程重启、多个实例里有一个坏的，都会时好时坏。冷启动慢的平台可以保留一个常驻实例。", "Look into the logs at the times of failure: too little memory, restarts, or one bad instance among several make a server come and go. On a platform with slow cold starts, keep one instance warm."),
		Source: "the market's policy; Kubernetes readiness probes",
		Skip: func(d *reviewer.Dossier) market.Text {
			if len(looksOf(d, market.ProfileApp)) < steadyPasses && len(looksOf(d, market.ProfileMCP)) < steadyPasses {
				return reviewer.Sayf("还没有看够 %d 次。", "There were fewer than %d looks.", steadyPasses)
			}
			return market.Text{}
		},
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			var hits []reviewer.Hit
			for _, q := range []market.Profile{market.ProfileApp, market.ProfileMCP} {
				if h, shaky := steadiness(looksOf(d, q)); shaky {
					h.Profile = q
					h.Where = map[market.Profile]string{market.ProfileApp: atContract, market.ProfileMCP: atMCP}[q]
					hits = append(hits, h)
				}
			}
			return hits
		},
	}
}

// look is how one pass went for a profile.
type look struct {
	reason market.Reason
	late   bool // failed as a server does that is just being started
}

// looksOf are the passes that say something of the server, oldest first.
func looksOf(d *reviewer.Dossier, q market.Profile) []look {
	var all []look
	for _, p := range d.Probes {
		reason, answers := p.Reason, []market.Answer{p.Contract, p.List.Answer}
		if q == market.ProfileMCP {
			reason, answers = p.MCP.Reason, []market.Answer{p.MCP.List.Answer}
		}
		if reason == "" || !reason.Counts() {
			continue
		}
		l := look{reason: reason, late: reason == market.ReasonTimeout}
		for _, a := range answers {
			l.late = l.late || a.Status >= 502 && a.Status <= 504
		}
		all = append(all, l)
	}
	return all
}

// steadiness is the hit of passes of which some worked and some did not.
func steadiness(looks []look) (h reviewer.Hit, shaky bool) {
	good := 0
	var reasons []string
	for _, l := range looks {
		if l.reason == market.ReasonOK {
			good++
		}
		reasons = append(reasons, string(l.reason))
	}
	n := len(looks)
	if n < steadyPasses || good == 0 || good == n {
		return h, false
	}
	h.Evidence = strings.Join(reasons, ", ")
	switch {
	case good == n-1 && looks[0].late:
		h.Severity = market.SeverityInfo
		h.Message = reviewer.Say("头一次没有及时应答，之后都正常：像是冷启动。", "The first look got no answer in time and all later ones did: this looks like a cold start.")
		h.Why = reviewer.Say("闲置后第一个用户要等它启动，应用可能等不到。", "The first user after a pause waits for it to start, and the app may not wait that long.")
	case good*3 <= n:
		h.Severity, h.Unsure = market.SeverityReject, true
		h.Message = reviewer.Sayf("%[2]d 次里只有 %[1]d 次成功。", "Only %[1]d of %[2]d looks succeeded.", good, n)
	default:
		h.Message = reviewer.Sayf("时好时坏：%[2]d 次里有 %[1]d 次失败。", "It comes and goes: %[1]d of %[2]d looks failed.", n-good, n)
	}
	return h, true
}
