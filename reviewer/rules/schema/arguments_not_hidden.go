package schema

import (
	"regexp"
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
	"marketd/reviewer/words"
)

// argumentMarkers are phrases that only a tool with arguments uses. Words that
// also say how a result is sorted ("by name"), for whom ("for the user") or
// from what source (根据公开数据) are not among them.
var argumentMarkers = []func() *regexp.Regexp{
	pattern.Late(`(?i)\b(?:search|find|filter|quer(?:y|ies)|look(?:s|ed)?\s*up|get|gets|fetch|fetches|retrieve|retrieves)\b[^.。\n]{0,40}\bby\s+(?:the\s+|a\s+|an\s+|its\s+|your\s+|given\s+)?(?:id|name|keywords?|query|url|city|date|path|text|title|code)\b`),
	pattern.Late(`(?i)\b(?:given|specified|provided|supplied)\s+(?:the\s+|a\s+|an\s+|your\s+)?(?:id|name|keywords?|query|url|city|date|user|path|text|file|number|location|place|address|country|region|currency|language|symbol|ticker|coordinates|email|topic|domain|zip ?code|postcode)\b`),
	pattern.Late(`(?i)\b(?:match(?:es|ing)?|for|against)\s+(?:the|a|an|your)\s+(?:(?:search|user's|given|free-text)\s+)?(?:query|keywords?|search\s+terms?)(?:\s+(?:string|text))?\b|\bmatching\s+(?:query|keywords?)\b|\b(?:file|folder|directory|document|contents?|json|value|node|element|image)s?\s+at\s+(?:the\s+|a\s+|an\s+)?(?:path|url|location|coordinates|address|index|offset)\b(?:\s*$|\s*[.,;:(]|\s+(?:and|in|within|of|or|from|on|given)\b)|\b(?:based\s+on|according\s+to|using|identified\s+by|from|by)\s+(?:the|its|their|your|an?)\s+(?:(?:order|tracking|user|customer|invoice|ticket|product|account|flight|train|serial|phone|booking|case)\s+(?:number|id|code|name)|(?:stock\s+)?(?:ticker|symbol)|keyword|search\s+query|zip\s*code|postal\s+code|e-?mail\s+address)\b`),
	pattern.Late(`(?:^|\s)(?:@param|:param)(?:\s|\{)`),
	pattern.Late(`(?i)\b(?:args?|arguments?|param(?:eter)?s?|inputs?)\s*[:：]\s*[^\s]`),
	pattern.Late(`(?:根据|按照?|通过|依据)(?:用户)?(?:输入|提供|指定|给定|传入)?的?(?:城市|关键词|关键字|名称|名字|ID|id|日期|链接|网址|URL|url|编号|地址|坐标|经纬度|手机号|单号|代码|文本|路径|(?:订单|快递|运单|车次|航班|身份证|用户|商品|股票|发票|工单|合同|会议|课程|设备|客户|员工|学号|学生|房间|项目|任务|文档|文件|邮政|手机|电话|车牌)(?:号码?|编号|编码|代码|名称|名字?|ID|id|单号|路径))[^。\n]{0,8}(?:查询|搜索|获取|检索|查找|查|搜)`),
	pattern.Late(`指定的?(?:城市|地区|国家|关键词|关键字|名称|ID|id|日期|链接|网址|URL|编号|单号|股票|代码|商品|语言|货币|币种|地址|用户|文件|路径|文本)|传入|输入(?:一个)?[^。\n]{0,6}(?:查询|关键词|城市|日期|链接|网址)|参数\s*[:：]\s*\S`),
}

var (
	// sorted before "by" makes it an order of results.
	sorted = pattern.Late(`(?i)\b(?:sort(?:ed|s)?|order(?:ed|s)?|group(?:ed|s)?|rank(?:ed|s)?|grouping|sorting|ordering|classified|separated)\s+(?:\w+\s+){0,2}by\b`)
	// bought is an order of goods, which "by" does not sort.
	bought = pattern.Late(`(?i)\b(?:one|an|a\s+single|your|this|the\s+(?:user's|customer's))\s+order\b`)
	// none after a heading says that there are none.
	none = pattern.Late(`(?i)(?:args?|arguments?|param(?:eter)?s?|inputs?|参数)\s*[:：]\s*(?:[-*•]\s+)?(?:none|no\b|nothing|null|n/a|-\s*$|-\s*\n|\{\}|\(\)|\[\]|void|无|没有|空|不需要)`)
)

func argumentsNotHidden() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-004", Group: market.GroupTools, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("说明里提到的参数写进了 inputSchema", "Arguments that the description mentions are in inputSchema"),
		Why:    reviewer.Say("说明说要给城市，Schema 却不收参数：模型无从传起，这就是空 Schema。", "The description asks for a city, but the schema accepts nothing: a model has no way to pass it. That is an empty schema."),
		Decide: reviewer.Say("只看一个参数也不收的工具（没有能满足的 properties、没有 patternProperties、additionalProperties 不是 Schema）。说明里有只有收参数的工具才会说的话：search、find、get 等后面 40 个字符内有 by id、by name、by keyword、by city 等；given、specified、provided 加 id、name、city、file、currency 等；@param、:param；Args:、Parameters: 后面有内容（none、无 不算）；根据、按、通过加城市、关键词、日期等再加查询、搜索；根据订单号、车牌号等加查询；指定的城市、传入、输入关键词、参数：；by、given、pass、accepts 后面反引号里的标识符（by its `order_id`）；matching the query、file at path、based on the order number；日文 指定した、キーワードで検索，韩文 지정한、주어진 加城市、编号等，德文 anhand der Bestellnummer、angegebene Stadt，西、葡、法、意文的 por número de pedido、ciudad indicada，俄文 по указанному городу、по номеру заказа 一类。sorted by、grouped by 等说的是顺序，先去掉。连 properties 和 additionalProperties: false 都没有：拒绝；否则交给人看。", "Only tools that take nothing are looked at: no property that a value can satisfy, no patternProperties, and additionalProperties is no schema. Their description has a phrase that only a tool with arguments uses: by id, by name, by keyword, by city … within 40 characters after search, find, get or the like; given, specified or provided before id, name, city, file, currency …; @param or :param; Args: or Parameters: with something after it (none does not count); 根据, 按 or 通过 with 城市, 关键词, 日期 … and 查询 or 搜索; 订单号, 车牌号 and such numbers likewise; 指定的城市, 传入, 输入关键词, 参数：; an identifier in backticks after by its, with the or the like (`order_id`); matching the query, file at path, based on the order number; in Japanese 指定した, キーワードで検索, in Korean 지정한 or 주어진 before a city, a number and the like, in German anhand der Bestellnummer, angegebene Stadt, in Spanish, Portuguese, French and Italian por número de pedido, ciudad indicada, in Russian по указанному городу, по номеру заказа and their like. Sorted by, grouped by and the like say an order and are taken out first. With neither properties nor additionalProperties: false it is refused; otherwise a person looks."),
		Fix:    reviewer.Say("把参数写进 properties；确实不收参数，就改一下说明的措辞。", "Add the parameters to properties; if there really are none, reword the description."),
		Source: "seed, tools/list: an empty schema is sent back",
		Check: perInput(func(d *document) []reviewer.Hit {
			phrase := hidden(d)
			if phrase == "" {
				return nil
			}
			h := reviewer.Hit{
				Where: d.where(nil), Evidence: phrase,
				Message: reviewer.Say("说明提到要给参数，inputSchema 却一个也没有。", "The description mentions arguments, but inputSchema has none."),
			}
			if bare(d) {
				h.Severity = market.SeverityReject
			}
			return []reviewer.Hit{h}
		}),
	}
}

// hidden is the phrase of the description that speaks of an argument although
// the schema takes none; empty when there is no such phrase.
func hidden(d *document) string {
	if !d.takesNothing() {
		return ""
	}
	text := d.tool.Description
	if strings.Contains(text, "order") {
		text = bought().ReplaceAllString(text, "one purchase")
	}
	for _, n := range []func() *regexp.Regexp{none, sorted} {
		text = n().ReplaceAllString(text, " ; ")
	}
	for _, marker := range argumentMarkers {
		if m := marker().FindString(text); m != "" {
			return m
		}
	}
	lower := strings.ToLower(text)
	for _, m := range gatedMarkers {
		if words.HasAny(lower, m.any...) {
			if found := m.pattern().FindString(text); found != "" {
				return found
			}
		}
	}
	return ""
}

// bare reports whether the schema leaves open what it takes: no properties and
// nothing that closes it.
func bare(d *document) bool {
	_, properties := d.root["properties"]
	return !properties && d.root["additionalProperties"] != false
}
