package safety

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

func noToxicFlow() reviewer.Rule {
	return reviewer.Rule{
		ID: "SEC-040", Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title: reviewer.Say("读私人数据和往外发送不悄悄同在", "Reading private data and sending out do not come together unseen"),
		Why:   reviewer.Say("一个条目既能读邮件、消息、文件，又能往外发，被外来的文字一骗，私人数据就出去了；这种条目要有人看过。", "A listing that reads mail, messages or files and can also send is one deceiving text away from giving private data out; a person has to see it."),
		Decide: reviewer.Say(
			"按工具的名称和说明标三样：读私人数据（名称里有收件箱、短信、通讯录、剪贴板一类存放处，或读的动词以邮件、日历、消息、密码、病历、账目为宾语，如 email.list、calendar_events；或说明里讲明读的是用户自己的这些东西、文件、文档、笔记；生成密码、评估密码强度、health_check 不算），读来路不明的内容（网页、RSS、邮件、评论），往外发送（send、post、publish、upload、forward、share、reply、webhook、发送、发布、上传、转发）。第一样和第三样都有就请人看，提示里列出工具；三样俱全会特别注明。",
			"By name and description tools are marked: reads private data (the name has a place where it lies, such as an inbox, text messages, contacts or the clipboard, or has mail, a calendar, messages, passwords, medical records or accounts as what a verb reads, as in email.list and calendar_events; or the description says that the user's own are read, or files, documents and notes of theirs; making a password, rating one and health_check do not count), reads content of strangers (web pages, feeds, mail, comments), sends out (send, post, publish, upload, forward, share, reply, webhook). A listing with the first and the third goes to a person, who is told the tools; one with all three is marked as such."),
		Fix:    reviewer.Say("这不是错误。若能分开，就把读和发拆成两个条目；发送类工具标为 write，让用户逐次确认。", "This is no mistake. Where you can, split reading and sending into two listings, and declare tools that send as write so that users confirm each time."),
		Source: "OWASP MCP Top 10; research on toxic flows: private data, untrusted content and a way out",
		Check:  checkFlow,
	}
}

// flow is what the tools of a listing can do together.
type flow struct {
	private, strange, out []string // names of tools
}

func checkFlow(d *reviewer.Dossier) []reviewer.Hit {
	var f flow
	for _, t := range d.Tools {
		if t.Members == nil {
			continue
		}
		m := flowOf(t)
		if m.private {
			f.private = append(f.private, t.Name)
		}
		if m.strange {
			f.strange = append(f.strange, t.Name)
		}
		if m.out {
			f.out = append(f.out, t.Name)
		}
	}
	if len(f.private) == 0 || len(f.out) == 0 {
		return nil
	}
	reads, sends := names(f.private), names(f.out)
	h := reviewer.Hit{Where: "/tools", Evidence: reads + " → " + sends}
	h.Message = reviewer.Sayf("这些工具读私人数据：%[1]s；这些能往外发送：%[2]s。", "These tools read private data: %[1]s; these can send it out: %[2]s.", reads, sends)
	if len(f.strange) > 0 {
		h.Message = reviewer.Sayf("三样俱全：%[1]s 读私人数据，%[3]s 读来路不明的内容，%[2]s 往外发送。", "All three together: %[1]s read private data, %[3]s read what strangers wrote, %[2]s send out.", reads, sends, names(f.strange))
	}
	return one(h)
}

// names are the first three of a list.
func names(list []string) string {
	const shown = 3
	s := strings.Join(list[:min(shown, len(list))], ", ")
	if len(list) > shown {
		s += ", …"
	}
	return s
}
