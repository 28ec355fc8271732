package catalogapi

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"marketd/market"
)

func TestParseSubmission(t *testing.T) {
	t.Parallel()
	const body = `{"id":"weather-demo","name":"天气","desc":"实时天气 <b>","cat":"weather","ui":null,
		"author":"Example","server":{"url":"https://weather.example.com/mcp","token":"","x-a":1},"homepage":"https://example.com",
		"x-note":{"a":1},"zz":7,"uiComponentId":"UI-010001","builtinTools":[],"kind":[],"ID":"other","confirm": true ,"testToken":"s3cret"}`
	got, err := parseSubmission([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	want := market.SubmitRequest{
		Entry: market.Entry{
			ID: "weather-demo", Name: "天气", Desc: "实时天气 <b>", Cat: "weather", Author: "Example",
			Server: market.Server{URL: "https://weather.example.com/mcp"}, Homepage: "https://example.com", UIComponentID: "UI-010001",
		},
		Token: "s3cret", Confirm: true, RawEntry: []byte(body),
	}
	if diff := cmp.Diff(want, got.SubmitRequest); diff != "" || got.vague {
		t.Errorf("vague %v, (-want +got):\n%s", got.vague, diff)
	}
}

func TestParseConfirmation(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]struct{ confirm, vague bool }{
		`{}`: {}, `{"confirm":false}`: {}, `{"confirm":true}`: {confirm: true}, `{"CONFIRM":true}`: {},
		`{"confirm":"true"}`: {vague: true}, `{"confirm":1}`: {vague: true}, `{"confirm":null}`: {vague: true}, `{"confirm":[true]}`: {vague: true},
	} {
		got, err := parseSubmission([]byte(body))
		if err != nil || got.Confirm != want.confirm || got.vague != want.vague {
			t.Errorf("%s: confirm %v, vague %v, %v", body, got.Confirm, got.vague, err)
		}
	}
}

func TestParseSubmissionRefuses(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ body, at string }{
		"empty":      {``, ""},
		"not JSON":   {`id=1`, ""},
		"cut off":    {`{"id":"a"`, "/id"},
		"array":      {`[]`, ""},
		"null":       {`null`, ""},
		"text":       {`"x"`, ""},
		"trailing":   {`{} {}`, ""},
		"byte order": {"\ufeff{}", ""},
		"far down":   {`{"server":{"url":tru}}`, "/server/url"},
		"long names": {`{"` + strings.Repeat("k", 30_000) + `":tru}`, "/" + strings.Repeat("k", 298) + "…"},
		"very deep":  {strings.Repeat(`{"a":`, 12_000), strings.Repeat("/a", 16)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := parseSubmission([]byte(tt.body))
			e, ok := errors.AsType[*market.Error](err)
			if !ok || e.Kind != market.Malformed || e.Code != "MALFORMED_JSON" || len(e.Violations) != 1 {
				t.Fatalf("%v", err)
			}
			v := e.Violations[0]
			if v.Rule != "ENT-001" || v.Path != tt.at || v.Message.ZH == "" || v.Message.EN == "" || v.Fix != market.EntryFaultFix() {
				t.Errorf("%+v, want it at %q", v, tt.at)
			}
		})
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
		got, err := parseSubmission(data)
		if err != nil {
			e, status := public(err)
			if status != 400 || len(e.Violations) != 1 || e.Violations[0].Message.IsZero() {
				t.Fatalf("%q: %+v, status %d", data, e, status)
			}
			return
		}
		if string(got.RawEntry) != string(data) {
			t.Fatalf("%q: raw entry %q", data, got.RawEntry)
		}
		if _, bad := market.ScanEntry(data); bad {
			return // rule ENT-001 refuses it
		}
		// What the rules accept is read the same by a reader that knows nothing of ours.
		var plain map[string]any
		if err := json.Unmarshal(data, &plain); err != nil {
			t.Fatalf("%q: %v", data, err)
		}
		id, _ := plain["id"].(string)
		confirm, _ := plain["confirm"].(bool)
		if id != got.Entry.ID || confirm != got.Confirm {
			t.Fatalf("%q: read id %q confirm %t, plainly %v", data, got.Entry.ID, got.Confirm, plain)
		}
	})
}
