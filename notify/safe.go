package notify

import (
	"regexp"
	"strings"

	"marketd/market/plaintext"
)

// maxQuote is how much of a text from outside is shown, in runes.
const maxQuote = 500

// hostDot is a dot that a mail program or a chat might take for a host name's.
var hostDot = regexp.MustCompile(`([\p{L}\p{N}_-])\.(\p{L}{2,})`)

// safe makes a text from outside fit for one line of a message: nothing in it is
// unseen, and nothing in it is a link, wherever it is shown.
func safe(s string) string {
	s = plaintext.Visible(plaintext.Cut(strings.Join(strings.Fields(s), " "), maxQuote))
	s = strings.ReplaceAll(s, "://", "[:]//")
	for hostDot.MatchString(s) { // a.b.c: matches do not overlap
		s = hostDot.ReplaceAllString(s, "$1[.]$2")
	}
	return s
}
