package safety

import (
	"slices"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
	"marketd/reviewer/rules/safety/family"
)

func noSteering() reviewer.Rule {
	return reviewer.Rule{
		ID: "SEC-002", Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title: reviewer.Say("文字不指挥模型做工具以外的事", "Texts do not direct the model beyond the tool"),
		Why:   reviewer.Say("单独一句这样的话可能有正当理由，也可能是攻击的一部分，要有人看一眼。", "A single sentence of this kind may have a good reason or be part of an attack; a person has to look."),
		Decide: reviewer.Say(
			"SEC-001 的八类里只有一类（E 除外，见 SEC-003），或者几类凑不成 SEC-001 的组合，就请人看。只提到 .env、~/.kube 之类的路径而不读取，不算；开关类参数的说明（“设为 true 时不通知用户”）不算；服务器的使用说明里讲自己工具的先后次序不算。默认值、枚举或示例整个就是一个私钥文件名的，算 C。",
			"One of the eight families of SEC-001 (but E, see SEC-003), or several that make no pair of it, goes to a person. Naming a path such as .env or ~/.kube without reading it does not count, nor does what a switch is said to do (“if true, the user is not notified”), nor the order of a server's own tools in its instructions. A default, enumerated value or example that is nothing but the name of a private key's file counts as C."),
		Fix:    reviewer.Say("改成陈述工具本身：它做什么，什么时候用。若确有必要，在审核说明里解释原因。", "Say instead what the tool does and when to use it. If the sentence is needed, explain it in the note to the reviewer."),
		Source: "OWASP Top 10 for LLM Applications 2025, LLM01; measured on public tools: nearly none say so",
		Check:  everywhere(judgeSteering),
	}
}

func judgeSteering(d *reviewer.Dossier, p passage) []reviewer.Hit {
	if _, _, ok := combination(p.signs); ok {
		return nil
	}
	s := single(slices.DeleteFunc(slices.Clone(p.signs), func(s sign) bool { return s.Family == family.Steer && shunsOwn(d, s.shown) }))
	if s == nil {
		return nil
	}
	what := says(s.Family)
	h := reviewer.Hit{Evidence: s.shown, Message: reviewer.Sayf("这段文字%[1]s。", "This text is not of the tool alone: %[2]s.", what.ZH, what.EN)}
	if s.decoded {
		h.Message = reviewer.Sayf("这段文字解码之后%[1]s。", "Decoded, this text is another: %[2]s.", what.ZH, what.EN)
	}
	return one(h)
}

// shunned is the name of the tool in place of which another is to be used.
var shunned = pattern.Late("(?i)\\b(?:not|n't|dont|never|stop|avoid)(?: ever)? (?:use|using|call|calling|invoke|invoking) (?:the )?[`\"']?([a-z][a-z0-9]*(?:[_.-][a-z0-9]+)+)")

// shunsOwn reports whether the tool that is not to be used is the server's own:
// which of its tools is for what, a server may say.
func shunsOwn(d *reviewer.Dossier, shown string) bool {
	m := shunned().FindStringSubmatch(shown)
	return m != nil && own(d, m[1])
}
