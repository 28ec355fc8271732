package words

import (
	"strings"

	"marketd/reviewer/pattern"
)

const graveVerbsZH = `(?:删除|清空|销毁|发布|发送|群发|下单|支付|付款|转账|汇款|扣费|扣款|注销|购买)`

var (
	graveZH = pattern.Late(`^\s*` + beforeZH + graveVerbsZH)
	// mildZH is a record of such a deed, a request, or cleaning a text.
	mildZH  = pattern.Late(`^\s*` + beforeZH + graveVerbsZH + `(?:的|[^，。\n]{0,8}(?:状态|时间|日期|方式|渠道|进度|结果|情况|统计|查询)|(?:记录|历史|明细|列表)|[^，。\n]{0,16}(?:请求|查询|问题|探测|空格|空行|空白|重复|标点|字符|文本中|字符串))`)
	graveJA = pattern.Late(`(?:削除|消去|送信|投稿|公開|決済|購入|送金|課金|請求)(?:します|する)$`)
	graveKO = pattern.Late(`(?:삭제|전송|발송|게시|결제|구매|송금|이체|청구)(?:합니다|한다|해요)$`)
	// owned begins the object of a verb, and so tells it from the noun: "Charges
	// the card", not "Charges of a parcel".
	owned = pattern.Late(`(?i)^\s+(?:(?:the|an?|your|their|this|that|these|all|every|each)\b|(?:user|customer|client|buyer|card|credit|debit|money|funds|cash|tokens?|coins?|crypto)(?:'s)?\b)`)
	// graveNoun are grave only with their object.
	graveNoun = setOf("charge", "debit", "transfer", "drop", "purchase", "buy", "refund", "wire")
	// mild is what is sent only to be answered, and text that is cleaned.
	mild  = pattern.Late(`(?i)^[^.\n]{0,60}(?:\b(?:requests?|quer(?:y|ies)|pings?|icmp|echo|packets?|probes?|questions?|prompts?|http|consultas?|solicitud|requisição|requête|demande|anfrage|richiesta|verzoek|zapytanie|permintaan|whitespace|blank|trailing|duplicate\s+(?:lines?|words?|characters?))\b|\bfrom\s+(?:an?\s+|the\s+|your\s+)?(?:texts?|strings?)\b|petición|запрос|запит|yêu cầu|طلب|リクエスト|クエリ|요청|쿼리)`)
	sumEN = pattern.Late(`(?i)^\W*(?:adds?|sums?)\s+(?:(?:up|together|the|an?|any|all|two|three|2|3|n|list|of|or|more|several|multiple|many|given|both|series|array|large|big|positive|negative|real|complex|decimal|whole|input)\s+){0,6}(?:(?:numbers|integers|floats|decimals|fractions|operands|addends|matrices)(?:\s*$|\s*[.,;:(]|\s+(?:together|and|up|using|with|in|given|provided)\b)|[a-z]\s+(?:and|to|\+)\s+[a-z]\b(?:\s*$|\s*[.,;:(]))`)
	sumZH = pattern.Late(`^[^，。\n]{0,12}(?:数字?|整数|数值)(?:的)?(?:相加|求和|之和|加法)|^(?:两|二|多)个?数(?:相加|求和|之和)`)
)

// Gravely reports whether a description begins with a deed that cannot be taken
// back or costs money (rule LVL-003): it deletes, destroys, pays, charges,
// transfers, sends, publishes or buys. What is sent to be answered (a request,
// a ping) and text that is cleaned are none.
func Gravely(description string) bool {
	plain := simple(head(Plain(description)))
	if endsIn(description, graveJA, graveKO) || graveZH().MatchString(plain) {
		return !mildZH().MatchString(plain) && !mild().MatchString(description)
	}
	verb, after := firstVerb(plain)
	if charges(verb, after) {
		return true
	}
	for _, w := range forms(verb) {
		if verbs().dire.has(w) || graveNoun.has(w) && owned().MatchString(after) {
			return !mild().MatchString(after)
		}
	}
	return false
}

// charges reports whether somebody is made to pay.
func charges(verb, after string) bool {
	return (verb == "charge" || verb == "charges") && owned().MatchString(after) && !batteries().MatchString(after)
}

// batteries are charged at no cost to the user.
var batteries = pattern.Late(`(?i)^[^.\n]{0,40}\b(?:batter(?:y|ies)|vehicle|car|phone|device)\b`)

// arithmetic reports whether a text adds up numbers: it changes nothing.
func arithmetic(description string) bool {
	d := head(description)
	return HasAny(d, "dd", "DD", "um", "UM") && sumEN().MatchString(d) || HasAny(d, "加", "和") && sumZH().MatchString(d)
}

// RunsTests reports whether a name says that tests are run: that executes
// something, which is not yet to change it.
func RunsTests(name string) bool {
	tokens := Tokens(name)
	for i := 1; i < len(tokens); i++ {
		if strings.HasPrefix(tokens[i], "test") && (tokens[i-1] == "run" || tokens[i-1] == "execute" || tokens[i-1] == "exec") {
			return true
		}
	}
	return false
}
