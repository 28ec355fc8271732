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

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		signal.Ignore(syscall.SIGXFSZ) // a full disk that a test stages by a limit is an error, as a real one
		main()
	}
	goleak.VerifyTestMain(m)
}
