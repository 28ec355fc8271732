package catalogapi

import (
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"
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

// sourceComments are the doc comments in the sources of the types that the
// published documents consist of.
func sourceComments(t *testing.T) map[string]string {
	t.Helper()
	var r jsonschema.Reflector
	for _, dir := range []string{".", "../market"} { // both are joined to the base
		if err := r.AddGoComments("marketd/catalogapi", dir, jsonschema.WithFullComment()); err != nil {
			t.Fatal(err)
		}
	}
	wanted := map[string]bool{}
	for _, doc := range published {
		typeNames(reflect.TypeOf(doc), wanted)
	}
	found := map[string]string{}
	for name, text := range r.CommentMap {
		dir, rest, _ := strings.Cut(name, ".")
		typ, _, _ := strings.Cut(rest, ".")
		if wanted[dir+"."+typ] {
			found[name] = strings.Join(strings.Fields(text), " ")
		}
	}
	return found
}

func typeNames(t reflect.Type, into map[string]bool) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		typeNames(t.Elem(), into)
	case reflect.Struct:
		name := t.PkgPath() + "." + t.Name()
		if t.PkgPath() == "time" || into[name] {
			return
		}
		into[name] = true
		for f := range t.Fields() {
			typeNames(f.Type, into)
		}
	}
}

func TestSchemaCommentsAreTheSources(t *testing.T) {
	got, err := json.MarshalIndent(sourceComments(t), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "schema_comments.json", append(got, '\n'))
	if *update {
		schemaComments = got
	}
}

func TestSchemaGolden(t *testing.T) {
	made, err := makeSchemas()
	if err != nil {
		t.Fatal(err)
	}
	if len(made) != len(published) {
		t.Errorf("%d schemas of %d documents", len(made), len(published))
	}
	for name := range maps.Keys(published) {
		golden(t, filepath.Join("testdata", "schemas", name+".json"), made[name].body)
	}
}
