package entry

import (
	"bytes"
	"errors"

	"marketd/market"
	"marketd/market/strictjson"
	"marketd/reviewer"
)

// rawLimits bound an entry's JSON (rule ENT-001).
var rawLimits = strictjson.Limits{Bytes: 64 << 10, Depth: 16}

func strictJSON() reviewer.Rule {
	return reviewer.Rule{
		ID: "ENT-001", Group: market.GroupMeta, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("提交的 JSON 只有一种读法", "The entry's JSON can be read in one way only"),
		Why:    reviewer.Say("键重复或只差大小写时，不同的程序会读出不同的内容：审核看到的就不是用户得到的。", "When keys repeat or differ in case only, programs read different things: what was reviewed is not what users get."),
		Fix:    reviewer.Say("提交一个 UTF-8 的 JSON 对象：键不重复、大小写不同也算重复，嵌套不超过 16 层，总共不超过 64 KiB。", "Send one JSON object in UTF-8: no key twice (a difference in case is none), at most 16 levels deep, at most 64 KiB."),
		Source: "RFC 8259 §4; RFC 7493 (I-JSON) §2",
		Skip:   fromForm,
		Check:  checkStrictJSON,
	}
}

// fromForm skips a rule on the JSON of an entry that came without any.
func fromForm(d *reviewer.Dossier) market.Text {
	if len(d.RawEntry) > 0 {
		return market.Text{}
	}
	return reviewer.Say("这份提交来自表单，没有 JSON 要检查。", "This entry came from the form; there is no JSON to look at.")
}

var strictJSONFaults = map[strictjson.Code]market.Text{
	strictjson.DuplicateKey:     reviewer.Say("同一个对象里有两个相同的键。", "An object has the same key twice."),
	strictjson.CaseCollidingKey: reviewer.Say("同一个对象里有两个只差大小写的键。", "An object has two keys that differ in case only."),
	strictjson.NULInKey:         reviewer.Say("键里有空字符（U+0000）。", "A key contains the character U+0000."),
	strictjson.Depth:            reviewer.Say("嵌套超过 16 层。", "It is nested more than 16 levels deep."),
	strictjson.Size:             reviewer.Say("内容太大，上限是 64 KiB。", "It is too large; the limit is 64 KiB."),
	strictjson.Syntax:           reviewer.Say("不是合法的 JSON。", "It is not valid JSON."),
	strictjson.Trailing:         reviewer.Say("JSON 对象之后还有多余的内容。", "Something follows the JSON object."),
	strictjson.UTF8:             reviewer.Say("不是合法的 UTF-8 文本。", "It is not valid UTF-8."),
}

func checkStrictJSON(d *reviewer.Dossier) []reviewer.Hit {
	err := strictjson.Scan(d.RawEntry, rawLimits)
	if fault, ok := errors.AsType[*strictjson.Error](err); ok {
		return []reviewer.Hit{{Where: "/entry" + fault.Pointer, Message: strictJSONFaults[fault.Code], Evidence: fault.Detail}}
	}
	if body := bytes.TrimLeft(d.RawEntry, " \t\r\n"); len(body) == 0 || body[0] != '{' {
		return []reviewer.Hit{{Where: "/entry", Message: reviewer.Say("提交的不是一个 JSON 对象。", "The entry is not a JSON object.")}}
	}
	return nil
}
