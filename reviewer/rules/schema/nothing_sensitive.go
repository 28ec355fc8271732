package schema

import (
	"slices"
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
	"marketd/reviewer/words"
)

var (
	secretTokens  = []string{"password", "passwd", "pwd", "secret", "token", "apikey", "credential", "credentials", "mnemonic", "cookie", "cookies", "otp", "cvv", "ssn"}
	harmlessFirst = []string{"page", "next", "continuation", "sync", "cursor", "max", "min", "total", "pagination", "prev", "previous", "start", "num"}
	secretPair    = pattern.Late(`(?:api|access|private|client)_?key|client_?secret|id_?card|bank_?card|credit_?card`)
	// secretZH in a parameter's own description; followed by a word about it
	// (length, strength) it is not asked for itself.
	secretZH = pattern.Late(`(密码|口令|私钥|助记词|身份证号|银行卡号|验证码)(长度|强度|位数|规则|策略|类型|复杂度|数量|个数)?`)
	// topics are what an entry or a tool may be about that explains the ask.
	topics = pattern.Late(`(?i)(?:password|passphrase|token|jwt|otp|cookie|secret|credential|id\s?card)s?[\s_-]*(?:strength|generat|check|valid|decod|pars|hash|analy|inspect|audit|encod|verif|count)|(?:strength|generat|check|valid|decod|pars|hash|analy|inspect|audit|encod|verif|count)\w*[\s_-]+(?:(?:of|for|whether|if|an?|the|your|this)\s+){0,3}(?:password|passphrase|token|jwt|otp|cookie|secret|credential)|(?:密码|口令|令牌|身份证|验证码|JWT).{0,6}(?:强度|生成|解码|解析|校验|检测|检查|归属)|(?:解码|解析|校验|检测|生成|计算|统计).{0,6}(?:密码|口令|令牌|身份证|验证码|JWT|token)`)
)

func nothingSensitive() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-017", Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("不向模型要密码、密钥和证件号", "No passwords, keys or identity numbers as arguments"),
		Why:    reviewer.Say("参数会经过模型和它的服务商，也会留在对话记录里。", "Arguments pass through the model and its provider and stay in the conversation."),
		Decide: reviewer.Sayf("只看能填任意文本的参数（有 enum、const，或 type 是数字、布尔的不看）。交给人看：名字的最后一个词是 %s（前一个词是 %s 时不算，如 page_token；token 前面是 instrument、symbol、nft、coin、contract、eos 一类，或参数自己的说明（没有说明就看工具的名字和说明）讲的是代币、合约、证券或文本的词元，而不是访问令牌时，也不算）；名字里有 api、access、private、client 加 key，或 client_secret、id_card、bank_card、credit_card；参数自己的说明里有密码、口令、私钥、助记词、身份证号、银行卡号、验证码（后面是长度、强度、类型等不算）。条目或工具讲的就是这件事（检查密码强度、解码 JWT）：只作提示。", "Only parameters that take any text are looked at, not those with an enum or a const or of type number or boolean. A person looks when the last word of the name is one of %s (unless the word before it is one of %s, as in page_token; nor a token with instrument, symbol, nft, coin, contract, eos or the like before it, or of which the parameter's own description, or without one the tool's name and description, says that it is a coin, a contract, an instrument or a piece of text, and nothing of access); when the name has api, access, private or client before key, or client_secret, id_card, bank_card or credit_card; or when the parameter's own description has 密码, 口令, 私钥, 助记词, 身份证号, 银行卡号 or 验证码 (not with 长度, 强度, 类型 … after it). When the entry or the tool is about that very thing (the strength of a password, decoding a JWT), it is only noted.", strings.Join(secretTokens, ", "), strings.Join(harmlessFirst, ", ")),
		Fix:    reviewer.Say("鉴权用请求头里的令牌；确实需要时，请在工具的说明里写明理由。", "Authenticate with the token in the request header; if it is really needed, say why in the tool's description."),
		Source: "seed, authentication; OWASP MCP01, MCP10",
		Check: reviewer.PerTool(func(rd *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			d := input(rd.Entry, t)
			if d.outsized() {
				return nil
			}
			var hits []reviewer.Hit
			for _, a := range d.arguments() {
				asked := sensitive(t, a)
				if asked == "" {
					continue
				}
				h := reviewer.Hit{
					Where: d.where(a.node.path), Evidence: asked,
					Message: reviewer.Sayf("参数 %s 像是在要敏感信息。", "The parameter %s seems to ask for something sensitive.", a.name),
				}
				if about(rd.Entry, t) {
					h.Severity = market.SeverityInfo
				}
				hits = append(hits, h)
			}
			return hits
		}),
	}
}

// about reports whether the entry or the tool is about such things, which
// explains the ask.
func about(e market.Entry, t reviewer.Tool) bool {
	return topics().MatchString(e.Name + "\n" + e.Desc + "\n" + strings.Join(words.Tokens(t.Name), " ") + "\n" + t.Description)
}

// AsksSecret reports whether a tool asks for something sensitive without being
// about it: what rule SCH-017 sends to a person, and rule META-005 wants a
// privacy notice for.
func AsksSecret(e market.Entry, t reviewer.Tool) bool {
	d := input(e, t)
	if t.Members == nil || d.outsized() {
		return false
	}
	asks := slices.ContainsFunc(d.arguments(), func(a argument) bool { return sensitive(t, a) != "" })
	return asks && !about(e, t)
}

// sensitive is the word by which an argument asks for something sensitive;
// empty when it does not. Only free text can carry a secret: a flag, a number
// or a choice among values cannot.
func sensitive(t reviewer.Tool, a argument) string {
	if !free(a.node.object) {
		return ""
	}
	tokens := words.Tokens(a.name)
	if len(tokens) == 0 {
		return ""
	}
	last := tokens[len(tokens)-1]
	if slices.Contains(secretTokens, last) && (len(tokens) < 2 || !slices.Contains(harmlessFirst, tokens[len(tokens)-2])) && !isThing(t, a, tokens) {
		return a.name
	}
	if name := strings.Join(tokens, "_"); words.HasAny(name, "key", "secret", "card") && secretPair().MatchString(name) {
		return a.name
	}
	if text := a.description(); words.HasAny(text, "密码", "口令", "私钥", "助记词", "身份证号", "银行卡号", "验证码") {
		if m := secretZH().FindStringSubmatch(text); m != nil && m[2] == "" {
			return text
		}
	}
	return ""
}

// free reports whether a schema takes text of the caller's choice.
func free(s map[string]any) bool {
	if has(s, "enum", "const") {
		return false
	}
	if t, one := s["type"].(string); one {
		return t == "string" || t == "array" || t == "object"
	}
	return len(types(s)) == 0 || ofType(s, "string") || ofType(s, "array") || ofType(s, "object")
}
