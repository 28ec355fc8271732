package demo

import (
	"errors"
	"time"
)

// token is what the server behind a token wants. It guards nothing.
const token = "demo-token"

// plans are the sample servers, in the order in which a newcomer should meet
// them: the good one to submit first.
func plans() ([]plan, error) {
	var errs []error
	load := func(file string, r runs) face {
		list, err := tools(file, r)
		errs = append(errs, err)
		return face{tools: list}
	}
	stock := load("colors", colors())
	stock.refuses = true
	all := []plan{
		{
			name: "weather", first: load("weather", weather(time.Now)),
			summary: Text{"一切都好的中文天气服务：提交它，看检查、审核、上架走一遍；停掉它，看条目怎样降级。", "A Chinese weather server with nothing wrong: submit it and watch it checked, reviewed and listed; stop it and watch its listing."},
			entry:   Entry{"weather-demo", "天气", "查询国内城市的实时天气与七日预报", "weather", "演示气象站"},
		},
		{
			name: "placeholder", first: load("parcels-broken", parcels()), others: []swap{{"mend", load("parcels", parcels())}},
			summary: Text{"工具的说明是“TODO”“待补充”：检查会说清哪里、为什么、怎么改；硬要提交就会被自动拒绝。修好它再提交就能过。", "Its tools are described as “TODO”: the check says where, why and how to mend; submitted anyway it is refused automatically. Mend it and submit again."},
			entry:   Entry{"parcel-demo", "包裹", "按运单号查询包裹走到了哪里", "life", "演示快递"},
		},
		{
			name: "empty-schema", first: load("books-broken", books()), others: []swap{{"mend", load("books", books())}},
			summary: Text{"工具的参数结构是空的“{}”：检查会指出来，硬要提交就会被自动拒绝。修好它再提交就能过。", "Its tools have empty input schemas: the check points at them; submitted anyway it is refused automatically. Mend it and submit again."},
			entry:   Entry{"books-demo", "Open books", "Finds public-domain books and reads their opening lines", "education", "Demo Library"},
		},
		{
			name: "stock-sdk", first: stock, others: []swap{{"mend", load("colors", colors())}},
			summary: Text{"像官方 SDK 的默认写法：对“{}”回 400。不是宕机，是约定不合；加上几行健康应答（修好）就合了。", "Built like a stock SDK server: answers 400 to “{}”. Not down, but not what the app asks for; a few lines mend it."},
			entry:   Entry{"colors-demo", "Colours", "Splits colours into their parts and computes contrast", "developer", "Demo Studio"},
		},
		{
			name: "token", token: token, first: load("notes", notes()),
			summary: Text{"要令牌才答话。测试令牌填 " + token + "。", "Answers only with a token. Its test token is " + token + "."},
			entry:   Entry{"notes-demo", "笔记", "搜索和阅读自己的笔记，令牌由用户自己填", "office", "演示笔记"},
		},
		{
			name: "slow", delay: 3 * time.Second, first: load("poems", poems()),
			summary: Text{"工具列表要等三秒：慢，但还在时限之内。", "Takes three seconds for its tool list: slow, and within the limit."},
			entry:   Entry{"poems-demo", "唐诗", "按诗题、作者或诗句找唐诗", "education", "演示诗社"},
		},
		{
			name: "units", settled: true, first: load("units", units()),
			summary: Text{"一切都好的英文单位换算服务；已经上架。", "An English unit converter with nothing wrong; listed already."},
			entry:   Entry{"units-demo", "Unit converter", "Converts lengths, weights, volumes, speeds and temperatures", "office", "Demo Measures"},
		},
		{
			name: "sse", settled: true, sse: true, first: load("dates", dates()),
			summary: Text{"用 SSE 作答的日期服务；已经上架。", "A date calculator that answers in SSE; listed already."},
			entry:   Entry{"dates-demo", "Date calculator", "Counts days and working days, and tells weekdays", "office", "Demo Calendar"},
		},
		{
			name: "up-down", settled: true, first: load("idioms", idioms()),
			summary: Text{"已经上架的成语服务：停掉它，看条目降级、下架；再启动，看它自己回来。", "A listed idiom dictionary: stop it and watch the listing degrade and leave; start it and watch it come back."},
			entry:   Entry{"idioms-demo", "成语", "查成语的读音、释义和出处，也能接龙", "education", "演示书局"},
		},
		{
			name: "changing", settled: true, first: load("recipes", recipes()),
			others:  []swap{{"change", load("recipes-changed", recipes())}, {"tweak", load("recipes-tweaked", recipes())}, {"harm", load("recipes-harmful", recipes())}},
			summary: Text{"已经上架的菜谱服务：改动它的工具，看市场怎样发现与批准时不同——改个标点自动采用，改了参数等审核员，改成有害的立即隔离。", "A listed recipe book: change its tools and watch the market notice. A comma is taken over, a parameter waits for a reviewer, and what may do harm is quarantined at once."},
			entry:   Entry{"recipes-demo", "菜谱", "按手边的食材找家常菜谱", "food", "演示厨房"},
		},
	}
	return all, errors.Join(errs...)
}
