//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package main

import "os"

// lock does nothing: this system has no flock, and who runs two markets on one
// folder is not stopped.
func lock(*os.File) error { return nil }
