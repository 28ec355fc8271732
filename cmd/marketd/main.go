// Command marketd is a market for the tools that AI apps call: publishers
// submit MCP servers, an automated reviewer checks each one, people decide,
// and apps fetch the catalog.
//
// This package wires the others together and knows nothing that they should
// know: commands, configuration, certificates, the life of the process.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// exitForced is the code after a second signal, as shells give it for an interrupt.
const exitForced = 130

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals // the first stops in order
		cancel()
		<-signals // the second ends at once, also where a parent had the signal ignored
		os.Exit(exitForced)
	}()
	os.Exit(run(ctx, os.Args[1:], os.Environ(), streams{os.Stdin, os.Stdout, os.Stderr}))
}
