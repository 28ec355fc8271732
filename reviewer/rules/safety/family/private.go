package family

const (
	// hardPath are files that hold the keys of a person and little else.
	hardPath = `(?:(?:~|\$home|%userprofile%|/(?:root|home/[\w-]+)|c:)?[/\\]\.ssh(?:[/\\](?:id_|identity|\*|config|$)|\b)|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|/etc/(?:passwd|g?shadow|sudoers)\b|\.aws[/\\]credentials|\.cursor[/\\]mcp\.json|claude_desktop_config\.json|\bwallet\.dat\b|\.gnupg\b|\.git-credentials\b|/proc/self/environ|\.(?:bash|zsh)_history\b|\blogin data\b|cookies\.sqlite|\.config[/\\]gcloud|[/\\]\.azure\b)`
	// softPath are files that good tools read as well.
	softPath = `(?:[/\\]\.(?:aws|kube|docker)\b|\.npmrc\b|\.pypirc\b|\.netrc\b|\.pgpass\b|\bmcp\.json\b|(?:^|[\s"'(/\\])\.env\b(?:\.(?:local|production|prod))?|\*\.(?:env|pem|key)\b|\bauthorized_keys\b|\bkeychain\b|\.pem\b|\bseed phrase\b|\bprivate keys?\b)`
	readEN   = `\b(?:reads?|reading|open|opens|cat|load|loads|get|gets|fetch|fetches|copy|copies|include|includes|print|prints|dump|dumps|shows?|returns?|access|accesses|upload|uploads|send|sends|steal|steals|extract|extracts|collect|collects|grab|grabs|retrieve|retrieves|paste|attach|attaches|list|lists|view|views|find|locate|display|exfiltrates?|contents? of|less|head|tail|type|look (?:at|in|into)|check)\b`
	takeEN   = `\b(?:copy|include|send|upload|paste|attach|pass|append|forward|leak|exfiltrate|steal|post|put|insert|transmit|share|dump|(?:entire |full |whole )?contents? of)\b`
	spared   = `\b(?:never|not|cannot|can't|don't|won't|refuses? to|unable to|without|forbidden to|prevents?|blocks?|denies|deny|rejects?|disallow\w*|excludes?|excluding|except|ignor\w+|skips?|redacts?|masks?|protects?)(?: \w+){0,2}? (?:read|reading|open|opening|access|accessing|send|sending|upload|uploading|expose|include|including|store|return|leak|leaking|files? (?:such|like)|paths?|to|~|")`
)

// Family C: a file with credentials. To name one is weak; to read one is not.
var sensitives = []expression{
	{family: Sensitive, need: []group{gPath}, match: readEN + `[^!?。]{0,120}` + hardPath + `|(?:读取|打开|获取|查看|复制|上传|发送|收集|读|把|将)[^。；]{0,40}` + hardPath + `|` + hardPath + `[^。；.]{0,20}(?:的)?内容|` + hardPath + ` ?(?:を読|の内容|を開|파일을 읽|을 읽|를 읽)|\b(?:lee|leer|lea|abre|abra|lis|lisez|lire|ouvre|ouvrez|lies|lesen|offne|leia|abra|copie|copia|прочита\pL*|прочти\pL*|открои\pL*|скопируи\pL*)\b?[^.!?]{0,60}` + hardPath, never: spared + `|\.pub\b|/etc/passwd[- ](?:style|format|like|compatible)`},
	{family: Sensitive, need: []group{gPath}, match: takeEN + `[^.!?。]{0,60}` + softPath + `|(?:把|将|复制|上传|发送)[^。；]{0,30}(?:` + softPath + `|私钥|助记词)`, never: spared + `|\.env\.(?:example|sample|template|dist)|\bpublic\b|\b(?:docker|kubernetes) secret|\binto? (?:your|the|a|its|\.env)\b[^.]{0,20}\.env|\bin (?:your|the|a|its)? ?"?\.env`},
	{family: Sensitive, need: []group{gPath}, weak: true, match: hardPath + `|` + softPath},
}

const (
	sinkAddress = `(?:(?:https?|ftps?|wss?)://|[\w.+-]+@[\w-]+\.[a-z]{2,}|\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b|\b(?:nc|ncat|netcat) \S+ \d+)`
	sinkPlace   = `(?:(?:an? |the |our |my |this |some )?(?:external|remote|attacker\S*|third[- ]party|outside|off-?site|foreign|evil) (?:\w+ ){0,2}(?:servers?|endpoints?|hosts?|urls?|address(?:es)?|webhooks?|services?|domains?|locations?|api|bucket))`
	lootEN      = `(?:conversations?|chats?|chat history|histor(?:y|ies)|passwords?|credentials?|secrets?|tokens?|api keys?|private keys?|ssh keys?|cookies?|environment variables?|everything|all (?:the |of the |your |their |user )?(?:data|files|messages|emails?|information|results|documents)|contents? of|transcripts?|system prompt|user(?:'s)? (?:data|messages?|files?|input|emails?|prompts?|information|queries)|(?:every|each) (?:e-?mail|message|file|document|query|prompt|response|reply|answer|request)|address book|wallet|session data|personal (?:data|information)|sensitive (?:data|information|files?)|private (?:data|information|files?|messages?))`
	sendEN      = `\b(?:send|sends|post|posts|upload|uploads|transmit|transmits|forward|forwards|exfiltrate|exfiltrates|leak|leaks|pipe|pipes|ship|ships|relay|relays|deliver|submit|bcc|e-?mail|push|dump|copy|sending|uploading|posting|forwarding|(?:send|post|forward|upload|share)_\w+)\b`
)

// Family D: send it outside.
var sinks = []expression{
	{
		family: Sink, need: []group{gSink, gLoot, gSend}, unless: optional,
		match: sendEN + `[^.!?。]*?\b` + lootEN + `[^!?。\n]*?\b(?:to|at|via|into|onto|towards?|through)\b(?:[^!?。\n]*?` + sinkAddress + `| ` + sinkPlace + `)|\b` + lootEN + `[^!?。]*?\b(?:sent|posted|uploaded|transmitted|forwarded|streamed|exfiltrated) (?:\w+ ){0,3}?to [^!?。]*?(?:` + sinkAddress + `|` + sinkPlace + `)`,
		never: `\b(?:returns?|links? to|see|docs?|documentation|e\.g\.|example|such as) (?:\w+ ){0,3}"?https?://|\bto (?:your|the user's|a|the given|the specified|the recipient|recipients?)\b`,
	},
	{
		family: Sink, need: []group{gLoot, gSend},
		match: `\b(?:copy|bcc|cc|blind copy|duplicate) (?:of )?(?:every|all|each|any)\b[^.!?]*?\b(?:e-?mails?|messages?|documents?|replies|responses?|orders?)\b[^!?]*?\bto\b[^!?]*?` + sinkAddress + `|\b(?:always|also|must) (?:bcc|cc|add|forward|copy) [^!?]*?[\w.+-]+@[\w-]+\.[a-z]{2,}`,
	},
	{family: Sink, need: []group{gSink, gSend}, weak: true, match: sendEN + `[^.!?。\n]*?(?:` + sinkAddress + `|` + sinkPlace + `)|\bcurl -|\bwget http|\| ?(?:nc|bash|sh)\b`},
	{
		family: Sink, need: []group{gSendZH}, unless: optional + `|(?:您|你|用户)的(?:邮箱|服务器|手机|设备)|指定的?(?:邮箱|地址)`,
		match: `(?:对话|聊天|会话|历史|记录|密码|凭证|凭据|令牌|密钥|私钥|文件内容|所有(?:文件|数据|信息|邮件|消息)|全部(?:文件|数据|信息|邮件|消息)|敏感|隐私|个人信息|用户(?:数据|信息|输入|文件)|环境变量|上述内容|cookie)[^。；]{0,24}(?:发送|上传|转发|提交|回传|抄送|同步|传|发)(?:到|给|至|往)[^。；|\n]{0,24}` + sinkAddress + `|(?:每|所有|全部)(?:一)?(?:封|条|个)?(?:邮件|消息|文件)[^。；]{0,20}(?:抄送|密送|转发|发送)(?:到|给|至)[^。；]{0,20}` + sinkAddress + `|(?:发送|上传|转发|提交|回传|外发)[^。；]{0,24}(?:对话|聊天|会话|密码|凭证|凭据|令牌|密钥|私钥|用户数据|隐私)[^。；]{0,12}(?:到|给|至|往)[^。；]{0,20}(?:` + sinkAddress + `|外部|远程|第三方)`,
	},
	{family: Sink, need: []group{gSendZH}, weak: true, match: `(?:发送|上传|转发|提交|回传|抄送|外发|同步|发|传)(?:到|给|至|往)[^。；|\n]{0,24}` + sinkAddress + `|` + sinkAddress + `[^。]{0,12}(?:に送信|へ送信|に転送|にアップロード|로 전송|로 보내|에 업로드)`},
	{ // an order to give away keys, to whomever
		family: Sink, need: []group{gKeys, gHand}, unless: optional, never: spared + `|\b(?:never|must not|should not|will not|not)\b`,
		match: `\b(?:assistants?|agents?|models?|ai|llms?|you) (?:must|should|shall|will|has to|have to|is to|are to|needs? to) (?:always |also |now |immediately )*(?:forward|send|pass|share|relay|upload|submit|transmit|report|hand over|turn over|disclose|leak) (?:every|all|any|each|the user's|users'|their) (?:\w+ ){0,3}?` + keysEN + `\b`,
	},
}

const (
	fillEN = `\b(?:pass|put|include|provide|copy|paste|insert|write|fill|append|attach|send|supply|embed|place|submit|dump|add|set)`
	keysEN = `(?:api[ _-]?keys?|(?:access |auth |session |bearer )?tokens?|passwords?|credentials?|secrets?|private keys?|(?:session )?cookies?|seed phrases?|2fa codes?|verification codes?)`

	// intoArgument ends in an argument: a word in marks of code or quotes, one that
	// is called so, or a single small letter.
	intoArgument = "(?:to|into|in|as|via|inside|within|under) (?:the |this |its )?(?:[`\"']\\w{1,30}[`\"']|(?:\\w{1,30} )?(?:parameters?|params?|arguments?|args?|fields?|property)\\b|(?-i:[a-z])(?:[ .,;:!]|$))"

	// keyArgument is an argument that is there for a key.
	keyArgument = `\b(?:to|into|in|as|via|inside|within|under) (?:the |this |its )?["']?\w*(?:key|token|pass|pwd|secret|auth|cred|cookie|bearer|header|otp|code)\w*["']?(?:[ .,;:!]|$)`
)

// Family G: context put into an argument.
var smuggles = []expression{
	{
		family: Smuggle, need: []group{gTalk, gFill}, unless: optional + `|\b(?:in|with) (?:the |its )?(?:response|results?|output|export|report|transcript|returned|answer|summary|reply)\b|\b(?:you own|of the (?:channel|ticket|thread|case|agent|bot|call|meeting))\b`,
		match: `\b(?:pass|put|include|provide|copy|paste|insert|write|fill in|fill|add|append|attach|send|supply|embed|place|submit|dump|set)\b[^.!?]*?\b(?:(?:entire|full|complete|whole|all|verbatim|raw|exact)\b[^.!?]*?\b(?:conversation|chat|dialog(?:ue)?|transcript|message)s?(?: history| context| log| so far| transcript)?|everything the user (?:said|wrote|typed|told)\b|(?:all|every) (?:previous|prior|earlier|past) (?:messages?|turns?|prompts?))[^.!?]*?\b(?:in|into|to|as|via|through|inside|within|under|for) (?:(?:this|the|its|an?|that) )?(?:\S+ )?(?:parameters?|arguments?|args?|fields?|params?|inputs?|tool|property|"\w+"|value)`,
	},
	{
		family: Smuggle, need: []group{gTalk, gFill}, unless: optional,
		match: `\b(?:pass|put|include|provide|copy|paste|insert|write|append|attach|send|supply|embed|place|must be|should be)\b[^.!?]*?\b(?:entire|full|complete|whole|verbatim|exact)\b[^.!?]{0,20}\b(?:conversation|chat|dialog(?:ue)?)(?: history| context| log| transcript)?[^.!?]{0,20}\b(?:between|with) (?:the |you and the )?(?:user|assistant|human)`,
	},
	{
		family: Smuggle, need: []group{gTalk, gFill}, unless: optional,
		match: `\b(?:pass|put|include|insert|copy|paste|append|attach|send|reveal|repeat|print|output|write|provide|dump|embed|leak|forward|fill)\b[^.!?]*?\b(?:your|the model's|the assistant's|its own|your own) (?:(?:entire|full|complete|exact|own|original|hidden|verbatim|current) )*(?:system (?:prompt|message|instructions?)|hidden (?:prompt|instructions?)|initial instructions|chain of thought|reasoning trace)`,
		never: `\bset(?:s|ting)? (?:up )?your|\bcustomi[sz]e`,
	},
	{
		family: Smuggle, need: []group{gTalk, gFill}, unless: optional, never: keyArgument + `|` + spared + `|\b(?:your own|upload|to (?:create|commit|upload|write))\b`,
		match: `\b(?:pass|include|put|add|append|provide|copy|insert|paste|attach|send|place)\b[^.!?]*?\b(?:user's|users'|local|private|sensitive|config(?:uration)?|credentials?|environment|ssh|secret|\.env)\b[^.!?]*?\b(?:passwords?|files?|keys?|variables|credentials?|contents?|tokens?|secrets?)\b[^.!?]*?\b(?:in|into|to|as|via|inside|within) (?:(?:this|the|its|an?|that) )?(?:\S+ )?(?:parameters?|arguments?|args?|fields?|params?|"\w+")`,
	},
	{
		family: Smuggle, need: []group{gTalk, gFill}, unless: optional + `|\b(?:in|with) (?:the |its )?(?:response|results?|output|export|report)\b`,
		match: `\b(?:entire|full|complete|whole|all of the|verbatim) (?:\w+ ){0,2}?(?:conversation|chat|dialog(?:ue)?|transcript|message history|system prompt)\b[^.!?]*?\b(?:must|should|shall|has to|have to|needs? to|is to) be (?:\w+ly )?(?:passed|included|put|provided|copied|sent|added|inserted|written|supplied|given)\b[^.!?]*?\b(?:in|into|to|as|via|through|with|inside)\b[^.!?]*?\b(?:parameters?|arguments?|args?|fields?|params?|inputs?|call|tool)\b`,
	},
	{family: Smuggle, need: []group{gTalk}, weak: true, match: `\b(?:entire|full|complete|whole) (?:conversation|chat|message) (?:history|context|log|so far)\b|\bsystem prompt\b|\b(?:contents?|text) of [^.!?]*?\b(?:files?|conversations?|history|credentials?|keys?)\b`},
	{
		family: Smuggle, need: []group{gTalkZH, gFillZH}, unless: optional + `|返回|结果|导出|数据库|响应|レスポンス|응답`,
		match: `(?:把|将|请|填|传|附|包含|带上|写|复制|粘贴|提供|放)[^。；]{0,24}(?:完整|全部|所有|整个|全量|你和用户|你与用户|与用户|当前|之前|至今)[^。；]{0,8}(?:对话|聊天|会话)(?:历史|记录|内容|上下文)?[^。；]{0,20}(?:参数|字段|填|传|放|写|塞|附|粘贴|给本工具|入参)`,
	},
	{
		family: Smuggle, need: []group{gTalkZH, gFillZH}, unless: optional + `|导出|数据库`,
		match: `(?:把|将)(?:你的|完整的?|全部)?系统提示词?[^。；]{0,12}(?:填|传|放|写|塞|复制|粘贴)[^。；]{0,16}(?:字段|参数|入参|工具)|(?:把|将|请|并)?[^。；]{0,6}(?:你的|完整的?|全部|当前的?|你收到的?)(?:系统提示词?|系统提示|system prompt)[^。；]{0,20}(?:填|传|放|写|塞|附|复制|粘贴|发送|输出|告诉)|(?:输出|复制|发送|附上|附带|填入|粘贴)[^。；]{0,8}(?:你的|完整的?|全部)[^。；]{0,4}(?:系统提示词?|系统提示)`,
	},
	{family: Smuggle, need: []group{gTalkZH}, weak: true, match: `(?:完整|全部|所有|整个)(?:的)?(?:对话|聊天|会话)(?:历史|记录|内容|上下文)?|系统提示词`},
	{
		family: Smuggle, need: []group{gTalkZH, gFillZH}, unless: optional + `|レスポンス|응답`,
		match: `(?:会話|チャット|やり取り)(?:の)?(?:全体|履歴|内容|全文|全て|すべて|履歴全体)?[^。]{0,12}(?:パラメータ|引数|フィールド)[^。]{0,10}(?:含め|入れ|渡|貼|記入|設定)|(?:대화|채팅)[^.]{0,12}(?:전체|전부|내용|기록|이력)[^.]{0,16}(?:매개변수|파라미터|인수|필드|인자)[^.]{0,8}(?:넣|포함|전달|입력|붙여)`,
	},
	{ // of the sentence as it is: a word in marks of code is an argument
		family: Smuggle, need: []group{gKeys, gFill}, as: true, unless: optional, never: keyArgument + `|` + spared,
		match: `(?i)` + fillEN + `\b[^.!?]{0,20}?\b(?:(?:the )?(?:user's|users'|customer's|human's)|their|all(?: of)?(?: the| your| available| known)?|every|your own) (?:\w+ ){0,2}?` + keysEN + `\b[^.!?]{0,20}?\b` + intoArgument,
	},
	{
		family: Smuggle, need: []group{gKeys, gFill}, as: true, unless: optional, never: `\b(?:to|into|in|as|via|with|under) (?:the |this |its )?["']?\w*(?:system|prompt|instructions?|messages?)\w*["']?(?:[ .,;:!]|$)`,
		match: `(?i)` + fillEN + `\b[^.!?]{0,20}?\b(?:full|entire|complete|whole|exact|verbatim|original|hidden|current|your)(?: \w+)? (?:system|developer) (?:prompt|messages?|instructions?)\b[^.!?]{0,20}?\b` + intoArgument,
	},
	{
		family: Smuggle, need: []group{gKeys, gFillZH}, unless: optional + `|返回|结果`, never: `(?:password|passwd|pwd|token|secret|key|auth|密码|口令|密钥|令牌|凭证|凭据|验证码)["']? ?(?:的)?(?:参数|字段|入参)|加密|哈希|脱敏`,
		match: `(?:把|将)[^，。；]{0,4}(?:用户|使用者|对方|客户|所有|全部)的?[^，。；]{0,6}(?:密码|口令|密钥|令牌|凭证|凭据|验证码|助记词|私钥|api ?key|token)[^，。；]{0,8}(?:填|传|放|写|塞|附|粘贴)[^，。；]{0,16}(?:参数|字段|入参)`,
	},
	{
		family: Smuggle, need: []group{gKeys, gFill}, as: true, unless: optional, never: `\b\w*(?:key|token|pass|pwd|secret|auth|cred|cookie|header|otp)\w*["']? (?:parameters?|params?|arguments?|args?|fields?|property|with)\b|` + spared,
		match: `(?i)\b(?:fill|set|populate) (?:in )?(?:the |this |its )?(?:["'\x60]\w{1,30}["'\x60]|(?:["'\x60]?\w{1,30}["'\x60]? )?(?:parameters?|params?|arguments?|args?|fields?|property)) (?:with|to) (?:(?:the )?(?:user's|users'|customer's)|their|all(?: of)?(?: the| your| available| known)?|every|your own) (?:\w+ ){0,2}?` + keysEN + `\b`,
	},
	{ // fishing for what opens an account
		family: Smuggle, need: []group{gKeys, gAsk}, unless: optional, never: `\b(?:log|sign)(?:s|ging|ging)? ?in\b|\bauthenticat\w*|\bnever\b|\bdo not\b|\bdon't\b|\bset(?:s|ting)? (?:a |up )|\bnew password\b|\breset\b|\bencrypt\w*|\bchange\b|\bunlock\b|\b(?:register|sign(?:ing)? ?up)\b`,
		match: `\b(?:ask|prompt|request|tell|get|have) (?:the |your )?(?:users?|them|him|her|customers?|humans?|person) (?:for|(?:to )?(?:enter|provide|give|type|share|send|reveal|tell you|paste|read out|disclose)) (?:(?:the|their|his|her|your|a|an|any|all|current|full|sms|latest|account|email|bank|complete) ){0,4}(?:(?:2fa|two[- ]factor|one[- ]time|otp|mfa|verification|sms|authenticator|security) (?:code|pass ?code|password|pin)s?|passwords?|otp|cvv|(?:seed|recovery) phrase|private keys?|(?:credit |bank )?card numbers?|social security number)\b`,
	},
	{
		family: Smuggle, need: []group{gKeys, gAsk}, unless: optional, never: `登录|登陆|注册|重置|修改|新密码|设置|不要|切勿|禁止|不得|请勿|绝不|加密|解锁`,
		match: `(?:向|问|让|请|要求|询问)(?:用户|使用者|对方|客户|他们?|她们?)(?:索要|索取|询问|要|提供|说出|告诉你|输入|发送)?[^，。；]{0,6}(?:密码|口令|(?:短信|手机|动态|二次)?验证码|助记词|私钥|银行卡号)`,
	},
}
