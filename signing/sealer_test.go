package signing_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"marketd/market"
	"marketd/signing"
)

var _ market.Sealer = (*signing.Sealer)(nil)

func open(t *testing.T, path string) *signing.Sealer {
	t.Helper()
	s, err := signing.OpenSealer(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func seal(t *testing.T, s *signing.Sealer, plain, context string) []byte {
	t.Helper()
	sealed, err := s.Seal([]byte(plain), context)
	if err != nil {
		t.Fatal(err)
	}
	return sealed
}

func TestSealerRoundTrip(t *testing.T) {
	t.Parallel()
	s := open(t, filepath.Join(t.TempDir(), "keys", "sealing.key"))
	for _, plain := range []string{"", "tok_1", "令牌", strings.Repeat("x", 1<<16)} {
		sealed := seal(t, s, plain, "submission/1")
		if plain != "" && bytes.Contains(sealed, []byte(plain)) {
			t.Errorf("the sealed value holds the plain text")
		}
		got, err := s.Open(sealed, "submission/1")
		if err != nil || string(got) != plain {
			t.Errorf("Open = %q, %v; want %d bytes as sealed", got, err, len(plain))
		}
	}
}

func TestSealerNeverSealsTheSameTwice(t *testing.T) {
	t.Parallel()
	s := open(t, filepath.Join(t.TempDir(), "k"))
	if bytes.Equal(seal(t, s, "tok", "a"), seal(t, s, "tok", "a")) {
		t.Error("two seals of one value are equal: the nonce is not random")
	}
}

// A sealer tells values of its own keys, the rotated ones too, from strangers'.
func TestSealerKnowsItsKeys(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, other := open(t, filepath.Join(dir, "k")), open(t, filepath.Join(dir, "other"))
	sealed := seal(t, s, "tok", "submission/1")
	if !s.Knows(sealed) || other.Knows(sealed) || s.Knows(nil) || s.Knows(sealed[:10]) || s.Knows(append([]byte{2}, sealed[1:]...)) {
		t.Errorf("knows its own %v, a stranger's %v, nothing %v, a piece %v, another format %v",
			s.Knows(sealed), other.Knows(sealed), s.Knows(nil), s.Knows(sealed[:10]), s.Knows(append([]byte{2}, sealed[1:]...)))
	}
	old, err := os.ReadFile(filepath.Join(dir, "k"))
	if err != nil {
		t.Fatal(err)
	}
	key := strings.Split(strings.TrimSpace(string(old)), "\n")[1]
	f, err := os.OpenFile(filepath.Join(dir, "other"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(key + "\n"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if !open(t, filepath.Join(dir, "other")).Knows(sealed) {
		t.Error("a key that was rotated is not known")
	}
}

func TestSealerRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "k"))
	other := open(t, filepath.Join(dir, "other"))
	sealed := seal(t, s, "tok", "submission/1")
	for name, c := range map[string]struct {
		sealer  *signing.Sealer
		sealed  []byte
		context string
	}{
		"another place": {s, sealed, "submission/2"},
		"another key":   {other, sealed, "submission/1"},
		"empty":         {s, nil, "submission/1"},
		"short":         {s, sealed[:20], "submission/1"},
		"cut":           {s, sealed[:len(sealed)-1], "submission/1"},
	} {
		if got, err := c.sealer.Open(c.sealed, c.context); !errors.Is(err, signing.ErrSealed) {
			t.Errorf("%s: Open = %q, %v; want ErrSealed", name, got, err)
		}
	}
	for i := range sealed {
		bad := bytes.Clone(sealed)
		bad[i] ^= 1
		if _, err := s.Open(bad, "submission/1"); !errors.Is(err, signing.ErrSealed) {
			t.Errorf("a flipped bit in byte %d was not noticed: %v", i, err)
		}
	}
}

func TestSealerKeepsItsKey(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "k")
	sealed := seal(t, open(t, path), "tok", "c")
	if got, err := open(t, path).Open(sealed, "c"); err != nil || string(got) != "tok" {
		t.Errorf("after a restart Open = %q, %v", got, err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode of the key file is %#o, want 0600", info.Mode().Perm())
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v (%v), want the key file alone", entries, err)
	}
}

func TestSealersThatStartTogetherAgree(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "k")
	var wg sync.WaitGroup
	sealers := make([]*signing.Sealer, 8)
	for i := range sealers {
		wg.Go(func() { sealers[i], _ = signing.OpenSealer(path) })
	}
	wg.Wait()
	for i, s := range sealers {
		if s == nil {
			t.Fatalf("sealer %d did not open", i)
		}
		if _, err := sealers[0].Open(seal(t, s, "tok", "c"), "c"); err != nil {
			t.Errorf("sealer %d has another key: %v", i, err)
		}
	}
}

func TestSealerRotation(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "k")
	old := open(t, path)
	before := seal(t, old, "tok", "c")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fresh := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{7}, 32))
	data = bytes.Replace(data, []byte("\n"), []byte("\n# since March\n"+fresh+"\n\n"), 1)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	rotated := open(t, path)
	if got, err := rotated.Open(before, "c"); err != nil || string(got) != "tok" {
		t.Errorf("a value under the old key: Open = %q, %v", got, err)
	}
	if _, err := old.Open(seal(t, rotated, "tok", "c"), "c"); !errors.Is(err, signing.ErrSealed) {
		t.Errorf("the new key does not seal: %v", err)
	}
}

func TestOpenSealerRefusesBadFiles(t *testing.T) {
	t.Parallel()
	const head = "marketd-sealing-keys/1\n"
	good := base64.StdEncoding.EncodeToString(make([]byte, 32))
	for name, c := range map[string]struct {
		data string
		mode os.FileMode
		want string
	}{
		"empty":          {"", 0o600, "first line"},
		"another file":   {"hello\n" + good, 0o600, "first line"},
		"no key":         {head + "\n# none\n", 0o600, "no key"},
		"not base64":     {head + "!!!", 0o600, "key 1"},
		"short key":      {head + good + "\nAAAA", 0o600, "key 2"},
		"world-readable": {head + good, 0o604, "chmod 600"},
	} {
		path := filepath.Join(t.TempDir(), "k")
		if err := os.WriteFile(path, []byte(c.data), c.mode); err != nil {
			t.Fatal(err)
		}
		_, err := signing.OpenSealer(path)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: err = %v, want one that says %q", name, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), good) {
			t.Errorf("%s: the error holds a key", name)
		}
	}
}

func FuzzSealerOpen(f *testing.F) {
	s, err := signing.OpenSealer(filepath.Join(f.TempDir(), "k"))
	if err != nil {
		f.Fatal(err)
	}
	sealed, _ := s.Seal([]byte("tok"), "c")
	f.Add(sealed)
	f.Add([]byte{1})
	f.Fuzz(func(t *testing.T, data []byte) {
		if got, err := s.Open(data, "c"); err == nil && !bytes.Equal(data, sealed) {
			t.Errorf("a value that was never sealed opens as %q", got)
		}
	})
}
