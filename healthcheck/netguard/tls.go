package netguard

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"net"
	"slices"
	"time"

	"marketd/market"
)

// secure shakes hands and begins the version of HTTP that was agreed.
// resuming: a session from before was offered to the server. After a failure
// no session with it is kept.
func (d *dialer) secure(ctx context.Context, tcp net.Conn, to origin) (c conn, resuming bool, err error) {
	now := d.now()
	r := &resumption{kept: d.tickets, to: to, now: now, full: now}
	secured := tls.Client(tcp, &tls.Config{
		RootCAs: d.policy.CA, ServerName: to.host, NextProtos: []string{"h2", "http/1.1"}, MinVersion: tls.VersionTLS12,
		ClientSessionCache: r, Time: d.now,
	})
	if err := secured.HandshakeContext(ctx); err != nil {
		d.tickets.drop(to)
		return nil, r.offered, err
	}
	state := secured.ConnectionState()
	r.shaken(state.DidResume)
	d.facts.Net.TLS = tls.VersionName(state.Version)
	d.facts.Net.CertFrom = state.PeerCertificates[0].NotBefore.UTC() // verified, now or when the session began, so there is one
	d.facts.Net.CertUntil = validUntil(state.VerifiedChains)
	d.facts.Net.Roots = rootsOf(state.VerifiedChains)
	if state.NegotiatedProtocol != "h2" {
		return d.newHTTP1(secured, tcp), r.offered, nil
	}
	h, err := newHTTP2(ctx, secured, d.limits)
	if err != nil {
		_ = secured.Close()
		return nil, false, err
	}
	return h, r.offered, nil
}

// rootsOf are the authorities in which the chains end (rule TLS-004). Clients
// need only one of them.
func rootsOf(chains [][]*x509.Certificate) []market.Root {
	var roots []market.Root
	for _, chain := range chains {
		if len(chain) == 0 {
			continue
		}
		root := chain[len(chain)-1]
		key := sha256.Sum256(root.RawSubjectPublicKeyInfo)
		r := market.Root{Name: cmp.Or(root.Subject.CommonName, root.Subject.String()), Key: hex.EncodeToString(key[:])}
		if !slices.Contains(roots, r) {
			roots = append(roots, r)
		}
	}
	return roots
}

// validUntil is the end of the chain that lasts longest (rule TLS-002).
func validUntil(chains [][]*x509.Certificate) time.Time {
	var last time.Time
	for _, chain := range chains {
		if len(chain) == 0 {
			continue
		}
		end := slices.MinFunc(chain, func(a, b *x509.Certificate) int { return a.NotAfter.Compare(b.NotAfter) }).NotAfter
		if end.After(last) {
			last = end
		}
	}
	return last.UTC()
}
