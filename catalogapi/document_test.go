package catalogapi_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"marketd/catalogapi"
	"marketd/market"
)

// The document byte for byte: members, their order, and text left as it is.
func TestDocument(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 30, 9, 0, 0, 987_654_000, time.FixedZone("", 8*3600))
	l := listing("weather-demo", at)
	l.Tools = []json.RawMessage{json.RawMessage(`{"name":"weather.now"}`)}
	bare := market.Listing{ID: "bare", Entry: market.Entry{ID: "bare", Name: "\u0000\"\u2028", Server: market.Server{URL: "https://b.example/mcp"}}, App: market.OutcomeGated}
	snap := &market.Snapshot{Revision: 1287, UpdatedAt: at, Listings: []market.Listing{bare, l}}
	const packages = `"packages":[` +
		`{"id":"bare","kind":"byo","name":"\u0000\"\u2028","desc":"","cat":"","ui":"","author":"","server":{"url":"https://b.example/mcp","token":""},` +
		`"auth":"none","revision":0,"toolCount":0,"health":{"state":"unknown"},"compat":{"app":"gated"}},` +
		`{"id":"weather-demo","kind":"byo","name":"天气 weather-demo","desc":"查询国内城市的实时天气与七日预报 <weather-demo> & more","cat":"weather","ui":"",` +
		`"author":"Example Weather","server":{"url":"https://weather-demo.example.com/mcp","token":""},"auth":"none","revision":3,"toolCount":1,` +
		`"toolsDigest":"v1:sha256:0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f",` +
		`"health":{"state":"up","since":"2026-11-28T01:00:00Z"},"compat":{"app":"pass"}}]}` + "\n"
	tests := map[string]struct {
		demo bool
		snap *market.Snapshot
		want string
	}{
		"listings": {false, snap, `{"version":1,"revision":1287,"updatedAt":"2026-11-30T01:00:00Z","packageCount":2,` + packages},
		"demo":     {true, snap, `{"version":1,"revision":1287,"updatedAt":"2026-11-30T01:00:00Z","packageCount":2,"demo":true,` + packages},
		"empty": {
			false, &market.Snapshot{},
			`{"version":1,"revision":0,"updatedAt":"1970-01-01T00:00:00Z","packageCount":0,"packages":[]}` + "\n",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api, c := serve(t, catalogapi.Options{Demo: tt.demo})
			if err := api.Publish(tt.snap); err != nil {
				t.Fatal(err)
			}
			res := c.get(paths[0])
			if diff := cmp.Diff(tt.want, string(res.body)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			conforms(t, c, "catalog", res.body)
		})
	}
}

func TestDocumentHoldsNoSecret(t *testing.T) {
	t.Parallel()
	const canary = "canary-5f1d"
	l := listing("weather-demo", newHand().Now())
	l.Owner, l.ApprovedBy, l.Submission = canary+"@example.com", canary, canary
	l.Entry.Server.Token = canary
	l.Health.Reason = market.Reason(canary)
	api, c := serve(t, catalogapi.Options{})
	if err := api.Publish(&market.Snapshot{Revision: 1, UpdatedAt: newHand().Now(), Listings: []market.Listing{l}}); err != nil {
		t.Fatal(err)
	}
	if body := c.get(paths[0]).body; bytes.Contains(body, []byte(canary)) {
		t.Errorf("the catalog tells: %s", body)
	}
}

// conforms checks a document against the schema that the server itself gives.
func conforms(t *testing.T, c *client, name string, doc []byte) {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	raw, err := jsonschema.UnmarshalJSON(bytes.NewReader(c.get("/schemas/" + name + ".json").body))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiler.AddResource("mem:///"+name, raw); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("mem:///" + name)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("not as the schema of %s says: %v\n%s", name, err, doc)
	}
}

// problem reads an error's answer and checks it against its schema.
func problem(t *testing.T, res reply) catalogapi.Problem {
	t.Helper()
	if got := res.Header.Get("Content-Type"); got != "application/problem+json" {
		t.Fatalf("status %d as %q: %s", res.StatusCode, got, res.body)
	}
	var p catalogapi.Problem
	if err := json.Unmarshal(res.body, &p); err != nil {
		t.Fatalf("%v: %s", err, res.body)
	}
	if p.Status != res.StatusCode || p.OK || p.Code == "" || p.Detail == "" || p.Error != p.Code+": "+p.Detail || p.Instance != "#"+res.Header.Get("X-Request-Id") {
		t.Errorf("status %d with the problem %+v", res.StatusCode, p)
	}
	return p
}

func TestSchemasAreServed(t *testing.T) {
	t.Parallel()
	_, c := serve(t, catalogapi.Options{})
	for _, name := range []string{"catalog", "entry", "health", "problem", "report", "status"} {
		res := c.get("/schemas/" + name + ".json")
		if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "application/schema+json" || res.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: status %d, %v", name, res.StatusCode, res.Header)
		}
		if again := c.get("/schemas/"+name+".json", "If-None-Match: "+res.Header.Get("Etag")); again.StatusCode != http.StatusNotModified {
			t.Errorf("%s again: status %d", name, again.StatusCode)
		}
	}
	var index struct {
		Schemas map[string]string `json:"schemas"`
	}
	if err := json.Unmarshal(c.get("/schemas/").body, &index); err != nil || len(index.Schemas) != 7 {
		t.Errorf("index %v, %v", index, err)
	}
	for name, path := range index.Schemas {
		if res := c.get(path); res.StatusCode != http.StatusOK {
			t.Errorf("the index leads from %s to %s: status %d", name, path, res.StatusCode)
		}
	}
	for _, path := range []string{"/schemas/other.json", "/schemas/catalog", "/schemas/.json", "/schemas/../catalog.json"} {
		if res := c.get(path); res.StatusCode != http.StatusNotFound || problem(t, res).Code != "NOT_FOUND" {
			t.Errorf("%s: status %d", path, res.StatusCode)
		}
	}
}
