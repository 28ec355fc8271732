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

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the first signal stops in order; the second, no longer caught, ends at once
	code := run(ctx, os.Args[1:], os.Environ(), streams{os.Stdin, os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}
