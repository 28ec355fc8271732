package examples_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "pack the files anew")

const packed = "packed.json.gz"

// TestPacked keeps what the program carries equal to the files; with -update it
// writes it.
func TestPacked(t *testing.T) {
	var want bytes.Buffer
	files, err := filepath.Glob("*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for i, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !json.Valid(b) {
			t.Fatalf("%s is not JSON", file)
		}
		want.WriteString(`{,`[min(i, 1):][:1] + "\n" + `"` + strings.TrimSuffix(file, ".json") + `":`)
		want.Write(bytes.TrimSpace(b)) // as written: scenes are shown as they are
	}
	want.WriteString("\n}\n")
	if *update {
		pack(t, want.Bytes())
	}
	if !bytes.Equal(unpack(t), want.Bytes()) {
		t.Errorf("%s is older than the files: run go generate ./reviewer/rules/examples", packed)
	}
}

func pack(t *testing.T, content []byte) {
	t.Helper()
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(packed, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// unpack reads the file, not what is compiled in, which -update leaves behind.
func unpack(t *testing.T) []byte {
	t.Helper()
	b, err := os.ReadFile(packed)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
