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
	// harvest are names that ask for the conversation or the user as such.
	harvest = pattern.Late(`(?i)^(?:conversation|conversation_?(?:history|context|log)|chat_?(?:history|log)|system_?prompt|side_?note|thoughts?|user_?info|all_?data|env_?vars?|environment_?variables)$`)
	// ambiguous are names that do so only if their description says so.
	ambiguous = pattern.Late(`(?i)^(?:history|context|messages|feedback|reasoning|environment)$`)
	// wide is a description that asks for more than the tool's own business.
	wide = pattern.Late(`(?i)\b(?:conversation|chat|dialogue|system\s+prompt|previous\s+messages|message\s+history|everything)\b|\b(?:all|your|current|entire|full|local|system)\b[^.\n]{0,20}\benvironment\s+variables\b|\b(?:full|entire|complete|whole|all)\b[^.\n]{0,30}\b(?:history|context|messages|prompt)\b|(?:完整|全部|所有|之前)的?(?:对话|聊天|消息|上下文)|对话(?:历史|记录|内容)|聊天(?:历史|记录|内容)|系统提示`)
	// thought are names of a step of thinking; purpose says that thinking is what
	// a tool is for.
	thought = pattern.Late(`(?i)^(?:thoughts?|reasoning)$`)
	purpose = pattern.Late(`(?i)^[^.\n]{0,80}\b(?:think(?:s|ing)?\s+(?:through|about|step|aloud|tool|process|before|carefully|and\s+reason\w*)|(?:sequential|structured|reflective|step-by-step|dynamic)\b[^.\n]{0,40}\b(?:thinking|thoughts?|reasoning)|scratch\s?pad|chain\s+of\s+thought|(?:thinking|reasoning|thought)\s+(?:steps?|process|space|log))\b|^[^。\n]{0,30}(?:思考(?:过程|步骤|工具)|推理(?:过程|步骤)|草稿区|逐步思考|分步思考|链式思考)`)
	// demand is a description that asks for this very conversation, whatever the
	// parameter's name.
	demand = pattern.Late(`(?i)\b(?:full|entire|complete|whole)\s+(?:conversation|chat|dialogue)(?:\s+(?:history|log|transcript))?\s+(?:so\s+far|up\s+to\s+now|until\s+now|with\s+(?:the|this)\s+user|between\s+you\b|you\s+(?:had|have))|\byour\s+(?:(?:own|full|entire|complete)\s+)*system\s+(?:prompt|message)\b|(?:你与|你和|与)用户的?(?:完整|全部|所有)?(?:对话|聊天)|(?:到目前为止|迄今为止|至今)的?(?:完整|全部|所有)?(?:对话|聊天)|你的系统提示`)
)

// thinking are words of the name of a tool for thinking.
var thinking = []string{"think", "thinking", "thought", "thoughts", "reason", "reasoning", "scratchpad", "brainstorm", "reflect", "sequentialthinking"}

func contextNotHarvested() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-018", Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("不收集对话和环境", "Conversation and environment are not collected"),
		Why:    reviewer.Say("要模型把整段对话、系统提示或环境变量当参数传出去，用户的其他内容就泄露了。", "A parameter for the whole conversation, the system prompt or the environment gives away everything else the user has said."),
		Decide: reviewer.Say("只看能填任意文本的参数。交给人看：名字是 conversation、conversation_history、chat_history、system_prompt、sidenote、thought、user_info、all_data、env_vars、environment_variables 一类，而它是必填的，或说明在要整段对话、系统提示、全部环境变量；名字是 history、context、messages、feedback、reasoning、environment，而说明在要这些；或不论名字，说明要的就是模型与用户至今的整段对话、模型自己的系统提示。整数的 context（匹配处前后的行数）、有 enum 的 environment 通过。工具的名字或说明第一句说它就是给模型思考、推理用的（think、reasoning、scratchpad、思考步骤），它的 thought、reasoning 参数只作提示，除非说明在要整段对话。", "Only parameters that take any text are looked at. A person looks when the name is conversation, conversation_history, chat_history, system_prompt, sidenote, thought, user_info, all_data, env_vars, environment_variables or the like, and it is required or its description asks for the conversation, the system prompt or all of the environment; and when it is history, context, messages, feedback, reasoning or environment, and its description asks for those; also, whatever the name, when the description asks for the whole conversation so far with the user or for the model's own system prompt. An integer context (lines around a match) and an environment with an enum pass. Where the tool is for thinking by its name or its first sentence (think, reasoning, scratchpad, 思考步骤), its thought or reasoning is only noted, unless its description asks for the conversation."),
		Fix:    reviewer.Say("只要完成这件事所需的那一项，并在说明里写清它是什么。", "Ask only for the one thing that the task needs, and describe it exactly."),
		Source: "OWASP MCP10; published tool-poisoning samples",
		Check: perInput(func(d *document) []reviewer.Hit {
			required, _ := stringList(d.root["required"])
			var hits []reviewer.Hit
			for _, a := range d.arguments() {
				if !free(a.node.object) || !demands(a) && (!suspicious(a.name) || !harvests(a, slices.Contains(required, a.name))) {
					continue
				}
				h := reviewer.Hit{
					Where: d.where(a.node.path), Evidence: a.name + ": " + a.description(),
					Message: reviewer.Sayf("参数 %s 像是在收集对话或用户的上下文。", "The parameter %s seems to collect the conversation or the user's context.", a.name),
				}
				if thinks(d.tool, a) {
					h.Severity = market.SeverityInfo
					h.Message = reviewer.Sayf("工具是给模型写思考步骤的，参数 %s 收的就是它。", "The tool is for thinking in steps; %s takes such a step.", a.name)
				}
				hits = append(hits, h)
			}
			return hits
		}),
	}
}

// thinks reports whether the parameter takes a thought and thinking is what the
// tool is for, by its name or its description, and nothing more is asked for.
func thinks(t reviewer.Tool, a argument) bool {
	if !thought().MatchString(a.name) || demands(a) || wide().MatchString(a.description()) {
		return false
	}
	named := func(token string) bool { return slices.Contains(thinking, token) }
	return slices.ContainsFunc(words.Tokens(t.Name), named) || purpose().MatchString(t.Description)
}

// suspicious reports whether a name can be one of those above.
func suspicious(name string) bool {
	return words.HasAny(strings.ToLower(name), "conversation", "chat", "prompt", "note", "thought", "user", "data", "env", "history", "context", "messages", "feedback", "reasoning")
}

// demands reports whether the description asks for this very conversation.
func demands(a argument) bool {
	text := a.description()
	return words.HasAny(strings.ToLower(text), "conversation", "chat", "dialogue", "system", "对话", "聊天", "系统提示") && demand().MatchString(text)
}

func harvests(a argument, required bool) bool {
	if harvest().MatchString(a.name) {
		return required || wide().MatchString(a.description())
	}
	return ambiguous().MatchString(a.name) && wide().MatchString(a.description())
}
