package certs

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"marketd/market"
)

// look is how often, at most, the files are looked at.
const look = time.Second

// Files serves a certificate and key from two files, which it reads again when
// either changes. It looks at a handshake, so it needs no goroutine.
type Files struct {
	cert, key string
	clock     market.Clock
	log       *slog.Logger

	mu     sync.Mutex
	now    *tls.Certificate
	seen   [2]os.FileInfo // of the last attempt, good or bad
	looked time.Time
}

// NewFiles returns a source that has read the files once.
func NewFiles(cert, key string, clock market.Clock, log *slog.Logger) (*Files, error) {
	f := &Files{cert: cert, key: key, clock: clock, log: log}
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	f.now, f.looked = &pair, clock.Now()
	f.changed()
	return f, nil
}

// Certificate is a tls.Config's GetCertificate. A new pair that cannot be used
// is logged once and the old one kept: an operator replaces two files, never
// at one instant.
func (f *Files) Certificate(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.clock.Now()
	if now.Sub(f.looked) < look {
		return f.now, nil
	}
	f.looked = now
	if !f.changed() {
		return f.now, nil
	}
	pair, err := tls.LoadX509KeyPair(f.cert, f.key)
	if err != nil {
		f.log.Error("new certificate not used, the old one stays", "cert", f.cert, "key", f.key, "err", err)
		return f.now, nil
	}
	f.now = &pair
	f.log.Info("certificate read again", "cert", f.cert, "until", pair.Leaf.NotAfter)
	return f.now, nil
}

// changed reports whether a file is another than at the last call.
func (f *Files) changed() bool {
	var seen [2]os.FileInfo
	for i, name := range []string{f.cert, f.key} {
		seen[i], _ = os.Stat(name) // a file that is gone is a change like any other
	}
	old := f.seen
	f.seen = seen
	return !same(old[0], seen[0]) || !same(old[1], seen[1])
}

func same(a, b os.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return os.SameFile(a, b) && a.ModTime().Equal(b.ModTime()) && a.Size() == b.Size()
}
