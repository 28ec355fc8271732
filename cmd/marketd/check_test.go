package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"marketd/market"
)

// fine is a tool that no rule holds against its server.
const fine = `{"name":"weather_forecast","title":"Weather forecast","description":"Returns the weather forecast of a city for the next seven days, with temperature and rain for each day.",` +
	`"inputSchema":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city, for example Hangzhou"}},"required":["city"]},` +
	`"annotations":{"readOnlyHint":true}}`

// placeholder is one that is refused.
const placeholder = `{"name":"weather_forecast","description":"TODO","inputSchema":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]},"annotations":{"readOnlyHint":true}}`

// checkReport is a line of --format json.
type checkReport struct {
	File string
	market.Report
}

func (r checkReport) rules() []string {
	var ids []string
	for _, f := range r.Findings {
		if !slices.Contains(ids, f.Rule) {
			ids = append(ids, f.Rule)
		}
	}
	return ids
}

// reportsOf reads lines of JSON, each of which is as the published schema says.
func reportsOf(t *testing.T, out string) []checkReport {
	t.Helper()
	schema, err := os.Open(filepath.Join("..", "..", "catalogapi", "schemas", "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = schema.Close() }()
	doc, err := jsonschema.UnmarshalJSON(schema)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("report.json", doc); err != nil {
		t.Fatal(err)
	}
	valid := c.MustCompile("report.json")
	var all []checkReport
	for line := range strings.Lines(out) {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		if err != nil {
			t.Fatalf("%v: %q", err, line)
		}
		if err := valid.Validate(v); err != nil {
			t.Errorf("not as its schema says: %v\n%s", err, line)
		}
		var r checkReport
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

func write(t *testing.T, name, data string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// plays is a server that answers the app and no one else, with the tools.
func plays(t *testing.T, tools string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var req struct {
			ID     json.RawMessage
			Method string
		}
		_ = json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&req)
		w.Header().Set("Content-Type", "application/json")
		switch req.Method {
		case "":
		case "tools/list":
			_, _ = w.Write([]byte(`{"jsonrpc":"2.0","id":` + string(req.ID) + `,"result":{"tools":[` + tools + `]}}`))
		default:
			_, _ = w.Write([]byte(`{"jsonrpc":"2.0","id":` + string(req.ID) + `,"error":{"code":-32601,"message":"no such method"}}`))
		}
	}))
	t.Cleanup(s.Close)
	return s.URL + "/mcp"
}

func TestCheckFiles(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		data    string
		code    int
		verdict market.Verdict
		tools   int
		rule    string
	}{
		"a result":              {`{"tools":[` + fine + `]}`, 0, market.VerdictClean, 1, ""},
		"an answer":             {`{"jsonrpc":"2.0","id":1,"result":{"tools":[` + fine + `]}}`, 0, market.VerdictClean, 1, ""},
		"a bare array":          {`[` + fine + `]`, 0, market.VerdictClean, 1, ""},
		"an event":              {"event: message\ndata: {\"result\":{\"tools\":[" + fine + "]}}\n\n", 0, market.VerdictClean, 1, ""},
		"a placeholder":         {`[` + placeholder + `]`, 1, market.VerdictRejected, 1, "DSC-002"},
		"a key twice":           {`[{"name":"a","name":"b"}]`, 1, market.VerdictRejected, 0, "PRO-002"},
		"keys but for case":     {`{"tools":[{"name":"a","NAME":"b"}]}`, 1, market.VerdictRejected, 0, "PRO-002"},
		"a NUL in a key":        {`{"tools":[{"name\u0000":"a"}]}`, 1, market.VerdictRejected, 0, "PRO-002"},
		"nested too deep":       {strings.Repeat("[", 100) + strings.Repeat("]", 100), 1, market.VerdictRejected, 0, "PRO-002"},
		"larger than a list is": {`[` + strings.Repeat(fine+",", 20000) + fine + `]`, 1, market.VerdictRejected, 0, "PRO-002"},
	} {
		path := write(t, "tools.json", c.data)
		for _, args := range [][]string{{"--tools", path}, {"--tools=-"}} {
			stdin := ""
			if args[0] == "--tools=-" {
				stdin, path = c.data, "-"
			}
			code, out, errs := runCommand(t, stdin, nil, append([]string{"check", "--format=json"}, args...)...)
			if code != c.code || errs != "" {
				t.Errorf("%s: exit code %d, %q; want %d", name, code, errs, c.code)
			}
			all := reportsOf(t, out)
			if len(all) != 1 {
				t.Fatalf("%s: %d reports", name, len(all))
			}
			r := all[0]
			if r.Verdict != c.verdict || r.Tools != c.tools || r.File != path || c.rule != "" && !slices.Contains(r.rules(), c.rule) {
				t.Errorf("%s: %s of %d tools in %q, rules %v; want %s of %d, %s", name, r.Verdict, r.Tools, r.File, r.rules(), c.verdict, c.tools, c.rule)
			}
			if r.Profiles.App.Verdict != market.VerdictNotRun || r.Profiles.MCP.Verdict != market.VerdictNotRun || len(r.ChecksRun) == 0 || len(r.ChecksFailed) > 0 {
				t.Errorf("%s: profiles %+v, ran %v, failed %v", name, r.Profiles, r.ChecksRun, r.ChecksFailed)
			}
		}
	}
}

func TestCheckThatCannotBeMade(t *testing.T) {
	t.Parallel()
	good := write(t, "tools.json", `[`+fine+`]`)
	for name, c := range map[string]struct {
		stdin string
		args  []string
		want  string
	}{
		"nothing":               {"", nil, "has nothing to check"},
		"no such file":          {"", []string{"--tools", "/nowhere/tools.json"}, `"/nowhere/tools.json" cannot be read: no such file`},
		"a folder":              {"", []string{"--tools", t.TempDir()}, "is a directory"},
		"no JSON":               {"# Tools", []string{"--tools=-"}, "standard input is no JSON object or array"},
		"JSON that is cut":      {`{"tools":[`, []string{"--tools=-"}, "is no JSON: line 1, column 11"},
		"no list":               {`{"resources":[]}`, []string{"--tools=-"}, `neither "tools" nor "result"`},
		"an error":              {`{"jsonrpc":"2.0","id":1,"error":{}}`, []string{"--tools=-"}, `"error"`},
		"two URLs":              {"", []string{"https://a.example", "https://b.example"}, "too many"},
		"a URL and a file":      {"", []string{"https://a.example", "--tools", good}, "does not go with --tools"},
		"a file as URL":         {"", []string{good}, "--tools " + good},
		"standard input as URL": {"", []string{"-"}, "--tools -"},
		"standard input twice":  {"[]", []string{"--tools=-", "--tools=-"}, "twice"},
		"a format":              {"", []string{"--format=xml", "--tools", good}, "text, json, sarif or markdown"},
		"a profile":             {"", []string{"--profile=web", "https://a.example"}, "app, mcp or both"},
		"a language":            {"", []string{"--lang=fr", "--tools", good}, "zh-CN or en"},
		"a requirement":         {"", []string{"--profile=app", "--require=both", "https://a.example"}, "asks for more"},
		"no token":              {"\n", []string{"--token-stdin", "https://a.example"}, "--token-stdin"},
		"a token that is none":  {"Bearer abc\n", []string{"--token-stdin", "https://a.example"}, "--token-stdin"},
		"a token for a file":    {"abc", []string{"--token-stdin", "--tools", good}, "does not go with --tools"},
		"watching a pipe":       {"[]", []string{"--watch", "--tools=-"}, "cannot watch"},
		"watching for SARIF":    {"", []string{"--watch", "--format=sarif", "--tools", good}, "one document"},
		"settings that are not": {"", []string{"--rule-settings=/nowhere.json", "--tools", good}, "cannot be read"},
	} {
		code, out, errs := runCommand(t, c.stdin, nil, append([]string{"check"}, c.args...)...)
		if code != exitUnchecked || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%s: exit code %d, %q, %q; want 2 and %q", name, code, out, errs, c.want)
		}
	}
}

// Of several files each is told of by itself, and the worst code counts.
func TestCheckSeveralFiles(t *testing.T) {
	t.Parallel()
	good, bad := write(t, "good, or so.json", `[`+fine+`]`), write(t, "bad.json", `[`+placeholder+`]`)
	code, out, errs := runCommand(t, "", nil, "check", "--format", "json", "--tools", good, "--tools", bad)
	all := reportsOf(t, out)
	if code != exitFound || errs != "" || len(all) != 2 || all[0].File != good || all[1].File != bad || all[0].Verdict != market.VerdictClean || all[1].Verdict != market.VerdictRejected {
		t.Errorf("exit code %d, %q: %s", code, errs, out)
	}
	code, out, errs = runCommand(t, "", nil, "check", "--format", "json", "--tools", bad, "--tools", "nowhere.json", "--tools", good)
	if all = reportsOf(t, out); code != exitUnchecked || len(all) != 2 || !strings.Contains(errs, "nowhere.json") {
		t.Errorf("exit code %d, %q: %s", code, errs, out)
	}
	code, out, _ = runCommand(t, "", nil, "check", "--format", "sarif", "--tools", bad, "--tools", good)
	var log struct {
		Runs []struct{ Artifacts, Results []any }
	}
	if err := json.Unmarshal([]byte(out), &log); err != nil || code != exitFound || len(log.Runs) != 1 || len(log.Runs[0].Artifacts) != 2 || len(log.Runs[0].Results) == 0 {
		t.Errorf("SARIF: exit code %d, %v: %s", code, err, out)
	}
}

func TestCheckIsTheSameTwice(t *testing.T) {
	t.Parallel()
	path := write(t, "tools.json", `[`+placeholder+`,`+fine+`]`)
	for _, format := range []string{"text", "json", "sarif", "markdown"} {
		_, first, _ := runCommand(t, "", nil, "check", "--format", format, "--tools", path)
		_, second, _ := runCommand(t, "", nil, "check", "--format", format, "--tools", path)
		if first == "" || first != second {
			t.Errorf("%s: twice the same gives\n%s\nand\n%s", format, first, second)
		}
	}
}

func TestCheckSpeaksTheUsersLanguage(t *testing.T) {
	t.Parallel()
	path := write(t, "tools.json", `[`+placeholder+`]`)
	for _, c := range []struct {
		env  []string
		args []string
		want string
	}{
		{nil, nil, "Must change"},
		{[]string{"LANG=zh_CN.UTF-8"}, nil, "必须改"},
		{[]string{"LC_ALL=C", "LANG=zh_CN.UTF-8"}, nil, "Must change"},
		{[]string{"LC_ALL=", "LC_MESSAGES=zh_TW", "LANG=C"}, nil, "必须改"},
		{[]string{"LANG=de_DE"}, []string{"--lang=zh-CN"}, "必须改"},
		{[]string{"LANG=zh_CN"}, []string{"--lang", "en"}, "Must change"},
	} {
		_, out, _ := runCommand(t, "", c.env, append([]string{"check", "--tools", path}, c.args...)...)
		if !strings.Contains(out, c.want) || strings.Contains(out, "\x1b") {
			t.Errorf("%v %v: %s", c.env, c.args, out)
		}
	}
}

// What is not written yet, because there is only an address, is not judged.
func TestCheckOfAnAddressJudgesNoEntry(t *testing.T) {
	t.Parallel()
	const sensitive = `{"name":"account_lookup","description":"Looks up an account by the password that its owner gives, and returns its balance and its history.",` +
		`"inputSchema":{"type":"object","properties":{"password":{"type":"string","description":"Password of the account"}},"required":["password"]},"annotations":{"readOnlyHint":true}}`
	code, out, errs := runCommand(t, "", nil, "check", plays(t, fine+","+sensitive), "--format=json")
	all := reportsOf(t, out)
	if len(all) != 1 || errs != "" {
		t.Fatalf("exit code %d, %q: %s", code, errs, out)
	}
	r := all[0]
	if r.Tools != 2 || r.Passes != 1 || r.File != "" {
		t.Errorf("%s", out)
	}
	for _, f := range r.Findings {
		if strings.HasPrefix(f.Where, "/entry/") || strings.HasPrefix(f.Rule, "ENT-") || strings.HasPrefix(f.Rule, "META-") || strings.HasPrefix(f.Rule, "SIM-") {
			t.Errorf("of an entry that there is not: %s %s at %s", f.Severity, f.Rule, f.Where)
		}
	}
}

// The token goes to the server and into nothing that is written.
func TestCheckKeepsTheToken(t *testing.T) {
	t.Parallel()
	const token = "s3cr3t-token-of-a-developer"
	seen := make(chan string, 100)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case seen <- r.Header.Get("Authorization"):
		default:
		}
		http.Error(w, "your token is "+r.Header.Get("Authorization"), http.StatusForbidden)
	}))
	t.Cleanup(s.Close)
	for _, format := range []string{"text", "json", "sarif", "markdown"} {
		_, out, errs := runCommand(t, token+"\n", nil, "check", s.URL, "--token-stdin", "--verbose", "--format", format)
		if strings.Contains(out+errs, token) || out == "" {
			t.Errorf("%s: %s%s", format, out, errs)
		}
	}
	if got := <-seen; got != "Bearer "+token {
		t.Errorf("the server got %q", got)
	}
}

func TestCheckUnderSettings(t *testing.T) {
	t.Parallel()
	path := write(t, "tools.json", `[`+placeholder+`]`)
	settings := write(t, "rules.json", `{"DSC-002":{"enforced":false}}`)
	for _, c := range []struct {
		env  []string
		args []string
		code int
	}{
		{nil, nil, exitFound},
		{nil, []string{"--rule-settings", settings}, exitClean},
		{[]string{"MARKETD_RULE_SETTINGS=" + settings}, nil, exitClean},
	} {
		code, out, errs := runCommand(t, "", c.env, append([]string{"check", "--format=json", "--tools", path}, c.args...)...)
		r := reportsOf(t, out)[0]
		if code != c.code || errs != "" || strings.Contains(r.Ruleset, "+") != (c.code == exitClean) {
			t.Errorf("%v: exit code %d under %s, %q", c, code, r.Ruleset, errs)
		}
	}
}

// What is asked for decides of a list as it does of a server. A tool that
// declares nothing is read-only to the app alone.
func TestCheckOfFilesInOneWay(t *testing.T) {
	t.Parallel()
	path := write(t, "tools.json", `[`+strings.NewReplacer("weather_forecast", "create_note", `,"annotations":{"readOnlyHint":true}`, "").Replace(fine)+`]`)
	for arg, want := range map[string]int{"--profile=app": exitFound, "--profile=mcp": exitClean, "--profile=both": exitClean, "--require=app": exitFound, "--require=both": exitFound} {
		code, out, errs := runCommand(t, "", nil, "check", "--format=json", "--tools", path, arg)
		if r := reportsOf(t, out)[0]; code != want || errs != "" || !slices.Contains(r.rules(), "LVL-002") {
			t.Errorf("%s: exit code %d, %s, rules %v, %q; want %d", arg, code, r.Verdict, r.rules(), errs, want)
		}
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// A report that nobody got has found nothing.
func TestCheckThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	path := write(t, "tools.json", `[`+placeholder+`]`)
	for _, format := range []string{"text", "json", "sarif", "markdown"} {
		errs := newOutput()
		code := run(t.Context(), []string{"check", "--format", format, "--tools", path}, nil, streams{strings.NewReader(""), full{}, errs})
		if code != exitUnchecked || !strings.Contains(errs.String(), "could not be written: no space left") {
			t.Errorf("%s: exit code %d, %q", format, code, errs)
		}
	}
}

func TestCheckHelp(t *testing.T) {
	t.Parallel()
	code, out, errs := runCommand(t, "", nil, "check", "--help")
	for _, want := range []string{"--tools", "--format", "--token-stdin", "--profile", "--watch", "--lang", "--rule-settings", "--require", "--probe-allow", "Exit codes"} {
		if !strings.Contains(out, want) {
			t.Errorf("the help lacks %s", want)
		}
	}
	if code != exitOK || errs != "" || strings.Contains(out, "--data") {
		t.Errorf("exit code %d, %q: %s", code, errs, out)
	}
}

func TestRules(t *testing.T) {
	t.Parallel()
	code, out, errs := runCommand(t, "", nil, "rules")
	if code != exitOK || errs != "" || strings.Count(out, "\n") < 100 || !strings.Contains(out, "DSC-002") {
		t.Errorf("exit code %d, %q: %s", code, errs, out)
	}
	code, out, _ = runCommand(t, "", []string{"LANG=zh_CN.UTF-8"}, "rules", "dsc-002", "HLT-001")
	for _, want := range []string{"DSC-002  ", "HLT-001  ", "为什么", "怎么改", "会被查出的例子", "→ reject /tools/0/description"} {
		if code != exitOK || !strings.Contains(out, want) {
			t.Errorf("exit code %d, no %q in: %s", code, want, out)
		}
	}
	code, out, _ = runCommand(t, "", nil, "rules", "--format=json", "DSC-002")
	var doc market.RuleDoc
	if err := json.NewDecoder(bytes.NewReader([]byte(out))).Decode(&doc); err != nil || code != exitOK || doc.ID != "DSC-002" || len(doc.Fails) == 0 {
		t.Errorf("exit code %d, %v: %s", code, err, out)
	}
	if code, out, errs = runCommand(t, "", nil, "rules", "DSC-999"); code != exitUsage || out != "" || !strings.Contains(errs, "is no rule") {
		t.Errorf("no rule: exit code %d, %q, %q", code, out, errs)
	}
}

// Who asks for a private address is told how to have it asked.
func TestCheckOfAPrivateAddress(t *testing.T) {
	t.Parallel()
	for url, hint := range map[string]bool{"http://10.1.2.3/mcp": true, "https://[fd00::1]/mcp": true, "https://192.0.2.1/mcp": false, "nonsense": false} {
		code, out, errs := runCommand(t, "", nil, "check", url)
		if code != exitFound || strings.Contains(errs, "--probe-allow") != hint || !strings.Contains(out, "rejected") {
			t.Errorf("%s: exit code %d, %q:\n%s", url, code, errs, out)
		}
	}
}
