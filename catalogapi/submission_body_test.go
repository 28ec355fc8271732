package catalogapi

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"marketd/market"
)

func TestParseSubmission(t *testing.T) {
	t.Parallel()
	req, err := parseSubmission([]byte(`{"id":"weather-demo","name":"天气","desc":"实时天气 <b>","cat":"weather","ui":null,
		"author":"Example","server":{"url":"https://weather.example.com/mcp","token":"","x-a":1},"homepage":"https://example.com",
		"x-note":{"a":1},"uiComponentId":"","builtinTools":[],"confirm":true,"testToken":"s3cret"}`))
	if err != nil {
		t.Fatal(err)
	}
	want := market.SubmitRequest{
		Entry: market.Entry{
			ID: "weather-demo", Name: "天气", Desc: "实时天气 <b>", Cat: "weather", Author: "Example",
			Server: market.Server{URL: "https://weather.example.com/mcp"}, Homepage: "https://example.com",
		},
		Token: "s3cret", Confirm: true, RawEntry: req.RawEntry,
	}
	if diff := cmp.Diff(want, req); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	raw := string(req.RawEntry)
	if strings.Contains(raw, "s3cret") || strings.Contains(raw, "confirm") {
		t.Errorf("the raw entry holds what is not the entry's: %s", raw)
	}
	if !json.Valid(req.RawEntry) || !strings.Contains(raw, `"desc":"实时天气 <b>"`) {
		t.Errorf("the raw entry is not as sent: %s", raw)
	}
}

func TestParseSubmissionRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		body string
		code string
		kind market.ErrorKind
		at   []string // rule and path of every violation
	}{
		"empty":              {``, "MALFORMED_JSON", market.Malformed, []string{"ENT-001 "}},
		"not JSON":           {`id=1`, "MALFORMED_JSON", market.Malformed, []string{"ENT-001 "}},
		"array":              {`[]`, "MALFORMED_JSON", market.Malformed, nil},
		"null":               {`null`, "MALFORMED_JSON", market.Malformed, nil},
		"text":               {`"x"`, "MALFORMED_JSON", market.Malformed, nil},
		"trailing":           {`{} {}`, "MALFORMED_JSON", market.Malformed, []string{"ENT-001 "}},
		"duplicate":          {`{"id":"a","id":"b"}`, "MALFORMED_JSON", market.Malformed, []string{"ENT-001 /id"}},
		"case collision":     {`{"server":{"url":"a","URL":"b"}}`, "MALFORMED_JSON", market.Malformed, []string{"ENT-001 /server/URL"}},
		"not UTF-8":          {"{\"id\":\"\xff\"}", "MALFORMED_JSON", market.Malformed, []string{"ENT-001 /id"}},
		"deep":               {`{"x-a":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`, "MALFORMED_JSON", market.Malformed, []string{"ENT-001 /x-a" + strings.Repeat("/0", 15)}},
		"too large":          {`{"id":"` + strings.Repeat("a", maxSubmission) + `"}`, "BODY_TOO_LARGE", market.TooLarge, nil},
		"number for text":    {`{"name":5}`, "SUBMISSION_INVALID", market.Invalid, []string{"ENT-001 /name"}},
		"list for text":      {`{"kind":[]}`, "SUBMISSION_INVALID", market.Invalid, []string{"ENT-001 /kind"}},
		"text for object":    {`{"server":"https://a.example"}`, "SUBMISSION_INVALID", market.Invalid, []string{"ENT-001 /server"}},
		"confirm as text":    {`{"confirm":"true"}`, "SUBMISSION_INVALID", market.Invalid, []string{"ENT-008 /confirm"}},
		"confirm as number":  {`{"confirm":1}`, "SUBMISSION_INVALID", market.Invalid, []string{"ENT-008 /confirm"}},
		"confirm as null":    {`{"confirm":null}`, "SUBMISSION_INVALID", market.Invalid, []string{"ENT-008 /confirm"}},
		"unknown":            {`{"nam":"x"}`, "SUBMISSION_INVALID", market.Invalid, []string{"ENT-011 /nam"}},
		"unknown, escaped":   {`{"a/b~c":"x"}`, "SUBMISSION_INVALID", market.Invalid, []string{"ENT-011 /a~1b~0c"}},
		"unknown in server":  {`{"server":{"authorization":"x"}}`, "SUBMISSION_INVALID", market.Invalid, []string{"ENT-011 /server/authorization"}},
		"app's own not void": {`{"uiComponentId":"UI-000001"}`, "SUBMISSION_INVALID", market.Invalid, []string{"ENT-011 /uiComponentId"}},
		"token of two lines": {`{"testToken":"a\r\nX-Evil: 1"}`, "SUBMISSION_INVALID", market.Invalid, []string{"ENT-007 /testToken"}},
		"token too long":     {`{"testToken":"` + strings.Repeat("a", maxTestToken+1) + `"}`, "SUBMISSION_INVALID", market.Invalid, []string{"ENT-007 /testToken"}},
		"all at once": {
			`{"id":1,"server":{"url":2,"x":3},"confirm":0,"zz":4}`, "SUBMISSION_INVALID", market.Invalid,
			[]string{"ENT-008 /confirm", "ENT-001 /id", "ENT-001 /server/url", "ENT-011 /server/x", "ENT-011 /zz"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			req, err := parseSubmission([]byte(tt.body))
			e, ok := errors.AsType[*market.Error](err)
			if !ok {
				t.Fatalf("no error of the market's but %v (read %+v)", err, req)
			}
			var at []string
			for _, v := range e.Violations {
				at = append(at, v.Rule+" "+v.Path)
				if v.Message.ZH == "" || v.Message.EN == "" || v.Fix.ZH == "" || v.Fix.EN == "" {
					t.Errorf("%s lacks a text: %+v", v.Path, v)
				}
			}
			if e.Code != tt.code || e.Kind != tt.kind || !slices.Equal(at, tt.at) {
				t.Errorf("%s (kind %d) at %q; want %s (kind %d) at %q", e.Code, e.Kind, at, tt.code, tt.kind, tt.at)
			}
		})
	}
}

func TestManyUnknownMembersAreBounded(t *testing.T) {
	t.Parallel()
	body := `{"` + strings.Repeat("k", 3000) + `":1`
	for i := range 500 {
		body += `,"m` + strings.Repeat("i", i%50) + string(rune('A'+i/50)) + `":1`
	}
	_, err := parseSubmission([]byte(body + `}`))
	e, ok := errors.AsType[*market.Error](err)
	if !ok || len(e.Violations) == 0 || len(e.Violations) > 20 {
		t.Fatalf("want 1 to 20 violations: %v", err)
	}
	for _, v := range e.Violations {
		if len(v.Path) > 200 {
			t.Errorf("a path of %d bytes", len(v.Path))
		}
	}
}

func FuzzParseSubmission(f *testing.F) {
	for _, s := range []string{
		`{"id":"a","confirm":true}`, `{"server":{"url":"x","token":""}}`, `{"confirm":"true"}`, `{"testToken":"t","x-a":[1]}`,
		`{"a":1,"A":2}`, `[]`, "\xff", `{"id":"\ud800"}`, `{"":null}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		req, err := parseSubmission(data)
		if err != nil {
			if e, status := public(err); status < 400 || status >= 500 {
				t.Fatalf("%q: %s, status %d", data, e.Code, status)
			}
			return
		}
		// What is accepted is read the same by a reader that knows nothing of ours.
		var plain struct {
			ID      string `json:"id"`
			Confirm bool   `json:"confirm"`
		}
		if err := json.Unmarshal(data, &plain); err != nil || plain.ID != req.Entry.ID || plain.Confirm != req.Confirm {
			t.Fatalf("%q: read id %q confirm %t, plainly %+v, %v", data, req.Entry.ID, req.Confirm, plain, err)
		}
		if !json.Valid(req.RawEntry) {
			t.Fatalf("%q: raw entry %q", data, req.RawEntry)
		}
	})
}
