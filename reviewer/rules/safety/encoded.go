package safety

import (
	"encoding/base64"
	"strings"
)

// shortestEncoded is the length of the shortest run of base64 that holds a secret:
// of the fewest characters that tell one.
const shortestEncoded = 24

// encoded are the secrets of a known form that a text has in base64, decoded once.
// The whole run is the value.
func encoded(text string, longest, limit int) []Secret {
	if longest < shortestEncoded {
		return nil
	}
	var found []Secret
	for i := 0; i < len(text) && (limit < 0 || len(found) < limit); {
		from := i
		for i < len(text) && base64Byte(text[i]) {
			i++
		}
		if i-from >= shortestEncoded {
			if kind, ok := knownIn(text[from:i]); ok {
				found = append(found, Secret{Kind: kind, Start: from, End: i})
			}
		}
		i++
	}
	return found
}

func base64Byte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/' || c == '-' || c == '_'
}

// knownIn is the kind of the first secret in a run of base64 that is known by its
// own form.
func knownIn(run string) (kind string, ok bool) {
	enc := base64.RawStdEncoding
	if strings.ContainsAny(run, "-_") {
		enc = base64.RawURLEncoding
	}
	const head = 20 // is no text, as a rule, when the rest is none
	if b, err := enc.DecodeString(run[:head]); err != nil || !printable(b) {
		return "", false
	}
	b, err := enc.DecodeString(run[:len(run)-stuck(len(run))])
	if err != nil || !printable(b) {
		return "", false
	}
	inner := string(b)
	longest := longestRun(inner)
	if !secretive(inner, longest) {
		return "", false
	}
	for _, s := range plain(inner, longest, 1) {
		if !s.Generic {
			return s.Kind, true
		}
	}
	return "", false
}

// printable reports whether bytes are ASCII as people write it.
func printable(b []byte) bool {
	for _, c := range b {
		if c >= 0x7F || c < ' ' && c != '\n' && c != '\r' && c != '\t' {
			return false
		}
	}
	return true
}

// stuck is 1 when a run has a character more than base64 can have.
func stuck(n int) int {
	if n%4 == 1 {
		return 1
	}
	return 0
}
