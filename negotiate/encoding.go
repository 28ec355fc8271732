// Package negotiate picks the content coding of an answer by what its client
// accepts (RFC 9110, 12.5.3).
package negotiate

import "strings"

// Coding is a content coding that we have (RFC 9110, 8.4.1).
type Coding uint8

// The codings, in the order in which a server offers them.
const (
	Brotli Coding = iota
	Zstd
	Gzip
	Identity
)

// Codings is how many there are.
const Codings = int(Identity) + 1

// String is the coding's name, as in Content-Encoding.
func (c Coding) String() string { return [Codings]string{"br", "zstd", "gzip", "identity"}[c] }

// maxQuality is a weight of 1; weights are in thousandths.
const maxQuality = 1000

// Preferences are the weights that a client gives the codings (RFC 9110, 12.5.3).
type Preferences [Codings]int16

// AcceptEncoding reads the lines of an Accept-Encoding header. Elements that
// cannot be read are passed over; of two for one coding the first counts.
// A coding that is not named has the weight of "*", or none: a client that does
// not ask for a coding may not know it.
func AcceptEncoding(lines []string) Preferences {
	const unset = -1
	p := Preferences{unset, unset, unset, unset}
	rest := int16(unset)
	for _, line := range lines {
		for line != "" {
			var element string
			element, line, _ = strings.Cut(line, ",")
			name, params, _ := strings.Cut(element, ";")
			q, ok := readQuality(params)
			if !ok {
				continue
			}
			name = strings.Trim(name, " \t")
			if name == "*" {
				if rest == unset {
					rest = q
				}
			} else if c, known := codingNamed(name); known && p[c] == unset {
				p[c] = q
			}
		}
	}
	for c := range p {
		if p[c] == unset {
			p[c] = max(rest, 0)
		}
	}
	return p
}

func codingNamed(name string) (Coding, bool) {
	for c := range Coding(Codings) {
		if strings.EqualFold(name, c.String()) {
			return c, true
		}
	}
	if strings.EqualFold(name, "x-gzip") { // RFC 9110, 8.4.1.3
		return Gzip, true
	}
	return 0, false
}

// readQuality reads the parameters of an element: nothing, or a weight in
// thousandths (RFC 9110, 12.4.2).
func readQuality(params string) (int16, bool) {
	params = strings.Trim(params, " \t")
	if params == "" {
		return maxQuality, true
	}
	if len(params) < 3 || params[0] != 'q' && params[0] != 'Q' || params[1] != '=' {
		return 0, false
	}
	whole, digits, _ := strings.Cut(params[2:], ".")
	if len(digits) > 3 || whole != "0" && whole != "1" {
		return 0, false
	}
	q := int16(whole[0] - '0')
	for i := range 3 {
		q *= 10
		if i < len(digits) {
			if digits[i] < '0' || digits[i] > '9' {
				return 0, false
			}
			q += int16(digits[i] - '0')
		}
	}
	return q, q <= maxQuality
}

// Best returns the coding that the client likes most of those that there are;
// of equals the one that the server offers first. A client that accepts none of
// them gets identity all the same: an answer it may not want is better than none.
func (p Preferences) Best(has func(Coding) bool) Coding {
	best, most := Identity, int16(0)
	for c := range Coding(Codings) {
		if p[c] > most && has(c) {
			best, most = c, p[c]
		}
	}
	return best
}
