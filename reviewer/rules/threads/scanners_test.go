package threads

// telling is a server with one tool of this description besides a good one.
func telling(name, description string) scene {
	return scene{tools: []string{tool(name, description, city), goodTool}}
}

var textRules = []string{"SEC-001", "SEC-002", "SEC-003", "SEC-005", "SEC-006", "SEC-010", "SEC-011", "SEC-013", "DSC-011"}

// scanners are texts that others took for attacks, or let through as harmless.
func scanners() []thread {
	return []thread{
		{
			in: "snyk/agent-scan#2", say: "hints in the imperative on how to use a modelling program were an injection",
			scene: telling("scene_get", "Returns the objects of the open scene. Always check the result before you change anything, and use the name exactly as it is listed here."),
			app:   "clean pass", mcp: "clean pass", free: textRules,
		},
		{
			in: "snyk/agent-scan#271", say: "ordinary guidance with \"always\" was an injection",
			scene: telling("issue_search", "Searches issues by text. Always give a project key when one is known; results are always sorted by the date of change."),
			app:   "clean pass", mcp: "clean pass", free: textRules,
		},
		{
			in: "awslabs/mcp#159", say: "\".env\" was access to a sensitive file",
			scene: telling("config_check", "Checks the settings of a project against its .env.example and returns the names that are missing"),
			app:   "clean pass", mcp: "clean pass", free: textRules,
		},
		{
			in: "riseandignite/mcp-shield#8", say: "the same, with .env.sample",
			scene: telling("settings_list", "Lists the settings that the service knows. For what each one means see .env.sample in the repository."),
			app:   "clean pass", mcp: "clean pass", free: textRules,
		},
		{
			in: "cisco-ai-defense/mcp-scanner#235", say: "CRITICAL and MUST made a finding of a quirk of an API",
			scene: telling("messages_search", `Searches messages. CRITICAL: the $search value MUST be double-quoted, and $search cannot be combined with $filter. ALWAYS use $select to keep answers small.`),
			app:   "clean pass", mcp: "clean pass", free: textRules,
		},
		{
			in: "IBM/mcp-context-forge#3711 IBM/mcp-context-forge#4656", say: "a quotation mark of Markdown was refused and the tool dropped silently",
			scene: telling("notes_list", "Lists the notes of a page.\n\n> note: pages with more than 100 notes are cut, and 5 < 6 of them are shown"),
			app:   "clean pass", mcp: "clean pass", free: textRules, also: tools(2),
		},
		{
			in: "IBM/mcp-context-forge#3016 IBM/mcp-context-forge#1542", say: "a limit of depth 10 kept a document server out",
			scene: scene{tools: []string{shaped("page_read", "Returns the blocks of a page, as they lie in one another", deep(12)), goodTool}},
			app:   "clean pass", mcp: "clean pass", free: []string{"SCH-011"},
		},
		{
			in: "agentic-os-org/ANOLISA#2900", say: "Persian, which needs the zero-width non-joiner, was hidden text",
			scene: telling("weather_fa", "آب و هوای شهری را که می\u200cخواهم نشان می\u200cدهد"),
			app:   "clean pass", mcp: "clean pass", free: textRules,
		},
		{
			in: "agentic-os-org/ANOLISA#2900", say: "a byte order mark at the start was hidden text",
			scene: telling("weather_bom", "\ufeffReturns the weather of one city as it was measured last"),
			app:   "clean pass", mcp: "clean pass", free: []string{"SEC-010", "SEC-011"}, hits: []string{"info SEC-012"},
		},
		{
			in: "mullvad/unicop#50 openclaw/clawhub#1257", say: "bytes were smuggled in variation selectors behind an emoji",
			scene: telling("weather_face", "Returns the weather of one city as a face 😀\ufe01\ufe02\ufe03 and a number"),
			app:   "needs_human pass", mcp: "needs_human pass", hits: []string{"needs_human SEC-011"},
		},
		{
			in: "mosamlife/wpmgr#266", say: "and an emoji with the one selector it takes was blocked",
			scene: telling("weather_heart", "Returns how well the weather of one city is liked ❤\ufe0f, keys 1\ufe0f\u20e3 to 5\ufe0f\u20e3"),
			app:   "clean pass", mcp: "clean pass", free: textRules,
		},
		{
			in: "ottosulin/scadastrangelove#102", say: "most findings on tools about security were wrong", scene: scene{tools: []string{
				tool("advisory_list", "Lists security advisories of the packages of a project, newest first", `"type":{"type":"string","description":"Kind of advisory","enum":["reviewed","malware","unreviewed"]}`),
				tool("password_strength", "Estimates how long a password of the given shape would withstand guessing", `"length":{"type":"integer","description":"How many characters it has"}`),
				tool("phishing_domains", "Returns how many look-alike domains of a brand were registered in a week", `"brand":{"type":"string","description":"The brand, such as weather"}`),
			}},
			app: "clean pass", mcp: "clean pass", free: textRules,
		},
		{
			in: "SpiderRating mcpampel", say: "the word itself was malice",
			scene: telling("threats_count", "Returns how many devices reported ransomware in a week, by country"),
			app:   "clean pass", mcp: "clean pass", free: textRules,
		},
		{
			in: "erayendes/app-store-connect-mcp#34", say: "343 tools, the whole of an API, were 1 of 5", scene: scene{tools: many(343)},
			app: "needs_human pass", mcp: "needs_human pass", hits: []string{"needs_human PRO-008"},
		},
	}
}
