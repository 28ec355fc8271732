package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// A mistake in what check was told leads to check's own help, and SARIF names a
// file that could not be read among those that were.
func TestCheckTellsWhereToLook(t *testing.T) {
	t.Parallel()
	if code, _, errs := runCommand(t, "", nil, "check", "--bogus"); code != exitUsage || !strings.Contains(errs, "see: marketd check --help") {
		t.Errorf("%d: %s", code, errs)
	}
	code, out, _ := runCommand(t, `[`+fine+`]`, nil, "check", "--format", "sarif", "--tools", "-", "--tools", filepath.Join(t.TempDir(), "gone.json"))
	if code != exitUnchecked || !strings.Contains(out, `gone.json\" cannot be read`) || !strings.Contains(out, `"executionSuccessful": false`) || !strings.Contains(out, `"executionSuccessful": true`) {
		t.Errorf("%d: %s", code, out)
	}
}
