package main

import (
	"os"
	"os/signal"
	"syscall"
	"testing"

	"go.uber.org/goleak"
)

// asProgram, set in the environment, has the test binary be the program itself,
// for tests that need a process of its own.
const asProgram = "BE_THE_PROGRAM"

// Signals to a process of a test: its disk is full, and has room again.
const (
	fillDisk = syscall.SIGUSR1
	freeDisk = syscall.SIGUSR2
)

// stageDisk stages a full disk by a limit on the size of files, which fails
// every write to one, as a full disk does.
func stageDisk() {
	signal.Ignore(syscall.SIGXFSZ)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, fillDisk, freeDisk)
	go func() {
		for s := range signals {
			var l syscall.Rlimit
			_ = syscall.Getrlimit(syscall.RLIMIT_FSIZE, &l)
			if l.Cur = 0; s == freeDisk {
				l.Cur = l.Max
			}
			_ = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &l)
		}
	}()
}

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		stageDisk()
		main()
	}
	if os.Getenv(beServers) != "" {
		serveTools()
	}
	goleak.VerifyTestMain(m)
}
