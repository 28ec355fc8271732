// Package endpoint holds the rules on where a server is and how it is reached:
// its address as written (URL), name resolution and addresses (NET),
// certificates (TLS) and redirects (RED).
package endpoint

import "marketd/reviewer"

// Rules returns the rules of this family in catalogue order.
func Rules() []reviewer.Rule {
	return []reviewer.Rule{
		absoluteHTTPS(), noCredentials(), publicHost(), usualPort(), noVariables(), lastingHost(), endpointUnique(), currentTransport(),
		resolvable(), publicAddresses(), steadyAddresses(), inTime(), reachableByIPv4(),
		trustedCertificate(), validCertificate(), currentTLS(), trustedByPhones(), noPlainLinks(),
		noRedirect(), noDowngrade(), noLogin(), noLoop(),
	}
}
