package signing

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
)

// Pseudonym is a keyed hash of the text under the file's first key: equal texts
// have equal pseudonyms, from which nobody without the key finds the text, not
// even by trying all there are. The context keeps uses apart. With another first
// key all pseudonyms are others.
func (s *Sealer) Pseudonym(text, context string) string {
	mac := hmac.New(sha256.New, s.pseudonyms[:])
	mac.Write([]byte(context + "\x00" + text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// pseudonymKey is derived from a sealing key, so that neither use tells anything of the other's.
func pseudonymKey(k key) [sha256.Size]byte {
	mac := hmac.New(sha256.New, k.secret[:])
	mac.Write([]byte("marketd pseudonyms"))
	return [sha256.Size]byte(mac.Sum(nil))
}
