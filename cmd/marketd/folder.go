package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"marketd/cmd/marketd/config"
)

// folder is the data folder, held by this process alone: a second one on the
// same SQLite database would take the first one's jobs for its own.
type folder struct{ file *os.File }

var errHeld = errors.New("another process holds it")

// holdFolder takes the folder for as long as the process lives, or until
// release. The system frees it however the process ends. The file stays.
func holdFolder(cfg *config.Config) (*folder, error) {
	path := cfg.Database() + ".lock"
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("hold the data folder: %w", err)
	}
	err = lock(f)
	if errors.Is(err, errHeld) {
		return nil, errors.Join(heldBy(f, cfg), f.Close())
	}
	if err == nil {
		err = errors.Join(f.Truncate(0), note(f, os.Getpid()))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("hold the data folder by %s: %w", path, err), f.Close())
	}
	return &folder{f}, nil
}

// note writes who holds the folder, for whoever finds it held.
func note(f *os.File, pid int) error {
	_, err := f.WriteAt([]byte(strconv.Itoa(pid)+"\n"), 0)
	return err
}

func heldBy(f *os.File, cfg *config.Config) error {
	noted, _ := io.ReadAll(io.LimitReader(f, 20)) // who it is, is a help only
	pid := cmp.Or(strings.TrimSpace(string(noted)), "unknown")
	return &config.Mistake{
		Setting: "--data", Value: cfg.Data, Wrong: "the folder is in use by another marketd (pid " + pid + ")",
		Write: "another folder, or stop that one first",
	}
}

func (f *folder) release() error { return f.file.Close() }
