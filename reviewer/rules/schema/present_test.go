package schema_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"marketd/market"
	"marketd/reviewer/rules/ruletest"
	"marketd/reviewer/rules/schema"
)

const described = `"city":{"type":"string","description":"City name"}`

func TestSchemaPresent(t *testing.T) {
	t.Parallel()
	var rows []row
	for _, s := range []string{"", "null", "{}", "true", "[]", `"x"`, "3", `{"$schema":"https://json-schema.org/draft/2020-12/schema"}`, `{"description":"none","$comment":"x"}`} {
		rows = append(rows, one(s, in(s), "reject", ""))
	}
	try(t, "SCH-001", append(rows, one("none", in(`{"type":"object","properties":{}}`), "", ""), one("bare", in(`{"type":"object"}`), "", "")))
}

func TestRootIsObject(t *testing.T) {
	t.Parallel()
	try(t, "SCH-002", []row{
		one("no type", in(`{"properties":{"a":{}}}`), "reject", "/type"),
		one("list of types", in(`{"type":["object","null"]}`), "reject", "/type"),
		one("string", in(`{"type":"string"}`), "reject", "/type"),
		one("combinator alone", in(`{"anyOf":[{"type":"object"}]}`), "reject", "/type"),
		one("combinator beside", in(`{"type":"object","oneOf":[{"required":["a"]}]}`), "", ""),
		one("plain", props(described), "", ""),
	})
}

func TestNoArgumentsDeclared(t *testing.T) {
	t.Parallel()
	try(t, "SCH-003", []row{
		one("closed", in(`{"type":"object","additionalProperties":false}`), "warn", ""),
		one("without properties, required told of elsewhere", in(`{"type":"object","properties":{},"required":["x"]}`), "", ""),
		one("bare", in(`{"type":"object"}`), "warn", ""),
		one("open", in(`{"type":"object","additionalProperties":true}`), "warn", ""),
		one("in a combinator", in(`{"type":"object","anyOf":[{"properties":{`+described+`}}]}`), "warn", ""),
		one("recommended", in(`{"type":"object","properties":{},"additionalProperties":false}`), "", ""),
		one("with required", in(`{"type":"object","properties":{},"required":[]}`), "", ""),
		one("a library's none", props(`"_":{"not":{}}`), "", ""),
		one("told of as hidden", saying("Search by keyword and page", `{"type":"object"}`), "", ""),
	})
}

func TestArgumentsNotHidden(t *testing.T) {
	t.Parallel()
	const bare, empty, closed = `{"type":"object"}`, `{"type":"object","properties":{}}`, `{"type":"object","additionalProperties":false}`
	try(t, "SCH-004", []row{
		one("bare", saying("Search by keyword and page", bare), "reject", ""),
		one("empty", saying("根据城市查询天气", empty), "needs_human", ""),
		one("closed", saying("Args: city - the city", closed), "needs_human", ""),
		one("impossible", saying("参数：城市", `{"type":"object","properties":{"_":{"not":{}}}}`), "needs_human", ""),
		one("given", saying("Returns the weather of the given city", empty), "needs_human", ""),
		one("specified", saying("Returns the rate of the specified currency", empty), "needs_human", ""),
		one("a list of them", saying("Returns the tide.\n\nParameters:\n- port: the port\n- day: which day", empty), "needs_human", ""),
		one("a list with stars", saying("Args:\n* port (str)", empty), "needs_human", ""),
		one("as doc comments have them", saying("Reads a page.\n@param page where it is\n@returns its text", empty), "needs_human", ""),
		one("as reST has them", saying("Reads a page.\n\n:param page: where it is", empty), "needs_human", ""),
		one("指定", saying("获取用户指定股票代码的行情", empty), "needs_human", ""),
	})
	for _, s := range []string{
		"Looks up one order by its `order_id`.", "Returns the documents matching the query", "Reads the file at path and returns it", "Returns the state of a parcel based on the order number", "Accepts `city` and returns the weather",
		"根据订单号查询物流", "通过车牌号查询违章", "指定した都市の天気を返します", "キーワードで検索します", "지정한 도시의 날씨를 조회합니다", "주어진 키워드를 찾습니다", "주문 번호로 조회합니다",
		"Sucht eine Bestellung anhand der Bestellnummer", "Liefert das Wetter der angegebenen Stadt", "Consulta un pedido por número de pedido", "Devuelve el clima según la ciudad indicada", "Consulta o pedido pelo número do pedido",
		"Donne la météo de la ville indiquée", "Restituisce il meteo della città indicata", "Возвращает погоду по указанному городу", "Находит заказ по номеру заказа",
	} {
		try(t, "SCH-004", []row{one(s, saying(s, empty), "needs_human", "")})
	}
	for _, s := range []string{
		"列出支持的城市", "whoami", "Get details of the authenticated user", "List all regions", "Get current time in a specific timezone", "Returns who you are", "Lists all cities sorted by name", "List files ordered by date", "Get all tasks grouped by status and sorted by date", "Returns settings for the user", "Return the current user",
		"根据公开数据统计全国天气", "根据当前登录用户获取权限", "Get the current time", "Lists regions. Args: none", "参数：无", "Parameters: None", "Parameters: -", "Parameters:\n- none", "参数：-\n返回：列表", "Args: -\n\nReturns: a list", "获取热门菜谱，按名称排序",
		"Returns `status` and `uptime` of the server", "Lists regions with their `region_code`", "Returns the list of cities; use it with `get_weather`", "Call this before `get_forecast`", "Requires the `admin` role", "Lists one order by one, ordered by date", "Returns what is at the top of the page", "Lists fields for the search index", "Statistics by the hour", "Returns the query plan cache",
		"根据订单量排序的商品", "指定席の一覧を返します", "利用可能な都市の一覧を取得します", "지정석 목록을 반환합니다", "사용 가능한 지역 목록", "Listet alle Städte nach Namen sortiert", "Lista las ciudades por nombre", "Liste des pays par population", "Список городов по алфавиту", "Возвращает данные по указанным в настройках правилам", "Die Uhrzeit nach UTC", "Lista de pedidos por fecha",
	} {
		try(t, "SCH-004", []row{one(s, saying(s, bare), "", ""), one(s, saying(s, empty), "", "")})
	}
	try(t, "SCH-004", []row{one("has arguments", saying("Search by keyword", `{"type":"object","properties":{`+described+`}}`), "", ""), one("map", saying("Search by keyword", `{"type":"object","additionalProperties":{"type":"string"}}`), "", "")})
}

func TestSomeArguments(t *testing.T) {
	t.Parallel()
	none := in(`{"type":"object","properties":{}}`)
	try(t, "SCH-005", []row{
		{"three", []string{none, none, none}, []string{"needs_human /tools"}},
		{"five", []string{none, none, none, none, none}, []string{"needs_human /tools"}},
		{"two", []string{none, none}, nil},
		{"one has some", []string{none, none, none, props(described)}, nil},
		{"none usable", []string{in("{}"), in("{}"), in("{}")}, nil},
	})
}

func TestParametersTyped(t *testing.T) {
	t.Parallel()
	try(t, "SCH-006", []row{
		one("none", props(`"q":{}`), "reject", "/properties/q"),
		one("true", props(`"q":true,"r":{"description":"x"}`), "reject", "/properties/q"),
		one("some", props(`"q":{},"c":{"type":"string"}`), "needs_human", "/properties/q"),
		one("half a choice", props(`"q":{"anyOf":[{"type":"string"},{}]},"c":{"type":"string"}`), "needs_human", "/properties/q"),
		one("enum", props(`"q":{"enum":["a","b"]}`), "", ""),
		one("choice", props(`"q":{"anyOf":[{"type":"string"},{"type":"null"}]}`), "", ""),
		one("references", in(`{"type":"object","properties":{"q":{"$ref":"#/$defs/A"},"r":{"$dynamicRef":"#a"}},"$defs":{"A":{"$dynamicAnchor":"a","type":"string"}}}`), "", ""),
		one("const, shape, allOf", props(`"a":{"const":1},"b":{"properties":{}},"c":{"allOf":[{"type":"string"},{"maxLength":3}]}`), "", ""),
		one("a library's none", props(`"_":{"not":{}}`), "", ""),
		one("a library's none as false", props(`"_":false`), "", ""),
		one("a real name that takes never", props(`"city":{"not":{}}`), "", ""),
		one("false", props(`"city":false`), "reject", "/properties/city"),
		one("one is false", props(`"city":false,"c":{"type":"string"}`), "needs_human", "/properties/city"),
		one("forbidden in a condition", in(`{"type":"object","properties":{"c":{"type":"string"}},"then":{"properties":{"d":false}},"if":{"required":["c"]}}`), "", ""),
	})
}

// some writes n properties of the same schema.
func some(n int, schema, prefix string) []string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("%q:%s", prefix+strconv.Itoa(i), schema))
	}
	return out
}

func TestParametersDescribed(t *testing.T) {
	t.Parallel()
	try(t, "SCH-007", []row{
		one("none of four", props(`"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string","description":"TODO"},"d":{"type":"string","description":"待补充"}`), "needs_human", "/properties"),
		one("none, but names that tell", props(`"owner":{"type":"string"},"repo":{"type":"string"},"issue_number":{"type":"integer"}`), "warn", "/properties"),
		one("none of two", props(`"a":{"type":"string"},"b":{"type":"string"}`), "warn", "/properties"),
		one("one of three", props(`"a":{"type":"string","description":"City"},"b":{"type":"string"},"c":{"type":"string"}`), "warn", "/properties"),
		one("ten of twelve", props(strings.Join(slices.Concat(some(10, `{"type":"string","description":"城市"}`, "d"), some(2, `{"type":"string"}`, "u")), ",")), "", ""),
		one("half", props(`"a":{"type":"string","description":"城市"},"b":{"type":"string"}`), "", ""),
		one("short nouns", props(`"a":{"type":"string","description":"标题"},"b":{"type":"string","description":"Name"},"c":{"type":"string","description":"内容"}`), "", ""),
		one("names that explain", props(`"limit":{"type":"integer"},"Page":{"type":"integer"},"cursor":{"type":"string"}`), "", ""),
		one("through a reference", in(`{"type":"object","properties":{"a":{"$ref":"#/$defs/A"},"b":{"anyOf":[{"type":"string","description":"City"},{"type":"null"}]}},"$defs":{"A":{"type":"string","description":"City"}}}`), "", ""),
	})
}

func TestRequiredExists(t *testing.T) {
	t.Parallel()
	try(t, "SCH-008", []row{
		one("unknown", in(`{"type":"object","properties":{"a":{"type":"string"}},"required":["city"]}`), "reject", "/required"),
		one("none defined", in(`{"type":"object","properties":{},"required":["x"]}`), "reject", "/required"),
		one("a text", in(`{"type":"object","properties":{`+described+`},"required":"city"}`), "reject", "/required"),
		one("a flag", in(`{"type":"object","properties":{`+described+`},"required":true}`), "reject", "/required"),
		one("twice", in(`{"type":"object","properties":{`+described+`},"required":["city","city"]}`), "reject", "/required"),
		one("said only", props(`"city":{"type":"string","description":"城市（必填）"}`), "info", "/properties/city/description"),
		one("defined", in(`{"type":"object","properties":{`+described+`},"required":["city"]}`), "", ""),
		one("merged", in(`{"type":"object","required":["city"],"allOf":[{"$ref":"#/$defs/A"}],"$defs":{"A":{"properties":{`+described+`}}}}`), "", ""),
		one("a map", in(`{"type":"object","required":["x-1"],"patternProperties":{"^x-":{"type":"string"}}}`), "", ""),
		one("absent", props(described), "", ""),
	})
}

func TestSizeBounded(t *testing.T) {
	t.Parallel()
	deep := func(n int) string {
		return strings.Repeat(`{"type":"object","properties":{"a":`, n) + `{"type":"string"}` + strings.Repeat("}}", n)
	}
	try(t, "SCH-011", []row{
		one("31 levels", in(deep(31)), "reject", ""),
		one("30 levels", in(deep(30)), "", ""),
		one("bytes", in(`{"type":"object","description":"`+strings.Repeat("a", 64<<10)+`"}`), "reject", ""),
		one("JSON depth", in(`{"type":"object","default":`+strings.Repeat("[", 64)+strings.Repeat("]", 64)+`}`), "reject", ""),
		one("brackets in text", in(`{"type":"object","description":"\"`+strings.Repeat("[", 200)+`"}`), "", ""),
		one("enum", in(`{"type":"object","properties":{"a":{"enum":[`+strings.Repeat("1,", 1000)+`1]}}}`), "reject", ""),
		one("subschemas", props(`"a":{"anyOf":[`+strings.Repeat("{},", 1000)+`{}]}`), "reject", ""),
		one("plain", props(described), "", ""),
	})
	var many []string
	for i := range 257 {
		many = append(many, `"p`+strings.Repeat("x", i)+`":{}`)
	}
	try(t, "SCH-011", []row{one("properties", props(strings.Join(many, ",")), "reject", ""), one("256", props(strings.Join(many[:256], ",")), "", "")})
}

// Android providers write parameters where others write inputSchema; all the
// rules read them there, and the one on inputSchema keeps out.
func TestParametersOfProviders(t *testing.T) {
	t.Parallel()
	const head = `{"name":"a","description":"Searches the notes on this device","parameters":`
	bad, at := []string{"reject /tools/0/parameters"}, "/tools/0/parameters"
	for _, c := range []struct {
		rule, tool string
		want       []string
	}{
		{"SCH-022", `{"name":"a"}`, bad},
		{"SCH-022", head + `null}`, bad},
		{"SCH-022", head + `[]}`, bad},
		{"SCH-022", head + `"x"}`, bad},
		{"SCH-022", head + `{}}`, bad},
		{"SCH-022", `{"name":"a","inputSchema":{"type":"object"}}`, bad},
		{"SCH-022", head + `{"type":"object","properties":{}}}`, nil},
		{"SCH-001", head + `null}`, []string{ruletest.Skipped}},
		{"SCH-002", head + `{"type":"string"}}`, []string{"reject " + at + "/type"}},
		{"SCH-010", head + `{"type":"object","properties":{"q":{"$ref":"https://x.example/s"}}}}`, []string{"reject " + at + "/properties/q/$ref"}},
	} {
		d := ruletest.List(c.tool)
		d.Entry.Kind = market.KindCETP
		ruletest.Check(t, ruletest.Find(t, schema.Rules(), c.rule), c.tool, d, c.want)
	}
	ruletest.Check(t, ruletest.Find(t, schema.Rules(), "SCH-022"), "a server", ruletest.List(`{"name":"a"}`), []string{ruletest.Skipped})
}
