package drift

import (
	"slices"
	"strings"

	"marketd/reviewer/pattern"
)

// address is an e-mail address, a URL's host with what follows, an IPv4 address, or
// a name with a top level domain that is in common use.
var address = pattern.Late(`(?i)[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+|[a-z][a-z0-9+.-]*://[a-z0-9._%+@:/-]+|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[a-z0-9-]+\.)+(?:com|net|org|io|ai|cn|dev|app|co|me|top|xyz|info|biz|site|online|club|cc|tech|cloud|example|test|uk|de|ru|jp|hk|tw)\b`)

// maxAddress is in how long a run of characters an address is looked for, in bytes.
// In a longer one nobody would see it, and the search would take its square.
const maxAddress = 300

// span is where an address stands in a text.
type span struct{ from, to int }

// addresses are where a text names addresses.
func addresses(s string) []span {
	var out []span
	for from := 0; from < len(s); {
		to := from
		for to < len(s) && addressed(s[to]) {
			to++
		}
		if run := s[from:to]; to-from <= maxAddress && strings.ContainsAny(run, ".@") {
			for _, m := range address().FindAllStringIndex(run, -1) {
				out = append(out, span{from + m[0], from + m[1]})
			}
		}
		from = to + 1
	}
	return out
}

// addressed reports whether a byte may stand in an address.
func addressed(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("._%+@:/-", c) >= 0
}

// hosts are the addresses that a text names, sorted, each once.
func hosts(s string) []string {
	var out []string
	for _, at := range addresses(s) {
		out = append(out, canonical(s[at.from:at.to]))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func canonical(address string) string { return strings.ToLower(strings.TrimRight(address, "./")) }

// newHost is an address that the second text names and the first does not.
func newHost(before, after string) string {
	old := hosts(before)
	for _, h := range hosts(after) {
		if !known(old, h) {
			return h
		}
	}
	return ""
}

func known(hosts []string, h string) bool {
	_, ok := slices.BinarySearch(hosts, h)
	return ok
}
