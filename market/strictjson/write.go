package strictjson

import (
	"bytes"
	"encoding/json"
	"strings"
)

// PointerToken is a member's name as a token of a JSON pointer (RFC 6901 §3).
func PointerToken(name string) string { return escaper.Replace(name) }

var escaper = strings.NewReplacer("~", "~0", "/", "~1")

// Marshal is [json.Marshal] that leaves <, > and & as they are: texts stay
// searchable and small, and pages escape by themselves.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
