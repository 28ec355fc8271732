package digest_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"testing"
)

// A second implementation, in JavaScript and after docs/digests.md alone, agrees
// on every vector. Without Node on the machine the test is skipped; with CI=true
// it fails.
func TestAnotherImplementationAgrees(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("there is no node")
	}
	want := read(t)
	data, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), node, "testdata/digest.mjs")
	var errs bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(data), &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &errs)
	}
	var got struct {
		Tools, Sets []struct{ Name, Canonical, Digest string }
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Tools) != len(want.Tools) || len(got.Sets) != len(want.Sets) {
		t.Fatalf("%d tools and %d sets, want %d and %d", len(got.Tools), len(got.Sets), len(want.Tools), len(want.Sets))
	}
	for i, x := range want.Tools {
		if got.Tools[i].Digest != x.Digest || got.Tools[i].Canonical != x.Canonical {
			t.Errorf("%s: %s\n got %s\nwant %s", x.Name, got.Tools[i].Digest, got.Tools[i].Canonical, x.Canonical)
		}
	}
	for i, x := range want.Sets {
		if got.Sets[i].Digest != x.Digest {
			t.Errorf("%s: %s, want %s", x.Name, got.Sets[i].Digest, x.Digest)
		}
	}
}
