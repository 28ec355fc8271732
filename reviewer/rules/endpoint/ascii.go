package endpoint

import "golang.org/x/net/idna"

// ascii is a host name as the DNS has it (RFC 5891); one that has no such form
// comes back as it is.
func ascii(h string) string {
	a, err := idna.Lookup.ToASCII(h)
	if err != nil {
		return h
	}
	return a
}
