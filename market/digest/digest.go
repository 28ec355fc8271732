// Package digest computes the tool digests by which an approval is bound to
// bytes (rule DRF-001): SHA-256 over the RFC 8785 canonical JSON of a tool.
package digest

import "encoding/json"

// Version prefixes every digest: "v1:sha256:<hex>".
const Version = "v1"

// Tool returns the digest of one tool as served and the canonical JSON it is
// the hash of. Errors: the tool is not a JSON object, or not representable.
func Tool(raw json.RawMessage) (digest string, canonical []byte, err error) { panic("being written") }

// Set returns the digest of a tool set from its tools' digests, in any order.
func Set(tools []string) string { panic("being written") }

// List returns the set digest and each tool's. A tool that cannot be digested
// has an empty digest, and so has then the set.
func List(tools []json.RawMessage) (set string, each []string) { panic("being written") }
