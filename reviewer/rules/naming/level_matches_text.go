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
		Decide: reviewer.Say("level 不是 write、名字看不出在写（见 LVL-002），而说明以写动词开头：英文（第三人称也算）；中文的创建、新增、新建、添加、删除、移除、清空、清除、销毁、修改、更新、写入、发布、发送、群发、提交、下单、支付、转账、取消、关闭、重置、卸载、注销、上传、点赞、收藏、评论、关注、回复、预订、购买（后面是“的”不算）；西、葡、法、意、德、荷、俄等文里最常用的几个；日文、韩文看第一句末尾：提醒。前面的副词（permanently、永久、批量）不算第一个词。execute、run、open、post、order、book、link 这类读的工具也常用的开头不算。", "The level is not write, the name does not say writing (see rule LVL-002), and the description begins with a verb of writing: in English, in the third person or not; one of 创建, 新增, 新建, 添加, 删除, 移除, 清空, 清除, 销毁, 修改, 更新, 写入, 发布, 发送, 群发, 提交, 下单, 支付, 转账, 取消, 关闭, 重置, 卸载, 注销, 上传, 点赞, 收藏, 评论, 关注, 回复, 预订, 购买 (not with 的 after it); or one of the commonest in Spanish, Portuguese, French, Italian, German, Dutch, Russian and a few more; in Japanese and Korean the end of the first sentence counts: warned of. Adverbs before the verb (permanently, 永久, 批量) are passed over. Beginnings that tools for reading have as well (execute, run, open, post, order, book, link …) do not count."),
		Fix:    reviewer.Say("会改动数据就写 \"level\": \"write\"；只读就让第一句说它读什么。", "If it changes anything, declare \"level\": \"write\"; if not, let the first sentence say what it reads."),
		Source: "seed, tools/list: level",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if declaresWrite(t) || class(t) == words.Writes || words.Begins(t.Description) != words.Writes {
				return nil
			}
			return []reviewer.Hit{{
				Where: t.Pointer("description"), Evidence: t.Description,
				Message: reviewer.Say("说明一开头就说它会改动数据，工具却是只读级。", "The description begins by saying that it changes things, yet the tool is read-only."),
			}}
		}),
	}
}
