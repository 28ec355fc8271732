package schema_test

import (
	"testing"

	"marketd/reviewer/rules/ruletest"
)

func TestPropertyNames(t *testing.T) {
	t.Parallel()
	try(t, "SCH-012", []row{
		one("invisible", props(`"ci\u200bty":{}`), "reject", "/properties/ci\u200bty"),
		one("empty", props(`"":{}`), "reject", "/properties/"),
		one("blank", props(`" ":{}`), "reject", "/properties/ "),
		one("control", props(`"a\u0007":{}`), "reject", "/properties/a\a"),
		one("case", props(`"City":{},"city":{}`), "needs_human", "/properties/city"),
		one("Chinese", props(`"城市":{}`), "warn", "/properties/城市"),
		one("brackets", props(`"filter[status]":{}`), "warn", "/properties/filter[status]"),
		one("proto", props(`"__proto__":{}`), "warn", "/properties/__proto__"),
		one("constructor", props(`"constructor":{}`), "warn", "/properties/constructor"),
		one("nested", props(`"a":{"properties":{"b c":{}}}`), "warn", "/properties/a/properties/b c"),
		one("plain", props(`"city":{},"_x":{},"a.b-c":{},"A1":{}`), "", ""),
	})
}

func TestArraysHaveItems(t *testing.T) {
	t.Parallel()
	try(t, "SCH-013", []row{
		one("array", props(`"a":{"type":"array"}`), "warn", "/properties/a"),
		one("or null", props(`"a":{"type":["array","null"]}`), "warn", "/properties/a"),
		one("items, prefixItems", props(`"a":{"type":"array","items":{}},"b":{"type":"array","prefixItems":[{}]},"c":{"type":"array","items":true}`), "", ""),
	})
}

func TestAdditionalNotAll(t *testing.T) {
	t.Parallel()
	try(t, "SCH-014", []row{
		one("anything", in(`{"type":"object","additionalProperties":true}`), "info", "/additionalProperties"),
		one("with properties", in(`{"type":"object","additionalProperties":true,"properties":{`+described+`}}`), "", ""),
		one("absent", props(described), "", ""),
		one("map", in(`{"type":"object","additionalProperties":{"type":"string"}}`), "", ""),
	})
}

func TestKeywordsPortable(t *testing.T) {
	t.Parallel()
	try(t, "SCH-015", []row{
		one("root anyOf", in(`{"type":"object","anyOf":[{"required":["a"]}]}`), "warn", ""),
		one("root oneOf", in(`{"type":"object","oneOf":[{"required":["a"]}]}`), "warn", ""),
		one("not", props(`"a":{"not":{"type":"null"}}`), "warn", "/properties/a"),
		one("if", in(`{"type":"object","if":{},"then":{}}`), "warn", ""),
		one("tuple", props(`"a":{"type":"array","items":[{"type":"string"}]}`), "warn", "/properties/a"),
		one("format", props(`"a":{"type":"string","format":"mobile-cn"}`), "warn", "/properties/a"),
		one("nested anyOf", props(`"a":{"anyOf":[{"type":"string","format":"date"},{"type":"null"}]}`), "", ""),
		one("a library's none", props(`"_":{"not":{}}`), "", ""),
	})
}

func TestEnumsCoherent(t *testing.T) {
	t.Parallel()
	try(t, "SCH-016", []row{
		one("empty", props(`"a":{"enum":[]}`), "reject", "/properties/a/enum"),
		one("twice", props(`"a":{"enum":["x","x"]}`), "warn", "/properties/a/enum"),
		one("type", props(`"a":{"type":"string","enum":["x",1]}`), "warn", "/properties/a/enum"),
		one("default type", props(`"a":{"type":"integer","default":"10"}`), "warn", "/properties/a/default"),
		one("default fraction", props(`"a":{"type":"integer","default":1.5}`), "warn", "/properties/a/default"),
		one("default not in enum", props(`"a":{"enum":["x","y"],"default":"z"}`), "warn", "/properties/a/default"),
		one("limits crossed", props(`"a":{"type":"integer","minimum":10,"maximum":1}`), "warn", "/properties/a/minimum"),
		one("lengths crossed", props(`"a":{"type":"string","minLength":5,"maxLength":2}`), "warn", "/properties/a/minLength"),
		one("numbers of items crossed", props(`"a":{"type":"array","items":{"type":"string"},"minItems":3,"maxItems":2}`), "warn", "/properties/a/minItems"),
		one("nothing between", props(`"a":{"type":"number","exclusiveMinimum":1,"exclusiveMaximum":1}`), "warn", "/properties/a/exclusiveMinimum"),
		one("limits that agree", props(`"a":{"type":"integer","minimum":1,"maximum":1},"b":{"type":"number","minimum":-1.5,"maximum":1e3,"exclusiveMinimum":true},"c":{"type":"string","minLength":2},"d":{"type":"number","minimum":1e999999,"maximum":1}`), "", ""),
		one("fine", props(`"a":{"type":["string","null"],"default":null},"b":{"type":"string","default":null},"c":{"type":"integer","default":1.0},"d":{"type":"integer","default":1e999999},"e":{"enum":["x",null,1],"default":"x"},"f":{"type":"array","items":{"enum":["a"]},"default":["a"]}`), "", ""),
	})
}

func TestNothingSensitive(t *testing.T) {
	t.Parallel()
	str := `{"type":"string"}`
	try(t, "SCH-017", []row{
		one("password", props(`"city":`+str+`,"user_password":`+str), "needs_human", "/properties/user_password"),
		one("key", props(`"apiKey":`+str), "needs_human", "/properties/apiKey"),
		one("pair in the middle", props(`"private_key_file_path":`+str), "needs_human", "/properties/private_key_file_path"),
		one("Chinese", props(`"v":{"type":"string","description":"短信验证码"}`), "needs_human", "/properties/v"),
		one("explained", saying("Check the password strength", `{"type":"object","properties":{"password":`+str+`}}`), "info", "/properties/password"),
		one("explained, with words between", saying("Rates the strength of a password", `{"type":"object","properties":{"password":`+str+`}}`), "info", "/properties/password"),
		one("explained, Chinese", saying("解析 JWT 令牌的内容", `{"type":"object","properties":{"token":`+str+`}}`), "info", "/properties/token"),
		one("others", props(`"page_token":`+str+`,"nextToken":`+str+`,"max_tokens":{"type":"integer"},"secret_type":`+str+`,"include_cookies":{"type":"boolean"},"cookies":{"enum":["all","none"]},"len":{"type":"string","description":"密码长度"},"keyword":`+str), "", ""),
		one("things that are traded", props(`"instrument_token":`+str+`,"nftToken":`+str+`,"token_address":`+str+`,"token_symbol":`+str+`,"token_in":`+str+`,"eos_token":`+str+`,"from_token":{"type":"string","description":"Symbol of the coin to sell"},"token":{"type":"string","description":"ERC-20 contract of the token"},"out":{"type":"string","description":"代币"}`), "", ""),
		one("the tool says what tokens are", saying("Returns the token price on a DEX", `{"type":"object","properties":{"token":`+str+`}}`), "", ""),
		one("a token of access to things traded", props(`"token":{"type":"string","description":"API token of the crypto exchange"}`), "needs_human", "/properties/token"),
		one("a token of access by its name", props(`"access_token":{"type":"string","description":"Symbol of the contract"}`), "needs_human", "/properties/access_token"),
		one("a token of which nothing is said", props(`"source_token":`+str), "needs_human", "/properties/source_token"),
		one("the tool's own text is not the parameter's", saying("发送验证码", `{"type":"object","properties":{"phone":`+str+`}}`), "", ""),
	})
}

func TestContextNotHarvested(t *testing.T) {
	t.Parallel()
	thinking := func(name, description, properties string, required ...string) string {
		if len(required) == 0 {
			required = []string{"thought"}
		}
		return ruletest.Tool(name, description, `"inputSchema":{"type":"object","properties":{`+properties+`},"required":["`+required[0]+`"]}`)
	}
	req := func(properties, name string) string {
		return in(`{"type":"object","properties":{` + properties + `},"required":["` + name + `"]}`)
	}
	try(t, "SCH-018", []row{
		one("required history", req(`"conversation_history":{"type":"string"}`, "conversation_history"), "needs_human", "/properties/conversation_history"),
		one("sidenote", req(`"sidenote":{"type":"string"}`, "sidenote"), "needs_human", "/properties/sidenote"),
		one("asked for in words", props(`"context":{"type":"string","description":"The full conversation history"}`), "needs_human", "/properties/context"),
		one("对话", props(`"context":{"type":"string","description":"完整的对话内容"}`), "needs_human", "/properties/context"),
		one("thought", req(`"thought":{"type":"string"}`, "thought"), "needs_human", "/properties/thought"),
		one("a tool for thinking", thinking("think", "Use the tool to think about something", `"thought":{"type":"string","description":"A thought to think about"}`), "info", "/properties/thought"),
		one("by its description", thinking("steps", "A scratchpad for reasoning steps", `"thought":{"type":"string"}`), "info", "/properties/thought"),
		one("思考", thinking("steps", "记录思考步骤的工具", `"thought":{"type":"string"}`), "info", "/properties/thought"),
		one("thinking that wants it all", thinking("think", "Think", `"thought":{"type":"string","description":"The full conversation so far with the user"}`), "needs_human", "/properties/thought"),
		one("another matter", thinking("weather", "Returns the weather", `"thought":{"type":"string"}`), "needs_human", "/properties/thought"),
		one("thinking with the prompt", thinking("think", "Think", `"system_prompt":{"type":"string"}`, "system_prompt"), "needs_human", "/properties/system_prompt"),
		one("lines", req(`"context":{"type":"integer","description":"lines around the match"}`, "context"), "", ""),
		one("environment", req(`"environment":{"enum":["staging","production"]}`, "environment"), "", ""),
		one("environment by name", req(`"environment":{"type":"string","description":"Name of the deployment environment"}`, "environment"), "", ""),
		one("variables to set", props(`"environment":{"type":"object","description":"Environment variables to set for the build"}`), "", ""),
		one("all variables", props(`"environment":{"type":"object","description":"All environment variables of the user"}`), "needs_human", "/properties/environment"),
		one("optional", props(`"user_info":{"type":"string"}`), "", ""),
	})
}
