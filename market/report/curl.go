package report

import (
	"fmt"
	"strings"
	"time"

	"marketd/market"
	"marketd/market/plaintext"
	"marketd/market/secret"
)

// Curl is an exchange as a command that sends the same request again, for a
// POSIX shell. The token is the variable TOKEN. Whatever the texts hold, the
// shell runs curl and nothing else, and curl reads no file.
func Curl(x market.Exchange) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", comment(x.Step+": "+answered(x)))
	b.WriteString("curl -sS -i --globoff --path-as-is --request " + quote(x.Method) + " --url " + quote(x.URL))
	for _, h := range x.ReqHeader {
		if !fieldName(h.Name) {
			continue
		}
		line := h.Name + ": " + oneLine(h.Value)
		if h.Value == "" {
			line = h.Name + ";" // how curl is told to send an empty one
		}
		b.WriteString(" \\\n  --header " + quote(line))
	}
	if x.ReqBody != "" {
		b.WriteString(" \\\n  --data-raw " + quote(x.ReqBody)) // unlike --data it reads no file
	}
	b.WriteString("\n")
	return b.String()
}

// answered is what came back, in a few words.
func answered(x market.Exchange) string {
	took := x.Took.Round(time.Millisecond).String()
	if x.Status == 0 {
		return "no answer after " + took + " " + x.Err
	}
	return fmt.Sprintf("HTTP %d after %s", x.Status, took)
}

// quote makes one word of a text, in single quotes; only the token's variable
// is outside of them.
func quote(s string) string {
	s = strings.ReplaceAll(s, "\x00", "\uFFFD") // no argument can hold one
	parts := strings.Split(s, secret.Mask)
	for i, part := range parts {
		parts[i] = "'" + strings.ReplaceAll(part, "'", `'\''`) + "'"
	}
	return strings.Join(parts, `"$TOKEN"`)
}

// comment is a text for the rest of a line behind #.
func comment(s string) string { return plaintext.Visible(strings.ToValidUTF8(s, "\uFFFD")) }

func oneLine(s string) string { return strings.NewReplacer("\r", " ", "\n", " ").Replace(s) }

// fieldName reports whether a text can be the name of a header field (RFC 9110,
// 5.1). Of others curl might make a file to read.
func fieldName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool {
		return c <= ' ' || c > '~' || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, c)
	})
}
