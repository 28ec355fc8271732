package market_test

import (
	"encoding/json"
	"testing"
	"time"

	"marketd/market"
)

func TestTag(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, id, want string }{
		{"天气查询", "weather-demo", "____"},
		{"Weather 天气", "weather-demo", "Weather___"},
		{"", "weather-demo", "weather-demo"},
		{"a.b/c", "x", "a_b_c"},
	} {
		if got := (market.Entry{Name: c.name, ID: c.id}).Tag(); got != c.want {
			t.Errorf("tag of %q is %q, want %q", c.name, got, c.want)
		}
	}
}

func TestEndpoint(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ a, b string }{
		{"https://Example.com/mcp", "https://example.com:443/mcp/"},
		{"https://example.com", "https://example.com/"},
		{"https://example.com./a//b", "https://example.com/a/b"},
		{"http://[::1]:80/x", "http://[::1]/x"},
	} {
		if market.Endpoint(c.a) != market.Endpoint(c.b) {
			t.Errorf("%s → %s and %s → %s differ", c.a, market.Endpoint(c.a), c.b, market.Endpoint(c.b))
		}
	}
	for _, c := range []struct{ a, b string }{
		{"https://example.com/a", "https://example.com/b"},
		{"https://example.com/a?k=1", "https://example.com/a?k=2"},
		{"https://example.com/a", "http://example.com/a"},
		{"https://example.com:8443/a", "https://example.com/a"},
	} {
		if market.Endpoint(c.a) == market.Endpoint(c.b) {
			t.Errorf("%s and %s are the same endpoint", c.a, c.b)
		}
	}
}

func TestReadToolTakesWrongTypesAsAbsent(t *testing.T) {
	t.Parallel()
	tool := market.ReadTool(json.RawMessage(`{"name":"a","description":["x"],"annotations":{"readOnlyHint":"yes","idempotentHint":true}}`))
	if tool.Name != "a" || tool.Description != "" || tool.Level != market.LevelReadonly {
		t.Errorf("read as %+v", tool)
	}
	if a := tool.Annotations; a.ReadOnly || !a.Declared || !a.Idempotent || !a.Destructive || !a.OpenWorld {
		t.Errorf("annotations %+v", a)
	}
	for _, raw := range []string{``, `null`, `[]`, `"x"`, `{`} {
		if got := market.ReadTool(json.RawMessage(raw)); got.Name != "" {
			t.Errorf("%q read as %+v", raw, got)
		}
	}
}

func TestNewIDSortsByTime(t *testing.T) {
	t.Parallel()
	now := time.Now()
	a, b := market.NewID(now), market.NewID(now.Add(time.Millisecond))
	if a >= b || len(a) != 36 || a[14] != '7' {
		t.Errorf("ids %s, %s", a, b)
	}
	if first, second := market.NewID(now), market.NewID(now); first == second {
		t.Error("two ids of one instant are equal")
	}
}
