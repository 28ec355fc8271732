package drift_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

// list is n tools, each with a text of about so many bytes.
func list(n, size int, salt string) []json.RawMessage {
	tools := make([]json.RawMessage, n)
	for i := range tools {
		text := strings.Repeat(fmt.Sprintf("Returns row %d of the table %s, sent on to nobody. ", i, salt), max(1, size/50))
		tools[i] = json.RawMessage(fmt.Sprintf(`{"name":"table_read_%d","description":%q,"inputSchema":{"type":"object","properties":{"row":{"type":"integer","description":"Number of the row"}},"required":["row"]}}`, i, text))
	}
	return tools
}

// nested is a tool whose schema is deep.
func nested(depth int, leaf string) []json.RawMessage {
	return []json.RawMessage{json.RawMessage(`{"name":"deep","description":"Reads a deep table.","inputSchema":` +
		strings.Repeat(`{"properties":{"a":`, depth) + leaf + strings.Repeat(`}}`, depth) + `}`)}
}

func wide(n int, salt string) []json.RawMessage {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"p%d":{"type":"string","description":"%s %d","enum":["%s","b"]}`, i, salt, i, salt)
	}
	return []json.RawMessage{json.RawMessage(`{"name":"wide","description":"Reads a wide table.","inputSchema":{"type":"object","properties":{` + b.String()[1:] + `}}}`)}
}

// Whatever a server sends, a comparison ends soon and says little.
func TestHostileListsAreBounded(t *testing.T) {
	t.Parallel()
	j := newJudge()
	for name, c := range map[string]struct{ before, after []json.RawMessage }{
		"many tools":       {list(500, 500, "x"), list(500, 500, "y")},
		"a long text":      {list(1, 1<<18, "x"), list(1, 1<<18, "y")},
		"one long word":    {list(1, 10, strings.Repeat("x", 1<<18)), list(1, 10, strings.Repeat("y", 1<<18))},
		"digits":           {list(1, 10, strings.Repeat("1", 1<<18)), list(1, 10, strings.Repeat("2", 1<<18))},
		"digits and dots":  {list(1, 10, strings.Repeat("1.", 1<<17)), list(1, 10, strings.Repeat("2.", 1<<17)+"x")},
		"named numbers":    {list(1, 10, strings.Repeat("付 1 (", 1<<16)), list(1, 10, strings.Repeat("付 2 (", 1<<16))},
		"colons":           {list(1, 10, strings.Repeat("a:", 1<<17)), list(1, 10, strings.Repeat("b:", 1<<17))},
		"at signs":         {list(1, 10, "x"), list(1, 10, strings.Repeat("a.b@c.", 1<<17))},
		"depth":            {nested(300, `{"type":"string"}`), nested(300, `{"type":"integer"}`)},
		"many parameters":  {wide(3000, "x"), wide(3000, "y")},
		"the same name":    {append(list(1, 10, "x"), list(1, 10, "y")...), append(list(1, 10, "z"), list(1, 10, "y")...)},
		"no object":        {[]json.RawMessage{json.RawMessage(`7`)}, []json.RawMessage{json.RawMessage(`null`)}},
		"twice the member": {list(1, 10, "x"), []json.RawMessage{json.RawMessage(`{"name":"table_read_0","name":"b"}`)}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			v := judge(t, j, c.before, c.after, c.before)
			if took := time.Since(began); took > 20*time.Second { // a second or two when nothing else runs
				t.Errorf("it took %v", took)
			}
			if v.Class == market.DriftNone || len(v.Changes) == 0 || len(v.Changes) > 101 {
				t.Errorf("class %s with %d changes", v.Class, len(v.Changes))
			}
			told, err := json.Marshal(v)
			if err != nil || len(told) > 200<<10 {
				t.Errorf("%d bytes are told, %v", len(told), err)
			}
		})
	}
}

// Changes that weigh little, however many, hide none that weighs more.
func TestManyChangesHideNone(t *testing.T) {
	t.Parallel()
	many := func(n int, text string) []json.RawMessage {
		var b strings.Builder
		for i := range 3000 {
			fmt.Fprintf(&b, `,"p%d":{"type":"string","description":"The newest %d rows"}`, i, n)
		}
		return []json.RawMessage{
			json.RawMessage(`{"name":"a_wide","description":"Reads a wide table.","inputSchema":{"type":"object","properties":{` + b.String()[1:] + `}}}`),
			json.RawMessage(`{"name":"z_last","description":"` + text + `","inputSchema":{"type":"object","properties":{"to":{"type":"string","default":"` + text + `"}}}}`),
		}
	}
	for want, text := range map[market.DriftClass]string{market.DriftMaterial: "Moves the money of an account.", market.DriftDangerous: "someone@evil-sample.com"} {
		if v := judge(t, newJudge(), many(1, "Reads a narrow table."), many(2, text), nil); v.Class != want || v.Changes[0].Tool != "z_last" {
			t.Errorf("class %s, want %s; first of %s", v.Class, want, v.Changes[0].Tool)
		}
	}
}

func FuzzJudge(f *testing.F) {
	f.Add(`{"name":"a","description":"Returns 10 rows."}`, `{"name":"a","description":"Returns 12 rows, cc x@y.com"}`)
	f.Add(`{"inputSchema":{"properties":{"a":1},"required":[1]}}`, `{"inputSchema":{"properties":[],"required":["a"],"enum":{}}}`)
	f.Add(`{"annotations":[]}`, `{"annotations":{"title":1},"level":null}`)
	j := newJudge()
	f.Fuzz(func(t *testing.T, before, after string) {
		a, b := []json.RawMessage{json.RawMessage(before)}, []json.RawMessage{json.RawMessage(after)}
		v := judge(t, j, a, b, a)
		if v.Class == market.DriftNone && len(v.Changes) > 0 || v.Class != market.DriftNone && len(v.Changes) == 0 {
			t.Fatalf("class %s with %d changes", v.Class, len(v.Changes))
		}
		if again := judge(t, j, a, a, nil); again.Class != market.DriftNone {
			t.Fatalf("a list differs from itself: %+v", again)
		}
	})
}

func BenchmarkJudge(b *testing.B) {
	j := newJudge()
	for name, c := range map[string]struct{ before, after []json.RawMessage }{
		"one tool of 20": {list(20, 200, "x"), append(list(19, 200, "x"), list(20, 200, "y")[19])},
		"500 tools":      {list(500, 500, "x"), list(500, 500, "y")},
		"1 MB":           {list(1, 1<<18, "x"), list(1, 1<<18, "y")},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				judge(b, j, c.before, c.after, nil)
			}
		})
	}
}
