package reviewer_test

import (
	"testing"

	"marketd/reviewer"
)

func TestRemember(t *testing.T) {
	t.Parallel()
	type key struct{}
	calls := 0
	derive := func() int { calls++; return calls }
	tool := reviewer.NewTool(3, []byte(`{"name":"a"}`))
	copied := tool
	if reviewer.Remember(tool, key{}, derive) != 1 || reviewer.Remember(copied, key{}, derive) != 1 || calls != 1 {
		t.Errorf("derived %d times, want once", calls)
	}
	nested := reviewer.Remember(tool, "outer", func() int { return reviewer.Remember(tool, "inner", func() int { return 7 }) })
	if nested != 7 {
		t.Errorf("a derivation that remembers gave %d", nested)
	}
	if got := reviewer.Remember(reviewer.Tool{}, key{}, derive); got != 2 {
		t.Errorf("a tool without memory answers %d", got)
	}
	if tool.Pointer("name") != "/tools/3/name" || tool.Name != "a" || tool.Members["name"] == nil {
		t.Errorf("NewTool read %+v", tool)
	}
}
