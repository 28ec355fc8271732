package strictjson_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"marketd/market/strictjson"
)

func TestScanOfAnyCase(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]strictjson.Code{
		`{"a":1,"A":{"b":1,"B":2}}`: "",
		`{"a":1,"A":2,"a":3}`:       strictjson.DuplicateKey,
	} {
		err := strictjson.Scan([]byte(in), strictjson.Limits{AnyCase: true})
		if e, _ := errors.AsType[*strictjson.Error](err); want == "" && err != nil || want != "" && (e == nil || e.Code != want) {
			t.Errorf("%s: %v, want %q", in, err, want)
		}
	}
}

func TestScan(t *testing.T) {
	t.Parallel()
	small := strictjson.Limits{Bytes: 200, Depth: 3, Tokens: 10, String: 12, Maps: []string{"properties"}}
	for _, tc := range []struct {
		name, in string
		code     strictjson.Code // "" passes
		pointer  string
	}{
		{"null", `null`, "", ""},
		{"true", ` true `, "", ""},
		{"false", "\r\n\tfalse", "", ""},
		{"numbers", `[0,-0,1.5,1e9,-2E-3,1e999,9007199254740993]`, "", ""},
		{"empty containers", `{"a":[],"b":{}}`, "", ""},
		{"escapes", `"\"\\\/\b\f\n\r\t"`, strictjson.Size, ""},
		{"short escapes", `"\"\\\/\b\n"`, "", ""},
		{"surrogate pair", `"\ud83d\ude00"`, "", ""},
		{"depth at the limit", `[[[1]]]`, "", ""},
		{"string at the limit", `"123456789012"`, "", ""},
		{"tokens at the limit", `[1,2,3,4,5,6,7,8,9]`, "", ""},
		{"names that only look alike", `{"name":1,"names":2}`, "", ""},
		{"same name in two objects", `[{"a":1},{"a":1}]`, "", ""},
		{"arguments n and N", `{"properties":{"n":1,"N":2}}`, "", ""},

		{"empty", ``, strictjson.Syntax, ""},
		{"BOM", "\ufeff{}", strictjson.Syntax, ""},
		{"two values", `{} {}`, strictjson.Trailing, ""},
		{"NUL after", "{}\x00", strictjson.Trailing, ""},
		{"bad word", `nul`, strictjson.Syntax, ""},
		{"HTML", `<html>`, strictjson.Syntax, ""},
		{"leading zero", `01`, strictjson.Trailing, ""},
		{"leading plus", `+1`, strictjson.Syntax, ""},
		{"bare minus", `-`, strictjson.Syntax, ""},
		{"bare point", `1.`, strictjson.Syntax, ""},
		{"bare exponent", `[1e+]`, strictjson.Syntax, "/0"},
		{"NaN", `NaN`, strictjson.Syntax, ""},
		{"trailing comma", `[1,]`, strictjson.Syntax, "/1"},
		{"unended array", `[1`, strictjson.Syntax, "/0"},
		{"unended object", `{"a":1`, strictjson.Syntax, "/a"},
		{"unended string", `"a`, strictjson.Syntax, ""},
		{"unended escape", `"a\`, strictjson.Syntax, ""},
		{"unquoted name", `{a:1}`, strictjson.Syntax, "/"},
		{"missing colon", `{"a" 1}`, strictjson.Syntax, "/a"},
		{"raw newline", "\"a\nb\"", strictjson.Syntax, ""},
		{"no such escape", `"\x"`, strictjson.Syntax, ""},
		{"short \\u", `"\u12"`, strictjson.Syntax, ""},
		{"signed \\u", `"\u+123"`, strictjson.Syntax, ""},

		{"lone high surrogate", `"\ud800"`, strictjson.UTF8, ""},
		{"lone low surrogate", `{"a":"\udc00"}`, strictjson.UTF8, "/a"},
		{"high before other", `"\ud800\u0041"`, strictjson.UTF8, ""},
		{"latin-1", "\"caf\xe9\"", strictjson.UTF8, ""},
		{"encoded surrogate", "\"\xed\xa0\x80\"", strictjson.UTF8, ""},
		{"overlong", "\"\xc0\xaf\"", strictjson.UTF8, ""},

		{"duplicate", `{"a":1,"b":2,"a":3}`, strictjson.DuplicateKey, "/a"},
		{"duplicate by escape", `{"a":1,"\u0061":3}`, strictjson.DuplicateKey, "/a"},
		{"duplicate argument", `{"properties":{"n":1,"n":2}}`, strictjson.DuplicateKey, "/properties/n"},
		{"case", `[{"name":1,"Name":2}]`, strictjson.CaseCollidingKey, "/0/Name"},
		{"Kelvin sign", `{"key":1,"\u212aey":2}`, strictjson.CaseCollidingKey, "/\u212aey"},
		{"long s", `{"desc":1,"deſc":2}`, strictjson.CaseCollidingKey, "/deſc"},
		{"final sigma", `{"σ":1,"ς":2}`, strictjson.CaseCollidingKey, "/ς"},
		{"a property called properties", `{"properties":{"properties":{"a":1,"A":2}}}`, strictjson.CaseCollidingKey, "/properties/properties/A"},
		{"NUL", `{"name\u0000":1,"name":2}`, strictjson.NULInKey, "/name\x00"},
		{"pointer escapes", `{"a/b~":{"x":1,"x":2}}`, strictjson.DuplicateKey, "/a~1b~0/x"},

		{"too deep", `[[[[1]]]]`, strictjson.Depth, "/0/0/0"},
		{"string too long", `"1234567890123"`, strictjson.Size, ""},
		{"name too long", `{"1234567890123":1}`, strictjson.Size, "/"},
		{"too many tokens", `[1,2,3,4,5,6,7,8,9,10]`, strictjson.Size, "/9"},
		{"too many bytes", strings.Repeat(" ", 201), strictjson.Size, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			err := strictjson.Scan([]byte(tc.in), small)
			fault, _ := errors.AsType[*strictjson.Error](err)
			switch {
			case tc.code == "" && err != nil:
				t.Fatalf("Scan(%q) = %v, want no fault", tc.in, err)
			case tc.code != "" && fault == nil:
				t.Fatalf("Scan(%q) = %v, want %s", tc.in, err, tc.code)
			case tc.code == "":
				return
			}
			if fault.Code != tc.code || fault.Pointer != tc.pointer {
				t.Errorf("Scan(%q) = %s at %q (%s), want %s at %q", tc.in, fault.Code, fault.Pointer, fault.Detail, tc.code, tc.pointer)
			}
			if fault.Offset < 0 || fault.Offset > len(tc.in) {
				t.Errorf("offset %d outside the text", fault.Offset)
			}
		})
	}
}

func TestScanManyNames(t *testing.T) {
	t.Parallel()
	object := func(n int, more string) []byte {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"key%d":%d,`, i, i)
		}
		return []byte("{" + b.String() + more + "}")
	}
	for n := range 30 {
		if err := strictjson.Scan(object(n, `"other":0`), strictjson.Limits{}); err != nil {
			t.Fatalf("%d names: %v", n, err)
		}
		if n == 0 {
			continue
		}
		for more, want := range map[string]strictjson.Code{`"key0":1`: strictjson.DuplicateKey, `"KEY0":1`: strictjson.CaseCollidingKey} {
			fault, ok := errors.AsType[*strictjson.Error](strictjson.Scan(object(n, more), strictjson.Limits{}))
			if !ok || fault.Code != want {
				t.Fatalf("%d names and %s: %v, want %s", n, more, fault, want)
			}
		}
	}
}

// TestScanIsLinear gives the shapes that make naive scanners quadratic.
func TestScanIsLinear(t *testing.T) {
	t.Parallel()
	var names strings.Builder
	for i := range 90_000 {
		fmt.Fprintf(&names, `"k%d":0,`, i)
	}
	for name, in := range map[string]string{
		"depth bomb":    strings.Repeat("[", 4<<20),
		"object bomb":   strings.Repeat(`{"a":`, 800_000),
		"many names":    "{" + names.String() + `"z":0}`,
		"blanks":        strings.Repeat(" ", 4<<20),
		"one string":    `"` + strings.Repeat("a", 4<<20-2) + `"`,
		"digits":        strings.Repeat("1", 4<<20),
		"escaped quote": `"` + strings.Repeat(`\"`, 2<<20-2),
	} {
		start := time.Now()
		_ = strictjson.Scan([]byte(in), strictjson.Limits{})
		if took := time.Since(start); took > 3*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
}

func TestErrorNamesThePlace(t *testing.T) {
	t.Parallel()
	err := strictjson.Scan([]byte(`{"tools":[{"a":1,"a":2}]}`), strictjson.Limits{})
	if err == nil || !strings.Contains(err.Error(), `duplicate-key at "/tools/0/a" (byte 17)`) {
		t.Errorf("Error() = %v", err)
	}
}

// FuzzScan holds Scan against encoding/json: what passes is valid there, and
// what is valid there is never called a fault of syntax.
func FuzzScan(f *testing.F) {
	for _, s := range []string{
		`{"description":"good","Description":"EVIL"}`, `{"name":"a","name":"b"}`, `{"name\u0000":"x","name":"y"}`,
		`[[[[[[`, `"\ud800"`, `[1e999,-0,9007199254740993]`, "\ufeff{}", `{"a":{"b":[1,2,{"c":null}]}}`, `"\ud83d\ude00"`, "\"\xff\"",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		err := strictjson.Scan(data, strictjson.Limits{})
		valid := json.Valid(data)
		if err == nil {
			var v any
			if !valid || json.Unmarshal(data, &v) != nil && !strings.ContainsAny(string(data), "eE.0123456789") {
				t.Fatalf("passed, but is not valid JSON: %q", data)
			}
			return
		}
		fault, ok := errors.AsType[*strictjson.Error](err)
		if !ok {
			t.Fatalf("not an *Error: %v", err)
		}
		if valid && (fault.Code == strictjson.Syntax || fault.Code == strictjson.Trailing) {
			t.Fatalf("valid JSON called %s: %q", fault.Code, data)
		}
	})
}

func BenchmarkScan(b *testing.B) {
	tool := `{"name":"weather.now","description":"查询一个城市此刻的天气：气温、湿度、风。","inputSchema":{"type":"object","properties":{"city":{"type":"string","description":"城市名"},"unit":{"type":"string","enum":["c","f"]}},"required":["city"]}}`
	list := []byte(`{"jsonrpc":"2.0","id":1,"result":{"tools":[` + strings.Repeat(tool+",", 400) + tool + `]}}`)
	b.Run("strictjson", func(b *testing.B) {
		b.SetBytes(int64(len(list)))
		b.ReportAllocs()
		for b.Loop() {
			if err := strictjson.Scan(list, strictjson.Limits{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("json.Valid", func(b *testing.B) {
		b.SetBytes(int64(len(list)))
		for b.Loop() {
			if !json.Valid(list) {
				b.Fatal("not valid")
			}
		}
	})
}
