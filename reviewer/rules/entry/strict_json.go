package entry

import (
	"marketd/market"
	"marketd/reviewer"
)

func strictJSON() reviewer.Rule {
	return reviewer.Rule{
		ID: "ENT-001", Group: market.GroupMeta, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("提交的 JSON 只有一种读法", "The entry's JSON can be read in only one way"),
		Why:    reviewer.Say("键重复或只差大小写时，不同的程序会读出不同的内容：审核看到的和用户得到的就可能不同。", "When keys repeat or differ only in case, programs read different things: what was reviewed may not be what users get."),
		Decide: reviewer.Say("逐字节读提交的 JSON：必须是合法的 UTF-8、只有一个对象、后面没有别的内容；同一个对象里没有相同的键，也没有只差大小写的键（按 Unicode 折叠，先去掉 U+0000）；嵌套不超过 16 层，总共不超过 64 KiB。表单不发 JSON，这一条就不适用。", "The JSON is read byte by byte as sent: valid UTF-8, one object and nothing after it; in no object two keys that are equal, or equal under Unicode case folding once U+0000 is taken out; at most 16 levels deep and 64 KiB in all. A form sends no JSON, so the rule does not apply to it."),
		Fix:    market.EntryFaultFix(),
		Source: "RFC 8259 §4; RFC 7493 (I-JSON) §2",
		Skip:   fromForm,
		Check:  checkStrictJSON,
	}
}

// fromForm skips a rule on the JSON of an entry when it is not there: a form
// sends none, and what came by API was looked at when it came and is not kept.
func fromForm(d *reviewer.Dossier) market.Text {
	if len(d.RawEntry) > 0 {
		return market.Text{}
	}
	return reviewer.Say("这里没有原样的 JSON：表单不发 JSON，经 API 提交的在收到时已经查过。", "There is no JSON as it was sent: the form sends none, and that of the API was checked when it came.")
}

func checkStrictJSON(d *reviewer.Dossier) []reviewer.Hit {
	fault, bad := market.ScanEntry(d.RawEntry)
	if !bad {
		return nil
	}
	return []reviewer.Hit{{Where: "/entry" + fault.Pointer, Message: fault.Message, Evidence: fault.Detail}}
}
