package safety

import (
	"strings"
	"sync"

	"marketd/reviewer"
	"marketd/reviewer/pattern"
	"marketd/reviewer/rules/safety/keyword"
	"marketd/reviewer/words"
)

// flowMarks are what one tool does in a flow of data.
type flowMarks struct{ private, strange, out bool }

type flowKey struct{}

// The words by which a tool's name and description tell what it handles.
var (
	privateNouns = wordSet(`email emails mail mails inbox gmail outlook mailbox sms contact contacts calendar calendars dm dms message messages chat chats conversation conversations
		clipboard password passwords credential credentials passkey vault photo photos medical patient patients health prescription prescriptions payroll salary salaries
		transaction transactions balance statement statements invoice invoices bank browsing keychain notes journal diary voicemail`)
	machineNouns = wordSet(`console log logs commit commits error errors queue queues kafka topic topics mqtt bus stream broker template templates schema model models`)
	ownNouns     = wordSet(`file files document documents doc docs drive note history record records location directory folder attachment attachments`)
	sendWords    = wordSet(`send post publish upload forward share reply tweet broadcast notify dispatch transmit webhook email push`)
	strangeNouns = wordSet(`url urls web webpage website page pages html rss feed feeds site internet news`)
	strangeMail  = wordSet(`email emails mail mails inbox gmail comment comments review reviews issue issues thread threads`)

	ownWords  = pattern.Late(`(?i)\b(?:your|my|user's|the user's|users'|personal|private|local|workspace|mailbox|home directory|file ?system|inbox|google drive|onedrive|dropbox)\b|我的|用户的|个人|本地|本机|私人|网盘`)
	privateZH = pattern.Late(`(?:读取|查询|获取|查看|列出|搜索|检索|导出)[^，。；]{0,10}(?:邮件|收件箱|短信|通讯录|联系人|聊天记录|会话记录|私信|日程|日历|相册|照片|病历|健康数据|体检|银行流水|账单|交易记录|余额|密码|剪贴板|笔记|通话记录|浏览记录|定位|本地文件|网盘文件)`)
	sendZH    = pattern.Late(`^\W*(?:批量|定时|立即|向[^，。；]{1,10})?(?:发送|群发|发布|发表|上传|转发|分享|推送|回复|投递)`)
	sendEN    = pattern.Late(`(?i)^\W*(?:sends?|posts?|publish(?:es)?|uploads?|forwards?|shares?|repl(?:y|ies)|broadcasts?|dispatch(?:es)?|transmits?|emails?|tweets?)\b`)
	strangeZH = pattern.Late(`(?:抓取|读取|获取|访问|打开|爬取)[^，。；]{0,10}(?:网页|网址|链接|url|页面|rss|评论|邮件)`)
)

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// flowHints are the words without which none of the expressions above matches.
var flowHints = sync.OnceValue(func() *keyword.Set {
	return keyword.New([][]string{
		hintOwn:     {"your", "my ", "user", "personal", "private", "local", "workspace", "mailbox", "home dir", "file system", "filesystem", "inbox", "drive", "dropbox", "我的", "用户的", "个人", "本地", "本机", "私人", "网盘"},
		hintPrivate: {"邮件", "收件箱", "短信", "通讯录", "联系人", "聊天记录", "会话记录", "私信", "日程", "日历", "相册", "照片", "病历", "健康数据", "体检", "银行流水", "账单", "交易记录", "余额", "密码", "剪贴板", "笔记", "通话记录", "浏览记录", "定位", "本地文件", "网盘文件"},
		hintSend:    {"发送", "群发", "发布", "发表", "上传", "转发", "分享", "推送", "回复", "投递"},
		hintStrange: {"网页", "网址", "链接", "url", "页面", "rss", "评论", "邮件"},
	})
})

const (
	hintOwn = iota
	hintPrivate
	hintSend
	hintStrange
)

// flowOf tells from a tool's name and description what it does.
func flowOf(t reviewer.Tool) flowMarks {
	return reviewer.Remember(t, flowKey{}, func() flowMarks {
		tokens := words.Tokens(head(t.Name, 128))
		told := head(t.Description, 300)
		hints := flowHints().In(told)
		writes := words.ClassOf(t.Name, told) == words.Writes
		sends := has(tokens, sendWords)
		var m flowMarks
		m.out = writes && sends || sends && sendEN().MatchString(told) || hints.Has(hintSend) && sendZH().MatchString(told)
		if m.out || writes {
			return m
		}
		m.private = readsNoun(tokens, told) ||
			has(tokens, ownNouns) && hints.Has(hintOwn) && ownWords().MatchString(told) ||
			hints.Has(hintPrivate) && privateZH().MatchString(told)
		m.strange = has(tokens, strangeNouns) || has(tokens, strangeMail) || hints.Has(hintStrange) && strangeZH().MatchString(told)
		return m
	})
}

func has(tokens []string, set map[string]bool) bool {
	for _, t := range tokens {
		if set[t] {
			return true
		}
	}
	return false
}
