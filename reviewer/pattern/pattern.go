// Package pattern makes regular expressions that are compiled when they are
// first asked for: a program that starts to tell its version needs none of them.
package pattern

import (
	"regexp"
	"sync"
)

// Late returns what gives the compiled expression, the same each time. It is
// safe for concurrent use. An expression that cannot be read panics at its
// first use; a test reads them all. It is never inlined: a hundred expressions
// would each have the code of it.
//
//go:noinline
func Late(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
