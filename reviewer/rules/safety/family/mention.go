package family

import (
	"regexp"
	"strings"

	"marketd/reviewer/pattern"
	"marketd/reviewer/rules/safety/view"
)

var (
	// watched marks a text of a product that looks for what it names.
	watched = lateFolded(`\b(?:detect\w*|scan\w*|flags?|flagged|block\w*|filter\w*|identif\w+|classif\w+|guards? against|mitigat\w+|saniti[sz]\w+|prompt injections?|jailbreaks?|red[- ]team\w*)\b|检测|识别|拦截|防护|防止|过滤|扫描|注入攻击|提示注入|检出|検出|検知|防止|감지|탐지|차단`)
	// quoting stands right before what is only named.
	quoting = lateFolded(`(?:attempts?|phrases?|patterns?|strings?|sentences?|inputs?|prompts?|injections?|attacks?|requests?|content|texts?|messages?|commands?|payloads?)(?: that| which)? ?(?:to|like|such as|e\.g\.,?|for example,?|for instance,?|including|try(?:ing)? to|ask(?:ing|s)?(?: \w+)? to|say(?:ing|s)?|telling \w+ to|:|\()\W*(?:\w+ ){0,3}$|(?:如|例如|比如|诸如|等|类似)\W{0,3}$|[("'「『]\W{0,2}$`)
	// opener is how a tool begins that has to come first: it opens what the others
	// of its server work in.
	opener  = lateFolded(`(?i)^\W*(?:\w+ ){0,2}?(?:connects?|authenticates?|log ?ins?|logs? in|signs? in|starts?|opens?|initiali[sz]es?|loads?|activates?|begins?|creates? (?:an? )?(?:new )?session|sets? up|registers?|resets?|selects?|switch(?:es)? to|gets? (?:the |an? )?(?:\w+ )?(?:instructions|guide|guidelines|schema|context|overview|token|session))\b|^[^\pL\pN]*(?:登录|连接|初始化|启动|开始|开启|授权|鉴权|获取(?:访问)?令牌|建立(?:连接|会话)|选择|切换|加载)`)
	urgency = pattern.Late(`\b(?:important|crucial|critical|vital|urgent|ignore|disregard|override|bypass)\b`)
)

// urgencyLeast is from how many words of urgency on a text is told of (rule SEC-004).
const urgencyLeast = 3

func lateFolded(expr string) func() *regexp.Regexp { return pattern.Late(view.Folded(expr)) }

// opens reports whether a text is that of a tool which opens a session or the like.
func opens(text string) bool { return opener().MatchString(text[:min(len(text), 80)]) }

// mentioned reports whether a match is only named in its sentence, as an example
// of what a product for security looks for.
func mentioned(before, after string) bool {
	if before == "" || !watched().MatchString(before) && !(strings.HasSuffix(before, `"`) && watched().MatchString(after)) {
		return false
	}
	return quoting().MatchString(before)
}
