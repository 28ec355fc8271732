package signing

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/crypto/chacha20poly1305"
)

// header is the first line of a key file, so that a wrong file is told from a
// broken one and the format can change.
const header = "marketd-sealing-keys/1"

// keyID names a key without telling anything of it.
type keyID [4]byte

type key struct {
	id     keyID
	secret [chacha20poly1305.KeySize]byte
}

// newKey derives the id from the secret, so that a key file cannot pair them wrongly.
func newKey(secret [chacha20poly1305.KeySize]byte) key {
	sum := sha256.Sum256(append([]byte("marketd sealing key id\x00"), secret[:]...))
	return key{keyID(sum[:4]), secret}
}

// openKeys reads the key file at path and makes it when there is none.
func openKeys(path string) ([]key, error) {
	err := makeKeyFile(path)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("sealing key: %w", err)
	}
	if m := info.Mode().Perm(); m&0o007 != 0 {
		return nil, fmt.Errorf("sealing key: everyone may use %s (mode %#o); run: chmod 600 %s", path, m, path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("sealing key: %w", err)
	}
	keys, err := parseKeys(data)
	if err != nil {
		return nil, fmt.Errorf("sealing key %s: %w", path, err)
	}
	return keys, nil
}

// parseKeys reads a key file: the header, then one base64 key a line. The
// first seals, all open: to rotate, put a new key above the old ones. Lines
// that are empty or start with "#" are skipped.
func parseKeys(data []byte) ([]key, error) {
	first, rest, _ := bytes.Cut(data, []byte("\n"))
	if string(bytes.TrimSpace(first)) != header {
		return nil, fmt.Errorf("the first line is not %q", header)
	}
	var keys []key
	for line := range strings.Lines(string(rest)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		b, err := base64.StdEncoding.Strict().DecodeString(line)
		if err != nil || len(b) != chacha20poly1305.KeySize {
			return nil, fmt.Errorf("key %d is not %d bytes of base64", len(keys)+1, chacha20poly1305.KeySize)
		}
		keys = append(keys, newKey([chacha20poly1305.KeySize]byte(b)))
	}
	if len(keys) == 0 {
		return nil, errors.New("there is no key in it")
	}
	return keys, nil
}

// makeKeyFile writes a new key file, or returns fs.ErrExist. The file appears
// whole or not at all: two processes that start together agree on one key.
func makeKeyFile(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fs.ErrExist
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("sealing key: %w", err)
	}
	var secret [chacha20poly1305.KeySize]byte
	_, _ = rand.Read(secret[:])            // never fails: crypto/rand ends the process instead
	f, err := os.CreateTemp(dir, ".key-*") // CreateTemp opens with O_EXCL and mode 0600
	if err != nil {
		return fmt.Errorf("sealing key: %w", err)
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = fmt.Fprintf(f, "%s\n%s\n", header, base64.StdEncoding.EncodeToString(secret[:]))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("sealing key: %w", err)
	}
	if err := os.Link(f.Name(), path); err != nil {
		return fmt.Errorf("sealing key: %w", err)
	}
	return nil
}
