package catalogapi

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with a file, or writes the file.
func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s is not what the code gives (-file +code):\n%s", path, diff)
	}
}

// TestSchemasAreTheSources keeps the files equal to the types; with -update it
// writes them.
func TestSchemasAreTheSources(t *testing.T) {
	comments := sourceComments(t)
	for name, doc := range published {
		got, err := json.MarshalIndent(schemaOf(name, doc, comments), "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		golden(t, filepath.Join("schemas", name+".json"), append(got, '\n'))
	}
	served, err := readSchemas()
	if err != nil {
		t.Fatal(err)
	}
	if len(served) != len(published) {
		t.Errorf("%d schemas of %d documents", len(served), len(published))
	}
}
