package main

import (
	"io"
	"log/slog"
	"strings"

	"marketd/cmd/marketd/config"
)

// newLog returns the one log. Attributes whose name says that they hold a
// secret are hidden, should any code ever log one.
func newLog(w io.Writer, cfg *config.Config) *slog.Logger {
	o := &slog.HandlerOptions{Level: cfg.LogLevel, ReplaceAttr: hideSecrets}
	if cfg.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, o))
	}
	return slog.New(slog.NewTextHandler(w, o))
}

func hideSecrets(_ []string, a slog.Attr) slog.Attr {
	name := strings.ToLower(a.Key)
	for _, word := range []string{"password", "token", "secret", "authorization", "cookie", "database_url"} {
		if strings.Contains(name, word) {
			return slog.String(a.Key, "(hidden)")
		}
	}
	return a
}
