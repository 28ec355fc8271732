package threads

import (
	"fmt"
	"strings"
	"testing"
)

// These are kept byte for byte: what readers of JSON, of streams and of
// schemas are known to stumble over.

func TestHostileJSON(t *testing.T) { t.Parallel(); replay(t, hostileJSON()) }
func TestEvents(t *testing.T)      { t.Parallel(); replay(t, eventStreams()) }
func TestSchemas(t *testing.T)     { t.Parallel(); replay(t, schemas()) }

// within is a list of one tool that has the members besides what a good one has.
func within(members string) scene {
	return scene{handler: speaks(says(200, asJSON, result(strings.Replace(goodTool, `"annotations"`, members+`,"annotations"`, 1))))}
}

// hostileJSON are lists, and entries, that two readers would read differently
// or none could.
func hostileJSON() []thread {
	unread := func(say string, s scene) thread {
		return thread{in: "JSON", say: say, scene: s, app: "rejected fail", mcp: "rejected fail", hits: []string{"reject PRO-002 app", "reject PRO-018 mcp"}}
	}
	odd := func(say string, s scene, verdict string, hits ...string) thread {
		return thread{in: "JSON", say: say, scene: s, app: verdict, mcp: verdict, hits: hits}
	}
	all := []thread{
		unread("two keys that differ by case", scene{tools: []string{`{"description":"good","Description":"EVIL"}`}}),
		unread("a key twice", scene{tools: []string{`{"name":"a","name":"b"}`}}),
		unread("a key with NUL at its end", scene{tools: []string{`{"name\u0000":"x","name":"y"}`}}),
		unread("20,000 brackets", scene{handler: speaks(says(200, asJSON, strings.Repeat("[", 20_000)))}),
		unread("20,000 brackets in a tool", within(`"_meta":{"a":`+strings.Repeat("[", 20_000)+strings.Repeat("]", 20_000)+`}`)),
		unread("half of a surrogate pair", within(`"_meta":{"a":"\ud800"}`)),
		unread("half of a surrogate pair in what is shown", scene{tools: []string{tool("a_get", "Returns the weather of one city", city, `"title":"City \ud800 weather"`)}}),
		odd("1e999", within(`"outputSchema":{"type":"object","properties":{"a":{"type":"number","default":1e999}}}`), "rejected pass", "reject DRF-001"),
		odd("-0", within(`"outputSchema":{"type":"object","properties":{"a":{"type":"number","default":-0}}}`), "clean pass"),
		odd("9007199254740993", within(`"outputSchema":{"type":"object","properties":{"a":{"type":"number","default":9007199254740993}}}`), "clean pass"),
		odd("a byte order mark first", scene{handler: speaks(says(200, asJSON, "\ufeff"+result(goodTool)))}, "clean pass"),
	}
	for say, member := range map[string]string{
		"two keys that differ by case": `{"description":"good","Description":"EVIL"}`, "a key twice": `{"name":"a","name":"b"}`,
		"a key with NUL at its end": `{"name\u0000":"x","name":"y"}`, "17 brackets": strings.Repeat("[", 17) + strings.Repeat("]", 17), "half of a surrogate pair": `"\ud800"`,
	} {
		all = append(all, thread{in: "entry", say: say, scene: scene{raw: entryWith(member)}, app: "not_run unknown", mcp: "not_run unknown", hits: []string{"reject ENT-001"}, also: refused})
	}
	return append(all, thread{
		in: "entry", say: "20,000 brackets, so that nothing of it is read", scene: scene{raw: entryWith(strings.Repeat("[", 20_000))}, app: "not_run unknown", mcp: "not_run unknown", also: refused,
		hits: []string{"reject ENT-001", "reject ENT-002", "reject ENT-004", "reject ENT-009", "reject ENT-010", "reject META-001", "reject META-002"},
	})
}

// entryWith is a good entry, as sent by API, with one more member.
func entryWith(member string) string {
	return `{"id":"weather-demo","kind":"byo","name":"Weather 天气","desc":"查询国内城市的实时天气与七日预报","cat":"weather","author":"Example Weather",` +
		`"server":{"url":"https://` + host + `/mcp"},"homepage":"https://www.weather.co.uk/","privacy":"https://www.weather.co.uk/privacy","x-more":` + member + `}`
}

// eventStreams are the forms of an answer in a stream.
func eventStreams() []thread {
	read := func(say, stream string, hits ...string) thread {
		return thread{in: "SSE", say: say, scene: scene{handler: streaming(stream)}, app: "clean pass", mcp: "clean pass", hits: hits, also: tools(1)}
	}
	lines := strings.ReplaceAll(result(goodTool), `,"`, ",\ndata: \"")
	long := read("a line of 129,042 bytes", "data: "+longLine(129_042)+"\n\n")
	long.also = tools(40)
	return []thread{
		read("CRLF", "event: message\r\ndata: RESULT\r\n\r\n"),
		read("CR", "event: message\rdata: RESULT\r\r", "warn SSE-002 app"),
		{in: "SSE", say: "CRLF in two pieces", scene: scene{handler: chunks(1, "data: RESULT\r\n\r\n")}, app: "clean pass", mcp: "clean pass", free: sseRules, also: tools(1)},
		read("no blank after the colon", "data:RESULT\n\n", "warn SSE-002 app"),
		read("several lines of data", "data: "+lines+"\n\n", "warn SSE-002 app"),
		read("a comment first", ": hello\n\ndata: RESULT\n\n"),
		read("a ping as data", "data: ping\n\ndata: RESULT\n\n", "warn SSE-003 app"),
		read("two messages", `data: {"jsonrpc":"2.0","method":"notifications/message","params":{"data":"x"}}`+"\n\ndata: RESULT\n\n"),
		read("two answers", "data: RESULT\n\ndata: RESULT\n\n"),
		{
			in: "SSE", say: "another id", scene: scene{handler: streaming(strings.Replace("data: RESULT\n\n", "RESULT", strings.Replace(result(goodTool), `"id":ID`, `"id":77`, 1), 1))},
			app: "rejected fail", mcp: "rejected fail", hits: []string{"reject PRO-003 app", "reject PRO-018 mcp"},
		},
		long,
		read("no blank line at the end", "data: RESULT\n"),
		{
			in: "SSE", say: "comments without end", scene: scene{handler: drip(), limits: brief()},
			app: "rejected fail", mcp: "inconclusive fail", hits: []string{"reject SSE-004 app", "reject PRO-018 network mcp?"},
		},
	}
}

// deep is a schema with so many levels of subschemas below it: a list of lists.
func deep(depth int) string {
	s := `{"type":"string","description":"Text of the part"}`
	for range depth - 1 {
		s = `{"type":"array","description":"Parts","items":` + s + `}`
	}
	return `{"type":"object","properties":{"part":` + s + `}}`
}

// schemas are input schemas on which validators part.
func schemas() []thread {
	of := func(say, schema, verdict string, hits ...string) thread {
		return thread{in: "schema", say: say, scene: scene{tools: unfit(schema)}, app: verdict, mcp: verdict, hits: hits}
	}
	object := func(properties string) string { return fmt.Sprintf(`{"type":"object","properties":{%s}}`, properties) }
	const clean, refused = "clean pass", "rejected fail"
	return []thread{
		of("no arguments: properties {}", `{"type":"object","properties":{}}`, clean),
		of("no arguments: and nothing else allowed", `{"type":"object","properties":{},"additionalProperties":false}`, clean),
		of("no arguments: and nothing required", `{"type":"object","properties":{},"required":[]}`, clean),
		of("no arguments: no properties, nothing else allowed", `{"type":"object","additionalProperties":false}`, clean, "warn SCH-003"),
		of("no arguments: type alone", `{"type":"object"}`, clean, "warn SCH-003"),
		of("$schema alone", `{"$schema":"https://json-schema.org/draft/2020-12/schema"}`, refused, "reject SCH-001"),
		of("true", `true`, refused, "reject SCH-001"),
		of("null", `null`, refused, "reject SCH-001"),
		of("exclusiveMinimum of draft-04", `{"$schema":"http://json-schema.org/draft-04/schema#","type":"object","properties":{"n":{"type":"integer","description":"How many","minimum":0,"exclusiveMinimum":true}}}`, clean, "warn SCH-009"),
		of("a pattern with a look-ahead", object(`"n":{"type":"string","description":"Name","pattern":"^(?!x)y"}`), clean),
		of("a reference to another site", object(`"n":{"$ref":"https://evil.example/s.json","description":"Name"}`), refused, "reject SCH-010"),
		of("a reference to nothing", object(`"n":{"$ref":"#/$defs/Nope","description":"Name"}`), refused, "reject SCH-010"),
		of("a reference to itself by properties", `{"type":"object","properties":{"part":{"$ref":"#/$defs/Part"}},"$defs":{"Part":{"type":"object","description":"A part","properties":{"part":{"$ref":"#/$defs/Part"}}}}}`, clean),
		of("a reference to itself and nothing else", `{"type":"object","properties":{"a":{"$ref":"#/$defs/A","description":"A part"}},"$defs":{"A":{"$ref":"#/$defs/A"}}}`, refused, "reject SCH-010"),
		of("depth 30", deep(30), clean),
		of("depth 31", deep(31), refused, "reject SCH-011"),
		of("enum []", object(`"n":{"type":"string","description":"Name","enum":[]}`), refused, "reject SCH-016"),
	}
}
