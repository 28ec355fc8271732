package signing_test

import (
	"path/filepath"
	"testing"

	"marketd/signing"
)

func TestPseudonym(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "key")
	open := func(path string) *signing.Sealer {
		s, err := signing.OpenSealer(path)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	one, same, other := open(path), open(path), open(filepath.Join(t.TempDir(), "key"))
	p := one.Pseudonym("192.0.2.0/24", "complaint")
	if len(p) != 22 || same.Pseudonym("192.0.2.0/24", "complaint") != p {
		t.Errorf("not the same under the same key: %q", p)
	}
	for name, q := range map[string]string{
		"another text": one.Pseudonym("192.0.3.0/24", "complaint"), "another use": one.Pseudonym("192.0.2.0/24", "x"), "another key": other.Pseudonym("192.0.2.0/24", "complaint"),
	} {
		if q == p {
			t.Errorf("%s has the same pseudonym", name)
		}
	}
}
