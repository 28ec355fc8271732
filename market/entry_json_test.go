package market_test

import (
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"marketd/market"
)

func TestIDPattern(t *testing.T) {
	t.Parallel()
	id := regexp.MustCompile(market.IDPattern)
	for in, want := range map[string]bool{
		"weather-demo": true, "a1": true, "12306": true, "a-b-c": true,
		"": false, "a": false, "-a": false, "a-": false, "a--b": false, "A1": false, "天气": false, "a.b": false, "a1\n": false,
	} {
		if id.MatchString(in) != want {
			t.Errorf("%q: %v", in, !want)
		}
	}
}

// ReadEntry and the list of members know every member of an entry.
func TestReadEntryReadsEveryMember(t *testing.T) {
	t.Parallel()
	var want market.Entry
	fill(reflect.ValueOf(&want).Elem())
	raw, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	if got := market.ReadEntry(m); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	for name := range m {
		if !slices.Contains(market.EntryMembers(), name) {
			t.Errorf("%s is not in the list", name)
		}
	}
	if got := market.ServerMembers(); !slices.Equal(got, []string{"url", "token"}) {
		t.Errorf("members of the server: %v", got)
	}
}

func fill(v reflect.Value) {
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Struct {
			fill(f)
		} else {
			f.SetString(v.Type().Field(i).Name)
		}
	}
}

func TestReadEntryLeavesOutWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	var m map[string]json.RawMessage
	if err := json.Unmarshal([]byte(`{"id":7,"name":null,"Name":"n","desc":"d","server":{"URL":"x","url":["y"],"token":"t"}}`), &m); err != nil {
		t.Fatal(err)
	}
	if got, want := market.ReadEntry(m), (market.Entry{Desc: "d", Server: market.Server{Token: "t"}}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := market.ReadEntry(nil); got != (market.Entry{}) {
		t.Errorf("of nothing: %+v", got)
	}
}

func TestScanEntry(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`{"id":"a"}`: "", " {} ": "",
		`{"id":"a","ID":"b"}`: "/ID", `{"server":{"url":1,"url":2}}`: "/server/url", "{\"id\":\"\xff\"}": "/id",
		``: "-", `[]`: "-", `null`: "-", `{} {}`: "-", `{`: "/", "\ufeff{}": "-", `{"a":"` + strings.Repeat("x", market.EntryBytes) + `"}`: "-",
	} {
		fault, bad := market.ScanEntry([]byte(raw))
		if at := strings.TrimSuffix(want, "-"); bad != (want != "") || fault.Pointer != at {
			t.Errorf("%.40s: %+v, %v", raw, fault, bad)
		}
		if bad && (fault.Message.ZH == "" || fault.Message.EN == "" || fault.Detail == "") {
			t.Errorf("%.40s: untold: %+v", raw, fault)
		}
	}
}
