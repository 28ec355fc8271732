package digest_test

import (
	"bytes"
	"encoding/json"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gowebpki/jcs"

	"marketd/market/digest"
)

type vectors struct {
	Tools []struct {
		Name      string          `json:"name"`
		Tool      json.RawMessage `json:"tool"`
		Canonical string          `json:"canonical"`
		Digest    string          `json:"digest"`
	} `json:"tools"`
	Sets []struct {
		Name   string   `json:"name"`
		Tools  []string `json:"tools"`
		Digest string   `json:"digest"`
	} `json:"sets"`
}

func read(t testing.TB) vectors {
	t.Helper()
	b, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Tools) == 0 || len(v.Sets) == 0 {
		t.Fatal("the vectors are empty")
	}
	return v
}

func TestVectors(t *testing.T) {
	t.Parallel()
	v := read(t)
	first := map[string]string{} // canonical form → vector
	for _, c := range v.Tools {
		got, canonical, err := digest.Tool(c.Tool)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		if string(canonical) != c.Canonical {
			t.Errorf("%s:\n got %s\nwant %s", c.Name, canonical, c.Canonical)
		}
		if got != c.Digest {
			t.Errorf("%s: digest %s, want %s", c.Name, got, c.Digest)
		}
		_, known := first[got]
		if same := strings.Contains(c.Name, ": same "); same != known {
			t.Errorf("%s: digest seen before: %v", c.Name, known)
		}
		first[got] = c.Name
	}
	for _, c := range v.Sets {
		if got := digest.Set(c.Tools); got != c.Digest {
			t.Errorf("%s: set %s, want %s", c.Name, got, c.Digest)
		}
	}
}

func TestToolRefuses(t *testing.T) {
	t.Parallel()
	for name, raw := range map[string]string{
		"nothing":                 ``,
		"null":                    `null`,
		"a list":                  `[]`,
		"a text":                  `"x"`,
		"not JSON":                `{"name":}`,
		"trailing data":           `{} {}`,
		"a repeated key":          `{"name":"a","name":"b"}`,
		"a lone surrogate":        `{"name":"\ud800"}`,
		"a number out of range":   `{"inputSchema":{"maximum":1e999}}`,
		"one that is not covered": `{"_meta":[{"x":-1e999}]}`,
		"not UTF-8":               "{\"name\":\"\xff\"}",
		"U+0000 in a name":        `{"annotations":{"a\u0000":1}}`,
		"endless nesting":         `{"inputSchema":` + strings.Repeat("[", 20_000),
	} {
		if got, _, err := digest.Tool(json.RawMessage(raw)); err == nil || got != "" {
			t.Errorf("%s: digest %q, error %v; want an error alone", name, got, err)
		}
	}
}

func TestListOrderAndFailure(t *testing.T) {
	t.Parallel()
	a, b := json.RawMessage(`{"name":"a"}`), json.RawMessage(`{"name":"b"}`)
	set, each := digest.List([]json.RawMessage{a, b})
	turned, turnedEach := digest.List([]json.RawMessage{b, a})
	if set == "" || set != turned {
		t.Errorf("order changed the set digest: %q and %q", set, turned)
	}
	slices.Reverse(turnedEach)
	if !slices.Equal(each, turnedEach) {
		t.Errorf("digests are not in the order of the tools: %v, %v", each, turnedEach)
	}
	set, each = digest.List([]json.RawMessage{a, json.RawMessage(`7`)})
	if set != "" || each[0] == "" || each[1] != "" {
		t.Errorf("with a broken tool: set %q, each %q", set, each)
	}
	if got := digest.Set([]string{"sha256:abc"}); got != "" {
		t.Errorf("a digest of another format gave the set %q", got)
	}
}

// A digest must not depend on how the JSON is written, and the canonical form
// must be a fixed point of RFC 8785 whose own digest is the same.
func FuzzTool(f *testing.F) {
	for _, c := range read(f).Tools {
		f.Add([]byte(c.Tool))
	}
	f.Add([]byte(`{"name":"a","name":"b"}`))
	f.Add([]byte(`{"inputSchema":{"required":[1e2,"\u00e9",{}]}}`))
	f.Add([]byte(`{"annotations":{"\ue000":-0.0,"\ud83d\ude00":1E21,"\uffee":1e-7,"e":123456789012345678901,"\u0001\b\t\n\f\r\"\\\/\u007f\u2028<&>":0.1}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, canonical, err := digest.Tool(raw)
		if err != nil {
			return
		}
		again, err := jcs.Transform(canonical)
		if err != nil || !bytes.Equal(again, canonical) {
			t.Fatalf("not canonical: %s (%v)", canonical, err)
		}
		if strict, err := jcs.Transform(raw); err != nil {
			t.Fatalf("a tool that RFC 8785 refuses (%v) has digest %q", err, got)
		} else if d, _, err := digest.Tool(strict); err != nil || d != got {
			t.Fatalf("in its RFC 8785 form the tool has digest %q (%v), as served %q", d, err, got)
		}
		if d, _, err := digest.Tool(canonical); err != nil || d != got {
			t.Fatalf("the canonical form has digest %q (%v), the tool %q", d, err, got)
		}
	})
}

// A stranger's enum costs a few times its own size. Not parallel: it measures
// what the process allocates.
func TestLongEnumIsCheap(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"inputSchema":{"enum":["v"`)
	for i := range 150_000 {
		b.WriteString(`,"e` + strconv.Itoa(i) + `"`)
	}
	b.WriteString("]}}")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, _, err := digest.Tool(json.RawMessage(b.String())); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 45<<20 {
		t.Errorf("a digest of %d bytes allocated %d MiB", b.Len(), took>>20)
	}
}

func BenchmarkList500(b *testing.B) {
	raw := read(b).Tools[17].Tool
	tools := slices.Repeat([]json.RawMessage{raw}, 500)
	for b.Loop() {
		digest.List(tools)
	}
}
