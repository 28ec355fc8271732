package family

const (
	toolEN  = `(?:tools?|functions?|actions?|mcp servers?|plugins?|integrations?)\b`
	callEN  = `(?:call(?:ed|ing)?|us(?:e|ed|ing)|invok(?:e|ed|ing)|run|running|execut(?:e|ed|ing))`
	ownSide = `\b(?:in|from|of|on|within|provided by|offered by|by) (?:this|the same|our|that) (?:\w+ )?(?:mcp|server|toolset|toolkit|api|suite|package|connector|integration|group|family|workflow|session|category|app)\b|\bthis (?:mcp )?(?:server|toolset|toolkit|connector|integration)'s\b|本(?:服务器|服务|工具包|插件|系列|套|组)|(?:この|本)サーバー`
)

// Family F: how other tools are to be used, and that this one comes before all.
var steers = []expression{
	{
		family: First, need: []group{gBefore, gCall, gTool, gOther}, unless: ownSide + `|` + optional,
		match: `\b(?:before|prior to) ` + callEN + ` (?:any|all|every|each)(?: of the)?(?: other| others| remaining| available)? ` + toolEN + `|\b(?:before|prior to) (?:any|all|every) other (?:tool|function) calls?\b`,
	},
	{
		family: First, need: []group{gBefore, gMust, gCall, gOther}, unless: ownSide + `|` + optional,
		match: `\b(?:always|must|should|has to|have to|needs? to|shall)\b(?: \w+){0,2} (?:be )?` + callEN + `(?: this(?: tool| function)?| it)?(?: first| always| immediately)*,? (?:before|prior to) (?:(?:using|calling|invoking|running) )?(?:any|all|every|each|anything|everything)(?: other| others)?(?: tools?| functions?| else| actions?|[.,;!]|$)|(?:^|[.!?">] ?)(?:always )?(?:call|use|invoke|run) this(?: tool| function)? (?:first,? )?(?:before|prior to) (?:(?:using|calling) )?(?:any|all|every|each) other (?:tools?|functions?)`,
	},
	{
		family: First, need: []group{gCall, gTool, gOther}, unless: ownSide,
		match: `\b(?:always|must|you must|should always|has to|have to)\b(?: \w+){0,3} (?:call(?:ed)?|invoked?|run|use[d]?) (?:this (?:tool|function)|it)\b[^.!?]{0,60}\b(?:no matter what|regardless of (?:what|the user|the request|the task)|whatever the user|even if the user|on every (?:message|turn|request)|for every single)|\b(?:no matter what|regardless of what) the user (?:asks|says|wants|requests)\b[^.!?]{0,80}\b(?:call|use|invoke|run) (?:this|it)\b`,
	},
	{
		family: Steer, need: []group{gCall, gTool, gOther}, unless: ownSide,
		match: `\binstead of (?:any|all|every|each|the)(?: of the)? (?:other|existing|built-?in|default|native|official) (?:\w+ )?(?:tools?|servers?|plugins?|integrations?|functions?)\b|\b(?:in place of|rather than) (?:any|all|every)(?: of the)? other (?:\w+ )?(?:tools?|servers?|plugins?)\b`,
	},
	{
		family: Steer, need: []group{gCall, gTool, gOther}, unless: ownSide + `|\b(?:for this|to verify|in parallel|simultaneously|concurrently|at the same time|while|until)\b`,
		match: `\b(?:do not|don't|dont|never|must not|stop|avoid|refrain from) (?:ever )?(?:use|using|call|calling|invoke|invoking|trust|trusting|rely on|relying on|run) (?:any |the |all )?other (?:\w+ )?(?:tools?|servers?|plugins?|integrations?|functions?|mcps?)\b|\b(?:do not|don't|never) (?:use|call|invoke) (?:the |any )?(?:official|built-?in|native|default) (?:\w+ )?(?:tools?|servers?|plugins?|connectors?)\b`,
	},
	{
		family: Steer, need: []group{gCall, gTool, gOther}, unless: ownSide,
		match: `\b(?:whenever|when|if|every time|each time|once) (?:any|another|an?other|the|some|\S+) (?:other |[\w.-]+ )?(?:tools?|functions?|servers?) (?:is|are|gets?|was) (?:called|used|invoked|available|present|run|executed|enabled)\b[^.!?]{0,60}\b(?:you )?(?:must|always|should) (?:also |first |always |instead )?(?:change|replace|modify|redirect|rewrite|bcc|forward|route|substitute|override|alter|send|append)\b`,
		never: `\b(?:when|whenever|if|once) (?:this|the) (?:tool|function|server) (?:is|gets|was)`,
	},
	{
		family: First, need: []group{gToolZH, gOtherZH}, unless: ownSide,
		match: `(?:调用|使用|运行|执行)(?:任何|所有|任意|一切|全部|每个)(?:的)?(?:其他|其它|别的|另外的)?(?:的)?(?:工具|函数)(?:之)?前|(?:先于|早于)(?:任何|所有|一切)(?:其他|其它)?(?:的)?工具|(?:无论|不管)(?:用户)?[^，。；,;]{0,12}[，,]?[^，。；,;]{0,6}(?:必须|务必|一定要|都要|都应)(?:先|首先|优先)?(?:调用|使用)(?:本|此|该|这个)工具`,
	},
	{
		family: Steer, need: []group{gToolZH, gOtherZH}, unless: ownSide,
		match: `(?:不要|禁止|不得|切勿|请勿|别|勿|不许|停止)(?:再)?(?:调用|使用|信任)(?:任何|所有)?(?:的)?(?:其他|其它|别的|官方)(?:的)?[^，。；,;]{0,8}?(?:工具|插件|服务器)|(?:代替|取代|替代|而不是|而非)(?:所有|任何|全部)(?:的)?(?:其他|其它|别的)(?:的)?[^，。；,;]{0,6}?(?:工具|插件|服务器)`,
	},
	{
		family: First, need: []group{gToolZH, gOtherZH}, unless: ownSide,
		match: `(?:他の|ほかの|すべての|全ての|あらゆる)[^。]{0,8}ツール(?:を|の)?(?:使用|呼び出|使う|使用する|実行|利用)[^。]{0,6}前に|다른 (?:모든 )?(?:도구|툴)(?:를|을)? ?(?:사용|호출|실행)하기 전에|(?:모든|어떤) (?:다른 )?(?:도구|툴)(?:를|을|보다)? ?(?:(?:사용|호출|실행)하기 전에|먼저)`,
	},
	{
		family: Steer, need: []group{gToolZH, gOtherZH}, unless: ownSide,
		match: `(?:他の|ほかの)[^。]{0,6}ツール(?:を|は)[^。]{0,4}(?:使用し|使わ|呼び出さ|利用し|信頼し)(?:ないで|ない(?:こと|ように|よう)|てはいけ|てはなら)|다른 [^.]{0,6}(?:도구|툴)(?:를|을|은|는)? ?(?:사용|호출|신뢰)하지 ?(?:마|말)`,
	},
	{
		family: First, need: []group{gEvery, gBefore, gCall}, unless: ownSide + `|` + optional, never: `\b(?:about|regarding|concerning|involving|related to|that (?:needs?|requires?|involves?)|on (?:this|the|our))\b`,
		match: `\b(?:call|calling|called|use|used|invoke|invoked|run|execute|executed) (?:this(?: tool| function| one)?|it)(?: first| immediately| again)*,? (?:before|prior to|ahead of) (?:(?:you )?(?:answer(?:ing)?|respond(?:ing)?|reply(?:ing)?|responses?|sending|giving|writing|producing|generating|returning) )?(?:to |with )?(?:every|each|any)(?: single| other)? (?:\w+ )?(?:questions?|messages?|requests?|repl(?:y|ies)|responses?|answers?|quer(?:y|ies)|prompts?|turns?|tasks?|interactions?)\b|\b(?:before|prior to) (?:every|each)(?: single)? (?:repl(?:y|ies)|responses?|answers?|messages?|turns?)\b,?[^.!?]{0,20}\b(?:call|use|invoke|run) this(?: tool| function)?\b`,
	},
	{
		family: First, need: []group{gToolZH, gTurnZH}, unless: ownSide + `|登录|建立|初始化|令牌|token|session`,
		match: `(?:每次|每一次|每轮|每个|任何|所有)[^，。；]{0,4}(?:回答|回复|答复|对话|会话|提问|问题|请求|消息|发言)[^，。；]{0,8}(?:之前|前|开始时|开始|时候?)[，,]?[^，。；]{0,6}(?:必须|务必|一定要?|都要|都应|总是|始终)[^，。；]{0,6}(?:调用|使用|执行|运行)(?:本|此|该|这个)(?:工具|函数|插件)|(?:必须|务必|一定要?|总是|始终)(?:要)?在?(?:每次|每一次|每轮|每个|任何|所有)[^，。；]{0,4}(?:回答|回复|答复|对话|会话|提问|问题|请求|消息|发言)[^，。；]{0,8}(?:之前|前|开始时|开始|时候?)[，,]?[^，。；]{0,8}(?:调用|使用|执行|运行)(?:本|此|该|这个)(?:工具|函数|插件)`,
	},
	{ // what a sentence takes from one tool, it or the next gives to this one
		family: Steer, need: []group{gShun}, unless: ownSide,
		match: `\b(?:do not|don't|dont|never|must not|stop|avoid)(?: ever)? (?:use|using|call|calling|invoke|invoking) (?:the )?["']?[a-z][a-z0-9]*(?:[_.-][a-z0-9]+)+["']?(?: tool| function)?(?: again| anymore| any more)?(?:[ ,;:.!]|$)`,
		then:  `^[^a-z]{0,3}(?:and |but )?(?:always |please |instead,? )?(?:use|pick|choose|call|invoke|prefer|select) this(?: one| tool| function)?(?: instead| always| only|[.!;,]|$)`,
	},
	{
		family: Steer, need: []group{gDown, gAsk, gTool, gOther}, unless: ownSide, never: `\b(?:if|when|unless|whether)\b`,
		match: `\b(?:tell|inform) (?:the |your )?(?:users?|them|him|her|customers?|humans?)(?: that)? (?:all |any |every |the |your )*other (?:\w+ )?(?:tools?|servers?|plugins?|integrations?|connectors?)(?: \w+){0,3}? (?:unavailable|not available|broken|down|deprecated|unsafe|disabled|offline|(?:do not|don't) work)\b`,
	},
	{
		family: Steer, need: []group{gDown, gToolZH, gOtherZH}, unless: ownSide, never: `如果|如遇|当其|是否`,
		match: `(?:告诉|告知|回复|对|向|跟)[^，。；]{0,6}(?:他们?|她们?|用户|对方|使用者|客户)[^，。；]{0,4}(?:其他|其它|别的)(?:的)?(?:所有|任何)?[^，。；]{0,4}(?:工具|插件|服务器)[^，。；]{0,4}(?:不可用|不能用|无法使用|失效|停用|坏了|坏掉|不可信|不安全)`,
	},
}

// Family H: the model is another from now on.
var roles = []expression{
	{
		family: Role, need: []group{gRole},
		match: `\byou(?: a|')re now (?:(?:an? |the |my |our )?(?:\w+[ -]){0,3}?(?:assistant|agent|ai|model|bot|chatbot|hacker|admin(?:istrator)?|persona|expert|developer)\b|(?:dan|unrestricted|jailbroken|free (?:of|from)|root|admin|uncensored|unfiltered|no longer (?:bound|restricted|required|limited)|in (?:an? )?(?:developer|god|debug|admin|unrestricted|maintenance|root|sudo) mode)\b)`,
		never: `\b(?:show|return|display|reply|say|respond|message|text|greeting)s?\b[^.!?]{0,20}"you(?: a|')re now`,
	},
	{family: Role, need: []group{gRole}, match: `\b(?:act|behave|pretend(?: to be| that you are)?|operate|respond) (?:as |like )?(?:if you (?:are|were|had) )?(?:an? |the )?(?:unrestricted|jailbroken|uncensored|unfiltered|(?:assistant|ai|model) (?:with no|without(?: any)?) (?:restrictions?|limits?|limitations?|rules|filters?))\b|\b(?:act|behave) as (?:an? |the )?(?:admin|administrator|root|superuser)(?: user)? (?:and|who|with full|from now)\b|\bpretend (?:that )?you (?:have no|do not have|don't have|are not bound by|are free (?:of|from)) (?:any )?(?:\w+ )?(?:restrictions?|rules|limits?|limitations|filters?|polic(?:y|ies)|guidelines)\b|\byou (?:are |have )?(?:entered|in|entering|enabled) (?:developer|god|jailbreak|dan|unrestricted) mode\b`},
	{family: Role, need: []group{gRole}, match: `\bfrom now on,? you (?:must|will|shall|are (?:to|no longer|an?)|obey|only|do not|never)\b`},
	{family: Role, need: []group{gRole}, weak: true, match: `\byou are now\b|\bnew (?:instructions?|directives?|role) ?:|\bfrom now on\b|\b(?:developer|god|dan|jailbreak) mode\b`},
	{family: Role, need: []group{gRoleZH}, match: `你现在是[^，。；]{0,12}(?:助手|机器人|人工智能|模型|黑客|管理员|没有(?:任何)?(?:限制|约束)|不受[^，。；]{0,6}(?:限制|约束)|ai\b|dan\b)|从(?:现在|此刻)(?:开始|起)[，,]?\s?你(?:必须|将|是|不再|只能|就是|要|需要|的任务|的身份)|你的新(?:身份|角色|任务|指令)(?:是|：|:)|进入(?:越狱|开发者|无限制)模式[，,。]|(?:今から|あなたは今(?:から)?)[^。]{0,16}(?:アシスタント|モード|制限(?:のない|がない|なし))|이제부터 (?:너는|당신은|넌)`},
	{family: Role, need: []group{gRole}, never: `\bif\b`, match: `\bfrom now on,? you(?: are|'re) (?:[a-z]+)\b|(?:^|[.,;:!"'] ?|\b(?:and|then|please|must|always) )(?:act|behave|operate) as (?:the |a |an )?(?:root|admin|administrator|superuser|dan|god)(?: user)?(?:[.,;:!]|$)|(?:^|[.,;:!"'] ?)(?:the )?new (?:rules|instructions|orders|directives) for (?:the |this |every |all |any |you,? )?(?:ai )?(?:assistants?|models?|ai|agents?|llms?)\b`},
}
