package reviewer

import "strings"

// pointerEscaper escapes a reference token of a JSON pointer (RFC 6901 §3).
var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")
