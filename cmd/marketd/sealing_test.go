package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"marketd/signing"
)

// A sealing key that was lost is not replaced in silence: the tokens sealed
// with it are counted, once, and what to do is said.
func TestServeTellsOfALostSealingKey(t *testing.T) {
	t.Parallel()
	data := dataFolder(t)
	m := serving(t, data)
	m.stop(t)
	if strings.Contains(m.err.String(), "do not open") {
		t.Error("a market without tokens misses some")
	}
	path := filepath.Join(data, "keys", "sealing.key")
	kept, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sealer, err := signing.OpenSealer(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, object := range []string{"submission/1", "listing/a"} {
		sealed, err := sealer.Seal([]byte("s3cr3t"), object)
		if err != nil {
			t.Fatal(err)
		}
		sqlOn(t, data, fmt.Sprintf("INSERT INTO sealed_token (object, sealed) VALUES ('%s', x'%x')", object, sealed))
	}
	sqlOn(t, data, "INSERT INTO sealed_token (object, sealed) VALUES ('listing/b', x'00')")
	wants := func(times int, what string) {
		t.Helper()
		m := serving(t, data)
		m.stop(t)
		if got := m.err.String(); strings.Count(got, "do not open") != times || times > 0 && !strings.Contains(got, what) || strings.Contains(got, "s3cr3t") {
			t.Errorf("%d times %q wanted in\n%s", times, what, got)
		}
	}
	wants(1, "lost=1 of=3")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	wants(1, "lost=3 of=3 file="+path)
	if err := os.WriteFile(path, kept, 0o600); err != nil {
		t.Fatal(err)
	}
	sqlOn(t, data, "DELETE FROM sealed_token WHERE object = 'listing/b'")
	wants(0, "")
}
