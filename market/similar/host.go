package similar

import (
	"net/netip"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// Host is the form in which host names are compared: each part of a label as
// its [Shape]. It is empty for an address and for what is no host name.
func Host(name string) string {
	name = hostName(name)
	if _, err := netip.ParseAddr(name); err == nil || len(name) > maxText {
		return ""
	}
	text, _ := idna.Punycode.ToUnicode(name) // a label that does not decode stays as it is
	labels := strings.Split(text, ".")
	for i, l := range labels {
		parts := strings.Split(l, "-")
		for j, p := range parts {
			parts[j] = Shape(p)
		}
		labels[i] = strings.Join(parts, "-")
	}
	if s := strings.Join(labels, "."); strings.Trim(s, ".-") != "" {
		return s
	}
	return ""
}

// hostName is a host name as a resolver takes it.
func hostName(name string) string { return strings.TrimSuffix(strings.ToLower(name), ".") }

// Domain is the part of a host name that somebody registered, or under which a
// host gives out names to the public ("api.example.com" is under "example.com").
// A name without such a part is its own.
func Domain(host string) string {
	host = hostName(host)
	if d, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return d
	}
	return host
}

// Mixed is the first label of a host name, decoded, that passes for what it is
// not: Latin letters with those of a script that nobody writes beside them, or
// letters of another script that all pass for Latin ones. It is empty when there
// is none.
func Mixed(host string) string {
	text, _ := idna.Punycode.ToUnicode(hostName(host))
	labels := strings.Split(text, ".")
	for i, l := range labels {
		if len(l) <= maxText && (mixed(l) || posing(l) && !foreign(labels[i:])) {
			return l
		}
	}
	return ""
}

// mixed reports whether a label has Latin letters and others that are not
// written together with them; Chinese, Japanese and Korean are (UTS 39, 5.2).
func mixed(label string) bool {
	latin, other := false, false
	for _, r := range label {
		switch {
		case unicode.Is(unicode.Latin, r):
			latin = true
		case unicode.IsLetter(r) && !wide(r) && !unicode.In(r, unicode.Bopomofo, unicode.Common, unicode.Inherited):
			other = true
		}
	}
	return latin && other
}

// posing reports whether a label without Latin letters reads as one of them.
func posing(label string) bool {
	letters := false
	for _, r := range label {
		switch {
		case unicode.Is(unicode.Latin, r):
			return false
		case unicode.IsLetter(r) && !wide(r):
			letters = true
		}
	}
	return letters && !strings.ContainsFunc(form(label), func(r rune) bool { return r >= 0x80 })
}

// foreign reports whether the last of the labels is in letters other than
// Latin: under such a domain a name in its own script is as it should be.
func foreign(labels []string) bool {
	last := labels[len(labels)-1]
	return len(labels) > 1 && strings.ContainsFunc(last, func(r rune) bool { return r >= 0x80 })
}
