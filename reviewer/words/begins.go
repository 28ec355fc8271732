package words

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"marketd/reviewer/pattern"
)

// mannerZH is how a thing is done.
const mannerZH = `(?:永久|彻底|完全|不可逆|不可恢复|批量|一次|一键|立即|立刻|直接|自动|手动|定时|强制|快速|异步|安全|静默|主动)`

// beforeZH is what may stand before a verb of writing: how (永久), and to whom
// or from where (向客户).
const beforeZH = `(?:` + mannerZH + `[性地，、\s]{0,3}){0,3}(?:(?:向|给|从)[^，。、；\s的]{1,12}?)?(?:` + mannerZH + `[性地]?){0,2}`

var (
	// Before the verb may stand how it is done (永久删除); a verb with 的 after it
	// says of what kind a thing is (发布的文章).
	writesZH = pattern.Late(`^\s*` + beforeZH + `(?:创建|新增|新建|添加|删除|移除|清空|清除|销毁|修改|更新|写入|发布|发送|群发|提交|下单|支付|转账|取消|关闭|重置|卸载|注销|上传|点赞|收藏|评论|关注|回复|预订|购买|付款|扣费|扣款|汇款)(?:[^的]|$)`)
	readsZH  = pattern.Late(`^\s*(?:` + mannerZH + `[性地，、\s]{0,3}){0,3}(?:查询|获取|查看|列出|搜索|检索|查找|读取|统计|分析|计算|检查|比较|对比|返回|显示|展示|了解|浏览|查|估算|预测)`)
	// lastJA and lastKO end the first sentence where the verb stands last.
	lastJA = pattern.Late(`(?:削除|消去|送信|投稿|公開|登録|追加|作成|更新|変更|決済|購入|送金|課金|請求)(?:します|する)$`)
	lastKO = pattern.Late(`(?:삭제|제거|전송|발송|게시|등록|추가|생성|수정|변경|결제|구매|송금|이체|청구)(?:합니다|한다|해요)$`)
	// notVerb are first words that are verbs of writing in a name but open
	// descriptions of reading as well: "Execute a SELECT query".
	notVerb  = setOf("execute", "run", "exec", "store", "order", "book", "stop", "post", "link", "mark", "star", "move", "follow", "like", "open", "reply", "mint", "patch", "trade", "lock", "archive", "schedule", "comment", "start")
	reading  = setOf("return", "display", "provide", "look", "retrieve")
	changing = setOf("modify", "alter", "change")
	// dailyOnes end in -ly and say of what kind a thing is, not how it is done.
	dailyOnes = setOf("daily", "nightly", "weekly", "biweekly", "fortnightly", "monthly", "quarterly", "yearly", "hourly", "early", "family", "friendly", "elderly", "supply", "apply", "reply", "multiply", "assembly", "anomaly", "monopoly", "july", "italy")
)

// Begins tells from the first verb of a description what it says the tool does
// (rule LVL-003): verbs of reading in English and Chinese, of writing in more
// languages.
func Begins(description string) Class {
	plain := simple(head(Plain(description)))
	if plain == "" {
		return Unknown
	}
	switch {
	case arithmetic(plain):
		return Reads
	case plain[0] < utf8.RuneSelf:
	case writesZH().MatchString(plain), closes(description):
		return Writes
	case readsZH().MatchString(plain):
		return Reads
	}
	verb, after := firstVerb(plain)
	if charges(verb, after) {
		return Writes
	}
	return verbClass(verb)
}

// closes reports whether the first sentence is Japanese or Korean and its verb,
// which stands at the end, writes.
func closes(description string) bool { return endsIn(description, lastJA, lastKO) }

// endsIn reports whether the first sentence is Japanese or Korean and ends in
// such a verb.
func endsIn(description string, ja, ko func() *regexp.Regexp) bool {
	const most = 400
	s := description[:min(len(description), most)]
	if end := strings.IndexAny(s, "。.!！\n"); end >= 0 {
		s = s[:end]
	}
	s = strings.TrimSpace(s)
	return HasAny(s, "します", "する") && ja().MatchString(s) || HasAny(s, "합니다", "한다", "해요") && ko().MatchString(s)
}

// firstVerb is the first word that does not say how the verb after it is done,
// and the text after it: "Permanently and silently deletes" has "deletes".
func firstVerb(plain string) (verb, after string) {
	const most = 4 // words
	first, next := firstWord(plain)
	w, rest := first, next
	for range most {
		if !verbs().manner.has(w) && (len(w) < 5 || !strings.HasSuffix(w, "ly") || dailyOnes.has(w)) {
			return w, rest
		}
		if w, rest = firstWord(rest); w == "" {
			return first, next
		}
	}
	return w, rest
}

// verbClass is what a verb at the beginning says.
func verbClass(first string) Class {
	v := verbs()
	for _, w := range forms(first) {
		switch {
		case v.read.has(w) || reading.has(w):
			return Reads
		case changing.has(w), v.write.has(w) && !notVerb.has(w):
			return Writes
		}
	}
	if v.abroad.has(first) {
		return Writes
	}
	return Unknown
}

// head is the beginning of a text, in which its first word stands.
func head(text string) string {
	const most = 200
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}

// firstWord is the first word in lower case, and what comes after it.
func firstWord(plain string) (word, rest string) {
	plain = strings.TrimLeftFunc(plain, func(r rune) bool { return !solid(r) })
	end := strings.IndexFunc(plain, func(r rune) bool { return !solid(r) })
	if end < 0 {
		end = len(plain)
	}
	return strings.ToLower(plain[:end]), plain[end:]
}

// forms are the word and what it may be the third person of.
func forms(w string) []string {
	out := []string{w}
	if s, ok := strings.CutSuffix(w, "s"); ok {
		out = append(out, s)
		if s, ok := strings.CutSuffix(w, "es"); ok {
			out = append(out, s)
		}
		if s, ok := strings.CutSuffix(w, "ies"); ok {
			out = append(out, s+"y")
		}
	}
	return out
}
