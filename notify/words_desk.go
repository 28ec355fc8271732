package notify

import (
	"net/url"

	"marketd/market"
)

func (w writer) drift(e market.EventTold) item {
	n := name(e)
	it := item{quote: safe(e.Data.Detail), link: w.listing(e) + "/changes"}
	switch e.Kind {
	case market.EventDriftCosmetic:
		it.title = both("「%s」的工具有细小改动", "The tools of “%s” changed a little", n)
		it.lines = []market.Text{{ZH: "只改了数字、标点、显示标题或示例的次序，已自动接受。", EN: "Only numbers, punctuation, the display title or the order of examples changed; it was accepted by itself."}}
	case market.EventDriftMaterial:
		it.title = both("「%s」的工具变了", "The tools of “%s” changed", n)
		if w.desk(e) {
			it.link = w.base + "/desk/drifts/" + url.PathEscape(e.Data.Subject)
		}
		it.lines = []market.Text{{ZH: "新的工具要等审核员看过，才会进目录。", EN: "What is new gets into the catalog only after a reviewer has looked."}, {
			ZH: "如果是你有意改的，最好提交一次更新；不是的话，请看看服务器是不是被人动过。", EN: "If you meant it, submit an update; if you did not, see whether somebody tampered with the server.",
		}}
		if e.Data.Decision == market.DriftIsBack {
			it.title = both("「%s」换回了批准的工具", "“%s” shows the approved tools again", n)
			it.lines = []market.Text{{ZH: "它因为工具变更还停着，要由审核员解除。", EN: "It is still held for the change that was refused; a reviewer has to lift the hold."}}
		}
	case market.EventDriftDangerous:
		it.title = both("「%s」的工具变得危险，已隔离", "The tools of “%s” became dangerous; it is quarantined", n)
		if w.desk(e) {
			it.link = w.base + "/desk/drifts/" + url.PathEscape(e.Data.Subject)
		}
		if market.StraySite(e.Data.After) != "" {
			it.title = both("「%s」的地址跳到了别的网站，已隔离", "The endpoint of “%s” redirects to another site; it is quarantined", n)
			it.lines = []market.Text{{ZH: "应用会把用户的话送到别处，所以条目已立即从目录里撤下。", EN: "Apps would send what users say elsewhere, so the listing left the catalog at once."}, {
				ZH: "如果不是你改的，请马上看看服务器；如果是搬家，请用新地址提交一次更新。", EN: "If you did not do it, see to the server at once; if it moved, submit an update with the new address.",
			}}
			break
		}
		it.lines = []market.Text{{ZH: "新的工具里有不能放行的内容，条目已立即从目录里撤下。", EN: "What the tools say now cannot be let through, so the listing left the catalog at once."}, {
			ZH: "请马上看看服务器是不是被人动过，改好之后审核员会再看。", EN: "See at once whether somebody tampered with the server; once it is mended a reviewer looks again.",
		}}
	case market.EventDriftDecided:
		it.title = both("「%s」的工具变更有了结果", "The change of tools of “%s” was decided", n)
		it.lines = []market.Text{driftDecision(e.Data.Decision)}
		if e.Data.Text != "" {
			it.quote = safe(e.Data.Text)
		}
	}
	it.lines = append(it.lines, rules(e.Data.Rules)...)
	return it
}

func driftDecision(d string) market.Text {
	switch market.DriftState(d) {
	case market.DriftAccepted, market.DriftTaken:
		return market.Text{ZH: "审核员接受了新的工具。", EN: "A reviewer accepted the tools as they are now."}
	case market.DriftRefused:
		return market.Text{ZH: "审核员没有接受，条目已停止展示。", EN: "A reviewer refused them, and the listing is held."}
	case market.DriftDismissed:
		return market.Text{ZH: "审核员看过，目录里仍是通过审核的那一版。", EN: "A reviewer looked; the catalog keeps what was approved."}
	case market.DriftReverted:
		return market.Text{ZH: "服务器自己换回了通过审核的工具。", EN: "The server went back to the approved tools by itself."}
	}
	return market.Text{ZH: "详情见页面。", EN: "See the page for details."}
}

func (w writer) hold(e market.EventTold) item {
	n := name(e)
	it := item{quote: safe(e.Data.Text), link: w.listing(e)}
	switch e.Kind {
	case market.EventHeld:
		it.title = both("「%s」已停止展示", "“%s” is held", n)
		it.lines = []market.Text{{ZH: "它已从目录里撤下，等人处理。", EN: "It has left the catalog until somebody has dealt with it."}}
		if market.Hold(e.Data.After) == market.HoldQuarantined {
			it.lines = []market.Text{{ZH: "为了安全，它已被隔离，从目录里撤下，等审核员处理。", EN: "For safety it is quarantined: it has left the catalog until a reviewer has dealt with it."}}
		}
	case market.EventRestored:
		it.title = both("「%s」恢复展示", "“%s” is listed again", n)
		it.lines = []market.Text{{ZH: "它又回到目录里了。", EN: "It is back in the catalog."}}
	case market.EventComplaint:
		it.title = both("有人举报「%s」", "“%s” was reported", n)
		it.lines = []market.Text{{ZH: "审核员会看并作答。举报人是谁不会透露。", EN: "A reviewer will look and answer. Who reported it is not told."}}
		if w.desk(e) {
			it.lines, it.link = nil, w.base+"/desk/complaints"
		}
	case market.EventAnswered:
		it.title = both("你对「%s」的举报有了答复", "Your report of “%s” was answered", n)
		it.lines = []market.Text{complaintDecision(e.Data.Decision)}
		it.link = w.base + "/complaints/" + url.PathEscape(e.Data.Subject)
	}
	return it
}

func complaintDecision(d string) market.Text {
	if market.ComplaintState(d) == market.ComplaintUpheld {
		return market.Text{ZH: "审核员认为举报属实。", EN: "A reviewer found that it holds."}
	}
	return market.Text{ZH: "审核员看过，认为不成立。", EN: "A reviewer looked and found that it does not hold."}
}

func (w writer) submission(e market.EventTold) item {
	n := name(e)
	if e.Kind == market.EventWaiting {
		return item{
			title: both("「%s」等审核员来看", "“%s” waits for a reviewer", n),
			lines: rules(e.Data.Rules), quote: safe(e.Data.Text), link: w.base + "/desk/" + url.PathEscape(e.Data.Subject),
		}
	}
	it := item{quote: safe(e.Data.Text), link: w.submissionPage(e)}
	switch market.DecisionKind(e.Data.Decision) {
	case market.DecideApprove:
		it.title = both("「%s」通过了审核", "“%s” was approved", n)
		it.lines = []market.Text{{ZH: "它已经在目录里了。", EN: "It is in the catalog now."}}
	case market.DecideRequestChanges:
		it.title = both("「%s」需要修改", "“%s” needs changes", n)
		it.lines = []market.Text{{ZH: "请按审核员的话修改，再提交一次。", EN: "Change what the reviewer asks for and submit it again."}}
	default:
		it.title = both("「%s」没有通过", "“%s” was rejected", n)
		it.lines = []market.Text{{ZH: "原因和改法见页面。", EN: "The page says why, and how to mend it."}}
	}
	it.lines = append(it.lines, rules(e.Data.Rules)...)
	return it
}

func (w writer) channel(e market.EventTold) item {
	it := item{
		title: both("通知渠道「%s」已停用", "Your channel “%s” was turned off", safe(e.Data.Name)),
		quote: safe(e.Data.Detail), link: w.base + settingsPath,
	}
	if market.DisabledWhy(e.Data.Decision) == market.DisabledGone {
		it.lines = []market.Text{{ZH: "对方回答 410：不再接收。需要的话，请换一个地址。", EN: "It answered 410: it takes no more. Give another address if you want one."}}
	} else {
		it.lines = []market.Text{{ZH: "好几天都没有送到。修好之后，请到设置页重新启用。", EN: "Nothing came through for days. Once it is mended, turn it on again on the settings page."}}
	}
	return it
}
