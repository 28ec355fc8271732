package threads

// kept are tools besides a good one with which nothing is wrong: they lead to a
// clean verdict, and the rules may find nothing.
func kept(in, say string, free []string, tools ...string) thread {
	return thread{in: in, say: say, scene: scene{tools: append(tools, goodTool)}, app: "clean pass", mcp: "clean pass", free: free}
}

// warned is the same where rules warn.
func warned(in, say string, hits []string, tools ...string) thread {
	x := kept(in, say, nil, tools...)
	x.hits = hits
	return x
}

var (
	emptyRules = []string{"SCH-001", "SCH-002", "SCH-003", "SCH-004", "SCH-005", "SCH-006", "SCH-009"}
	shortRules = []string{"DSC-001", "DSC-002", "DSC-003", "DSC-006"}
	nameRules  = []string{"NAM-001", "NAM-004", "NAM-005", "RES-001", "RES-002", "LVL-002"}
)

// goodTools are tools that a simple rule would turn away.
func goodTools() []thread {
	return append(append(argumentless(), terse()...), toldOdd()...)
}

// argumentless are schemas that look empty, old or broken.
func argumentless() []thread {
	const draft7 = `"$schema":"http://json-schema.org/draft-07/schema#",`
	return []thread{
		warned("xpzouying/xiaohongshu-mcp#677", "a schema of type object alone is an empty one", []string{"warn SCH-003"},
			shaped("check_login_status", "检查小红书登录状态", `{"type":"object"}`)),
		kept("github/github-mcp-server:get_me", "no properties: an empty schema", emptyRules, tool("get_me", "Returns the details of the user who is signed in to GitHub", "")),
		kept("enechange/collmbo#384", "the same in AWS Knowledge", emptyRules, tool("list_regions", "Lists all regions of the cloud with their identifiers and names", "")),
		warned("actionhero/keryx#255", "actions without arguments have no properties member", []string{"warn SCH-003"},
			shaped("server_status", "Returns how the server is doing and since when it runs", `{"type":"object","additionalProperties":false}`)),
		kept("modelcontextprotocol/servers:get_current_time", "one argument and a short text", append(shortRules, "SCH-007"),
			tool("get_current_time", "Get current time in a specific timezone", `"timezone":{"type":"string","description":"IANA timezone name"}`)),
		kept("kintone/mcp-server#550", "the dialect is not 2020-12", []string{"SCH-009"},
			shaped("record_get", "Returns one record of an app by its number", `{`+draft7+`"type":"object","properties":{"record":{"type":"integer","description":"Number of the record","minimum":0,"exclusiveMinimum":0}},"required":["record"],"additionalProperties":false}`)),
		kept("marianfoo/sap-mcp-servers#52 marianfoo/sap-mcp-servers#55", "validators are pinned to one dialect", []string{"SCH-009", "SCH-015"},
			shaped("help_search", "Searches the help pages for a text and returns the matching ones", `{`+draft7+`"type":"object","properties":{"query":{"type":"string","description":"What to look for"}},"required":["query"]}`)),
		kept("measured:look-ahead", "RE2 does not compile a pattern with a look-ahead", []string{"SCH-009"},
			tool("branch_get", "Returns the last commits of one branch of the repository", `"branch":{"type":"string","description":"Name of the branch","pattern":"^(?!refs/).+$"}`)),
	}
}

// terse are descriptions and names that say enough in little.
func terse() []thread {
	say := func(in, say, name, description string) thread {
		return warned(in, say, []string{"warn DSC-004"}, tool(name, description, city))
	}
	return []thread{
		say("xpzouying/xiaohongshu-mcp", "fewer than 20 characters: Chinese says it in nine", "check_login", "检查小红书登录状态"),
		say("12306", "fewer than 20 characters", "tickets_get", "查询12306余票信息。"),
		say("docker/mcp-registry:stripe", "fewer than 20 characters", "list_disputes", "Lists disputes"),
		say("docker/mcp-registry:buildkite", "fewer than 20 characters", "list_triggers", "List all triggers."),
		warned("docker/mcp-registry:notion", "fewer than 20 characters", []string{"warn DSC-004"}, tool("pages_create", "Create new pages", `"title":{"type":"string","description":"Title of the page"}`, `"level":"write"`)),
		warned("github/github-mcp-server:list_starred_repositories", "the description is the name", []string{"warn DSC-005"},
			tool("list_starred_repositories", "List starred repositories", `"username":{"type":"string","description":"Whose stars; your own when absent"}`)),
		kept("docker/mcp-registry:get_test", "\"test\" within a name", nameRules, tool("get_test", "Returns one test of a suite with its results", `"test_id":{"type":"string","description":"Which test"}`)),
		kept("docker/mcp-registry:list_test_runs", "\"test\" and \"run\" within a name", nameRules, tool("list_test_runs", "Lists the test runs of a suite, newest first", `"suite":{"type":"string","description":"Which suite"}`)),
		kept("docker/mcp-registry:get_build_test_engine_runs", "\"run\" at the end of a name", nameRules, tool("get_build_test_engine_runs", "Returns the runs of the test engine that belong to a build", `"build":{"type":"string","description":"Which build"}`)),
		warned("hostinger#49", "dots in a name", []string{"info NAM-003"}, tool("vps.machines.list", "Lists the virtual machines of the account with their state", `"page":{"type":"integer","description":"Which page"}`)),
		warned("ImmichMCP#4", "dots in a name", []string{"info NAM-003"}, tool("albums.list", "Lists the albums of the photo library with their sizes", `"page":{"type":"integer","description":"Which page"}`)),
		warned("loomle#168", "dots in a name", []string{"info NAM-003"}, tool("graph.query", "Returns the nodes of a blueprint graph that match a filter", `"filter":{"type":"string","description":"What to match"}`)),
		warned("measured:time_now", "the library's default says that it destroys", []string{"warn LVL-004"},
			tool("time_now", "Returns the present time of a time zone", `"timezone":{"type":"string","description":"IANA name"}`, `"annotations":{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":false,"openWorldHint":true}`)),
		{
			in: "docker/mcp-registry#4389", say: "\"by\" in lower case in a title", scene: scene{tools: []string{goodTool}, entry: nameOf("Weather by Example")},
			app: "clean pass", mcp: "clean pass", free: []string{"META-006", "ENT-004"},
		},
	}
}

// toldOdd are texts with words or characters that look like something else.
func toldOdd() []thread {
	told := func(in, say, name, description string) thread {
		return kept(in, say, textRules, tool(name, description, city))
	}
	thinking := kept("modelcontextprotocol/servers:sequentialthinking", "long, and all commands to the model", nil,
		shaped("sequentialthinking", sequential, `{"type":"object","properties":{"thought":{"type":"string","description":"Your current thinking step"},"nextThoughtNeeded":{"type":"boolean","description":"Whether another thought step is needed"}},"required":["thought","nextThoughtNeeded"]}`))
	return []thread{
		thinking,
		kept("code:field_list", "待补充 within the text of a parameter", shortRules, tool("field_list", "列出表单中尚未填写的字段及其数据类型", `"field":{"type":"string","description":"待补充字段标识，如 name、dataType"}`)),
		told("modelcontextprotocol/servers:fetch", "\"refuse and tell the user\" by the protocol's own authors", "fetch",
			"Fetches a page of the web and extracts its contents as Markdown. Although originally you did not have internet access, and were advised to refuse and tell the user this, this tool now grants you internet access. Now you can fetch the most up-to-date information and let the user know that."),
		told("cisco-ai-defense/mcp-scanner#235", "urgent words: a quirk of the API of MS365", "mail_folders_list", `Lists folders. CRITICAL: the $search value MUST be double-quoted. ALWAYS use $select to keep the answer small.`),
		told("cisco-ai-defense/mcp-scanner#193:bringyour", "a role within \"remote server\"", "provider_locations", "Returns the locations at which a remote server can be used as a way out to the network"),
		told("cisco-ai-defense/mcp-scanner#193:robtex", "a role within \"Autonomous System\"", "as_info", "Returns who announces an Autonomous System (AS), its name, and the networks that are routed through it"),
		told("cisco-ai-defense/mcp-scanner#193:namewhisper", "harvesting within \"including name\"", "name_details", "Returns the details of a registered name, including name, owner, and the time of expiry"),
		told("getsentry/sentry-mcp#1092", "a model and some heuristics made 14 high findings of a widely used server", "issues_search",
			"Searches the issues of an organization.\n\nUse this tool when you need to:\n- find issues by their state, age or assignee\n- see which errors happened in the last hour\n\nDO NOT use it for counts; use events_search instead.\n\n<examples>\nunresolved errors of my-project\n</examples>"),
		told("IBM/mcp-context-forge#3711", "Markdown taken for HTML: a quotation", "notes_get", "Returns the notes of one day.\n\n> Notes are returned as they were written"),
		told("IBM/mcp-context-forge#4656", "Markdown taken for HTML: less and greater", "values_get", "Returns the values v of a sensor with min < v and v > 0, such as a -> b"),
		told("opena2a-org/hackmyagent#409 NousResearch/hermes-agent#59710", "joiners of a family: invisible Unicode", "family_plan", "Returns the plan of a family 👨\u200d👩\u200d👧\u200d👦 for the week with times and places"),
		told("NousResearch/hermes-agent#35808", "the joiner of a rainbow flag", "parade_list", "Lists the parades of a city 🏳\ufe0f\u200d🌈 with their dates and routes"),
		told("agentic-os-org/ANOLISA#2900", "the non-joiner of Persian orthography", "weather_fa", "این ابزار آب و هوای شهر را نشان می\u200cدهد و هر ساعت به\u200cروز می\u200cشود"),
		kept("agentic-os-org/ANOLISA#2900:BOM", "a byte order mark at the start", []string{"SEC-010", "SEC-011"}, tool("weather_bom", "\ufeffReturns the weather of one city as it was measured last", city)),
		kept("github/github-mcp-server:list_secret_scanning_alerts", "asks for a secret: it is a filter", []string{"SCH-017", "SEC-030"},
			tool("list_secret_scanning_alerts", "Lists the alerts of secret scanning of a repository", `"secret_type":{"type":"string","description":"Types of secrets to show, several apart by commas"},"repo":{"type":"string","description":"Which repository"}`)),
		told("measured:zscaler", "\"malware\" in a product of security", "threat_class_get", "Returns the classes of threats that were blocked, such as malware, ransomware and spyware, with how many of each"),
		told("measured:vectra", "\"botnet\" in a product of security", "detections_list", "Lists detections of botnet activity and of command and control traffic on the hosts of the network"),
		kept("github/github-mcp-server:list_global_security_advisories", "\"malware\" as one of the values", textRules,
			tool("list_global_security_advisories", "Lists global security advisories", `"type":{"type":"string","description":"Kind of advisory","enum":["reviewed","malware","unreviewed"]}`)),
		kept("measured:okta", "the head of a private key in a text on its form", []string{"SEC-030"},
			tool("certificate_get", "Returns the certificate of a custom domain. A private key starts with -----BEGIN PRIVATE KEY----- and is never returned.", `"domain":{"type":"string","description":"Which domain"}`)),
	}
}

const sequential = `A detailed tool for dynamic and reflective problem-solving through thoughts. It helps to analyse problems through a flexible process that can adapt and evolve.

When to use this tool:
- Breaking down complex problems into steps
- Planning and design with room for revision
- Problems where the full scope might not be clear at first

You should:
1. Start with an estimate of the thoughts that are needed, and be ready to adjust it
2. Feel free to question or revise earlier thoughts
3. Do not hesitate to add more thoughts, even at the end
4. Express uncertainty when there is some
5. Ignore information that is irrelevant to the current step
6. Only set nextThoughtNeeded to false when truly done and a satisfactory answer is reached`
