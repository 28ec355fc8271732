package family

// Family E: a pseudo tag of a system message, or a block that people do not see.
// Good documentation uses tags too, so that alone it is only told (rule SEC-003).
var tags = []expression{
	{
		family: Tag, need: []group{gTag}, as: true, quoted: true,
		match: `(?i)<\s*/?\s*(?:important|critical|system|urgent|instructions?|secret|hidden|admin|assistant|sys|developer|system_prompt|system-reminder|重要|系统|系统提示)\s*>|<!--|</(?:description|tools?|functions?|tool_description|schema|s)\s*>|\[\s*/?\s*(?:system|hidden|admin|secret)\b[^\]]{0,40}\]|[【\[](?:系统|隐藏)[^】\]]{0,10}[】\]]|\|\|\|\s*(?:system|admin|hidden)|(?-i:(?:^|\n)\s*(?:SYSTEM|ADMIN)\s*(?:OVERRIDE|INSTRUCTION|PROMPT|NOTE|MESSAGE)?\s*:)|\bsystem\s+override\b|#{2,}\s*(?:system|instruction)s?\b`,
	},
	{ // in no document of people: with these a model is told who speaks
		family: Dialogue, need: []group{gDialogue}, as: true, quoted: true,
		match: `(?i)<\|\s*(?:im_start|im_end|im_sep|system|assistant|user|tool|endoftext|end_of_text|begin_of_text|start_header_id|end_header_id|eot_id|channel|message|start|end)\s*\|>|\[\s*/?\s*inst\s*\]|<<\s*/?\s*sys\s*>>|</?(?:start|end)_of_turn>`,
	},
}
