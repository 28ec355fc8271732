package netguard

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
	"testing"
	"time"

	"marketd/market"
)

// TestConnectErrorBlamesTheRightSide: what fails before a packet leaves this
// machine is never the server's.
func TestConnectErrorBlamesTheRightSide(t *testing.T) {
	t.Parallel()
	dial := func(errno syscall.Errno) error {
		return &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", errno)}
	}
	for _, tc := range []struct {
		err    error
		reason market.Reason
	}{
		{dial(syscall.ECONNREFUSED), market.ReasonConnect},
		{dial(syscall.ECONNRESET), market.ReasonConnect},
		{dial(syscall.EHOSTUNREACH), market.ReasonConnect},
		{dial(syscall.ETIMEDOUT), market.ReasonTimeout},
		{dial(syscall.ENETUNREACH), market.ReasonOurNetwork},
		{dial(syscall.EADDRNOTAVAIL), market.ReasonOurNetwork},
		{dial(syscall.EMFILE), market.ReasonOurNetwork},
		{fmt.Errorf("dial: %w", context.DeadlineExceeded), market.ReasonTimeout},
		{&net.OpError{Op: "dial", Err: &Error{Reason: market.ReasonBlocked}}, market.ReasonBlocked},
		{errors.New("odd"), market.ReasonConnect},
	} {
		if e := connectError(t.Context(), tc.err); e.Reason != tc.reason {
			t.Errorf("%v: %s, want %s", tc.err, e.Reason, tc.reason)
		}
	}
}

func TestErrorsOfACallerWhoLeft(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancelLate := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancelLate()
	odd := errors.New("odd")
	for _, e := range []*Error{dnsError(ctx, odd), connectError(ctx, odd), tlsError(ctx, odd, time.Now()), flowError(ctx, PhaseBody, odd)} {
		if e.Reason != market.ReasonOurNetwork || !errors.Is(e, odd) {
			t.Errorf("%s: %s", e.Phase, e.Reason)
		}
	}
	if e := flowError(late, PhaseBody, odd); e.Reason != market.ReasonTimeout {
		t.Errorf("a deadline: %s", e.Reason)
	}
}

// TestValidUntil: the chain that lasts longest counts, and within a chain the
// certificate that ends first (rule TLS-002).
func TestValidUntil(t *testing.T) {
	t.Parallel()
	base := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	cert := func(days int) *x509.Certificate { return &x509.Certificate{NotAfter: base.AddDate(0, 0, days)} }
	for _, tc := range []struct {
		chains [][]*x509.Certificate
		want   time.Time
	}{
		{nil, time.Time{}},
		{[][]*x509.Certificate{{}}, time.Time{}},
		{[][]*x509.Certificate{{cert(45), cert(3000)}}, base.AddDate(0, 0, 45)},
		{[][]*x509.Certificate{{cert(45), cert(10)}, {cert(45), cert(30)}}, base.AddDate(0, 0, 30)},
		{[][]*x509.Certificate{{cert(45), cert(-1)}, {cert(45), cert(90), cert(3000)}}, base.AddDate(0, 0, 45)},
	} {
		if got := validUntil(tc.chains); !got.Equal(tc.want) {
			t.Errorf("until %v, want %v", got, tc.want)
		}
	}
}
