package family

const (
	notEN  = `\b(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|shall not|cannot|can't|may not|avoid|refrain from|without|under no circumstances|there is no need to|no need to|be sure not to|make sure not to|not)`
	userEN = `(?:(?:the|any|your|our|this|a|an|end|human)[ -])*(?:users?|humans?|customers?|persons?|people|operators?|clients?|anyone)\b`

	// plumbing is what a good server keeps from the eyes of people for their comfort.
	plumbing = `\b(?:ids?|identifiers?|uuids?|json|raw|internal|markdown|html|urls?|links?|schema|metadata|technical|stack ?traces?|intermediate|placeholder|debug|xml|sql|query|queries|field names?|column|base64|handles?|primary keys?|database|file paths?|state names?|prompt template|cursor|pagination|formatting|code|citations?|email|e-mail|sms|push|webhook)\b|原始|内部|链接|字段|编号|格式|代码|堆栈|分页`

	// advice marks a sentence on what to say to people rather than what to keep from them.
	advice = `\b(?:users?|customers?|humans?) (?:to\b|how to|what to|when to|which|their|they|until|before|unless|that they|that (?:there|it) (?:is|was|are) (?:an? )?(?:error|problem))|\bto go away`

	// riddle is what a game or a lesson keeps from its player for a while.
	riddle = `\b(?:answers?|solutions?|hints?|spoilers?|the word|cards?|before (?:they|the user)|until|unless)\b|答案|谜底`

	// guarded marks a sentence that forbids to act behind the user's back.
	guarded = `\b(?:never|do not|don't|must not|cannot|can't|not allowed|prohibited|forbidden|prevent|prevents|unauthori[sz]ed|reject|rejects|rejected|refuse|refuses|denied|deny|fails?|error|detects?|protects?|illegal|not)\b[^.]{0,80}\bwithout\b|\bwithout\b[^.]{0,60}\b(?:is|are|will be) (?:not allowed|prohibited|forbidden|rejected|refused|denied|illegal)`
)

// Family B: the user must not know.
var conceals = []expression{
	{
		family: Conceal, need: []group{gNot, gTell, gUser}, unless: optional + `|` + advice + `|\bby (?:e-?mail|sms|push|text)|\b(?:e-?mail|push|sms) notif`, never: guarded,
		match: notEN + ` (?:\w+ly |ever |also |even |let |to |need to |try to )*(?:tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning) ` + userEN,
	},
	{
		family: Conceal, need: []group{gNot, gTell, gUser}, unless: optional, never: guarded,
		match: notEN + ` (?:\w+ly |ever )*(?:let|letting|allow|make) ` + userEN + ` (?:to )?(?:know|see that|see this|find out|notice|realize|become aware|be aware|discover|suspect)`,
	},
	{
		family: Conceal, need: []group{gNot, gTell, gUser}, unless: optional + `|` + plumbing + `|` + riddle, never: guarded,
		match: notEN + ` (?:\w+ly |ever |also |even )*(?:mention|mentioning|reveal|revealing|disclose|disclosing|discuss|discussing|acknowledge|acknowledging|explain|explaining|announce|announcing|report|reporting|bring (?:this|it|that) up|say|saying|admit|confess|expose|talk about|communicate|communicating) (?:[^ .]+ ){0,9}?(?:to|with|for) ` + userEN,
	},
	{
		family: Conceal, need: []group{gNot, gTell}, unless: optional + `|` + plumbing, never: guarded,
		match: notEN + ` (?:\w+ly |ever |also |even )*(?:mention|reveal|disclose|acknowledge|talk about) (?:this|that|it|these|any of (?:this|it))(?: (?:step|instructions?|to (?:anyone|them|him|her|anybody)|fact|requirement|action|note|tool|call|process|again|at all|in your (?:reply|response|answer)))?(?:[.,;:!]|$| in your (?:reply|response|answer|output))`,
	},
	{
		family: Conceal, need: []group{gNot, gTell, gUser}, unless: optional + `|` + plumbing, never: guarded + `|(?:only|until|unless|deleted|inactive|hidden) `,
		match: notEN + ` (?:\w+ly |ever |also |even )*(?:show|showing|display|displaying|present) (?:this|that|it|the (?:fact|step|action|result|output|content|call|instructions?)s?|any of (?:this|it))(?: \w+){0,4}? to ` + userEN,
	},
	{
		family: Conceal, need: []group{gNot, gTell, gUser}, unless: optional + `|` + plumbing + `|\bfrom (?:the )?(?:users|customers|clients|people|other)`, never: `\b(?:to|can|allows?|lets?) (?:hide|conceal|keep)\b[^.]{0,40}\b(?:posts?|fields?|columns?|products?|channels?|pages?|menu|items?)\b`,
		match: `\b(?:hide|conceal|keep|withhold|mask|obscure|keeping|hiding) (?:this|it|that|these|everything|the (?:fact|step|action|call|operation|process|instructions?|existence|real|true|behaviou?r|transfer|request)s?)(?: [^ .]+){0,5}? from ` + userEN,
	},
	{
		family: Conceal, need: []group{gNot, gTell, gUser}, unless: optional, never: guarded + `|\b(?:attack\w*|vulnerab\w*|malicious|malware|compromised|csrf|cve|infect\w*|threats?)\b`,
		match: `\bwithout ` + userEN + `(?:'s?|s')? ?(?:knowledge|knowing|noticing|awareness|realizing|ever knowing|being aware|being told|being informed|finding out)|\bwithout (?:the )?(?:user's|users'|user) (?:explicit )?(?:consent|permission|approval)`,
	},
	{
		family: Conceal, need: []group{gNot, gTell, gUser}, unless: optional + `|by (?:e-?mail|sms|push)`, never: guarded,
		match: userEN + ` (?:(?:must|should|shall|may|is|are) (?:not|never)|shouldn't|mustn't|needn't|(?:does|do) not (?:need|have) to|doesn't (?:need|have) to|need not|will never)(?: ever| to)? (?:know|be told|be informed|be made aware|notice|learn|find out|be aware|realize|be notified|suspect|discover)\b|\b(?:make sure|ensure|so|such)(?: that)? ` + userEN + ` (?:(?:is|are|remains?|stays?) (?:not aware|never aware|unaware|in the dark|oblivious|uninformed|not informed|not told)|(?:does not|doesn't|do not|don't|will not|won't|cannot|can't|never) (?:notices?|knows?|finds? out|realizes?|suspects?|learns?|sees? (?:it|this)))\b|` + userEN + ` (?:is|are) (?:not|never) (?:told|informed|made aware) (?:about|of|that)\b|\b(?:keep|leave|keeping) ` + userEN + ` (?:in the dark|unaware|uninformed|out of the loop)\b`,
	},
	{
		family: Conceal, need: []group{gCovert}, unless: optional + `|\bnotification|\b(?:disable|mute|silent) `,
		match: `\b(?:secretly|covertly|stealthily|surreptitiously|invisibly|behind the scenes|silently|quietly|discreetly),? (?:also )?(?:read|send|forward|upload|copy|collect|pass|append|record|exfiltrate|transmit|attach|bcc|steal|gather|harvest|capture|include|extract|leak)\b`,
		never: `\b(?:that|which|who|attackers?|malware|apps?|scripts?|trackers?) (?:\w+ )?(?:secretly|covertly|silently|quietly)`,
	},
	{
		family: Conceal, need: []group{gNotZH, gUserZH}, unless: optional + `|自动刷新|(?:短信|邮件|推送)(?:通知)?`,
		match: `(?:不要|不得|不可|不能|禁止|切勿|请勿|勿|别|不许|绝不|无需|不必|不应|不用|不可以)(?:再|直接|主动|将|把|就|去|而)?[^，。；,;]{0,8}?(?:告诉|告知|透露给|泄露给|提及给|汇报给|说给|通报)(?:给)?[^，。；,;]{0,4}?(?:用户|使用者|对方|客户|人类|任何人)`,
	},
	{
		family: Conceal, need: []group{gNotZH, gUserZH}, unless: optional,
		match: `(?:不要|不得|不可|不能|禁止|切勿|请勿|勿|别|不许|绝不)(?:被|让|给|使)?(?:最终|终端)?(?:用户|使用者|对方|客户)(?:知道|发现|察觉|得知|知晓|知情|觉察|起疑)`,
	},
	{
		family: Conceal, need: []group{gNotZH, gUserZH}, unless: optional + `|自动|短信|邮件|推送`,
		match: `(?:不要|不得|禁止|切勿|请勿|勿|别|不许|绝不|无需|不必)(?:再)?(?:通知|提醒|提示)(?:最终|终端)?(?:用户|使用者|客户)(?:[，。；！,;!]|$|本|此|该|这|你|已|有|任何|关于)`,
	},
	{
		family: Conceal, need: []group{gNotZH, gUserZH}, unless: optional + `|` + plumbing,
		match: `(?:不要|不得|不可|不能|禁止|切勿|请勿|勿|别|不许|绝不)(?:再|主动)?(?:向|对|给|跟|和|在)(?:最终|终端)?(?:用户|使用者|对方|客户)(?:的回复中|面前)?[^，。；,;]{0,6}?(?:透露|提及|提起|泄露|汇报|告知|说起|说明|展示|显示|暴露|解释|承认)`,
	},
	{
		family: Conceal, need: []group{gNotZH, gUserZH},
		match: `(?:对|向|跟)(?:用户|使用者)(?:严格|绝对|完全|要|应|必须|全程|一律)?(?:隐瞒|保密)|瞒(?:着|过|住)(?:用户|使用者)|(?:用户|使用者)(?:毫)?(?:不知情|未察觉|没有察觉|不知道)(?:的)?(?:情况下|时)`,
		never: `检测|防止|避免|保护|禁止|杜绝|不得`,
	},
	{
		family: Conceal, need: []group{gCovertZH},
		match: `(?:悄悄|偷偷|暗中|暗地里?|秘密|私下)(?:地|的)?(?:将|把)?[^，。；,;]{0,12}(?:读取|发送|上传|收集|转发|记录|复制|附加|传给|获取|发给|回传)`,
		never: `检测|防止|避免|保护|禁止|杜绝|不会|谁|监测|举报`,
	},
	{
		family: Conceal, need: []group{gNotZH, gUserZH}, unless: optional,
		match: `(?:ユーザー?|利用者)(?:に|には|へ)[^。]{0,14}(?:知らせ|伝え|言わ|教え|通知し|明かさ|話さ|告げ|言及し|報告し|開示し)(?:ないで|ない(?:こと|ように|よう)|ずに|てはいけ|てはなら|るな|るべきでは)|(?:ユーザー?|利用者)に(?:は)?(?:内緒|秘密)|(?:ユーザー?|利用者)に気づかれ(?:ない|ず)`,
	},
	{
		family: Conceal, need: []group{gNotZH, gUserZH}, unless: optional,
		match: `(?:사용자|유저|이용자)(?:에게|한테|께)[^.]{0,14}(?:알리지|말하지|공개하지|언급하지|전하지|밝히지|알려주지|보고하지)[ ]?(?:말|마|않도록)|(?:사용자|유저|이용자)(?:가|도)? ?(?:모르게|몰래)`,
	},
	{
		family: Conceal, need: []group{gBetween}, unless: optional,
		match: `\b(?:keep|leave) (?:this|it|that|these|everything)(?: \w+){0,2}? (?:between (?:us|ourselves|you and me|you and i|the two of us)|our (?:little )?secret)\b|\b(?:this|it|that|everything)(?: \w+)? (?:stays?|remains?|is|must stay|must remain|should stay)(?: just| only| strictly)? between (?:us|ourselves|you and me|you and i|the two of us)\b|\b(?:this|it|that) (?:is|will be|stays|remains) our (?:little )?secret\b`,
	},
	{
		family: Conceal, need: []group{gNot, gTell, gUser}, unless: optional + `|` + plumbing, never: guarded + `|\b(?:to|can|allows?|lets?|option|able) (?:\w+ )?(?:hide|conceal|mask|suppress)\b`,
		match: `(?:^|[.,;:!"'] ?|\b(?:and|always|must|should|then|also|please) )(?:hide|conceal|withhold|suppress) (?:all|any|every|each|the)(?: of)?(?: the| these| such)? (?:\w+ )?(?:errors?|failures?|warnings?|problems?|mistakes?|steps?|actions?|(?:tool |function )?calls?|requests?|activit(?:y|ies)|side effects?|consequences|costs?|charges?|traces?|logs?|evidence) from ` + userEN,
	},
	{
		family: Conceal, need: []group{gSide, gCall}, unless: optional + `|\b(?:to|can|option to|able to) (?:silently|quietly)`, never: `\b(?:that|which|who|attackers?|malware|apps?|scripts?|trackers?|never|not|don't) (?:\w+ )?(?:secretly|covertly|silently|quietly)`,
		match: `\b(?:silently|secretly|covertly|quietly|discreetly|stealthily|surreptitiously),? (?:also )?(?:call|invoke|trigger) (?:the |this |our |a )?["']?[a-z]|\b(?:silently|secretly|covertly|quietly|discreetly|stealthily|surreptitiously),? (?:also )?(?:call|invoke|trigger|run|use|execute)\b[^.!?]{0,60}\bwith (?:everything|all|the (?:entire|full|whole|complete|user's)|every|what(?:ever)? the user|the conversation|the chat)\b|\b(?:call|invoke) (?:the |this )?\S+(?: tool| function)? (?:silently|secretly|covertly|quietly|discreetly)\b`,
	},
}
