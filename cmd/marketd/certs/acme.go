package certs

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/caddyserver/certmagic"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// ACMEOptions say for whom to get certificates, and from whom.
type ACMEOptions struct {
	Domains   []string
	Email     string         // contact; may be empty
	Directory string         // "" means Let's Encrypt
	Roots     *x509.CertPool // for a private directory; nil means the system's
	Folder    string         // where account and certificates are kept
	Port      int            // the server's; the world's port 443 must lead to it
	Log       *slog.Logger
}

// ACME returns a TLS configuration whose certificates come by ACME: got in the
// background, renewed until ctx ends. Only the TLS-ALPN challenge (RFC 8737) is
// used, since it needs no second port.
func ACME(ctx context.Context, o ACMEOptions) (*tls.Config, error) {
	logger := zap.New(bridge{log: o.Log})
	var magic *certmagic.Config
	cache := certmagic.NewCache(certmagic.CacheOptions{
		GetConfigForCert: func(certmagic.Certificate) (*certmagic.Config, error) { return magic, nil },
		Logger:           logger,
	})
	context.AfterFunc(ctx, cache.Stop)
	magic = certmagic.New(cache, certmagic.Config{
		Storage: &certmagic.FileStorage{Path: o.Folder},
		Logger:  logger,
	})
	if o.Directory == "" {
		o.Directory = certmagic.LetsEncryptProductionCA
	}
	magic.Issuers = []certmagic.Issuer{certmagic.NewACMEIssuer(magic, certmagic.ACMEIssuer{
		CA: o.Directory, TrustedRoots: o.Roots, Email: o.Email, Agreed: true,
		DisableHTTPChallenge: true, AltTLSALPNPort: o.Port, Logger: logger,
	})}
	if err := magic.ManageAsync(ctx, o.Domains); err != nil {
		return nil, fmt.Errorf("acme: %w", err)
	}
	t := magic.TLSConfig()
	t.NextProtos = append([]string{"h2", "http/1.1"}, t.NextProtos...)
	return t, nil
}

// bridge writes zap's entries to slog, so that there is one log.
type bridge struct {
	log    *slog.Logger
	fields []zapcore.Field
}

func (b bridge) Enabled(l zapcore.Level) bool {
	return b.log.Enabled(context.Background(), severity(l))
}

func (b bridge) With(fields []zapcore.Field) zapcore.Core {
	return bridge{b.log, append(slices.Clip(b.fields), fields...)}
}

func (b bridge) Check(e zapcore.Entry, c *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if b.Enabled(e.Level) {
		return c.AddCore(e, b)
	}
	return c
}

func (b bridge) Write(e zapcore.Entry, fields []zapcore.Field) error {
	m := zapcore.NewMapObjectEncoder()
	for _, f := range append(slices.Clip(b.fields), fields...) {
		f.AddTo(m)
	}
	args := make([]any, 0, 2*len(m.Fields))
	for k, v := range m.Fields {
		if d, ok := v.(time.Duration); ok {
			v = d.String()
		}
		args = append(args, k, v)
	}
	b.log.Log(context.Background(), severity(e.Level), "acme: "+e.Message, args...)
	return nil
}

func (bridge) Sync() error { return nil }

func severity(l zapcore.Level) slog.Level {
	switch {
	case l >= zapcore.ErrorLevel:
		return slog.LevelError
	case l == zapcore.WarnLevel:
		return slog.LevelWarn
	case l == zapcore.InfoLevel:
		return slog.LevelInfo
	}
	return slog.LevelDebug
}
