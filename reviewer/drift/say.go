package drift

import (
	"fmt"

	"marketd/market"
	"marketd/market/plaintext"
)

func say(zh, en string) market.Text { return market.Text{ZH: zh, EN: en} }

// Things, as sentences begin with them.
var (
	parameter       = say("参数", "parameter")
	field           = say("结果字段", "result field")
	toolTitle       = say("工具标题", "the tool's title")
	toolDescription = say("工具说明", "the tool's description")
	displayTitle    = say("显示用的标题 annotations.title ", "the display title annotations.title")
	schemaNoun      = say("定义", "the definition")
)

// nouns are keywords and hints as people say them; others are named as they are.
var nouns = map[string]market.Text{
	"type": say("类型", "the type"), "default": say("默认值", "the default"), "const": say("固定值", "the fixed value"),
	"description": say("说明", "the description"), "title": say("标题", "the title"), "examples": say("示例", "the examples"),
	"enum": say("可选值", "the allowed values"), "format": say("格式", "the format"), "pattern": say("格式表达式", "the pattern"),
	"maximum": say("最大值", "the maximum"), "minimum": say("最小值", "the minimum"),
	"maxLength": say("最大长度", "the greatest length"), "minLength": say("最小长度", "the least length"),
	"maxItems": say("最多项数", "the greatest number of items"), "minItems": say("最少项数", "the least number of items"),
	"required": say("必填项", "what is required"), "properties": say("参数表", "the list of parameters"), "items": say("各项", "the items"),
	"additionalProperties": say("其余参数", "what else may be given"), "level": say("级别 level ", "the level"),
}

func noun(key string) market.Text {
	if t, ok := nouns[key]; ok {
		return t
	}
	key = plaintext.Cut(plaintext.Visible(plaintext.Head(key, 4*maxPath)), maxPath)
	return say(" "+key+" ", "`"+key+"`")
}

// What happened, as sentences go on.
var (
	isOtherwise    = say("改了", "changed")
	onlyNumbers    = say("只有数字、日期或标点不同", "differs in numbers, dates or punctuation only")
	reordered      = say("换了次序", "are in another order")
	removed        = say("去掉了", "was removed")
	becameRequired = say("变为必填", "became required")
	becameOptional = say("不再必填", "is no longer required")
	propertyAdded  = say("是新增的", "was added")
	requiredAdded  = say("是新增的，而且必填", "was added and is required")
	valuesAdded    = say("多了可选值：", "allows more values: ")
	valuesRemoved  = say("少了可选值：", "no longer allows: ")
	onlyValues     = say("只允许这些值了：", "now allows these values only: ")
	anyValue       = say("不再限定可选值", "is no longer limited to listed values")
)

// What is said of a tool or of the list.
var (
	toolAdded        = say("新增了这个工具", "the tool was added")
	toolRemoved      = say("这个工具没有了", "the tool was removed")
	notAnObject      = say("工具的写法变了，其中一份不是 JSON 对象", "the tool is written otherwise; one of the two is no JSON object")
	becameWrite      = say("级别 level 由只读变为可写", "the level changed from read-only to write")
	noLongerReadOnly = say("不再声明只读（readOnlyHint）：它现在可能改动数据", "it no longer declares to be read-only (readOnlyHint): it may now change things")
	writeToolAdded   = say("原来全是只读工具，这个新工具会改动数据", "all tools were read-only; this new one changes things")
	dataDirected     = say("新写的话把内容引向别处：", "what was added directs data elsewhere:")
	addressFixed     = say("新写的固定值是一个收件地址：", "a value that was fixed is somebody's address:")
	hostNamed        = say("文字里出现了新的地址：", "the text names an address that it did not name before:")
	slowBoil         = say("每次都只是小改，合起来与审核员最后批准的文字已相差三成以上", "every step was small; together the text differs by over 30 % from what a reviewer approved last")
	unreadable       = say("工具的内容与批准时不同", "the tools are not what was approved")
)

func schemaAdded(name string) market.Text {
	return say("新增了 "+name, name+" was added")
}

func schemaRemoved(name string) market.Text {
	return say("去掉了 "+name, name+" was removed")
}

func mostReplaced(gone, of int) market.Text {
	return say(fmt.Sprintf("%d 个工具换掉了 %d 个", of, gone), fmt.Sprintf("%d of %d tools were replaced", gone, of))
}

func more(n int) market.Text {
	return say(fmt.Sprintf("另有 %d 处改动没有列出", n), fmt.Sprintf("%d more changes are not listed", n))
}
