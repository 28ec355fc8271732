package report_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"marketd/market"
	"marketd/market/report"
	"marketd/market/toollist"
)

// sarifSchema is the standard's own schema.
var sarifSchema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	f, err := os.Open(filepath.Join("testdata", "sarif-schema-2.1.0.json"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", doc); err != nil {
		return nil, err
	}
	return c.Compile("sarif.json")
})

// sarif writes a log and holds it against the standard's own schema.
func sarif(t *testing.T, lang market.Lang, subjects ...report.Subject) string {
	t.Helper()
	tool := report.Tool{Lang: lang, Version: "1.2.3", URL: "https://market.example/", Docs: docs(), HelpURL: func(id string) string { return "https://market.example/rules#" + id }}
	out := write(t, func(b *strings.Builder) error { return report.SARIF(b, tool, subjects...) })
	schema, err := sarifSchema()
	if err != nil {
		t.Fatal(err)
	}
	log, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(log); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return out
}

func TestSARIFIsAsItWas(t *testing.T) {
	t.Parallel()
	golden(t, "en.sarif", sarif(t, market.English, server(), kept(t, "lists/my tools.json", "{\n \"tools\": [\n  {\"name\": \"a\",\n   \"description\": \"天气 b\"}, {\"name\":\"b\"} ]}", sample())))
}

func TestSARIFHoldsWhateverComes(t *testing.T) {
	t.Parallel()
	s := report.Subject{Report: everywhere(), Name: hostile}
	file := kept(t, "/tmp/a b%20c#d?e.json", "[]", everywhere())
	for _, lang := range []market.Lang{market.Chinese, market.English} {
		sarif(t, lang, s, file, report.Subject{Name: "https://[::1%25eth0]:8443/../a//b?c#d"}, report.Subject{Name: ":/x\x7f"})
		sarif(t, lang)
	}
}

// log is the part of a log that the tests look at.
type log struct {
	Runs []struct {
		Tool struct {
			Driver struct{ Rules []struct{ ID string } }
		}
		Results []struct {
			RuleID       string
			RuleIndex    int
			Message      struct{ Text string }
			Fingerprints map[string]string
			Locations    []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI string }
					Region           *struct{ StartLine, StartColumn, EndLine, EndColumn int }
				}
				LogicalLocations []struct{ FullyQualifiedName string }
			}
			Suppressions []struct{ Justification string }
		}
	}
}

func TestSARIFPointsIntoTheFile(t *testing.T) {
	t.Parallel()
	at := func(where string) market.Report {
		return market.Report{Findings: []market.Finding{found("DSC-003", market.SeverityWarn, where, nil)}}
	}
	const tools = "[\n  {\"name\": \"天气\", \"description\": \"雨 or 雪\"},\n  {\"inputSchema\": {\"properties\": {\"a/b\": {\n}}}}]"
	for name, c := range map[string]struct {
		data, where string
		want        [4]int
	}{
		"a member":             {`{"tools": ` + tools + `}`, "/tools/0/description", [4]int{2, 33, 2, 41}},
		"a tool":               {tools, "/tools/1", [4]int{3, 3, 4, 5}},
		"an escaped pointer":   {tools, "/tools/1/inputSchema/properties/a~1b", [4]int{3, 42, 4, 2}},
		"what is not there":    {tools, "/tools/1/description", [4]int{3, 3, 4, 5}},
		"what is nowhere":      {tools, "/tools/7/name", [4]int{1, 1, 4, 6}},
		"the list":             {`{"jsonrpc":"2.0","result":{"tools":[]}}`, "/probe/list", [4]int{1, 36, 1, 38}},
		"in an answer":         {`{"jsonrpc":"2.0","result":{"tools":[{"name":1}]}}`, "/tools/0/name", [4]int{1, 45, 1, 46}},
		"in an event":          {"event: message\ndata: {\"result\":{\"tools\":[{\"name\":1}]}}\n\n", "/tools/0/name", [4]int{2, 35, 2, 36}},
		"lines that end in CR": {"\ufeff[\r\n{\r\"name\":\r\n 1}]", "/tools/0/name", [4]int{4, 2, 4, 3}},
	} {
		var l log
		if err := json.Unmarshal([]byte(sarif(t, market.English, kept(t, "a.json", c.data, at(c.where)))), &l); err != nil {
			t.Fatal(err)
		}
		r := l.Runs[0].Results[0].Locations[0]
		region := r.PhysicalLocation.Region
		if region == nil || [4]int{region.StartLine, region.StartColumn, region.EndLine, region.EndColumn} != c.want {
			t.Errorf("%s: %+v, want %v", name, region, c.want)
		}
		if r.LogicalLocations[0].FullyQualifiedName != c.where {
			t.Errorf("%s: the pointer is %q", name, r.LogicalLocations[0].FullyQualifiedName)
		}
	}
	lines := kept(t, "a.json", "data: [\ndata: {}]\n\n", at("/tools/0"))
	fault := report.Subject{Name: "-", Report: at("/tools/0/name"), File: &report.File{Data: []byte("[]"), Fault: &toollist.Fault{Line: 7, Column: 9}}}
	var l log
	if err := json.Unmarshal([]byte(sarif(t, market.English, lines, fault)), &l); err != nil {
		t.Fatal(err)
	}
	if r := l.Runs[0].Results[0].Locations[0].PhysicalLocation; r.Region != nil {
		t.Errorf("an event in lines has a place: %+v", r.Region)
	}
	if r := l.Runs[0].Results[1].Locations[0].PhysicalLocation; r.Region == nil || r.Region.StartLine != 7 || r.Region.StartColumn != 9 || r.ArtifactLocation.URI != "stdin" {
		t.Errorf("the place of a fault: %+v", r)
	}
}

func TestSARIFSaysWhatDoesNotCount(t *testing.T) {
	t.Parallel()
	var l log
	if err := json.Unmarshal([]byte(sarif(t, market.English, server())), &l); err != nil {
		t.Fatal(err)
	}
	run := l.Runs[0]
	said := map[string]string{}
	for i, r := range run.Results {
		if id := run.Tool.Driver.Rules[r.RuleIndex].ID; id != r.RuleID {
			t.Errorf("%s is described as %s", r.RuleID, id)
		}
		if key := sample().Findings[i].Key(); r.Fingerprints["marketd/v1"] != key {
			t.Errorf("%s: fingerprint %q, want %q", r.RuleID, r.Fingerprints, key)
		}
		if uri := r.Locations[0].PhysicalLocation.ArtifactLocation.URI; uri != "weather.example.com/mcp" {
			t.Errorf("%s is at %q", r.RuleID, uri)
		}
		if len(r.Suppressions) > 0 {
			said[r.RuleID] = r.Suppressions[0].Justification
		}
	}
	if len(said) != 2 || said["NAM-004"] != "发布者说明过" || !strings.Contains(said["SCH-009"], "recorded only") {
		t.Errorf("suppressed: %v", said)
	}
	for _, r := range run.Tool.Driver.Rules {
		if r.ID == "SSE-009" {
			t.Error("a duty of a parser is among the rules")
		}
	}
}

// A place in a line of any length costs no more than one pass.
func TestSARIFOfOneLongLine(t *testing.T) {
	t.Parallel()
	data := "[" + strings.Repeat(`{"name":"a","description":"`+strings.Repeat("x", 300)+`"},`, 8000) + `{}]`
	r := market.Report{}
	for i := range 1000 {
		r.Findings = append(r.Findings, found("DSC-003", market.SeverityWarn, "/tools/"+strings.Repeat("7", 1+i%4)+"/description", nil))
	}
	if out := sarif(t, market.English, kept(t, "a.json", data, r)); !strings.Contains(out, `"startColumn"`) {
		t.Error("no places")
	}
}

// A file that could not be read is told of among those that were.
func TestSARIFNamesWhatCouldNotBeRead(t *testing.T) {
	t.Parallel()
	lost := report.Subject{Name: "no such\n.json", File: &report.File{}, Unread: `"no such\n.json" cannot be read`}
	out := sarif(t, market.English, kept(t, "a.json", "[]", sample()), lost)
	var log struct {
		Runs []struct {
			Artifacts   []struct{ Location struct{ URI string } }
			Invocations []struct {
				ExecutionSuccessful        bool
				ToolExecutionNotifications []struct {
					Level     string
					Message   struct{ Text string }
					Locations []struct {
						PhysicalLocation struct{ ArtifactLocation struct{ Index int } }
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if len(run.Invocations) != 2 || run.Artifacts[1].Location.URI != "no%20such%0A.json" {
		t.Fatalf("%+v", run)
	}
	in := run.Invocations[1]
	if n := in.ToolExecutionNotifications; in.ExecutionSuccessful || len(n) != 1 || n[0].Level != "error" || !strings.Contains(n[0].Message.Text, "cannot be read") || n[0].Locations[0].PhysicalLocation.ArtifactLocation.Index != 1 {
		t.Errorf("%+v", in)
	}
}
