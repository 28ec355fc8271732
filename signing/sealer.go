package signing

import (
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"fmt"

	"golang.org/x/crypto/chacha20poly1305"
)

// formatV1 is the first byte of a sealed value:
//
//	version 1 · key id 4 · nonce 24 · XChaCha20-Poly1305 ciphertext and tag
const formatV1 = 1

const prefixLen = 1 + len(keyID{}) + chacha20poly1305.NonceSizeX

// ErrSealed is returned for a value that does not open: it was changed, belongs
// to another place, or its key is gone.
var ErrSealed = errors.New("sealed value does not open")

// Sealer encrypts secrets at rest. It implements market.Sealer and is safe for
// concurrent use.
type Sealer struct {
	current keyID
	keys    map[keyID]cipher.AEAD

	pseudonyms [32]byte // key of [Sealer.Pseudonym]
}

// OpenSealer returns a Sealer with the keys of the file, which it makes, mode
// 0600, when there is none. Whoever loses the file loses what is sealed.
func OpenSealer(path string) (*Sealer, error) {
	keys, err := openKeys(path)
	if err != nil {
		return nil, err
	}
	return newSealer(keys)
}

func newSealer(keys []key) (*Sealer, error) {
	s := &Sealer{current: keys[0].id, keys: map[keyID]cipher.AEAD{}, pseudonyms: pseudonymKey(keys[0])}
	for _, k := range keys {
		aead, err := chacha20poly1305.NewX(k.secret[:])
		if err != nil {
			return nil, fmt.Errorf("sealing key: %w", err)
		}
		s.keys[k.id] = aead
	}
	return s, nil
}

// Seal encrypts plain under the first key, bound to the context: a value moved
// to another place does not open there.
func (s *Sealer) Seal(plain []byte, context string) ([]byte, error) {
	out := make([]byte, prefixLen, prefixLen+len(plain)+chacha20poly1305.Overhead)
	out[0] = formatV1
	copy(out[1:], s.current[:])
	nonce := out[1+len(s.current) : prefixLen]
	_, _ = rand.Read(nonce) // never fails: crypto/rand ends the process instead
	return s.keys[s.current].Seal(out, nonce, plain, bound(out, context)), nil
}

// Open decrypts what Seal made with the same context, under whichever of the
// file's keys it was. ErrSealed otherwise.
func (s *Sealer) Open(sealed []byte, context string) ([]byte, error) {
	if len(sealed) < prefixLen+chacha20poly1305.Overhead || sealed[0] != formatV1 {
		return nil, ErrSealed
	}
	id := keyID(sealed[1 : 1+len(keyID{})])
	aead, ok := s.keys[id]
	if !ok {
		return nil, fmt.Errorf("%w: no key %x", ErrSealed, id)
	}
	plain, err := aead.Open(nil, sealed[1+len(id):prefixLen], sealed[prefixLen:], bound(sealed, context))
	if err != nil {
		return nil, ErrSealed
	}
	return plain, nil
}

// Knows reports whether the key under which the value was sealed is one of the
// file's. A value that it knows may still not open.
func (s *Sealer) Knows(sealed []byte) bool {
	if len(sealed) < prefixLen || sealed[0] != formatV1 {
		return false
	}
	_, ok := s.keys[keyID(sealed[1:1+len(keyID{})])]
	return ok
}

// bound is the associated data: the version and key id, then the context.
func bound(sealed []byte, context string) []byte {
	return append(append([]byte(nil), sealed[:1+len(keyID{})]...), context...)
}
