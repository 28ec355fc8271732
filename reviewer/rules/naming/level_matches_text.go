package naming

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/words"
)

func levelMatchesText() reviewer.Rule {
	return reviewer.Rule{
		ID: "LVL-003", Group: market.GroupSafety, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("标成只读的工具，说明看起来也只读", "Tools declared read-only have read-only descriptions"),
		Why:    reviewer.Say("说明以“删除”“发送”开头的工具，多半不只是读。", "A tool whose description begins with “deletes” or “sends” most likely does more than read."),
		Decide: reviewer.Say("level 不是 write、名字看不出在写（见 LVL-002），而说明以写动词开头：英文（第三人称也算）；中文的创建、新增、新建、添加、删除、移除、清空、清除、销毁、修改、更新、写入、发布、发送、群发、提交、下单、支付、转账、取消、关闭、重置、卸载、注销、上传、点赞、收藏、评论、关注、回复、预订、购买、付款、扣费、扣款、汇款（后面是“的”不算；前面可以有“向客户”“从数据库”）；西、葡、法、意、德、荷、俄等文里最常用的几个；日文、韩文看第一句末尾：提醒。前面的副词（permanently、永久、批量）不算第一个词。execute、run、open、post、order、book、link 这类读的工具也常用的开头不算。明写了 level: readonly 或 readOnlyHint: true，而第一个动词是删除、销毁、发送、发布、付款、扣款、转账、购买一类（各语言都算）：交给人看；发送请求、查询、ping 这类等回答的，清理文本里的空格、重复行的，付款记录、发送状态这类名词，仍是提醒或不算。", "The level is not write, the name does not say writing (see rule LVL-002), and the description begins with a verb of writing: in English, in the third person or not; one of 创建, 新增, 新建, 添加, 删除, 移除, 清空, 清除, 销毁, 修改, 更新, 写入, 发布, 发送, 群发, 提交, 下单, 支付, 转账, 取消, 关闭, 重置, 卸载, 注销, 上传, 点赞, 收藏, 评论, 关注, 回复, 预订, 购买, 付款, 扣费, 扣款, 汇款 (not with 的 after it; 向客户 or 从数据库 may stand before it); or one of the commonest in Spanish, Portuguese, French, Italian, German, Dutch, Russian and a few more; in Japanese and Korean the end of the first sentence counts: warned of. Adverbs before the verb (permanently, 永久, 批量) are passed over. Beginnings that tools for reading have as well (execute, run, open, post, order, book, link …) do not count. When the tool itself says level readonly or readOnlyHint true and that first verb deletes, destroys, sends, publishes, pays, charges, transfers or buys, in any of those languages: a person looks; sending a request, a query or a ping that is answered, and cleaning blanks or doubled lines out of a text, are warned of as before, and nouns such as a record of payments do not count."),
		Fix:    reviewer.Say("会改动数据就写 \"level\": \"write\"；只读就让第一句说它读什么。", "If it changes anything, declare \"level\": \"write\"; if not, let the first sentence say what it reads."),
		Source: "seed, tools/list: level",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if declaresWrite(t) || class(t) == words.Writes || words.Begins(t.Description) != words.Writes {
				return nil
			}
			h := reviewer.Hit{
				Where: t.Pointer("description"), Evidence: t.Description,
				Message: reviewer.Say("说明一开头就说它会改动数据，工具却是只读级。", "The description begins by saying that it changes things, yet the tool is read-only."),
			}
			if _, explicit := level(t); (explicit || isTrue(hint(t, "readOnlyHint"))) && words.Gravely(t.Description) {
				h.Severity = market.SeverityNeedsHuman
				h.Message = reviewer.Say("它自称只读，说明一开头说的却是收不回来或要花钱的事。", "It says of itself that it only reads, yet its description begins with a deed that cannot be taken back or costs money.")
			}
			return []reviewer.Hit{h}
		}),
	}
}
