package main

import (
	"net/http"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"marketd/storage/storagetest"
)

// Two markets on one SQLite database would take each other's jobs.
func TestServeHoldsItsFolder(t *testing.T) {
	t.Parallel()
	data := dataFolder(t)
	first := serving(t, data)
	refused := func(pid int) {
		t.Helper()
		code, out, errs := runCommand(t, "", nil, "serve", "--listen=127.0.0.1:0", "--data="+data)
		if want := "in use by another marketd (pid " + strconv.Itoa(pid) + ")"; code != exitUsage || out != "" || !strings.Contains(errs, want) {
			t.Errorf("a second market: %d %q %q; want %q", code, out, errs, want)
		}
	}
	refused(os.Getpid())
	for _, args := range [][]string{{"admin", "create", "ada@market.test"}, {"audit", "verify"}, {"migrate", "status"}} {
		if code, _, errs := runCommand(t, "", nil, append(args, "--data="+data)...); code != exitOK {
			t.Errorf("%v beside a market that serves: %s", args, errs)
		}
	}
	if r := first.get(t, "/readyz"); r.StatusCode != http.StatusOK {
		t.Errorf("the first market is disturbed: %s", r.Status)
	}
	first.stop(t)

	killed := serveProcess(t, data)
	refused(killed.cmd.Process.Pid)
	killed.end(t, syscall.SIGKILL)
	serving(t, data).stop(t)
}

// On PostgreSQL several processes are one market.
func TestReplicasShareADatabase(t *testing.T) {
	t.Parallel()
	data, url := dataFolder(t), "--database-url="+storagetest.Postgres(t)
	serving(t, data, url)
	if r := serving(t, data, url).get(t, "/readyz"); r.StatusCode != http.StatusOK {
		t.Errorf("the second process: %s", r.Status)
	}
}
