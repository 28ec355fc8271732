package quality

import (
	"fmt"
	"strings"
	"testing"

	"marketd/reviewer"
	"marketd/reviewer/rules/ruletest"
)

// points applies the rule and gives what each hit costs, with its place.
func points(t *testing.T, id string, d *reviewer.Dossier) string {
	t.Helper()
	rule := ruletest.Find(t, Rules(), id)
	ruletest.Hits(t, rule, d) // for its checks on every hit
	var got []string
	for _, h := range rule.Check(d) {
		n := h.Points
		if n == 0 {
			n = rule.Points
		}
		got = append(got, fmt.Sprintf("%d %s", n, h.Where))
	}
	return strings.Join(got, ", ")
}

type row struct {
	name  string
	tools []string
	want  string
}

func try(t *testing.T, id string, rows []row) {
	t.Helper()
	for _, r := range rows {
		if got := points(t, id, ruletest.List(r.tools...)); got != r.want {
			t.Errorf("%s, %s: %q, want %q", id, r.name, got, r.want)
		}
	}
}

// tool is one with a description and further members.
func tool(description string, members ...string) []string {
	return []string{ruletest.Tool("stock_level", description, members...)}
}

// input is one with properties, written as JSON.
func input(properties string) []string {
	return tool("Returns what is in stock", `"inputSchema":{"type":"object","properties":{`+properties+`}}`)
}

func TestRulesAreDocumented(t *testing.T) {
	t.Parallel()
	ruletest.Documented(t, Rules(), reviewer.NeedsTools)
	for _, r := range Rules() {
		ruletest.Bilingual(t, r.ID+" decide", r.Decide)
		if !r.Quality || r.Points <= 0 {
			t.Errorf("%s costs %d points, quality %v", r.ID, r.Points, r.Quality)
		}
	}
}

func TestOddTools(t *testing.T) {
	t.Parallel()
	ruletest.OddTools(t, Rules())
	for _, schema := range []string{`7`, `null`, `[]`, `{"properties":[]}`, `{"properties":{"a":null,"b":7,"c":true}}`, `{"properties":{"a":{"type":["string","null"]}}}`, `{"$defs":7,"anyOf":{},"items":[1]}`} {
		for _, r := range Rules() {
			ruletest.Hits(t, r, ruletest.List(ruletest.Tool("a", "b", `"inputSchema":`+schema, `"outputSchema":`+schema, `"annotations":`+schema)))
		}
	}
}

func TestGoodToolLosesNothing(t *testing.T) {
	t.Parallel()
	for _, r := range Rules() {
		ruletest.Passes(t, r, ruletest.List(ruletest.GoodTool))
	}
}

func TestResultTold(t *testing.T) {
	t.Parallel()
	const at = "8 /tools/0/description"
	try(t, "QLT-001", []row{
		{"nothing on results", tool("Checks the stock level of an article in a warehouse"), at},
		{"the same in Chinese", tool("查询某个仓库里一种货品的库存"), at},
		{"and in traditional Chinese", tool("查詢某個倉庫裡一種貨品的庫存"), at},
		{"a tool that writes", []string{ruletest.Tool("stock_delete", "Deletes an article of the warehouse")}, "4 /tools/0/description"},
		{"returns", tool("Returns the stock level of an article, by warehouse"), ""},
		{"a list", tool("Lists articles that are out of stock in a warehouse"), ""},
		{"with what it holds", tool("Get an article of the warehouse, including its level and shelf"), ""},
		{"in Chinese", tool("查询一种货品的库存，返回各仓库的数量和货架号"), ""},
		{"a cue within another word", tool("Tracks unreturned parcels of a warehouse"), at},
		{"another language", tool("Prüft den Lagerbestand eines Artikels für das angegebene Lager"), ""},
		{"Japanese", tool("倉庫にある品目の在庫を調べます"), ""},
		{"Russian", tool("Проверяет остаток товара на складе"), ""},
		{"an output schema", tool("Checks the stock level of an article in a warehouse", `"outputSchema":{"type":"object","properties":{"level":{"type":"integer"}}}`), ""},
		{"an output schema that says nothing", tool("Checks the stock level of an article in a warehouse", `"outputSchema":{"type":"object"}`), at},
		{"no description", tool(""), ""},
	})
}

func TestUseTold(t *testing.T) {
	t.Parallel()
	pair := func(a, b, saysA, saysB string) []string {
		return []string{ruletest.Tool(a, saysA), ruletest.Tool(b, saysB)}
	}
	const one, other = "8 /tools/0/description", "8 /tools/1/description"
	says := "Returns the orders of a customer"
	try(t, "QLT-002", []row{
		{"verbs of one meaning", pair("get_order", "fetch_order", says, says+" with their lines"), one + ", " + other},
		{"camel case and plural", pair("searchOrders", "list_order", says, says), one + ", " + other},
		{"a mark of version", pair("order_search", "order_search_v2", says, says), one + ", " + other},
		{"one tells", pair("get_order", "fetch_order", says+". Use this when the number is known", says), other},
		{"one names the other", pair("get_order", "fetch_order", says+", as fetch_order does but faster", says), other},
		{"told in Chinese", pair("get_order", "fetch_order", "返回客户的订单；知道编号时用，否则请用另一个", "返回客户的订单，仅用于已归档的"), ""},
		{"another object", pair("get_order", "get_customer", says, says), ""},
		{"another doing", pair("create_order", "delete_order", says, says), ""},
		{"one by name and one by number", pair("get_order", "list_orders", says, says), ""},
		{"no names that say anything", pair("查询", "获取", says, says), ""},
		{"the same name, which is another rule's", pair("get_order", "get_order", says, says), ""},
		{"another language", pair("get_order", "fetch_order", "Liefert die Bestellungen für einen Kunden zurück", "Возвращает заказы клиента"), ""},
		{"no description", pair("get_order", "fetch_order", "", says), other},
	})
}

func TestParametersTold(t *testing.T) {
	t.Parallel()
	const at = "/tools/0/inputSchema/properties/"
	try(t, "QLT-003", []row{
		{"none described", input(`"a":{"type":"string"},"b":{"type":"string"}`), "24 " + at + "a"},
		{"half", input(`"a":{"type":"string","description":"Article number"},"b":{"type":"string"}`), "12 " + at + "b"},
		{"one of three", input(`"a":{"description":"Article number"},"b":{"description":"Warehouse"},"c":{}`), "8 " + at + "c"},
		{"the name again", input(`"shelf_row":{"type":"string","description":"Shelf row."}`), "24 " + at + "shelf_row"},
		{"deep inside", input(`"a":{"type":"array","description":"Articles","items":{"type":"object","properties":{"n":{"type":"string"}}}}`), "12 " + at + "a/items/properties/n"},
		{"all described", input(`"a":{"type":"string","description":"货号"}`), ""},
		{"a reference and a constant", input(`"a":{"$ref":"#/$defs/A"},"b":{"const":1}`), ""},
		{"no arguments", input(``), ""},
		{"a way of writing none", input(`"_":{"not":{}}`), ""},
	})
}

func TestValuesShown(t *testing.T) {
	t.Parallel()
	const at = "/tools/0/inputSchema/properties/"
	try(t, "QLT-004", []row{
		{"a date", input(`"start_date":{"type":"string","description":"First day"}`), "3 " + at + "start_date"},
		{"a limit", input(`"limit":{"type":"integer","description":"How many"}`), "3 " + at + "limit"},
		{"many", input(`"dueDate":{"type":"string"},"status":{"type":"string"},"currency":{"type":"string"},"radius":{"type":"number"},"sort":{"type":"string"}`), "12 " + at + "currency"},
		{"an enum", input(`"status":{"type":"string","enum":["open","closed"]}`), ""},
		{"a format", input(`"date":{"type":"string","format":"date"}`), ""},
		{"a default", input(`"limit":{"type":"integer","default":20}`), ""},
		{"an example", input(`"country":{"type":"string","description":"Country code, e.g. CN"}`), ""},
		{"an example in Chinese", input(`"date":{"type":"string","description":"日期，格式如年月日"}`), ""},
		{"digits", input(`"date":{"type":"string","description":"Day as 2026-12-01"}`), ""},
		{"a word within another", input(`"update":{"type":"string"},"estate":{"type":"string"}`), ""},
		{"of another type", input(`"date":{"type":"boolean"},"limit":{"type":"object"}`), ""},
		{"an id and a name", input(`"categoryId":{"type":"string"},"status_text":{"type":"string"}`), ""},
		{"nothing to guess", input(`"name":{"type":"string"},"weight":{"type":"number"}`), ""},
	})
}

func TestHintsDeclared(t *testing.T) {
	t.Parallel()
	const at = " /tools/0/annotations"
	try(t, "QLT-005", []row{
		{"none", tool("x"), "6" + at},
		{"another", tool("x", `"annotations":{"openWorldHint":true}`), "6" + at},
		{"of another type", tool("x", `"annotations":{"readOnlyHint":"true"}`), "6" + at},
		{"read-only", tool("x", `"annotations":{"readOnlyHint":true}`), ""},
		{"changing, and no more said", tool("x", `"annotations":{"readOnlyHint":false}`), "3" + at},
		{"changing, and told how", tool("x", `"annotations":{"readOnlyHint":false,"destructiveHint":false}`), ""},
	})
}

func TestTitled(t *testing.T) {
	t.Parallel()
	const at = "3 /tools/0/title"
	try(t, "QLT-006", []row{
		{"none", tool("x"), at},
		{"blank", tool("x", `"title":"  "`), at},
		{"the name", tool("x", `"title":"stock_level"`), at},
		{"one", tool("x", `"title":"Stock level"`), ""},
		{"in the annotations", tool("x", `"annotations":{"title":"库存"}`), ""},
	})
}

func TestOutputDeclared(t *testing.T) {
	t.Parallel()
	try(t, "QLT-007", []row{
		{"none", tool("x"), "4 /tools/0/outputSchema"},
		{"empty", tool("x", `"outputSchema":{}`), "4 /tools/0/outputSchema"},
		{"one", tool("x", `"outputSchema":{"type":"object"}`), ""},
	})
}

func TestNotLong(t *testing.T) {
	t.Parallel()
	words := func(n int) []string { return tool(strings.Repeat("stock ", n)) }
	try(t, "QLT-008", []row{
		{"short", words(50), ""},
		{"enough", words(290), ""},
		{"a little long", words(330), "1 /tools/0"},
		{"long", words(500), "5 /tools/0"},
		{"a book", words(5000), "15 /tools/0"},
	})
}

func TestSaidOnce(t *testing.T) {
	t.Parallel()
	const at = "5 /tools/0/description"
	shared := "Every call needs an account in good standing with the warehouse. "
	three := func(text string) []string {
		return []string{ruletest.Tool("a", text+"Returns the level"), ruletest.Tool("b", text+"Returns the shelf"), ruletest.Tool("c", "Returns the article. "+text)}
	}
	try(t, "QLT-009", []row{
		{"a parameter's description again", tool("Returns the level. article: Number of the article as printed on its label", `"inputSchema":{"type":"object","properties":{"article":{"type":"string","description":"Number of the article as printed on its label"}}}`), at},
		{"a short one", tool("Returns the level of an article number", `"inputSchema":{"type":"object","properties":{"article":{"type":"string","description":"article number"}}}`), ""},
		{"a schema", tool(`Returns the level. Arguments: {"type":"object","properties":{"a":{"type":"string"}}}`), at},
		{"one sentence in three tools", three(shared), at + ", 5 /tools/1/description, 5 /tools/2/description"},
		{"in two", three(shared)[:2], ""},
		{"a short sentence in three", three("Needs an account. "), ""},
		{"twice in one tool", tool(shared + shared + shared), ""},
	})
}

// Work grows with the text, not with its square.
func FuzzRules(f *testing.F) {
	f.Add("Returns the level", `{"type":"object","properties":{"date":{"type":"string"}}}`)
	f.Add("返回。", `{"$defs":{"a":{"properties":{"b":{"items":{"properties":{"c":{}}}}}}}}`)
	f.Add(`"type": "properties":`, `{"anyOf":[{"properties":{"a":{"not":{}}}}]}`)
	f.Fuzz(func(t *testing.T, description, schema string) {
		raw := ruletest.Tool("get_stock", description, `"inputSchema":`+schema)
		d := ruletest.List(raw, raw, ruletest.Tool("fetch_stock", description))
		for _, r := range Rules() {
			ruletest.Hits(t, r, d)
		}
		for _, tool := range d.Tools {
			if n := tool.Tokens(); n < 0 || n > 4*len(raw)+20 {
				t.Errorf("%d tokens of %d bytes", n, len(raw))
			}
		}
	})
}
