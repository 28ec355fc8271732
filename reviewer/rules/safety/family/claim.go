package family

// innocent marks a sentence in which a word of harm is the matter of a product for
// security, or has another sense: sport, finance, medicine, angling.
const (
	innocent   = `\b(?:detect\w*|scan\w*|analy\w+|prevent\w*|block\w*|protect\w*|monitor\w*|alert\w*|identif(?:y|ies|ication)|classif\w*|quarantin\w*|threats?|intelligence|indicators?|iocs?|famil(?:y|ies)|signatures?|awareness|training|simulat\w*|quiz\w*|defen[cds]\w*|anti-?\w*|mitre|att&ck|cve|vulnerab\w*|incidents?|investigat\w*|reputation|suspicious|suspected|risks?|mitigat\w*|against|feeds?|sandbox\w*|advisor\w*|abuse|verdict|virustotal|forensic\w*|triage|hunt\w*|attempts?|warn\w*|secur\w+ (?:audit|scan|review|check)\w*)\b|\b(?:lists?|search\w*|quer(?:y|ies)|looks? ?up|check\w*|reports?|remov\w*|clean\w*|statistics|categor\w*|respond\w*)\b[^.]*\b(?:exfil|keylog|ransom|backdoor|reverse shell|harvest|steal|stolen|botnet|rootkit|malware|phish|spyware|trojan|keystroke)|检测|识别|防|查杀|拦截|扫描|举报|预警|分析|监测|监控|清除|情报|是否|查询|告警|风险|威胁|演练|模拟|培训|案例|科普|新闻|统计|排查|审计`
	otherSense = `\b(?:per game|rebounds?|assists?|players?|nba|baseball|bases?|points|roth|ira|ipo|listings?|admissions?|door|bus|angling|fishing|horse|sculpture|film|song|lyrics|deal|bargain|show|thunder)\b|钓鱼(?:地|点|场|岛|比赛|佬|竿|天气|指数|爱好|水域|活动)|木马(?:雕塑|展|病毒库|旋转)?(?:屠城|电影|展|雕塑|乐园)|旋转木马|特洛伊|后门(?:上车|下车|进|出|停车)|勒索信`
)

// Rule SEC-005: the text says that the tool does harm.
var malices = []expression{
	{family: Malice, need: []group{gHarm, gVictim}, never: innocent + `|` + otherSense, match: `\b(?:exfiltrat(?:e|es|ing)|steal(?:s|ing)?|harvest(?:s|ing)?)\b(?: \w+){0,5}? (?:data|files?|credentials?|passwords?|tokens?|cookies?|sessions?|keys?|wallets?|secrets?|identit(?:y|ies)|accounts?|documents?|information|e-?mails?|records|contents?|conversations?|profiles?|histor(?:y|ies))\b|\bstolen (?:data|files?|credentials?|passwords?)\b`},
	{family: Malice, need: []group{gHarm, gVictim}, never: innocent + `|` + otherSense, match: `\b(?:inject|deploy|install|plant|spread|generate|create|build|drop|launch|upload|execute|run|deliver|embed|add|write)(?:s|es|ing)?\b(?: \w+){0,4}? (?:malware|ransomware|backdoors?|rootkits?|botnets?|keyloggers?|spyware|trojans?)\b`},
	{family: Malice, need: []group{gHarm, gVictim}, never: innocent, match: `\b(?:open|spawn|start|establish|create|send|connect|launch|generate)(?:s|es|ing)?\b(?: \w+){0,4}? reverse shells?\b|\b(?:log|record|capture)(?:s|ing)?\b(?: \w+){0,3}? keystrokes\b|\bkeylog(?:s|ger that|ging)\b|\bcredential harvest(?:er|ing)\b|\b(?:send|create|generate|launch|build)(?:s|ing)? (?:\w+ ){0,2}?phishing (?:e-?mails?|pages?|kits?|campaigns?|sites?|messages?|links?)\b`},
	{family: Malice, need: []group{gHarmZH}, never: innocent + `|` + otherSense, match: `(?:窃取|盗取|盗用)[^，。；,;]{0,10}(?:用户|密码|凭证|凭据|数据|账号|账户|令牌|信息|隐私|cookie|文件|私钥|钱包|聊天|照片|通讯录)|(?:植入|安装|投放|上传|传播|生成|留下|部署)[^，。；,;]{0,8}(?:后门|木马|勒索|病毒|键盘记录)|(?:制作|生成|发送|发起|搭建|群发)[^，。；,;]{0,8}钓鱼(?:邮件|网站|页面|攻击|链接|短信)|键盘记录器|(?:控制|利用)(?:肉鸡|僵尸网络)|(?:对|向)[^，。；,;]{0,8}(?:实施|进行)勒索`},
}

const ourselves = `(?:this|our|the) (?:\w+ ){0,2}?(?:tool|server|plugin|extension|mcp|integration|connector|app|listing|service)`

// Rules SEC-020 to SEC-022: words about the market and its doings.
var claims = []expression{
	{family: Foreign, need: []group{gMounted}, quoted: true, match: `(?:^|[^\w./:@-])(?:ext\.[a-z0-9_-]+|(?:market|ui)\.[a-z]\w*)\b`},
	{
		family: Approval, need: []group{gClaim},
		match: `\b` + ourselves + ` (?:is|was|has been|have been|are|comes|already)(?: \w+){0,3}? (?:pre-?)?(?:approved|verified|audited|certified|endorsed|whitelisted|trusted) (?:by|and|as|for|to)\b|\b(?:already |pre-?|officially |fully )?(?:approved|verified|audited|certified|endorsed|whitelisted) by (?:the |our )?(?:market|marketplace|app ?store|store|platform|reviewers?|moderators?|security team|system administrator|administrators?|admins?|anthropic|openai|claude|google|microsoft|apple)\b|^\W*(?:pre-?|already |officially )?(?:approved|verified|audited|certified) by (?:the )?(?:\w+ ){0,3}(?:market|team|platform|store|security|officials?)\b`,
		never: `\b(?:whether|checks? if|returns? (?:true )?if|must be|needs to be|should be|until|unless|once|if)\b`,
	},
	{
		family: Approval, need: []group{gClaim},
		match: `\bsafe to (?:auto-?)?(?:run|execute|approve|call)(?: automatically| without| always|[.,;!]|$)|(?:^|[.;:!,] ?|\b(?:and|so|as|with|since|because|there is) )no (?:(?:further |additional )*confirmations?|(?:user|human)(?:'s)? (?:confirmation|approval|permission|consent)s?) (?:is |are )?(?:needed|required|necessary)\b|\b(?:skip|bypass|omit) (?:the |any |all )?(?:user|human|safety|approval|permission) (?:confirmation|approval|prompts?|checks?|dialogs?)\b|\b(?:call|run|use|execute|invoke|proceed)(?: \w+){0,3} without (?:the |any |user |asking (?:for )?|waiting for |requesting )*(?:confirmation|confirming|approval|permission|asking)\b|\bauto-?approve (?:this|all)\b`,
		never: `\b(?:never|do not|don't|must not|cannot|should not|idempotent|migrations?|multiple times|repeatedly|re-?run)\b|\b(?:e-?mail|browser|dialog window|whether|if (?:true|set))\b|--yes|\bprompt (?:flag|option)`,
	},
	{
		family: Approval, need: []group{gClaimZH}, never: `收货|订单|邮件|身份证|检查|查询|是否|未|需要|药品|企业|账号`,
		match: `(?:无需|不需要|不用|无须|跳过|免)(?:再)?(?:经过?)?(?:用户|人工|再次|任何|二次|您)?(?:的)?(?:确认|授权|同意|审批)(?:即可|就|便|直接|自动)?(?:可以|可|能)?(?:安全)?(?:运行|执行|调用|使用|操作|$|[，。；！,;!])|(?:本|该|此|这个)(?:工具|插件|服务器?|接口|工具包)[^。；]{0,12}(?:已(?:经)?|通过)(?:了)?[^。；]{0,8}(?:审核|认证|安全检测|验证|授权)|已(?:经)?通过(?:了)?(?:官方|安全|平台|市场|应用)[^。；]{0,6}(?:审核|认证|检测|验证)(?:[，。；！,;!]|$)|(?:^|[，。；！,;! ])(?:市场|平台|应用)?官方(?:认证|审核|推荐)(?:[，。；！、,;!]|$|工具|插件)|自动授权(?:本|该|此|调用|执行|[，。,]|$)`,
	},
	{
		family: Powers, need: []group{gMarket},
		match: `\bmarket\.(?:install|enable|disable|uninstall|submit|update|rate|review|refresh)\w*|\b(?:install|enable|activate|update|download) (?:the |another |other |our |this |my )+(?:\w+ ){0,3}?(?:plugins?|servers?|extensions?|tool packs?|packages?|listings?) (?:\w+ ){0,4}?(?:from|in|on|via|through) (?:the |this )?(?:app )?(?:market(?:place)?|store)\b|\b(?:give|award) (?:this|our|the) (?:\w+ )?(?:tool|server|plugin|listing|app) (?:an? )?(?:five|5)[- ]stars?|\b(?:give|leave|submit|rate|write)\b[^.!?]{0,30}\b(?:five|5)[- ]stars?(?: \w+)? ?(?:rating|review)?s?\b[^.!?]{0,30}\b(?:this|our) (?:tool|server|plugin|listing|app)|\b(?:rate|review) this (?:tool|server|plugin|listing) (?:with |at )?(?:five|5)\b`,
	},
	{
		family: Powers, need: []group{gMarketZH}, never: `如需|若需|如果需要|可以通过|可通过|wordpress|jenkins|浏览器|vscode|ide\b|是否|查询|列出|网站|站点|jira|grafana`,
		match: `(?:先|请|必须|务必|应|自动|建议|需要?|再|并|然后|并且|帮用户|为用户)[^，。；,;]{0,6}(?:安装|启用|开启|更新)(?:本|该|此|其他|其它|另一?个?|我们的?)(?:的)?[^，。；,;]{0,6}?(?:插件|工具包|服务器|工具)|(?:安装|启用)(?:本|其他|其它)(?:插件|工具包|服务器)|(?:给|为)(?:本|此|该|我们)[^，。；,;]{0,6}(?:五星|好评|5星)|(?:在|从|到)(?:应用)?市场(?:中|里|上)?(?:安装|启用|提交|评分)`,
	},
	{
		family: Approval, need: []group{gClaim},
		match: `(?:^\W*|\b(?:because|since|as|assume(?: that)?|that) )(?:the |your )?users? (?:has|have|had|is|are)(?: \w+)? (?:(?:already|previously) (?:\w+ )?(?:agreed|consented|approved|authorized|accepted|given (?:\w+ )?(?:consent|permission|approval))|(?:agreed|consented|approved|authorized|given (?:\w+ )?(?:consent|permission|approval)) (?:in advance|already|beforehand|to everything))\b|\b(?:the |your )?users? (?:has |have )?(?:already|previously) (?:\w+ )?(?:agreed|consented|given (?:\w+ )?(?:consent|permission|approval))\b|\b(?:never|do not|don't|no need to) ask (?:(?:the |your )?users? |them |again )?for (?:\w+ )?(?:confirmation|approval|permission|consent)\b`,
		never: `\b(?:if|when|whether|once|after|until|unless|only|ensure|make sure|check\w*|verify|returns?|must have|where|lists?|ask(?:ed)? for (?:e-?mail|push))\b`,
	},
	{
		family: Approval, need: []group{gClaimZH}, never: `如果|若|是否|当|查询|检查|确保|之后|后才`,
		match: `用户(?:已经?|早已|都已)(?:事先|提前|预先|全部|明确)?(?:同意|授权|许可|确认)[^。；]{0,12}(?:不要|无需|不用|不必|别|勿|不得)(?:再|再次)?(?:询问|征求|确认|请求|问)|(?:不要|切勿|请勿|不得|绝不)(?:再|再次)?(?:向用户)?(?:询问|征求|请求)(?:用户)?(?:的)?(?:确认|同意|许可|授权|意见)`,
	},
}
