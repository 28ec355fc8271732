package endpoint

import (
	"slices"
	"time"

	"marketd/market"
	"marketd/reviewer"
)

// The app's own time limits (seed, transport), and how often one must be
// missed before it is certain.
const (
	connectLimit = 5 * time.Second
	readLimit    = 30 * time.Second
	lateTries    = 3
)

func inTime() reviewer.Rule {
	return reviewer.Rule{
		ID: "NET-004", Group: market.GroupApp, Severity: market.SeverityReject, Profile: market.ProfileApp, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("在应用的时限内应答", "It answers within the app's time limits"),
		Why:    reviewer.Say("应用连接最多等 5 秒，应答最多等 30 秒；超时就当作失败，用户只会看到错误。", "The app waits 5 seconds for the connection and 30 for the answer; after that it gives up, and users see an error."),
		Decide: reviewer.Say("连接（DNS、TCP、TLS 合计）最多 5 秒，应答最多 30 秒。tools/list 三次没有及时答完，拒绝；几次的中位数超过时限的一半，或这次列表超过 5 秒，提醒。", "Connecting (DNS, TCP and TLS together) has 5 s, the answer 30 s. A tools/list that is late three times is refused; a median over half of a limit, or a list slower than 5 s this time, is warned of."),
		Fix:    reviewer.Say("工具列表应当现成地放在内存里，不要每次现查；耗时的工作先应答，再异步执行。服务器离用户近一些也有帮助。", "Keep the tool list ready in memory instead of computing it per request; answer first and do long work asynchronously. A server closer to its users helps too."),
		Source: "seed, transport",
		Check:  checkInTime,
		Took:   func(d *reviewer.Dossier) time.Duration { return max(d.Last().Contract.Took, d.Last().List.Answer.Took) },
	}
}

func checkInTime(d *reviewer.Dossier) []reviewer.Hit {
	last := d.Last()
	if listLate(last) {
		n, _ := d.Streak(listLate)
		return []reviewer.Hit{{
			Where: atList, Evidence: last.List.Answer.Detail, Unsure: n < lateTries,
			Message: reviewer.Say("tools/list 没有在时限内答完，应用会放弃。", "tools/list was not answered in time; the app would give up."),
		}}
	}
	var hits []reviewer.Hit
	if c := median(d, func(p market.Probe) time.Duration { return max(p.Contract.Connect, p.List.Answer.Connect) }); c > connectLimit/2 {
		hits = append(hits, slow(atContract, "连接用了 %s，应用最多等 5 秒。", "Connecting took %s; the app waits at most 5 s.", c))
	}
	took := median(d, func(p market.Probe) time.Duration { return max(p.Contract.Took, p.List.Answer.Took) })
	switch {
	case took > readLimit/2:
		hits = append(hits, slow(atList, "应答用了 %s，应用最多等 30 秒。", "Answering took %s; the app waits at most 30 s.", took))
	case slices.ContainsFunc(last.List.Notes, func(n market.Note) bool { return n.Code == market.NoteSlow }):
		hits = append(hits, slow(atList, "tools/list 用了 %s，安装时用户一直在等。", "tools/list took %s, and the user waits for it while installing.", last.List.Answer.Took))
	}
	return hits
}

func slow(where, zh, en string, took time.Duration) reviewer.Hit {
	return reviewer.Hit{Severity: market.SeverityWarn, Where: where, Message: reviewer.Sayf(zh, en, took.Round(100*time.Millisecond))}
}

// listLate reports whether the server answered, and its tool list came too late.
func listLate(p market.Probe) bool {
	return p.Contract.Status != 0 && p.List.Fault.Code == market.FaultTransport && p.List.Answer.Reason == market.ReasonTimeout
}

// median is the middle of a time over all probes that were answered.
func median(d *reviewer.Dossier, of func(market.Probe) time.Duration) time.Duration {
	var all []time.Duration
	for _, p := range d.Probes {
		if p.Contract.Status != 0 {
			all = append(all, of(p))
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}
