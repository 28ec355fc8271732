package e2e

import (
	"regexp"
	"testing"
	"time"
)

// demo is what a demo market prints for its visitors.
type demo struct {
	passwords map[string]string // by e-mail
	servers   map[string]string // URL by name
}

var (
	accountLine = regexp.MustCompile(`(?m)^\s*(?:developer|reviewer|admin)\s+(\S+@\S+)\s+(\S+)\s*$`)
	serverLine  = regexp.MustCompile(`(?m)^\s*(\S+)\s+(http://127\.0\.0\.1:\d+/mcp)\s`)
)

func readDemo(t *testing.T, p *process) demo {
	t.Helper()
	d := demo{map[string]string{}, map[string]string{}}
	eventually(t, 30*time.Second, "accounts and servers printed", func() bool {
		for _, m := range accountLine.FindAllStringSubmatch(p.out.String(), -1) {
			d.passwords[m[1]] = m[2]
		}
		for _, m := range serverLine.FindAllStringSubmatch(p.out.String(), -1) {
			d.servers[m[1]] = m[2]
		}
		return len(d.passwords) == 3 && len(d.servers) >= 10
	})
	return d
}
