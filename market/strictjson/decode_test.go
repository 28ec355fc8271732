package strictjson_test

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"marketd/market/strictjson"
)

// FuzzDecode holds Decode against encoding/json: whatever is taken is read alike.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`null`, ` true `, `false`, `-1.5e+3`, `0`, `""`, `"a\n\u4e2d\ud83d\ude00\\\""`, "\"中文\"", `[]`, "[ 1 ,\t[ ] , { } ]",
		`{"a":1,"b":{"c":[null,"x"]},"":"\u0041"}`, "{\n \"name\" : \"x\" ,\r\n\"n\":-0}", `{"\u0061":"\\"}`, `{"a":1,"a":2}`, `[1,]`, `"`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		// Deep nesting is Scan's matter; a number may be as large as it likes.
		limits := strictjson.Limits{Bytes: math.MaxInt, Depth: 100, Tokens: math.MaxInt, String: math.MaxInt, AnyCase: true}
		got, err := strictjson.Decode(data, limits)
		if (err == nil) != (strictjson.Scan(data, limits) == nil) {
			t.Fatalf("Decode and Scan differ on %q: %v", data, err)
		}
		members, raw, merr := strictjson.Members(data, limits)
		if (err == nil) != (merr == nil) {
			t.Fatalf("Decode and Members differ on %q: %v, %v", data, err, merr)
		}
		if err != nil {
			return
		}
		want := decode(t, data)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-encoding/json +got):\n%s", data, diff)
		}
		object, ok := want.(map[string]any)
		if ok != (members != nil) || len(raw) != len(object) {
			t.Fatalf("%q: members %v, as written %v", data, members, raw)
		}
		for name, value := range object {
			if diff := cmp.Diff([]any{value, value}, []any{members[name], decode(t, raw[name])}); diff != "" {
				t.Errorf("%q, %q:\n%s", data, name, diff)
			}
		}
	})
}

func decode(t *testing.T, data []byte) any {
	t.Helper()
	var v any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("encoding/json refuses %q: %v", data, err)
	}
	return v
}
