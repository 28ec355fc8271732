package reviewer

import (
	"strings"
	"unicode/utf8"

	"marketd/market/plaintext"
)

// Lengths in runes to which texts in a report are cut.
const (
	maxEvidence = 160
	maxWhere    = 300
	maxMessage  = 1000
	maxURL      = 2048
)

// text makes a hostile text fit to be shown, logged and kept: secrets taken
// out, what cannot be seen spelled out as ⟦U+XXXX⟧, and cut.
func (r *Reviewer) text(s string, limit int) string {
	if s == "" {
		return ""
	}
	return plaintext.Cut(plaintext.Visible(r.redact(strings.ToValidUTF8(head(s, limit), "\uFFFD"))), limit)
}

// lines is text for our own texts, which may have line breaks.
func (r *Reviewer) lines(s string, limit int) string {
	parts := strings.Split(s, "\n")
	for i, p := range parts {
		parts[i] = r.text(p, limit)
	}
	return strings.Join(parts, "\n")
}

// head bounds the work on a text of any length. It leaves enough behind the
// cut for a secret that begins before it to be recognised.
func head(s string, limit int) string {
	const behind = 4096
	if most := limit*utf8.UTFMax + behind; len(s) > most {
		return s[:most]
	}
	return s
}
