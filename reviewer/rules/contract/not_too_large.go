package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

// Sizes of a decoded tool list in bytes (rule PRO-009).
const (
	bytesWarn   = 128 << 10
	bytesHuman  = 1 << 20
	bytesReject = 2 << 20
)

func notTooLarge() reviewer.Rule {
	return reviewer.Rule{
		ID: "PRO-009", Group: market.GroupTools, Severity: market.SeverityWarn, Needs: reviewer.NeedsProbe,
		Title:  reviewer.Say("工具列表不太大", "The tool list is not too large"),
		Why:    reviewer.Say("整个工具列表都要经手机网络下载，再交给模型；太大就慢，也挤掉对话的内容。", "The whole list is loaded over the phone's network and given to the model; a large one is slow and crowds out the conversation."),
		Decide: reviewer.Say("所有页解压之后一共多少字节：超过 128 KiB 提醒，超过 1 MiB 要人来看，超过 2 MiB 或超过读取上限（传输 2 MiB、解压后 4 MiB）拒绝。应用的列表读不到时，看标准 MCP 的。", "The bytes of all pages together after any content coding: more than 128 KiB is warned of, more than 1 MiB goes to a person, more than 2 MiB, or more than is read at all (2 MiB on the wire, 4 MiB decoded), is refused. Where the app's list cannot be read, standard MCP's is looked at."),
		Fix:    reviewer.Say("缩短说明，去掉 Schema 里重复的部分，把长资料放到工具的结果里。", "Shorten descriptions, remove repetition from schemas, and move long material into the tools' results."),
		Source: "the market's policy",
		Skip:   unlessListed("PRO-009"),
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			if d.Last().List.Fault.Code == market.FaultTooLarge { // standard MCP's is rule PRO-018's
				h := fault(d, reviewer.Say("应答超过了上限，没有再读下去。", "The answer is over the limit; we stopped reading."))
				h[0].Severity, h[0].Profile = market.SeverityReject, market.ProfileApp
				return h
			}
			l, _ := d.Last().Tools()
			hit := reviewer.Hit{Where: atListOf(d.Last()), Message: reviewer.Sayf("工具列表有 %d KiB。", "The tool list has %d KiB.", l.Bytes>>10)}
			switch {
			case l.Bytes > bytesReject:
				hit.Severity = market.SeverityReject
			case l.Bytes > bytesHuman:
				hit.Severity = market.SeverityNeedsHuman
			case l.Bytes <= bytesWarn:
				return nil
			}
			return []reviewer.Hit{hit}
		},
	}
}
