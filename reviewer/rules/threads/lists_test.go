package threads

import (
	"fmt"
	"strings"

	"marketd/reviewer/rules/ruletest"
)

// tool is one with these properties, as JSON, for arguments.
func tool(name, description, properties string, members ...string) string {
	return shaped(name, description, `{"type":"object","properties":{`+properties+`}}`, members...)
}

// shaped is one with this input schema.
func shaped(name, description, schema string, members ...string) string {
	return ruletest.Tool(name, description, append(members, `"inputSchema":`+schema)...)
}

const city = `"city":{"type":"string","description":"Name of the city"}`

// many are tools that differ in name and description.
func many(n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = tool(fmt.Sprintf("area%d_get", i), fmt.Sprintf("Returns what the weather stations of area %d of the country measured today", i), city)
	}
	return all
}

// page is a result with tools and a cursor, none when it is empty.
func page(cursor string, tools ...string) string {
	if cursor != "" {
		cursor = `,"nextCursor":` + ruletest.Quote(cursor)
	}
	return `{"tools":[` + strings.Join(tools, ",") + `]` + cursor + `}`
}

// unfit are tools with these input schemas; "" is none.
func unfit(schemas ...string) []string {
	var all []string
	for i, s := range schemas {
		t := ruletest.Tool(fmt.Sprintf("region%d_list", i), fmt.Sprintf("Lists the weather stations of region %d of the country", i), `"inputSchema":`+s)
		if s == "" {
			t = ruletest.Tool(fmt.Sprintf("region%d_list", i), "Lists all weather stations of the country")
		}
		all = append(all, t)
	}
	return append(all, goodTool)
}

// lists are large lists, cursors, names and schemas.
func lists() []thread {
	of := many(60)
	return []thread{
		{
			in: "DeusData/codebase-memory-mcp#1247", say: "the cursor stands still: 8 tools were seen as 160", scene: scene{handler: pages(page("0", of[:8]...))},
			app: "rejected fail", mcp: "rejected fail", hits: []string{"reject PAG-003 app", "reject PRO-018 mcp"},
		},
		{
			in: "Chainlit#3042 agentic-api#311", say: "pages without end", scene: scene{handler: endless()},
			app: "rejected fail", mcp: "rejected fail", hits: []string{"reject PAG-003 app", "reject PRO-018 mcp"},
		},
		{
			in: "vercel/ai#19240 langchain4j#4798", say: "no page but the first was read", scene: scene{handler: pages(page("1", of[:2]...), page("2", of[2:4]...), page("", of[4:6]...))},
			app: "clean pass", mcp: "clean pass", hits: []string{"warn PAG-002 app"}, also: tools(6),
		},
		{
			in: "mcp2cli#64 altimate-code#986", say: "the second page was overlooked: 54 tools, 50 a page", scene: scene{handler: pages(page("1", of[:50]...), page("", of[50:54]...))},
			app: "clean pass", mcp: "clean pass", hits: []string{"warn PAG-002 app"}, also: tools(54),
		},
		{
			in: "microsoft/vscode-copilot-release#11653 microsoft/vscode-copilot-release#9375", say: "clients take 128 tools", scene: scene{tools: many(129)},
			app: "needs_human pass", mcp: "needs_human pass", hits: []string{"needs_human PRO-008"},
		},
		{
			in: "mcp-testrail#6 pi-mcp-adapter#240 servers#291", say: "clients take 40 tools", scene: scene{tools: many(41)},
			app: "clean pass", mcp: "clean pass", hits: []string{"warn PRO-008"},
		},
		{
			in: "NetApp/netapp-dataops-toolkit#38", say: "model APIs refuse a name with a blank", scene: scene{tools: []string{tool("Create Volume", "Creates a volume of the given size on the storage system", `"size":{"type":"integer","description":"Size in GiB"}`, `"level":"write"`), goodTool}},
			app: "rejected fail", mcp: "rejected fail", hits: []string{"reject NAM-001"},
		},
		{
			in: "xpzouying/xiaohongshu-mcp#677 github/copilot-cli#1825 actionhero/keryx#255 enechange/collmbo#384 dify-plugin-agent#18", say: "ways to write that there are no arguments were refused", scene: scene{tools: unfit(
				`{"type":"object","properties":{}}`, `{"type":"object","properties":{},"additionalProperties":false}`, `{"type":"object","properties":{},"required":[],"additionalProperties":false}`,
				`{"type":"object","additionalProperties":false}`, `{"type":"object"}`)},
			app: "clean pass", mcp: "clean pass", hits: []string{"warn SCH-003"},
		},
		{
			in: "Unity-MCP#440 servers#3051 mcpsnoop#199 agentmemory#1377", say: "what is no object for a schema broke clients", scene: scene{tools: unfit("", "null", "{}", "true", `{"$schema":"https://json-schema.org/draft/2020-12/schema"}`)},
			app: "rejected fail", mcp: "rejected fail", hits: []string{"reject SCH-001"},
		},
		{
			in: "anthropics/claude-code#76040 stitch#13", say: "one reference to nothing took the whole list down", scene: scene{tools: unfit(`{"type":"object","properties":{"where":{"$ref":"#/$defs/Nope"}},"$defs":{"City":{"type":"string"}}}`)},
			app: "rejected fail", mcp: "rejected fail", hits: []string{"reject SCH-010"},
		},
		{
			in: "nocobase#9411 ruflo#1294 webflow#116 restheart#593", say: "a model API refused an array without items", scene: scene{tools: unfit(`{"type":"object","properties":{"cities":{"type":"array","description":"Names of cities"}}}`)},
			app: "clean pass", mcp: "clean pass", hits: []string{"warn SCH-013"},
		},
	}
}
