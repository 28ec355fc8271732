package rules

import (
	"marketd/market"
	"marketd/reviewer"
)

// duties are the entries of the catalogue that bind us instead of the server:
// how answers are read, and how servers are asked. They have no verdict.
func duties() []market.RuleDoc {
	return []market.RuleDoc{
		{
			ID: "TLS-006", Kind: market.KindProcess, Group: market.GroupReach,
			Title:  reviewer.Say("只连接检查过的地址", "We connect to the address that was checked"),
			Why:    reviewer.Say("如果检查之后再解析一次域名，第二次可能指向内网。", "A name resolved again after the check may lead into a private network the second time."),
			Decide: reviewer.Say("每次连接只解析一次域名；连接的就是检查过的那个地址，SNI 和 Host 仍是域名；连上的套接字再核对一次。不经过代理。", "A name is resolved once for each connection; what is dialled is the address that was checked, SNI and Host stay the name, and the socket is looked at once more. No proxy is used."),
			Fix:    reviewer.Say("不用改。证书要与域名相符，因为 SNI 就是它。", "Nothing to do. The certificate must be the name's, for that is the SNI."),
			Source: "DNS rebinding; RFC 6066, section 3",
			Test:   "healthcheck/netguard: TestDoResolvesOnce",
		},
		{
			ID: "HLT-004", Kind: market.KindProcess, Group: market.GroupApp,
			Title:  reviewer.Say("GET 和 HEAD 的结果不算数", "GET and HEAD prove nothing"),
			Why:    reviewer.Say("正常的 MCP 服务器对 GET 会答 400、404、405、406，或者一直不结束的事件流。", "Healthy MCP servers answer GET with 400, 404, 405, 406 or a stream that never ends."),
			Decide: reviewer.Say("应用那一边的结论只看 POST 的应答；GET 只用来看是不是旧的 SSE 传输，不管答什么都不算故障。", "The app's verdict rests on answers to POST alone; GET only looks for the old SSE transport, and no answer to it is a fault."),
			Fix:    reviewer.Say("不用改。GET 按 MCP 规范作答即可，405 也可以。", "Nothing to do. Answer GET as the MCP specification says; 405 is fine."),
			Source: "MCP specification, transports",
			Test:   "reviewer/rules: TestGetIsNoEvidence",
		},
		{
			ID: "PRO-017", Kind: market.KindProcess, Group: market.GroupProtocol,
			Title:  reviewer.Say("探测结束时关闭会话", "Sessions are closed when a probe ends"),
			Why:    reviewer.Say("每次探测都留下一个会话，会慢慢耗尽服务器的内存。", "A session left behind by every probe slowly eats a server's memory."),
			Decide: reviewer.Say("探测中得到 Mcp-Session-Id 的，结束前都发 DELETE；服务器答 405 也算知道了。", "Every Mcp-Session-Id that a probe was given is ended with DELETE before it closes; an answer of 405 is taken as it is."),
			Fix:    reviewer.Say("不用改。支持 DELETE，或者根本不建立会话，都可以。", "Nothing to do. Support DELETE, or open no session at all."),
			Source: "MCP specification, session management",
			Test:   "healthcheck: TestSessionsAreClosed",
		},
		{
			ID: "SSE-001", Kind: market.KindParser, Group: market.GroupProtocol,
			Title:  reviewer.Say("完整地读懂事件流", "Event streams are read as they are defined"),
			Why:    reviewer.Say("换行、注释、分段和很长的行，少认一种就会误判正常的服务器。", "Line ends, comments, pieces and very long lines: a reader that misses one misjudges good servers."),
			Decide: reviewer.Say("认 CR、LF、CRLF（分在两次读取里也认），冒号后可有一个空格，多行 data 用 LF 相连，忽略注释、空 data 和开头一个 BOM；末尾事件缺空行也接受。", "CR, LF and CRLF end lines, even split across reads; one space may follow the colon; lines of data are joined by LF; comments, empty data and one BOM at the start are passed over; a last event without a blank line is accepted."),
			Fix:    reviewer.Say("不用改。想让简单的客户端也读得懂，见 SSE-002。", "Nothing to do. For clients that read less well, see SSE-002."),
			Source: "HTML standard, server-sent events",
			Test:   "healthcheck/sse: TestReaderAtEverySplit",
		},
		{
			ID: "PAG-001", Kind: market.KindParser, Group: market.GroupProtocol,
			Title:  reviewer.Say("每一页工具都看", "Every page of tools is read"),
			Why:    reviewer.Say("只看第一页，后面的工具就没有人检查。", "If the first page were all, nobody would look at the tools on the others."),
			Decide: reviewer.Say("跟随 nextCursor，直到没有或为 null；空字符串也是一个游标，跟一次。最多 20 页；重复的游标见 PAG-003。", "nextCursor is followed until it is absent or null; an empty string is a cursor and followed once. At most 20 pages; a cursor that comes again is PAG-003's matter."),
			Fix:    reviewer.Say("不用改。应用只读一页，见 PAG-002。", "Nothing to do. The app reads one page, see PAG-002."),
			Source: "MCP specification, pagination",
			Test:   "healthcheck: TestListPages",
		},
		{
			ID: "NAM-006", Kind: market.KindProcess, Group: market.GroupTools,
			Title:  reviewer.Say("形近字和不可见字符由 NAM-001 管", "Look-alike and invisible characters are NAM-001's"),
			Why:    reviewer.Say("工具名只许用 ASCII，形近的外文字母和看不见的字符就都进不来。", "Names are ASCII only, so no look-alike letter and no invisible character gets in."),
			Decide: reviewer.Say("没有单独的检查：名字里有 ASCII 以外的字符，NAM-001 就会指出。", "There is no check of its own: NAM-001 tells of any character in a name that is not ASCII."),
			Fix:    reviewer.Say("按 NAM-001 的建议改名字。", "Change the name as NAM-001 advises."),
			Source: "Unicode TR39",
			Test:   "reviewer/rules/naming: TestNameCharacters",
		},
		{
			ID: "SEC-041", Kind: market.KindProcess, Group: market.GroupSafety,
			Title:  reviewer.Say("第二意见不作拒绝的理由", "A second opinion refuses nothing"),
			Why:    reviewer.Say("语言模型对同样的文字会给出不同的判断，还会被文字本身左右。", "A language model judges the same text differently each time, and the text itself can sway it."),
			Decide: reviewer.Say("自动审核里没有语言模型：同样的证据和规则给出同样的报告。第二意见是审核员的，他看到的就是这份报告。", "There is no language model in the automated review: the same evidence under the same rules gives the same report. The second opinion is a person's, who sees that report."),
			Fix:    reviewer.Say("不用改。不同意某条结论，可以申诉，由审核员来看。", "Nothing to do. If you disagree with a finding you can appeal, and a person looks."),
			Source: "this market's own rule",
			Test:   "reviewer: TestReportIsDeterministic",
		},
	}
}
