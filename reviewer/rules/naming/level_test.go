package naming_test

import (
	"testing"

	"marketd/market"
	"marketd/reviewer/rules/naming"
	"marketd/reviewer/rules/ruletest"
)

const (
	readonly = `"level":"readonly"`
	write    = `"level":"write"`
)

func schema(properties string) string {
	return `"inputSchema":{"type":"object","properties":{` + properties + `}}`
}

func TestLevelKnown(t *testing.T) {
	t.Parallel()
	bad := []string{"reject /tools/0/level"}
	try(t, "LVL-001", []row{
		{"read-only", "", []string{tool("a.get", "x", `"level":"read-only"`)}, bad},
		{"READ", "", []string{tool("a.get", "x", `"level":"READ"`)}, bad},
		{"true", "", []string{tool("a.get", "x", `"level":true`)}, bad},
		{"empty", "", []string{tool("a.get", "x", `"level":""`)}, bad},
		{"absent, null, both words", "", []string{tool("a.get", "x"), tool("a.get", "x", `"level": null `), tool("a", "x", readonly), tool("a", "x", write)}, nil},
	})
}

func TestLevelMatchesName(t *testing.T) {
	t.Parallel()
	human := []string{"needs_human /tools/0/name"}
	var rows []row
	for _, name := range []string{"delete_order", "order.delete", "sendMessage", "create_task_list", "write_query", "mark_all_notifications_read", "transfer.status", "cookies_reset", "get_and_delete_messages", "overwrite_file", "usuario_eliminar", "supprimer_fichier", "datensatz_loeschen", "udalit_zapis", "shanchu_dingdan"} {
		rows = append(rows, row{name, "", []string{tool(name, telling, readonly)}, human}, row{name + " without level", "", []string{tool(name, telling)}, human}, row{name + " as write", "", []string{tool(name, telling, write)}, nil})
	}
	for _, name := range []string{"pull_request_read", "order.query", "post.get", "get_build_test_engine_runs", "list_starred_repositories", "get_discussion_comments", "list_test_runs", "get_order_status"} {
		rows = append(rows, row{name, "", []string{tool(name, telling, readonly)}, nil})
	}
	rows = append(rows,
		row{"nouns that could be verbs", "", []string{tool("order_details", "Get the details of an order"), tool("book_search", "Search books"), tool("stop_times", "查询公交到站时间")}, nil},
		row{"unknown", "", []string{tool("weather.now", "The weather of a city")}, []string{"info /tools/0/name"}},
		row{"arithmetic", "", []string{tool("add", "Add two numbers", readonly), tool("add", "Adds a and b."), tool("sum", "Sums a list of numbers", readonly), tool("multiply", "Multiply two numbers"), tool("calc.add", "两个数相加")}, nil},
		row{"adding a number to something", "", []string{tool("add", "Adds two numbers to the blocklist", readonly)}, human},
		row{"adding a phone number", "", []string{tool("add", "Adds phone numbers to a contact", readonly)}, human},
		row{"nouns of other languages", "", []string{tool("modifier_list", "Lists the modifiers of a class"), tool("altera_lookup", "Look up an FPGA")}, nil},
		row{"unknown but declared", "", []string{tool("weather.now", "The weather of a city", readonly), tool("weather.now", "The weather", `"annotations":{"readOnlyHint":true}`), tool("weather.now", "Returns the weather")}, nil},
	)
	try(t, "LVL-002", rows)
}

func TestLevelMatchesText(t *testing.T) {
	t.Parallel()
	warn, human := []string{"warn /tools/0/description"}, []string{"needs_human /tools/0/description"}
	const hinted = `"annotations":{"readOnlyHint":true}`
	var rows []row
	for _, text := range []string{
		"删除 cookies 文件，重置登录状态", "永久删除指定的用户账号。", "向客户发送短信并扣费", "从数据库彻底删除一条订单", "Permanently deletes the user", "Deletes the cookies", "Charges the customer's card", "Transfers the money to another account",
		"Drops all tables of the database", "Sends an email to the customer", "Löscht den Datensatz endgültig.", "Безвозвратно удаляет запись", "Supprime définitivement le compte", "Envía un correo al cliente", "Cobra la tarjeta del cliente",
		"Видаляє обліковий запис", "ユーザーを削除します。", "사용자에게 문자를 발송합니다.", "Menghapus akun pengguna", "Xóa tài khoản người dùng",
	} {
		rows = append(rows, row{text, "", []string{tool("cookies", text, readonly)}, human}, row{text + " by hint", "", []string{tool("cookies", text, hinted)}, human}, row{text + ", nothing declared", "", []string{tool("cookies", text)}, warn}, row{text + " as write", "", []string{tool("cookies", text, write)}, nil})
	}
	for _, text := range []string{"Creates a view of the file", "Updates the index", "Sends a GET request to the service and returns the answer", "Send a query to the search engine", "向服务发送查询请求并返回结果", "删除文本中的空行", "Removes duplicate lines from a text", "Envía una consulta al buscador"} {
		rows = append(rows, row{text + " is not grave", "", []string{tool("cookies", text, readonly)}, warn})
	}
	for _, text := range []string{"Charge level of the battery", "Charges the battery of the car: forecasts of when it is full", "给图片写一段文字", "Pagination of the list", "Permanent exhibitions of the museum", "向量检索", "Adds two numbers", "Returns deleted files"} {
		rows = append(rows, row{text + " is no write", "", []string{tool("cookies", text, readonly)}, nil})
	}
	try(t, "LVL-003", append(rows, []row{
		{"told by the name already", "", []string{tool("delete_cookies", "Deletes the cookies")}, nil},
		{"declared", "", []string{tool("cookies", "Deletes the cookies", write)}, nil},
		{"reading", "", []string{tool("read_query", "Execute a SELECT query"), tool("query_database", "Execute a query on the database"), tool("query_data", "Executes a query"), tool("read-cypher", "Execute a read-only Cypher query"), tool("list_notifications", "List notifications, with their updates"), tool("a.list", "查询已发布内容"), tool("b.list", "List notifications and their updates"), tool("set_info", "Settings of the app")}, nil},
	}...))
}

func TestLevelMatchesHints(t *testing.T) {
	t.Parallel()
	try(t, "LVL-004", []row{
		{"destructive", "", []string{tool("a", "x", readonly, `"annotations":{"destructiveHint":true}`)}, []string{"warn /tools/0/annotations/destructiveHint"}},
		{"library defaults", "", []string{tool("time_now", "x", `"annotations":{"readOnlyHint":false,"destructiveHint":true}`)}, []string{"warn /tools/0/annotations/readOnlyHint"}},
		{"write that reads", "", []string{tool("a", "x", write, `"annotations":{"readOnlyHint":true}`)}, []string{"warn /tools/0/annotations/readOnlyHint"}},
		{"agreeing", "", []string{tool("a", "x"), tool("a", "x", readonly, `"annotations":{"readOnlyHint":true,"destructiveHint":false}`), tool("a", "x", write, `"annotations":{"destructiveHint":true}`), tool("a", "x", `"annotations":{"readOnlyHint":"no"}`)}, nil},
	})
}

func TestOneActionEach(t *testing.T) {
	t.Parallel()
	hit := func(p string) []string { return []string{"needs_human /tools/0/inputSchema/properties/" + p} }
	str := `{"type":"string"}`
	try(t, "LVL-005", []row{
		{"method and path", "", []string{tool("call_api", "Call the API", schema(`"method":`+str+`,"path":`+str+`,"body":{}`))}, hit("method")},
		{"sql", "", []string{tool("run", "Run it", readonly, schema(`"sql":`+str))}, hit("sql")},
		{"code to run", "", []string{tool("sandbox", "Executes Python code", schema(`"code":`+str))}, hit("code")},
		{"an expression to evaluate", "", []string{tool("page_evaluate", "Evaluates JavaScript on the page", schema(`"function":`+str))}, hit("function")},
		{"a sum", "", []string{tool("calc", "Evaluates a mathematical expression", schema(`"expression":`+str))}, nil},
		{"both kinds", "", []string{tool("issues", "Issues", schema(`"action":{"enum":["list_issues","delete_issue"]}`))}, hit("action")},
		{"any type", "", []string{tool("x", "x", schema(`"command":{}`))}, hit("command")},
		{"said in the text", "", []string{tool("db", "Runs arbitrary SQL on the database")}, []string{"needs_human /tools/0/description"}},
		{"任意", "", []string{tool("db", "执行任意命令")}, []string{"needs_human /tools/0/description"}},
		{"declared", "", []string{tool("run", "Run it", write, schema(`"sql":`+str))}, nil},
		{"reading verbs", "", []string{tool("actions_get", "Get", schema(`"method":{"enum":["get_workflow","get_workflow_run","list_runs"]}`))}, nil},
		{"other codes", "", []string{tool("zip", "Find a place by postal code", schema(`"code":`+str)), tool("stock", "查询股票行情", schema(`"code":{"type":"string","description":"股票代码"}`)), tool("air", "Flights of an airport", schema(`"code":{"type":"string","description":"IATA code"}`))}, nil},
		{"other methods", "", []string{tool("ship", "Quote", schema(`"method":{"type":"string","description":"shipping method"}`))}, nil},
		{"query", "", []string{tool("search", "Search", schema(`"query":`+str))}, nil},
		{"not free", "", []string{tool("x", "x", schema(`"command":{"type":"integer"},"sql":{"const":"a"}`))}, nil},
	})
}

// Standard MCP takes nothing for granted of a tool that declares nothing.
func TestUndeclaredBearsOnTheApp(t *testing.T) {
	t.Parallel()
	statement := schema(`"sql":{"type":"string"}`)
	for _, c := range []struct {
		rule, tool string
		want       market.Profile
	}{
		{"LVL-002", tool("delete_order", telling), market.ProfileApp},
		{"LVL-002", tool("delete_order", telling, readonly), ""},
		{"LVL-002", tool("delete_order", telling, `"annotations":{"readOnlyHint":true}`), ""},
		{"LVL-002", tool("run_tests", telling, `"annotations":{"readOnlyHint":true}`), market.ProfileApp},
		{"LVL-002", tool("run_job", telling, `"annotations":{"readOnlyHint":true}`), ""},
		{"LVL-005", tool("db", telling, statement), market.ProfileApp},
		{"LVL-005", tool("db", "Runs arbitrary SQL", `"annotations":{"readOnlyHint":false}`), market.ProfileApp},
		{"LVL-005", tool("db", telling, statement, readonly), ""},
		{"LVL-005", tool("db", "Runs arbitrary SQL", `"annotations":{"readOnlyHint":true}`), ""},
	} {
		hits := ruletest.Find(t, naming.Rules(), c.rule).Check(ruletest.List(c.tool))
		if len(hits) != 1 || hits[0].Profile != c.want {
			t.Errorf("%s of %s: %+v, want one on %q", c.rule, c.tool, hits, c.want)
		}
	}
}

func TestWriteToolsSeen(t *testing.T) {
	t.Parallel()
	try(t, "LVL-006", []row{{"one of two", "", []string{tool("a", "x"), tool("b", "x", write)}, []string{"info /tools/1/level"}}})
}

func TestMoneySeen(t *testing.T) {
	t.Parallel()
	name, text := []string{"needs_human /tools/0/name"}, []string{"needs_human /tools/0/description"}
	try(t, "LVL-007", []row{
		{"transfer", "", []string{tool("wallet.transfer", "Moves coins")}, name},
		{"refund", "", []string{tool("create_refund", "Create a refund")}, name},
		{"order", "", []string{tool("order_pizza", "Orders a pizza", write)}, name},
		{"下单", "", []string{tool("meituan", "帮用户下单外卖")}, text},
		{"reads by name", "", []string{tool("list_payment_intents", "x"), tool("get_trades", "x"), tool("get_address_brc20_transfer_inscriptions", "x"), tool("git_checkout", "Switches branches"), tool("git.CHECKOUT", "Switches branches")}, nil},
		{"reads by text", "", []string{tool("loan_rates", "Get today's loan rates"), tool("lottery", "查询彩票开奖结果"), tool("loan_calc", "贷款利率计算"), tool("order_details", "Returns an order")}, nil},
	})
}
