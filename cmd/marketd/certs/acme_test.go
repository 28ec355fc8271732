package certs

import (
	"bytes"
	"context"
	"crypto/x509"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"
)

func TestACMEAsksItsDirectoryAndStopsWithItsContext(t *testing.T) {
	t.Parallel()
	asked := make(chan string, 100)
	directory := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case asked <- r.URL.Path:
		default: // it asks again and again
		}
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer directory.Close()
	roots := x509.NewCertPool()
	roots.AddCert(directory.Certificate())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cfg, err := ACME(ctx, ACMEOptions{
		Domains: []string{"market.example"}, Directory: directory.URL + "/dir", Roots: roots,
		Folder: t.TempDir(), Port: 8443, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, proto := range []string{"h2", "http/1.1", "acme-tls/1"} {
		if !slices.Contains(cfg.NextProtos, proto) {
			t.Errorf("the server does not speak %s: %v", proto, cfg.NextProtos)
		}
	}
	select {
	case path := <-asked:
		if path != "/dir" {
			t.Errorf("it asked for %s", path)
		}
	case <-time.After(20 * time.Second):
		t.Error("it never asked the directory")
	}
}

func TestBridgeWritesToTheOneLog(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	log := zap.New(bridge{log: slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{Level: slog.LevelInfo}))})
	child := log.With(zap.String("identifier", "market.example"))
	child.Info("obtained", zap.Duration("took", 1500*time.Millisecond))
	log.With(zap.String("identifier", "other.example")).Warn("slow")
	log.Error("failed", zap.Error(errors.New("no route")))
	log.Debug("chatter")
	out := b.String()
	for _, want := range []string{
		`level=INFO msg="acme: obtained"`, "identifier=market.example", "took=1.5s",
		`level=WARN msg="acme: slow" identifier=other.example`, `level=ERROR msg="acme: failed"`, `error="no route"`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the log lacks %s:\n%s", want, out)
		}
	}
	if strings.Contains(out, "chatter") {
		t.Error("the log's level is not kept")
	}
}
