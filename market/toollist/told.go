package toollist

import (
	"fmt"
	"strings"

	"marketd/market"
	"marketd/market/strictjson"
)

// Told is the fault as rule PRO-002 tells of it.
func (f *Fault) Told() market.ListFault {
	return market.ListFault{
		Rule: "PRO-002", Where: f.where(), Message: f.message(),
		Evidence: fmt.Sprintf("%s: %s (line %d, column %d)", f.Code, f.Detail, f.Line, f.Column),
	}
}

// where is the pointer as reports write it, from the array of tools on.
func (f *Fault) where() string {
	rest := strings.TrimPrefix(f.Pointer, "/0/result")
	rest = strings.TrimPrefix(rest, "/result")
	switch {
	case rest == "/tools", strings.HasPrefix(rest, "/tools/"):
		return rest
	case len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9': // a bare array
		return "/tools" + rest
	}
	return "/tools"
}

func (f *Fault) message() market.Text {
	switch f.Code {
	case strictjson.DuplicateKey:
		return market.Text{ZH: "同一个对象里有两个相同的键：不同的客户端会读到不同的内容。", EN: "An object has the same key twice: clients differ in which one they read."}
	case strictjson.CaseCollidingKey:
		return market.Text{ZH: "同一个对象里有两个只差大小写的键：有的客户端会把它们当成一个。", EN: "An object has two keys that differ only in case: some clients take them for one."}
	case strictjson.NULInKey:
		return market.Text{ZH: "键里有空字符（U+0000）：有的客户端读到那里就停。", EN: "A key contains the character U+0000: some clients read no further than that."}
	case strictjson.Depth:
		return market.Text{ZH: "嵌套太深，客户端读不下去。", EN: "It is nested deeper than clients read."}
	case strictjson.Size:
		return market.Text{ZH: "太大了，客户端读不下去。", EN: "It is larger than clients read."}
	case strictjson.UTF8, strictjson.Syntax, strictjson.Trailing:
	}
	return market.Text{ZH: "不是合法的 UTF-8 文本，或有落单的代理字符。", EN: "It is not valid UTF-8, or has a lone surrogate."}
}
