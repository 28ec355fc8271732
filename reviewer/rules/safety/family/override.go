package family

// What a model was told before: the words for it, and which of it.
const (
	earlierEN = `(?:previous|previously|prior|above|earlier|preceding|foregoing|initial|original|past|former|other|existing|current|system|safety|developer|built-in|given|your)`
	fillerEN  = `(?:(?:all|any|every|each|of|the|your|my|our|these|those|that|its|and|or|other|whatever|entire|set|such|both) ){0,6}`
	orderEN   = `(?:instructions?|prompts?|directives?|guidelines?|guidance|safeguards?|guardrails?|system messages?|programming)`
	looseEN   = `(?:rules?|commands?|directions?|constraints?|restrictions?|polic(?:y|ies)|orders|messages?|context|training)`
	dropEN    = `\b(?:ignore|ignoring|disregard|disregarding|forget|forgetting|discard|abandon|set aside|throw (?:away|out)|(?:do not|don't|dont|never|stop|no longer) (?:follow|obey|heed|comply with|adhere to|listen to)(?:ing)?|pay no attention to|violate|circumvent|override|bypass)`

	// optional marks a sentence that tells what a switch does.
	optional = `\b(?:if (?:true|set|enabled|false|checked|specified|provided|given|present|omitted)|when (?:true|set|enabled|false)|whether|set (?:this |it )?to|defaults? (?:to|is)|flag|boolean|parameter to|option to|opt(?:s)? out)\b|是否|如果为|若为|为true|为 true|设为|设置为|可选|true(?:の場合|이면)|si (?:es )?(?:true|verdadero)|si (?:vrai|true)|wenn true|если true`
)

// Family A: earlier instructions do not count.
var overrides = []expression{
	{
		family: Override, need: []group{gDrop, gOrder}, unless: optional,
		match: dropEN + ` ` + fillerEN + `(?:` + earlierEN + ` (?:(?:and|or) )?){1,4}` + orderEN + `\b`,
		never: `\b(?:override|bypass) (?:the |a |an |any )*(?:default|existing|current|global|inherited|original|system|initial|given|other) (?:system )?(?:prompts?|instructions?|guidelines?|directives?|system messages?)\b|\bignore (?:the |all |any )*system messages?\b|\bonboarding|\b(?:build|assembly|machine|cpu|driving|cooking|recipe|setup|shipping|delivery) instructions`,
	},
	{
		family: Override, need: []group{gDrop, gOrder}, unless: optional,
		match: `\b(?:(?:do not|don't|dont|never|stop|no longer) (?:follow|obey|heed|comply with|adhere to|listen to)(?:ing)?|disregard|forget) ` + fillerEN + `(?:system|developer) (?:messages?|prompts?|instructions?|rules?)\b`,
	},
	{
		family: Override, need: []group{gDrop, gOrder}, unless: optional,
		match: dropEN + ` (?:all|any|every|everything|your)(?: of)?(?: the| your| these| those| my)?(?: other)? (?:previous|prior|above|earlier|preceding|foregoing|initial|original|past|former|safety|system|existing|built-in)(?: (?:and|or) \w+)? ` + looseEN + `\b`,
		never: `\b(?:firewall|lint|style|routing|filter|validation|business|alert|css|pricing|discount|quota|formatting|inbox|redirect|channel|thread|player|router|mailbox)\b|\bsystem messages?\b|\boverride (?:any |all )?(?:existing|original|initial)\b`,
	},
	{
		family: Override, need: []group{gDrop, gOrder},
		match: dropEN + ` ` + fillerEN + `your (?:\w+ ){0,3}?(?:instructions?|prompts?|guidelines?|rules|directives?|programming|training|restrictions|constraints|safeguards?|guardrails?|polic(?:y|ies))\b`,
		never: `\byour (?:company|organi[sz]ation|account|team|own|workspace|project|doctor|bank|employer|site|server|app|tax|airline|model)`,
	},
	{
		family: Override, need: []group{gDrop, gOrder},
		match: dropEN + ` (?:everything|all|anything|what|whatever|any and all)(?: that| of what)? (?:you (?:were|have been|are|'ve been|was|know|have learned)(?: ever| been)? ?(?:told|taught|instructed|given|asked|trained)?|i (?:said|told you)|(?:the )?(?:user|system|developer)s? (?:said|says|told|asked|asks|wants?|instructed|instructs))\b`,
		never: `\b(?:if|when) the (?:user|system) (?:said|says|asks)`,
	},
	{
		family: Override, need: []group{gDrop, gOrder},
		match: `\b(?:your|all|any|the) (?:previous|prior|earlier|initial|original|former|existing|safety|system) (?:` + orderEN + `|rules|restrictions|constraints|polic(?:y|ies)) (?:are|is|have been|has been|become|becomes) (?:now |hereby |all )*(?:void|null|cancell?ed|invalid|revoked|lifted|obsolete|superseded|overridden|suspended|no longer (?:valid|binding|in (?:effect|force)))\b|\b(?:previous|prior|earlier|system) (?:` + orderEN + `|rules) no longer appl(?:y|ies)\b`,
	},
	{
		family: Override, need: []group{gDrop, gOrder},
		match: dropEN + ` ` + fillerEN + `(?:` + orderEN + `|rules|restrictions) (?:that )?(?:the (?:user|developer|system|operator|company)|they|anyone|others) (?:gave|told|set|wrote|assigned)(?: for)?(?: you)?\b`,
	},
	{
		family: Override, need: []group{gDrop, gOrder},
		match: dropEN + ` ` + fillerEN + `(?:\w+ ){0,2}?(?:` + orderEN + `|` + looseEN + `)(?: that| which)? (?:you (?:were|have been|'ve been|had been|got|received)|(?:was|were) given to you)(?: given| told| taught| trained| received| by| with| on)?\b`,
	},
	{
		family: Override, need: []group{gDrop, gOrder},
		match: dropEN + ` (?:everything|all|anything|all of the|all the text|the text|the instructions?) (?:above|before this|said so far|written above|up to (?:this point|now)|preceding this)(?: line| text| message)?(?: and\b| but\b| then\b|[.,;:!"']|$)`,
	},
	{
		family: Override, need: []group{gDrop, gOrder},
		match: `\b(?:these|the(?: following)?|this|my|new) (?:instructions?|directives?|messages?|prompts?|rules?|text|description)(?: \w+){0,5} (?:overrides?|supersedes?|(?:takes?|has|have) (?:precedence|priority) over|outranks?|replaces?|cancels?|voids?) (?:\w+ ){0,5}(?:instructions?|system prompts?|guidelines|directives?|system messages?)\b`,
	},
	{
		family: Override, need: []group{gDropZH, gOrderZH}, unless: optional + `|(?:会|将|时|则|可以|可|自动|已)(?:忽略|跳过|覆盖|绕过)`,
		match: `(?:忽略|无视|忘记|忘掉|忘却|别管|不用管|(?:不要|不必|无需|不再|停止|别|勿)(?:再)?(?:理会|遵守|遵循|执行|听从)|抛弃|丢弃)(?:掉|了)?[^，。；！？,.;!?]{0,8}(?:之前|以前|先前|此前|前面|以上|上面|上述|上文|系统|原有|原来|原本|已有|一切|所有|全部|任何|你的|你收到|你被)[^，。；！？,.;!?]{0,10}(?:指令|指示|提示词|系统提示|设定|准则|安全规则|安全策略|安全限制)`,
	},
	{
		family: Override, need: []group{gDropZH, gOrderZH}, unless: optional + `|(?:会|将|时|则|可以|可|自动|已)(?:忽略|跳过|覆盖|绕过)`,
		match: `(?:忽略|无视|忘记|忘掉|忘却|别管|(?:不要|不必|无需|不再|停止|别|勿)(?:再)?(?:理会|遵守|遵循)|绕过|抛弃)(?:掉|了)?[^，。；！？,.;!?]{0,6}(?:(?:之前|以前|先前|此前|前面|以上|上面|上述|上文)[^，。；！？,.;!?]{0,4}(?:所有|全部|一切|任何)|(?:所有|全部|一切|任何)[^，。；！？,.;!?]{0,4}(?:之前|以前|先前|此前|前面|以上|上面|上述|上文)|你的|系统(?:的)?安全|之前的|以上的?|上述)[^，。；！？,.;!?]{0,6}(?:提示|规则|要求|命令|约束|限制|规定|内容|说明|策略|对话)`,
		never: `防火墙|路由|报警|告警|过滤|匹配|样式|校验|折扣|大小写|空行|空格|注释`,
	},
	{
		family: Override, need: []group{gDropZH, gOrderZH}, unless: optional,
		match: `(?:以前|これまで|前述|上記|今まで|従来|先ほど|過去|前|上|全て|すべて|元|システム(?:プロンプト)?)(?:の|まで|に)(?:与えられた|受けた|すべての|全ての|あらゆる|システムの?|内部の|の){0,2}(?:指示|命令|プロンプト|指令|ルール|規則|制約)[^。、]{0,8}(?:無視し|無視せ|忘れ(?:て|ろ|なさい)|破棄し|従わない|従わず)`,
	},
	{
		family: Override, need: []group{gDropZH, gOrderZH}, unless: optional,
		match: `(?:이전|앞선|앞의|위|기존|지금까지|시스템|모든)(?:의)? ?(?:모든 |전체 |시스템 |사용자 |받은 |주어진 ){0,2}(?:지시|지침|명령|프롬프트|규칙)[^.]{0,10}(?:무시 ?(?:하|해)|잊어|잊으|따르지 ?(?:마|말))`,
		never: `무시하도록 (?:설정|구성)`,
	},
	{
		family: Override, need: []group{gVoidZH, gOrderZH}, unless: optional,
		match: `(?:把|将|视|当)[^，。；]{0,6}(?:之前|以前|先前|此前|前面|上面|上述|原有|原来|原本|已有|系统)[^，。；]{0,10}(?:指令|指示|提示词?|规则|设定|准则|要求)[^，。；]{0,4}(?:当作|视为|当成|视作|看作|作为)(?:是)?(?:无效|作废|失效|不存在|废话)|(?:之前|先前|此前|前面|上面|上述|原有|原来)(?:的|所有|全部|一切|任何){0,3}(?:系统)?(?:指令|指示|提示词|系统提示|设定|准则)(?:现在|从现在起|现已|已经?|均|都|全部|一律|全都){0,3}(?:作废|无效|失效|废除)`,
	},
}
