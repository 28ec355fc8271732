package main

import (
	"context"
	"errors"
	"log/slog"
	"os"

	"marketd/cmd/marketd/config"
	"marketd/storage"
)

// openDatabase opens the database that the settings name, makes it if need be
// and brings it up to date. A demo and a real market refuse each other's.
func openDatabase(ctx context.Context, cfg *config.Config, log *slog.Logger) (*storage.DB, error) {
	if cfg.DatabaseURL == "" {
		if err := makeFolder(cfg); err != nil {
			return nil, err
		}
	}
	o := where(cfg)
	o.Log, o.Purpose = log, storage.ForMarket
	if cfg.Demo {
		o.Purpose = storage.ForDemo
	}
	db, err := storage.Open(ctx, o)
	if e, ok := errors.AsType[*storage.PurposeError](err); ok {
		return nil, otherPurpose(cfg, e)
	}
	return db, err
}

func makeFolder(cfg *config.Config) error {
	err := os.MkdirAll(cfg.Data, 0o700)
	if err == nil {
		return nil
	}
	if p, ok := errors.AsType[*os.PathError](err); ok {
		err = p.Err
	}
	return &config.Mistake{Setting: "--data", Value: cfg.Data, Wrong: "cannot be made: " + err.Error(), Write: "a folder that this user may write to"}
}

// lookAtDatabase opens the database for reading. It makes and migrates nothing.
func lookAtDatabase(ctx context.Context, cfg *config.Config) (*storage.DB, error) {
	return storage.OpenReadOnly(ctx, where(cfg))
}

func where(cfg *config.Config) storage.Options {
	return storage.Options{Path: cfg.Database(), URL: cfg.DatabaseURL}
}

// otherPurpose says what to write instead.
func otherPurpose(cfg *config.Config, e *storage.PurposeError) error {
	m := &config.Mistake{Setting: "--data", Value: cfg.Data, Write: "another folder"}
	if cfg.DatabaseURL != "" {
		m = &config.Mistake{Setting: "--database-url", Write: "another database"} // its value is a secret
	}
	if e.Is == storage.ForDemo {
		m.Wrong = "holds a demo, among whose accounts is an admin with a password that everyone knows"
		m.Write += " for a real market, or --demo too to go on with the demo"
	} else {
		m.Wrong = "holds a real market, which a demo would fill with samples and with accounts whose passwords everyone knows"
		m.Write += " for the demo, or leave out --demo"
	}
	return m
}
