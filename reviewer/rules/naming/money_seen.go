package naming

import (
	"slices"
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
	"marketd/reviewer/words"
)

var (
	moneyWords = []string{"pay", "payment", "payments", "transfer", "withdraw", "trade", "bet", "loan", "refund", "payout", "purchase", "buy", "sell", "order"}
	moneyZH    = []string{"支付", "转账", "提现", "下单", "交易", "贷款", "彩票", "处方"}
	// moneyRead are words that make such a sentence one about reading: rates,
	// results, records.
	moneyRead = pattern.Late(`查询|查看|获取|列出|检索|搜索|计算|统计|分析|预测|了解|返回|利率|开奖|结果|走势|行情|历史|记录|状态|明细|详情|汇总|(?i)\b(?:rates?|results?|history|records?|statistics|calculat\w+|quotes?|prices?)\b`)
)

func moneySeen() reviewer.Rule {
	return reviewer.Rule{
		ID: "LVL-007", Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("涉及钱和受监管事项的工具由人看过", "Money and regulated matters are seen by a person"),
		Why:    reviewer.Say("付款、交易、贷款、处方出了错难以挽回，上架前必须有人看过。", "A payment, a trade, a loan or a prescription cannot be taken back, so a person looks before it is listed."),
		Decide: reviewer.Sayf("名字按 LVL-002 看是读的不看。名字里有一个词是 %s 之一，或说明第一句有支付、转账、提现、下单、交易、贷款、彩票、处方：交给人看。名字没有说在写，而说明以读动词开头，或第一句在说查询、统计、利率、开奖、行情、记录、结果（rates、results、history、prices 等）：通过。", "A tool whose name reads, as in rule LVL-002, is left alone. A word of the name is one of %s, or the first sentence of the description has 支付, 转账, 提现, 下单, 交易, 贷款, 彩票 or 处方: a person looks. When the name does not say writing and the description begins with a verb of reading, or its first sentence speaks of looking up, statistics, rates, draws, quotes, records or results: it passes.", strings.Join(moneyWords, ", ")),
		Fix:    reviewer.Say("如果只是查询，请用表示读取的动词命名并在说明第一句写明；如果真的会动钱，标 \"level\": \"write\" 并等审核员联系。", "If it only looks things up, name it with a reading verb and say so in the first sentence; if it moves money, declare \"level\": \"write\" and expect questions."),
		Source: "directory policies on money transfer",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			where, evidence := money(t)
			if where == "" {
				return nil
			}
			return []reviewer.Hit{{
				Where: t.Pointer(where), Evidence: evidence,
				Message: reviewer.Say("看起来会动钱，或涉及受监管的事。", "It seems to move money or to touch a regulated matter."),
			}}
		}),
	}
}

// money names the member that speaks of moving money, and what it says there;
// reading about money is no such thing.
func money(t reviewer.Tool) (member, evidence string) {
	if class(t) == words.Reads {
		return "", ""
	}
	first, _, _ := strings.Cut(t.Description, "。")
	named := slices.ContainsFunc(words.Tokens(t.Name), func(token string) bool { return slices.Contains(moneyWords, token) })
	if !named && !words.HasAny(first, moneyZH...) {
		return "", ""
	}
	reading := words.Begins(t.Description) == words.Reads || moneyRead().MatchString(first)
	if reading && class(t) != words.Writes {
		return "", ""
	}
	switch {
	case named:
		return "name", t.Name
	case !reading:
		return "description", first
	}
	return "", ""
}
