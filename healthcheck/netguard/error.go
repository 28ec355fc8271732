package netguard

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"marketd/market"
)

// Phase is the part of an exchange in which it failed.
type Phase string

// The phases, in order.
const (
	PhaseDNS     Phase = "dns"
	PhaseGuard   Phase = "guard"
	PhaseConnect Phase = "connect"
	PhaseTLS     Phase = "tls"
	PhaseHeader  Phase = "header" // the request and the answer's header
	PhaseBody    Phase = "body"
	PhaseCoding  Phase = "coding" // a content coding nobody asked for and we cannot read
)

// Error is why an exchange failed. Detail quotes no text of the server.
type Error struct {
	Reason market.Reason
	Phase  Phase
	Fault  string // the DNSFault or TLSFault of [market.NetFacts]; "" in other phases
	Detail string // one English line, such as "connect: connection refused"
	Stale  bool   // the connection had been kept and ended before a byte of the answer: the server may not have heard
	Err    error  // the cause, for logs
}

// Error gives the detail.
func (e *Error) Error() string { return e.Detail }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// timedOut reports whether an error is a deadline of any layer.
func timedOut(err error) bool {
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded) {
		return true
	}
	ne, ok := errors.AsType[net.Error](err)
	return ok && ne.Timeout()
}

// stopped is the error of an exchange whose caller gave up: it says nothing
// about the server.
func stopped(p Phase, err error) *Error {
	return &Error{Reason: market.ReasonOurNetwork, Phase: p, Detail: string(p) + ": stopped by us", Err: err}
}

// dnsError classes a failed look-up. Only "there is no such name" is certainly
// the server's; anything else may be our resolver (rule NET-001). What the
// fault says of it: "unreachable" is ours for certain, "servfail" and
// "timeout" are when other names fail as well.
func dnsError(ctx context.Context, err error) *Error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return stopped(PhaseDNS, err)
	}
	e := &Error{Reason: market.ReasonOurNetwork, Phase: PhaseDNS, Fault: "servfail", Detail: "dns: the resolver failed", Err: err}
	d, ok := errors.AsType[*net.DNSError](err)
	switch {
	case ok && d.IsNotFound:
		e.Reason, e.Fault, e.Detail = market.ReasonDNS, "nxdomain", "dns: no such host"
	case timedOut(err):
		e.Fault, e.Detail = "timeout", "dns: the resolver did not answer in time"
	case ourFault(err), ok && unreached(d):
		e.Fault, e.Detail = "unreachable", "dns: the resolver cannot be reached"
	}
	return e
}

// unreached reports whether a look-up ended before the resolver had a say: its
// error is that of the socket, kept by net as text alone.
func unreached(d *net.DNSError) bool {
	return slices.ContainsFunc([]string{"dial ", "read ", "write "}, func(op string) bool { return strings.HasPrefix(d.Err, op) })
}

// ours are the ways in which an operation on a socket fails on this machine.
var ours = []syscall.Errno{
	syscall.ENETUNREACH, syscall.ENETDOWN, syscall.EADDRNOTAVAIL, syscall.EAFNOSUPPORT, syscall.EMFILE,
	syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM, syscall.EPERM, syscall.EACCES,
}

// ourFault reports whether the error is one of [ours].
func ourFault(err error) bool {
	errno, ok := errors.AsType[syscall.Errno](err)
	return ok && slices.Contains(ours, errno)
}

// here is the error of a phase that failed on this machine.
func here(p Phase, err error) *Error {
	errno, _ := errors.AsType[syscall.Errno](err)
	return &Error{Reason: market.ReasonOurNetwork, Phase: p, Detail: string(p) + ": " + errno.Error(), Err: err}
}

// connectError classes a TCP connection that was not made.
func connectError(ctx context.Context, err error) *Error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return stopped(PhaseConnect, err)
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	e := &Error{Reason: market.ReasonConnect, Phase: PhaseConnect, Detail: "connect: failed", Err: err}
	errno, ok := errors.AsType[syscall.Errno](err)
	switch {
	case timedOut(err):
		e.Reason, e.Detail = market.ReasonTimeout, "connect: no answer in time"
	case ourFault(err):
		return here(PhaseConnect, err)
	case ok:
		e.Detail = "connect: " + errno.Error()
	}
	return e
}

// tlsError classes a failed handshake (rule TLS-001).
func tlsError(ctx context.Context, err error, now time.Time) *Error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return stopped(PhaseTLS, err)
	}
	if ourFault(err) {
		return here(PhaseTLS, err)
	}
	e := &Error{Reason: market.ReasonTLS, Phase: PhaseTLS, Fault: "handshake", Detail: "tls: the handshake failed", Err: err}
	if timedOut(err) {
		e.Reason, e.Detail = market.ReasonTimeout, "tls: the handshake did not finish in time"
		return e
	}
	if invalid, ok := errors.AsType[x509.CertificateInvalidError](err); ok {
		e.Detail = "tls: the certificate is not valid"
		if invalid.Reason == x509.Expired {
			e.Fault, e.Detail = "expired", "tls: the certificate has expired"
			if invalid.Cert != nil && now.Before(invalid.Cert.NotBefore) {
				e.Fault, e.Detail = "not-yet-valid", "tls: the certificate is not valid yet"
			}
		}
		return e
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		e.Fault, e.Detail = "unknown-authority", "tls: the certificate comes from an unknown authority"
	} else if _, ok := errors.AsType[x509.HostnameError](err); ok {
		e.Fault, e.Detail = "name-mismatch", "tls: the certificate is for another name"
	} else if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		e.Detail = "tls: the server does not speak TLS on this port"
	} else if tooOld(err) {
		e.Fault, e.Detail = "old-version", "tls: the server speaks no version since TLS 1.2"
	} else if refusal, ok := errors.AsType[*net.OpError](err); ok && refusal.Op == "remote error" { // an alert (RFC 8446 §6.2); its type is crypto/tls's own
		e.Detail = "tls: the server refused the handshake: " + strings.TrimPrefix(refusal.Err.Error(), "tls: ")
	}
	return e
}

// tooOld reports whether the handshake failed because the server speaks only
// versions of TLS that RFC 8996 ends: it refused those offered, or chose
// another. The errors of crypto/tls for the two have no type; tests hold them.
func tooOld(err error) bool {
	s := err.Error()
	return strings.Contains(s, "protocol version not supported") || strings.Contains(s, "unsupported protocol version")
}

// flowError classes what went wrong once the connection stood.
func flowError(ctx context.Context, p Phase, err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	e := &Error{Reason: market.ReasonConnect, Phase: p, Detail: string(p) + ": the connection broke off", Err: err}
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return stopped(p, err)
	case ourFault(err):
		return here(p, err)
	case timedOut(err) || ctx.Err() != nil:
		e.Reason, e.Detail = market.ReasonTimeout, string(p)+": not finished in time"
	case p == PhaseHeader && tooMuchHead(err):
		e.Reason, e.Detail = market.ReasonTooLarge, "header: larger than the limit"
	case p == PhaseHeader && !broken(err):
		e.Reason, e.Detail = market.ReasonHTTPError, "header: the answer is not HTTP"
	}
	return e
}

// broken reports whether the connection ended rather than said something wrong.
func broken(err error) bool {
	for _, end := range []error{io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, syscall.ECONNRESET, syscall.EPIPE, syscall.ECONNABORTED} {
		if errors.Is(err, end) {
			return true
		}
	}
	return false
}

// tooMuchHead knows net/http's two errors for a header above the limit, which
// have no type; a test holds them for both versions of HTTP.
func tooMuchHead(err error) bool {
	s := err.Error()
	return strings.Contains(s, "response headers exceeded") || strings.Contains(s, "header list larger than")
}
