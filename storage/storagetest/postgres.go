package storagetest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"marketd/storage"
)

// Postgres returns the URL of a fresh, empty PostgreSQL database, dropped when
// the test ends. All databases of a test binary share one private cluster,
// started on first use, without a TCP port, and stopped when the binary ends,
// however it ends.
//
// Without PostgreSQL on the machine the test is skipped; with CI=true it fails.
func Postgres(t testing.TB) (url string) {
	t.Helper()
	return database(t, clusterOf(t), "template1")
}

// PostgresMigrated is [Postgres] with the market's schema already in it, which
// saves most of the time that opening a store takes.
func PostgresMigrated(t testing.TB) (url string) {
	t.Helper()
	c := clusterOf(t)
	c.migrate.Do(func() {
		c.exec(t, "CREATE DATABASE market_template")
		db, err := storage.Open(t.Context(), storage.Options{URL: c.url("market_template")})
		if err != nil {
			t.Fatalf("migrate the template: %v", err)
		}
		if err := db.Close(); err != nil {
			t.Fatalf("close the template: %v", err)
		}
	})
	return database(t, c, "market_template")
}

func database(t testing.TB, c *pgCluster, template string) (url string) {
	t.Helper()
	name := fmt.Sprintf("market_%d", c.databases.Add(1))
	c.exec(t, "CREATE DATABASE "+name+" TEMPLATE "+template)
	t.Cleanup(func() { c.exec(t, "DROP DATABASE "+name+" WITH (FORCE)") })
	return c.url(name)
}

func clusterOf(t testing.TB) *pgCluster {
	t.Helper()
	c, err := cluster()
	if errors.Is(err, errNoPostgres) && os.Getenv("CI") != "true" {
		t.Skipf("%v", err)
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
	return c
}

var errNoPostgres = errors.New("PostgreSQL's initdb is not installed: apt-get install postgresql")

// cluster starts the binary's one cluster. It is a singleton because starting
// one for each test would take a second each time.
var cluster = sync.OnceValues(startCluster)

type pgCluster struct {
	dir       string
	databases atomic.Int64
	migrate   sync.Once
	watcher   *os.File // its closing, by the end of this process at the latest, stops the cluster
}

func (c *pgCluster) url(database string) string {
	return "postgres://postgres@/" + database + "?host=" + c.dir
}

func (c *pgCluster) exec(t testing.TB, query string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.url("postgres"))
	if err != nil {
		t.Fatalf("connect to the test cluster: %v", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, query); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

func startCluster() (*pgCluster, error) {
	bin, err := postgresBin()
	if err != nil {
		return nil, err
	}
	as, err := serverProcess()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "market-pg-")
	if err != nil {
		return nil, err
	}
	if u := as.Credential; u != nil {
		if err := os.Chown(dir, int(u.Uid), int(u.Gid)); err != nil {
			return nil, err
		}
	}
	c := &pgCluster{dir: dir}
	if err := c.start(bin, as); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return c, nil
}

// start makes the cluster and leaves a shell behind that waits for this
// process to end. An ICU locale makes text order differ from bytes, so that a
// query that leans on the database's own collation shows.
func (c *pgCluster) start(bin string, as *syscall.SysProcAttr) error {
	data := filepath.Join(c.dir, "data")
	if err := c.run(as, filepath.Join(bin, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8",
		"--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US", "--no-sync"); err != nil {
		return err
	}
	options := fmt.Sprintf("-c listen_addresses= -c unix_socket_directories=%s -c fsync=off -c full_page_writes=off "+
		"-c synchronous_commit=off -c shared_buffers=32MB -c max_connections=200", c.dir)
	pgCtl := filepath.Join(bin, "pg_ctl")
	if err := c.run(as, pgCtl, "start", "-w", "-D", data, "-l", filepath.Join(c.dir, "log"), "-o", options); err != nil {
		return err
	}
	read, write, err := os.Pipe()
	if err != nil {
		return err
	}
	defer func() { _ = read.Close() }()
	watch := exec.Command("sh", "-c", `read _; "$1" stop -m immediate -D "$2" >/dev/null 2>&1; rm -rf "$3"`, "sh", pgCtl, data, c.dir)
	watch.Stdin = read
	watch.SysProcAttr = as
	watch.Dir = "/"
	if err := watch.Start(); err != nil {
		return err
	}
	c.watcher = write
	return nil
}

func (c *pgCluster) run(as *syscall.SysProcAttr, name string, args ...string) error {
	log, err := os.CreateTemp("", "market-pg-out-") // a pipe would be held open by the server
	if err != nil {
		return err
	}
	defer func() { _ = log.Close(); _ = os.Remove(log.Name()) }()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = "/", log, log
	cmd.SysProcAttr = as
	if err := cmd.Run(); err != nil {
		said, _ := os.ReadFile(log.Name())
		return fmt.Errorf("%s: %w\n%s", filepath.Base(name), err, said)
	}
	return nil
}

// postgresBin finds the newest server that Debian, or the PATH, has.
func postgresBin() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) > 0 {
		slices.SortFunc(found, func(a, b string) int { return majorOf(a) - majorOf(b) })
		return filepath.Dir(found[len(found)-1]), nil
	}
	if p, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(p), nil
	}
	return "", errNoPostgres
}

func majorOf(initdb string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(initdb))))
	return n
}

// serverProcess is how the server runs: not as root, which it refuses, and out
// of the way of an interrupt meant for the test.
func serverProcess() (*syscall.SysProcAttr, error) {
	attr := &syscall.SysProcAttr{Setpgid: true}
	if os.Getuid() != 0 {
		return attr, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("%w (we are root, and there is no user postgres to run it)", errNoPostgres)
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return attr, nil
}
