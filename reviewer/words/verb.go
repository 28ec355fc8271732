package words

import (
	"slices"
	"strings"
	"sync"

	"marketd/reviewer/pattern"
)

// Class is what a name or a text says that a tool does.
type Class string

// The classes.
const (
	Unknown Class = "unknown"
	Reads   Class = "read"
	Writes  Class = "write"
)

type verbLists struct{ read, write, first, noun, grave set }

var verbs = sync.OnceValue(func() verbLists {
	return verbLists{
		read: fields("verbs_read.txt"), write: fields("verbs_write.txt"), first: fields("verbs_first.txt"),
		noun: fields("verbs_noun.txt"), grave: fields("verbs_grave.txt"),
	}
})

// ClassOf tells from a tool's name whether it reads or writes (rule LVL-002).
// The last dotted segment is asked first, as the verb of domain.action stands
// there; within a segment the first verb decides. The description decides only
// where the verb of a name may be a noun, as in order_details.
func ClassOf(name, description string) Class {
	for _, segment := range slices.Backward(strings.Split(name, ".")) {
		if c := segmentClass(Tokens(segment), description); c != Unknown {
			return c
		}
	}
	return Unknown
}

func segmentClass(tokens []string, description string) Class {
	v := verbs()
	if len(tokens) == 0 {
		return Unknown
	}
	if v.first.has(tokens[0]) {
		if tokens[0] == "resolve" && resolvable.has(tokens[len(tokens)-1]) {
			return Reads
		}
		return Writes
	}
	for i, t := range tokens {
		switch {
		case v.read.has(t):
			return Reads
		case v.write.has(t):
			if v.noun.has(t) {
				return nounClass(tokens[i+1:], description)
			}
			return Writes
		}
	}
	return Unknown
}

// resolvable are things that are looked up when they are resolved; an issue or
// a thread is closed.
var resolvable = setOf("id", "ids", "name", "names", "address", "url", "uri", "path", "host", "hostname", "dns", "domain", "reference", "ref", "symbol", "location", "city", "place", "type", "library", "package", "version")

// nounClass decides on a name whose first verb may be a noun. A reading verb
// at its end or a reading description makes it one: link_check, order_details.
func nounClass(after []string, description string) Class {
	told := Begins(description)
	if told == Writes {
		return Writes
	}
	if told == Reads || len(after) > 0 && verbs().read.has(after[len(after)-1]) {
		return Reads
	}
	return Writes
}

// Grave is the earlier dotted segment of a name that is exactly a verb of loss
// ("transfer" in transfer.status); empty when there is none.
func Grave(name string) string {
	segments := strings.Split(strings.ToLower(name), ".")
	for _, s := range segments[:len(segments)-1] {
		if verbs().grave.has(s) {
			return s
		}
	}
	return ""
}

var (
	writesZH = pattern.Late(`^\s*(?:创建|新增|添加|删除|移除|修改|更新|发布|发送|提交|下单|支付|转账|取消|关闭|重置|上传|点赞|收藏|评论|关注|回复|預訂|预订|购买)`)
	readsZH  = pattern.Late(`^\s*(?:查询|获取|查看|列出|搜索|检索|查找|读取|统计|分析|计算|检查|比较|对比|返回|显示|展示|了解|浏览|查|估算|预测)`)
	// notVerb are first words that are verbs of writing in a name but open
	// descriptions of reading as well: "Execute a SELECT query".
	notVerb  = setOf("execute", "run", "exec", "store", "order", "book", "stop", "post", "link", "mark", "star", "move", "follow", "like", "open", "reply", "mint", "patch", "trade", "lock", "archive", "schedule", "comment", "start")
	reading  = setOf("return", "display", "provide", "look", "retrieve")
	changing = setOf("modify", "alter", "change")
)

// Begins tells from the first word of a description what it says the tool does.
func Begins(description string) Class {
	plain := simple(head(Plain(description)))
	if plain == "" {
		return Unknown
	}
	if plain[0] >= 0x80 {
		switch {
		case writesZH().MatchString(plain):
			return Writes
		case readsZH().MatchString(plain):
			return Reads
		}
	}
	first := firstWord(plain)
	if first == "" {
		return Unknown
	}
	v := verbs()
	for _, w := range forms(first) {
		switch {
		case v.read.has(w) || reading.has(w):
			return Reads
		case changing.has(w), v.write.has(w) && !notVerb.has(w):
			return Writes
		}
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

func firstWord(plain string) string {
	plain = strings.TrimLeftFunc(plain, func(r rune) bool { return !solid(r) })
	end := strings.IndexFunc(plain, func(r rune) bool { return !solid(r) })
	if end < 0 {
		end = len(plain)
	}
	return strings.ToLower(plain[:end])
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
