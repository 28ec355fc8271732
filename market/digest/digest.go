// Package digest computes the tool digests by which an approval is bound to
// bytes (rule DRF-001): SHA-256 over the RFC 8785 canonical JSON of a tool.
//
// What a digest covers, so that anyone can compute it again:
//
//   - The members name, title, description, inputSchema, outputSchema,
//     annotations and level, and no other. Strings are taken as they are,
//     without Unicode normalisation.
//   - level is "readonly" when absent or null.
//   - annotations have MCP's defaults filled in (readOnlyHint false,
//     destructiveHint true, idempotentHint false, openWorldHint true). When
//     readOnlyHint is true, a destructiveHint and idempotentHint that are
//     boolean are dropped. A hint that is no boolean, and any other member, is
//     kept as it is; so are annotations that are no object.
//   - inputSchema loses a root $schema equal to the default dialect.
//   - In both schemas the arrays required and enum are sets: they are sorted by
//     the bytes of their elements' canonical JSON. This holds where a keyword
//     stands, not inside default, const, examples or enum.
//
// Order of tools and pages, _meta, icons, execution and whatever else a server
// adds change nothing. testdata/vectors.json has test vectors.
package digest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// Version prefixes every digest: "v1:sha256:<hex>".
const Version = "v1"

const prefix = Version + ":sha256:"

// errNotObject is returned for a tool that is valid JSON but no object.
var errNotObject = errors.New("digest: tool is not an object")

// Tool returns the digest of one tool as served and the canonical JSON it is
// the hash of. Errors: the tool is not a JSON object, or not representable
// (RFC 8785: a repeated key, a lone surrogate, a number out of range) or not to
// be trusted with every decoder (U+0000 in a name, nesting beyond 1,000).
func Tool(raw json.RawMessage) (digest string, form []byte, err error) {
	v, err := decode(raw)
	if err != nil {
		return "", nil, err
	}
	served, ok := v.(map[string]any)
	if !ok {
		return "", nil, errNotObject
	}
	return Members(served)
}

// Members is [Tool] of the members of a tool as they are decoded under [Limits],
// numbers as json.Number. It changes nothing in them.
func Members(served map[string]any) (digest string, form []byte, err error) {
	if !inRange(served) {
		return "", nil, errRange
	}
	const usual = 1 << 10 // bytes of a form
	form, err = cover(make([]byte, 0, usual), served)
	if err != nil {
		return "", nil, err
	}
	sum := sha256.Sum256(form)
	return prefix + hex.EncodeToString(sum[:]), form, nil
}

// Set returns the digest of a tool set from its tools' digests, in any order:
// SHA-256 of the sorted hexadecimal parts, one a line, each line ended by LF.
// It is empty when one of them is.
func Set(tools []string) string {
	hexes := make([]string, len(tools))
	for i, t := range tools {
		h, ok := strings.CutPrefix(t, prefix)
		if !ok {
			return ""
		}
		hexes[i] = h
	}
	slices.Sort(hexes)
	sum := sha256.New()
	for _, h := range hexes {
		sum.Write([]byte(h + "\n"))
	}
	return prefix + hex.EncodeToString(sum.Sum(nil))
}

// List returns the set digest and each tool's. A tool that cannot be digested
// has an empty digest, and so has then the set.
func List(tools []json.RawMessage) (set string, each []string) {
	each = make([]string, len(tools))
	for i, raw := range tools {
		each[i], _, _ = Tool(raw) // empty on error, as promised
	}
	return Set(each), each
}
