package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

// release is the version that the build is told (-X main.release=…); a build
// without it goes by what the toolchain recorded.
var release string

// build describes this binary. It is public.
type build struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"` // of the source
	Go       string `json:"go"`
}

func thisBuild() build {
	b := build{Name: "marketd", Version: release, Go: runtime.Version()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			b.Revision = s.Value
		}
	}
	if b.Version == "" {
		b.Version = info.Main.Version
	}
	if b.Version == "" {
		b.Version = "(devel)"
	}
	return b
}

func version(_ context.Context, c call) error {
	b := thisBuild()
	_, err := fmt.Fprintf(c.out, "%s %s %s\n", b.Name, b.Version, b.Go)
	return err
}
