package family

import (
	"regexp"
	"sync"

	"marketd/reviewer/pattern"
	"marketd/reviewer/rules/safety/keyword"
	"marketd/reviewer/rules/safety/view"
)

// group is a set of keywords that stand for one thing, often only their stems,
// in the folded form of [view.Folded].
type group uint8

// The groups. Those of urgency stand one after another, see [Urgent].
const (
	gImportant group = iota
	gCrucial
	gCritical
	gVital
	gUrgent
	gIgnore
	gDisregard
	gOverride
	gBypass

	gDrop   // to stop following
	gOrder  // instructions
	gDropZH // the same two in Chinese, Japanese and Korean
	gOrderZH
	gNot // no, never, without
	gTell
	gUser
	gCovert
	gNotZH
	gUserZH
	gCovertZH
	gPath // files of credentials
	gSend
	gLoot // what is worth sending
	gSink // where to
	gSendZH
	gTag
	gDialogue
	gBefore
	gMust
	gTool
	gOther
	gCall
	gToolZH
	gOtherZH
	gFill
	gTalk
	gFillZH
	gTalkZH
	gRole
	gRoleZH
	gHarm
	gVictim
	gHarmZH
	gClaim
	gClaimZH
	gMounted
	gMarket
	gMarketZH
	gDropES
	gNotES
	gDropFR
	gNotFR
	gDropDE
	gTellDE
	gDropRU
	gOrderRU
	gNotRU
	gUserRU
	gTalkRU
	gToolRU
	gToolES
	gToolFR
	gToolDE
	gPutES
	gPutFR
	gPutDE
	gOrderFRDE
	gUserES
	gUserFR
	gUserDE
	gLootMore
	gSendMore
	gPrompt
	gDropFar // stems in the languages of furtherLanguages
	gOrderFar
	gTellFar
	gUserFar
	gBetween // a secret of two
	gKeys    // what opens an account
	gAsk
	gSide   // to call behind the user's back
	gEvery  // on every turn
	gTurnZH // the same in Chinese
	gVoidZH // what becomes of earlier instructions
	gDown   // what is said of other tools
	gHand   // to hand over
	gShun   // not to use
	groups
)

// keywords are the keywords of each group.
var keywords = [groups][]string{
	gImportant: {"important"}, gCrucial: {"crucial"}, gCritical: {"critical"}, gVital: {"vital"}, gUrgent: {"urgent"},
	gIgnore: {"ignore"}, gDisregard: {"disregard"}, gOverride: {"override"}, gBypass: {"bypass"},

	gDrop:     {"ignor", "disregard", "forget", "overrid", "bypass", "follow", "obey", "supersed", "precedence", "priority", "outrank", "discard", "abandon", "set aside", "violat", "attention", "replace", "void", "revoked", "lifted", "no longer", "cancel", "obsolete", "suspended", "invalid", "throw", "circumvent", "comply"},
	gOrder:    {"instruc", "istruzion", "regla", "regra", "regole", "ordenes", "ordens", "indicacion", "directric", "diretriz", "comando", "orientac", "system message", "developer message", "what the", "whatever", "prompt", "guideline", "guidance", "rule", "directi", "command", "safeguard", "guardrail", "constraint", "restriction", "polic", "everything", "anything", "what you", "you were", "you have been", "above", "training", "programming", "orders"},
	gDropZH:   {"忽略", "无视", "忘记", "忘掉", "忘却", "理会", "别管", "不用管", "遵守", "遵循", "抛弃", "丢弃", "覆盖", "绕过", "跳过", "作废", "不再有效", "忘れ", "破棄", "従わ", "무시", "잊", "따르지"},
	gOrderZH:  {"指令", "指示", "提示", "规则", "要求", "命令", "设定", "准则", "约束", "限制", "规定", "策略", "プロンプト", "指図", "ルール", "规则", "지시", "지침", "명령", "프롬프트", "규칙"},
	gNot:      {"not ", "n't", "dont ", "never", "avoid", "refrain", "without", "hide ", "conceal", "keep ", "withhold", "cannot", "nothing", "no need", "unaware", "suppress", "in the dark", "oblivious", "uninformed", "out of the loop"},
	gTell:     {"tell", "told", "mention", "inform", "notif", "reveal", "disclos", "alert", "warn", "show", "display", "know", "say", "bring ", "acknowledg", "discuss", "aware", "notic", "secret", "from", "expos", "consent", "permission", "realiz", "find out", "dark", "loop", "suspect", "discover", "learn"},
	gUser:     {"user", "human", "customer", "person", "anyone", "client", "operator"},
	gCovert:   {"secretly", "covert", "stealth", "surreptitious", "silently", "quietly", "discreet", "behind the scenes", "invisibl"},
	gNotZH:    {"不要", "不得", "不可", "不能", "禁止", "切勿", "勿", "别", "不许", "绝不", "无需", "不必", "不应", "不用", "不知", "未察觉", "没有察觉", "隐瞒", "保密", "隐藏", "瞒", "ないで", "ない", "ずに", "内緒", "秘密", "지 말", "지말", "지 마", "지마", "않", "모르게", "몰래"},
	gUserZH:   {"用户", "使用者", "对方", "客户", "人类", "ユーザ", "利用者", "사용자", "유저", "이용자"},
	gCovertZH: {"悄悄", "偷偷", "暗中", "暗地", "秘密", "私下", "不知情", "未察觉", "不知道", "こっそり", "密かに", "몰래"},
	gPath:     {"/.ssh", "\\.ssh", "/.aws", "/.kube", "/.gnupg", "/.docker", ".netrc", ".npmrc", ".pypirc", ".pgpass", "id_rsa", "id_ed25519", "id_ecdsa", "id_dsa", "/etc/passwd", "/etc/shadow", "/etc/sudoers", "/etc/gshadow", "mcp.json", "claude_desktop_config", "wallet.dat", ".env", ".pem", "*.key", "authorized_keys", "keychain", "_history", ".git-credentials", "/proc/self", "login data", "/.config/gcloud", "/.azure", "cookies.sqlite", "private key", "seed phrase", "私钥", "助记词"},
	gSend:     {"send", "sent", "post", "upload", "transmit", "forward", "exfil", "leak", "pipe", "curl", "wget", "bcc", "deliver", "ship", "dump", "relay", "email", "submit", "copy", " | nc ", "netcat", "push"},
	gLoot:     {"conversation", "chat", "history", "password", "credential", "secret", "token", "key", "file", "content", "data", "message", "prompt", "everything", "result", "output", "mail", "cookie", "environment", "everything", "information", "address book", "contacts", "transcript", "response", "wallet", "it to"},
	gSink:     {"http", "ftp", "wss:", "curl -", "wget", "| nc", "| sh", "| bash", ".com", ".net", ".org", ".io", ".cn", ".ru", ".de", ".fr", ".co", ".me", ".xyz", ".top", ".info", ".dev", ".app", ".ai", ".cc", ".tk", ".uk", ".jp", ".example", "external", "remote", "attacker", "third party", "third-party", "outside", "off-site", "offsite", "webhook", "netcat"},
	gSendZH:   {"发送", "上传", "转发", "提交", "回传", "抄送", "同步到", "发到", "发给", "传到", "外发", "送信", "アップロード", "転送", "전송", "업로드", "보내"},
	gTag:      {"important>", "system>", "critical>", "urgent>", "instruction>", "instructions>", "secret>", "hidden>", "admin>", "assistant>", "sys>", "developer>", "system_prompt>", "system-reminder>", "<!--", "[system", "[hidden", "[admin", "[secret", "|||", "system override", "system:", "system prompt:", "admin:", "override:", "instruction:", "</description", "</tool", "</function", "重要>", "系统>", "【系统", "[系统", "【隐藏", "系统提示】", "### system", "### instruction", "</s>"},
	gDialogue: {"<|im", "<| im", "<|sys", "<| sys", "<|assist", "<| assist", "<|user", "<| user", "<|tool", "<|end", "<|begin", "<|start", "<|eot", "<|channel", "<|message", "[inst", "[/inst", "[ inst", "[ /inst", "<<sys", "<< sys", "<</sys", "_of_turn>"},
	gBefore:   {"before", "prior to"},
	gMust:     {"must", "always", "has to", "have to", "need to", "needs to", "should", "shall", "call this", "use this", "run this", "invoke this"},
	gTool:     {"tool", "function", "server", "plugin", "integration", "connector", "mcp", "action"},
	gOther:    {"other", "any ", "all ", "every", "each", "first", "else", "instead", "whenever", "regardless", "no matter", "official", "built-in", "builtin", "native", "default"},
	gCall:     {"call", "use", "using", "used", "invok", "run", "execut", "trust", "rely"},
	gToolZH:   {"工具", "插件", "服务器", "函数", "ツール", "도구", "툴"},
	gOtherZH:  {"其他", "其它", "别的", "另外", "任何", "所有", "无论", "不管", "他の", "ほかの", "全ての", "すべての", "다른", "모든"},
	gFill:     {"pass", "put", "includ", "provid", "copy", "paste", "insert", "write", "fill", "add", "append", "attach", "send", "supply", "embed", "place", "submit", "dump", "repeat", "reveal", "print", "output", "contain", "must be", "should be", "forward", "set "},
	gTalk:     {"conversation", "chat", "dialog", "transcript", "system prompt", "system message", "system instruction", "message history", "context window", "contents of", "content of", "user's", "everything the user", "previous messages", "all messages", "prior messages", "credentials", "environment variables", "reasoning", "hidden instruction", "hidden prompt", "initial instruction", "chain of thought", "own instruction"},
	gFillZH:   {"填", "传入", "传给", "传到", "传递", "放入", "放到", "放进", "放在", "写入", "写到", "写进", "附", "提供", "包含", "带上", "复制", "粘贴", "塞", "含め", "入れ", "渡", "貼", "記入", "넣", "포함", "전달", "입력", "붙여", "输出", "发送"},
	gTalkZH:   {"对话", "聊天", "会话", "系统提示", "上下文", "聊天记录", "会話", "チャット", "やり取り", "システムプロンプト", "대화", "채팅", "시스템 프롬프트"},
	gRole:     {"you are now", "you're now", "new instruction", "new directive", "act as", "behave as", "operate as", "new rules", "new orders", "pretend", "jailbr", "developer mode", "god mode", "dan mode", "from now on", "unrestricted", "you must now", "you will now", "your new role", "your new task", "no longer bound", "debug mode", "admin mode"},
	gRoleZH:   {"你现在是", "从现在开始", "从现在起", "从此刻", "你的新", "新的指令", "开发者模式", "越狱", "今からあなた", "あなたは今", "이제부터"},
	gHarm:     {"exfil", "keylog", "ransomware", "backdoor", "reverse shell", "harvest", "steal", "stolen", "botnet", "c2 server", "rootkit", "malware", "phish", "spyware", "trojan", "keystroke", "credential stuff", "brute forc", "brute-forc"},
	gVictim:   {"data", "file", "credential", "password", "token", "cookie", "session", "key", "wallet", "secret", "identit", "account", "inject", "deploy", "install", "plant", "spread", "generat", "creat", "build", "drop", "launch", "upload", "execut", "open", "spawn", "start", "establish", "document", "information", "email", "records", "content", "send", "captur", "record", "log ", "logs", "victim", "connect", "add", "conversation", "histor"},
	gHarmZH:   {"窃取", "后门", "木马", "勒索", "盗取", "盗用", "钓鱼", "键盘记录", "撞库", "挖矿", "肉鸡", "僵尸网络"},
	gClaim:    {"approved", "verified", "audited", "certified", "safe to", "no confirmation", "confirmation", "confirm", "trusted by", "auto-approve", "pre-approved", "already approved", "endorsed", "whitelisted", "no approval", "no permission", "no user", "no human", "without asking", "without waiting", "without requesting", "without any", "without the", "without user", "without approval", "without permission", "the user approval", "safety check", "approval check", "proceed", "agreed", "consented", "given consent", "given permission", "given approval", "authorized", "never ask", "not ask", "n't ask", "need to ask"},
	gClaimZH:  {"确认", "认证", "审核", "自动授权", "已授权", "询问", "征求", "同意", "安全检测", "免审", "官方"},
	gMounted:  {"ext.", "market.", "ui."},
	gMarket:   {"market", "this plugin", "this server", "tool pack", "app store", "rating", "five star", "5 star", "five-star", "5-star"},
	gMarketZH: {"安装", "启用", "开启", "五星", "好评", "提交到市场", "更新本"},

	gDropES:    {"ignor", "olvid", "descart", "omiso", "esquec", "desconsider", "dimentic", "desobedec", "no sigas", "pasa por alto", "nao siga"},
	gNotES:     {"no le", "no se", "no inform", "no dig", "no cuent", "no menc", "no revel", "no avis", "no comun", "no notif", "no muestr", "sin que", "sin el conoc", "sin conoc", "sin inform", "ocult", "nao ", "sem que", "sem o conhec", "sem conhec", "sem inform", "escond", "esconda", "non dire", "non inform", "non menz", "non riv", "senza che", "all'insaputa", "nunca "},
	gDropFR:    {"ignore", "oubli", "compte", "abstraction", "neglig", "passe outre", "passez outre", "ne suis", "ne suivez", "ne respecte"},
	gNotFR:     {"ne ", "n'a", "n'e", "n'i", "n'u", "insu", "sans ", "cache"},
	gDropDE:    {"ignorier", "vergiss", "vergess", "missacht", "beacht", "befolg", "verwirf"},
	gTellDE:    {"sag", "erzahl", "teil", "verrat", "inform", "erwahn", "benachrichtig", "verheimlich", "verschweig", "ohne wissen", "ohne dass", "ohne kenntnis"},
	gDropRU:    {"игнорир", "забуд", "не след", "не обращ", "отбрось", "не выполн", "пренебрег"},
	gOrderRU:   {"инструкц", "указан", "команд", "правил", "промпт", "подсказ", "распоряжен"},
	gNotRU:     {"не ", "скро", "скры", "утаи", "без ведома", "втаине", "таином", "ничего"},
	gUserRU:    {"пользовател", "юзер"},
	gTalkRU:    {"переписк", "диалог", "разговор", "историю чата", "историю сообщ", "системныи промпт"},
	gToolRU:    {"инструмент", "функци", "плагин"},
	gOrderFRDE: {"instruc", "consigne", "directive", "regle", "ordre", "invite", "prompt", "anweisung", "instrukt", "befehl", "regeln", "vorgabe", "richtlinie"},
	gUserES:    {"usuari", "utilizador", "utent", "cliente"},
	gUserFR:    {"utilisat"},
	gUserDE:    {"nutzer", "anwender", "dem user", "den user"},
	gLootMore:  {"contrasen", "senha", "credenc", "conversa", "histori", "mot de passe", "mots de passe", "identifiant", "passwort", "zugangsdaten", "gesprach", "unterhaltung", "chatverlauf", "archivo", "arquivo", "fichier", "dateien", "парол", "переписк", "диалог", "разговор", "учетн", "фаил", "токен", "ключ"},
	gSendMore:  {"envi", "sube", "mand", "invia", "envo", "transmet", "sende", "schick", "lade", "отправ", "перешл", "загруз", "переда"},
	gToolES:    {"herramient", "ferrament", "strument", "conversac", "conversa", "chat"},
	gToolFR:    {"outil", "conversation", "discussion", "chat"},
	gToolDE:    {"werkzeug", "tool", "unterhaltung", "gesprach", "chatverlauf", "konversation"},
	gPutES:     {"inclu", "pon ", "ponga", "coloc", "copi", "pega", "peg ", "escrib", "escrev", "envi", "pasa", "passe", "adjunt", "anex", "insert", "usar", "use", "usa", "utili", "llam", "cham", "invoc"},
	gPutFR:     {"inclu", "mets", "mettez", "inser", "copi", "coll", "ecri", "envo", "passe", "ajout", "fourni", "utilis", "appel"},
	gPrompt:    {"prompt de sistema", "prompt do sistema", "prompt del sistema", "prompt di sistema", "mensaje de sistema", "mensaje del sistema", "mensagem do sistema", "messaggio di sistema", "prompt systeme", "invite systeme", "invite de systeme", "message systeme", "system-prompt", "systemprompt", "system prompt", "системныи промпт", "システムプロンプト", "시스템 프롬프트", "시스템프롬프트"},
	gPutDE:     {"fug", "gib", "geben", "schreib", "kopier", "trag", "leg", "send", "ubergib", "ubermittl", "verwend", "benutz", "nutz", "ruf"},
	gDropFar:   {"تجاهل", "انس", "تجاوز", "لا تتبع", "لا تلتزم", "نادیده", "فراموش", "رعایت نکن", "התעלמ", "התעלם", "שכח", "अनदेख", "नज़रअंदाज", "नजरअंदाज", "उपेक्षा", "भूल", "สนใจ", "ละเว้น", "เพิกเฉย", "ลืม", "มองข้าม", "bo qua", "phot lo", "quen", "khong tuan", "khong lam theo", "abaikan", "lupakan", "jangan", "yok say", "unut", "goz ardi", "gormezden", "dikkate alma", "uyma", "ignoruj", "zapomn", "pomin", "stosuj", "przestrzegaj", "wykonuj", "negeer", "vergeet", "volg niet", "zapomen", "nedodrzuj", "ignorera", "glom ", "bortse", "strunta", "ігнор", "забудь", "не зважа", "не викону", "не дотрим", "відкинь"},
	gOrderFar:  {"تعليمات", "أوامر", "إرشادات", "توجيهات", "قواعد", "دستور", "راهنما", "قوانین", "הוראות", "הנחיות", "פקודות", "כללים", "निर्देश", "आदेश", "नियम", "คำสั่ง", "คำแนะนำ", "กฎ", "huong dan", "chi dan", "chi thi", "lenh", "quy tac", "yeu cau", "instruksi", "perintah", "petunjuk", "aturan", "arahan", "prompt", "talimat", "yonerge", "komut", "kural", "istem", "instrukcj", "polece", "wytyczn", "zasad", "regul", "instructie", "opdracht", "aanwijzing", "regels", "richtlijn", "pokyn", "instrukc", "prikaz", "pravid", "instruktion", "anvisning", "order", "regler", "direktiv", "інструкц", "вказівк", "команд", "правил", "наказ"},
	gTellFar:   {"تخبر", "تقل", "تذكر", "تبلغ", "تكشف", "تعلم", "علم", "معرفة", "نگو", "اطلاع ند", "خبر ند", "תספר", "תגיד", "תודיע", "תגלה", "תזכיר", "לספר", "לגלות", "להודיע", "ידיעת", "बता", "कह", "सूचित", "บอก", "แจ้ง", "เปิดเผย", "เล่า", "กล่าวถึง", "noi", "bao", "tiet lo", " ke ", "nhac", "beri tahu", "beritahu", "katakan", "sebutkan", "ungkapkan", "mengatakan", "sepengetahuan", "soyleme", "bahsetme", "haber verme", "bildirme", "belli etme", "nie mow", "informuj", "wspominaj", "ujawniaj", "powiadamiaj", "zdradzaj", "bez wiedzy", "vertel", "zeg ", "meld", "informeer", "zonder medeweten", "non dir", "non parlar", "non inform", "non rivel", "non menz", "non avvis", "nerikej", "nezminuj", "neprozra", "nesdeluj", "neoznamuj", "bez vedomi", "beratta", "sag ", "informera", "avsloja", "meddela", "vetskap", "не кажи", "не кажіть", "не говори", "не повідомл", "не розпов", "не згаду", "не інформу", "не розкрива", "без відома"},
	gUserFar:   {"مستخدم", "کاربر", "משתמש", "उपयोगकर्ता", "यूज", "ผู้ใช้", "nguoi dung", "nguoi su dung", "pengguna", "user", "kullanici", "uzytkownik", "gebruiker", "utent", "uzivatel", "anvandare", "користувач", "юзер"},
	gBetween:   {"between us", "between you and", "between ourselves", "between the two of us", "little secret", "our secret"},
	gKeys:      {"password", "passcode", "passphrase", "api key", "api-key", "apikey", "api_key", "token", "credential", "secret", "private key", "cookie", "2fa", "two-factor", "two factor", "one-time", "verification code", "otp", "seed phrase", "recovery phrase", "cvv", "card number", "social security", "system prompt", "system message", "system instruction", "developer message", "developer prompt", "密码", "口令", "密钥", "令牌", "凭证", "凭据", "验证码", "助记词", "私钥", "token"},
	gAsk:       {"ask ", "prompt the", "request the", "get the user", "tell the", "inform ", "have the", "have them", "tell them", "索要", "询问", "要求", "让用户", "请用户", "问用户", "向用户"},
	gSide:      {"silently", "secretly", "covertly", "quietly", "discreetly", "stealthily", "surreptitiously"},
	gEvery:     {"every ", "each ", "any "},
	gTurnZH:    {"每次", "每一次", "每轮", "每个", "任何", "所有"},
	gVoidZH:    {"当作", "视为", "当成", "视作", "看作", "作废", "无效", "失效", "服从", "废除"},
	gDown:      {"unavailable", "not available", "broken", "down", "deprecated", "unsafe", "disabled", "offline", "do not work", "don't work", "不可用", "不能用", "无法使用", "失效", "停用", "坏", "不可信", "不安全"},
	gHand:      {"forward", "send", "pass ", "share", "relay", "upload", "submit", "transmit", "report", "hand over", "disclose", "leak", "turn over"},
	gShun:      {"not us", "not call", "not invok", "n't us", "n't call", "n't invok", "dont us", "dont call", "dont invok", "never us", "never call", "never invok", "avoid us", "avoid call", "avoid invok", "stop us", "stop call", "stop invok", "ever us", "ever call", "ever invok"},
}

// vocabularies are the expressions by the rarest of the groups they need.
type vocabularies struct {
	set *keyword.Set
	by  [groups][]*compiled
}

// vocabulary is made when the first text is read.
var vocabulary = sync.OnceValue(func() *vocabularies {
	folded := make([][]string, groups)
	for g, words := range keywords {
		for _, w := range words {
			folded[g] = append(folded[g], view.Folded(w))
		}
	}
	v := &vocabularies{set: keyword.New(folded)}
	for _, e := range all() {
		c := &compiled{expression: e, re: late(e.match), unless: late(e.unless), never: late(e.never), then: late(e.then)}
		for _, g := range e.need {
			c.bits.Add(int(g))
		}
		v.by[e.need[0]] = append(v.by[e.need[0]], c)
	}
	return v
})

// late is the pattern in the form of the texts it is tried on; nil for none.
func late(expr string) func() *regexp.Regexp {
	if expr == "" {
		return nil
	}
	return pattern.Late(view.Folded(expr))
}

// open are the expressions whose keywords are there; none when all of them give
// weak signs, which count for nothing alone.
func (v *vocabularies) open(bits keyword.Bits) []*compiled {
	var open []*compiled
	strong := false
	for g := range groups {
		if !bits.Has(int(g)) {
			continue
		}
		for _, c := range v.by[g] {
			if bits.All(c.bits) {
				open = append(open, c)
				strong = strong || !c.weak
			}
		}
	}
	if !strong {
		return nil
	}
	return open
}
