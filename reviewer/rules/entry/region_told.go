package entry

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"marketd/market"
	"marketd/reviewer"
)

const atRegion = "/entry/region"

func regionTold() reviewer.Rule {
	return reviewer.Rule{
		ID: "META-008", Group: market.GroupMeta, Severity: market.SeverityInfo, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("不是处处能用的服务器说明了在哪里能用", "A server that does not work everywhere says where it does"),
		Why:    reviewer.Say("有些服务只应答某个地区或家用线路的请求，对机房的地址给出验证页面。不说明，审核和探测都会把它当成坏的。", "Some services answer only from one region or from home lines and send a challenge page to data centres. Unless that is told, review and probes take the server for broken."),
		Decide: reviewer.Sayf("region 可以没有；有的话不超过 %d 个字、不换行、没有看不见的字符，否则拒绝。探测得到防火墙的验证页面或状态 451，而 region 没有填：提示填写。填了 region，而我们得到的是验证页面、451，或连不上：提示审核员这可能是地区造成的，要从那里再看。不改变结论，也不代替 HLT-005。", "region may be absent; otherwise it has at most %d characters, no line break and no invisible ones, or is refused. When the probe gets a firewall's challenge page or status 451 and region is empty, it is suggested to fill it in. When region is filled in and we get a challenge page, 451, or no connection, the reviewer is told that the region may be why, and to look from there. It changes no verdict and does not stand in for rule HLT-005.", market.RegionMax),
		Fix:    reviewer.Say("在“使用范围”一栏（region）写一句，例如“只在中国大陆的网络可用”；能放行我们的探测器更好。", "Say it in a few words under “Region” (region), for example “from networks in mainland China only”; better still, let our prober pass."),
		Source: "the market's catalog contract, region; RFC 7725",
		Check:  checkRegion,
	}
}

func checkRegion(d *reviewer.Dossier) []reviewer.Hit {
	region := strings.TrimSpace(d.Entry.Region)
	if m := shortNoteFault(region, market.RegionMax); !m.IsZero() {
		return []reviewer.Hit{{Where: atRegion, Severity: market.SeverityReject, Evidence: region, Message: m}}
	}
	p := d.Last()
	switch {
	case region == "" && turnedAway(p):
		return []reviewer.Hit{{
			Where: atRegion, Evidence: cmp.Or(p.Contract.ChallengeMark(), p.Contract.Detail),
			Message: reviewer.Say("我们从机房发的请求被拦下了。如果它只在某些地区或网络可用，请说明。", "Our request, sent from a data centre, was turned away. If the server works from some regions or networks only, say so."),
		}}
	case region != "" && (turnedAway(p) || unreached(p)):
		return []reviewer.Hit{{
			Where: atRegion, Evidence: region,
			Message: reviewer.Say("发布者说明了使用范围，我们这里没有得到服务器自己的应答，可能正是因为这个。", "The publisher says from where the server can be used, and we got no answer of its own; that may be why."),
			Fix:     reviewer.Say("审核员：请从发布者所说的网络再看一次。", "Reviewer: look once more from a network such as the publisher names."),
		}}
	}
	return nil
}

// turnedAway reports whether something in front of the server, or the law, kept
// us out because of where we are.
func turnedAway(p market.Probe) bool {
	for _, a := range []market.Answer{p.Contract, p.List.Answer} {
		if a.Status == 451 || a.MediaType == "text/html" && a.ChallengeMark() != "" {
			return true
		}
	}
	return p.Class == market.ClassChallenge
}

// unreached reports whether no connection was made.
func unreached(p market.Probe) bool {
	return p.Contract.Status == 0 && (p.Reason == market.ReasonTimeout || p.Reason == market.ReasonConnect)
}

// shortNoteFault says what is wrong with a line in the publisher's words, the
// zero Text when nothing is.
func shortNoteFault(note string, most int) market.Text {
	switch n := utf8.RuneCountInString(note); {
	case n > most:
		return reviewer.Sayf("有 %d 个字，最多 %d 个。", "It has %d characters; at most %d are allowed.", n, most)
	case containsUnseen(note):
		return reviewer.Say("里面有换行或看不见的字符。", "It contains line breaks or characters that cannot be seen.")
	}
	return market.Text{}
}
