package main

import (
	"runtime/debug"
	"slices"
	"strings"

	"marketd/cmd/marketd/config"
)

// limitMemory tells the collector what to stay within. A check of a long tool
// list leaves tens of megabytes behind; without a limit the heap of many checks
// doubles before it is collected. What an operator told the Go runtime itself
// stands, unless the setting says otherwise.
func limitMemory(cfg *config.Config, env []string) {
	told := slices.ContainsFunc(env, func(v string) bool { return strings.HasPrefix(v, "GOMEMLIMIT=") })
	if told && cfg.Sources["memory-limit"] == "default" {
		return
	}
	debug.SetMemoryLimit(cfg.MemoryLimit)
}
