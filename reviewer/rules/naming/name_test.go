package naming_test

import (
	"strings"
	"testing"
)

const telling = "Runs the saved SQL query and returns the rows"

func TestNameCharacters(t *testing.T) {
	t.Parallel()
	bad := []string{"reject /tools/0/name"}
	rows := []row{{"no name", "", []string{`{"description":"x"}`}, bad}}
	for _, name := range []string{"查询天气", "Summarize Detection", "a/b", ".hidden", "end.", "-x", "12306", "12_3", "", "a\u200bb", "pаyment", strings.Repeat("a", 129)} {
		rows = append(rows, row{name, "", []string{tool(name, telling)}, bad})
	}
	for _, name := range []string{"weather.now", "12306.query", "get-weather_2", "A", strings.Repeat("a", 128)} {
		rows = append(rows, row{name, "", []string{tool(name, telling)}, nil})
	}
	try(t, "NAM-001", rows)
}

func TestNameLength(t *testing.T) {
	t.Parallel()
	try(t, "NAM-002", []row{
		{"70", "w", []string{tool(strings.Repeat("a", 70), telling)}, []string{"warn /tools/0/name"}},
		{"52", "w", []string{tool(strings.Repeat("a", 52), telling)}, nil},
		{"64 mounted", "w", []string{tool(strings.Repeat("a", 58), telling)}, nil},
		{"65 mounted", "w", []string{tool(strings.Repeat("a", 59), telling)}, []string{"warn /tools/0/name"}},
	})
}

func TestNameDots(t *testing.T) {
	t.Parallel()
	try(t, "NAM-003", []row{
		{"dot", "", []string{tool("weather.now", telling), tool("weather_now", telling)}, []string{"info /tools/0/name"}},
	})
}

func TestNameTelling(t *testing.T) {
	t.Parallel()
	bad := []string{"reject /tools/0/name"}
	try(t, "NAM-004", []row{
		{"tool1", "", []string{tool("tool1", "does something")}, bad},
		{"run, short", "", []string{tool("run", "Runs it")}, bad},
		{"a, hollow", "", []string{tool("a", "This is a simple tool for testing purposes")}, bad},
		{"test, none", "", []string{tool("test", "")}, bad},
		{"run", "", []string{tool("run", telling)}, nil},
		{"search", "", []string{tool("search", "Search")}, nil},
		{"fetch", "", []string{tool("fetch", "Fetch")}, nil},
		{"testing", "", []string{tool("testing", "x")}, nil},
	})
}

func TestNameOwnPrefix(t *testing.T) {
	t.Parallel()
	try(t, "NAM-005", []row{
		{"market", "", []string{tool("market.install", telling)}, []string{"reject /tools/0/name"}},
		{"marketAdmin", "", []string{tool("marketAdmin.approve", telling)}, []string{"reject /tools/0/name"}},
		{"ext", "", []string{tool("ext.a.b", telling)}, []string{"warn /tools/0/name"}},
		{"mcp", "", []string{tool("mcp__fs__read", telling)}, []string{"warn /tools/0/name"}},
		{"words that begin so", "", []string{tool("marketing.report", telling), tool("extract", telling), tool("uint", telling)}, nil},
	})
}

func TestNameGeneric(t *testing.T) {
	t.Parallel()
	try(t, "NAM-007", []row{
		{"search", "", []string{tool("search", telling), tool("weather.now", telling)}, []string{"info /tools/0/name"}},
	})
}

func TestReservedNames(t *testing.T) {
	t.Parallel()
	ok := tool("sms.template.list", telling)
	try(t, "RES-001", []row{
		{"alone", "", []string{tool("sms.read", telling)}, []string{"reject /tools/0/name"}},
		{"among others", "", []string{ok, tool("sms.read", telling)}, []string{"needs_human /tools/1/name"}},
		{"never run", "", []string{ok, tool("vpn.set", telling)}, []string{"needs_human /tools/1/name"}},
		{"near", "", []string{ok, tool("sms.reader", telling)}, nil},
		{"a template alone", "", []string{ok}, nil},
	})
	bad := []string{"reject /tools/0/name"}
	rows := []row{{"others", "", []string{tool("sms.reader_settings", telling), tool("message.read", telling), tool("sms.read", telling), tool("location", telling)}, nil}}
	for _, name := range []string{"SMS_Read", "sms-read", "smsRead", "sms.reads", "5ms.read", "smsread", "c0ntact.read", "SECURE_DELETE"} {
		rows = append(rows, row{name, "", []string{tool(name, telling)}, bad})
	}
	try(t, "RES-002", rows)
	try(t, "RES-003", []row{
		{"tag and name", "sms", []string{tool("read", telling)}, []string{"needs_human /tools/0/name"}},
		{"mapped", "SMS", []string{tool("Reads", telling)}, []string{"needs_human /tools/0/name"}},
		{"other tag", "sms-helper", []string{tool("template", telling)}, nil},
		{"already reserved", "天气", []string{tool("sms.read", telling), tool("sms_read", telling)}, nil},
	})
}
