package main

import (
	"bytes"
	"database/sql"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"marketd/cmd/marketd/config"
)

func TestHelp(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{nil, {"help"}, {"--help"}, {"-h"}, {"serve", "--help"}, {"config", "dump", "-h"}} {
		code, out, errs := runCommand(t, "", nil, args...)
		if code != exitOK || errs != "" {
			t.Errorf("%v: %d %q", args, code, errs)
		}
		for _, c := range commands() {
			if !strings.Contains(out, c.name) {
				t.Errorf("%v: the help lacks %q", args, c.name)
			}
		}
	}
}

// The page for operators names every command.
func TestDocumentationNamesEveryCommand(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "configuration.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range commands() {
		if !strings.Contains(string(page), "`"+c.name) {
			t.Errorf("docs/configuration.md does not name %q", c.name)
		}
	}
}

func TestCommandsThatAreNone(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"serv"}, {"config"}, {"config", "edit"}, {"admin"}} {
		if code, _, errs := runCommand(t, "", nil, args...); code != exitUsage || !strings.Contains(errs, "marketd help") {
			t.Errorf("%v: %d %q", args, code, errs)
		}
	}
}

func TestConfigCommands(t *testing.T) {
	t.Parallel()
	if code, out, errs := runCommand(t, "", []string{"MARKETD_PACE=fast"}, "config", "check"); code != exitOK || out == "" || errs != "" {
		t.Errorf("right settings: %d %q %q", code, out, errs)
	}
	code, out, errs := runCommand(t, "", []string{"MARKETD_PACE=slow", "MARKETD_LISTEN=x"}, "config", "check")
	if lines := strings.Split(strings.TrimSpace(errs), "\n"); code != exitUsage || out != "" || len(lines) != 2 {
		t.Errorf("two mistakes: %d %q %q", code, out, errs)
	}
	env := []string{"MARKETD_LISTENN=x", "MARKETD_PORT=1"}
	code, _, errs = runCommand(t, "", env, "config", "check", "--pace=slow")
	if lines := strings.Split(strings.TrimSpace(errs), "\n"); code != exitUsage || len(lines) != 3 || !strings.Contains(errs, "MARKETD_LISTENN") || !strings.Contains(errs, "MARKETD_PORT") {
		t.Errorf("variables that name nothing: %d %q", code, errs)
	}
	code, out, _ = runCommand(t, "", []string{"MARKETD_DATABASE_URL=postgres://u:s3cr3t@h/d"}, "config", "dump", "--demo")
	if code != exitOK || strings.Contains(out, "s3cr3t") || !strings.Contains(out, "MARKETD_DATABASE_URL") {
		t.Errorf("dump: %d %q", code, out)
	}
}

func TestCA(t *testing.T) {
	t.Parallel()
	data := dataFolder(t)
	m := serving(t, data)
	code, first, notes := runCommand(t, "", nil, "ca", "--data="+data)
	if code != exitOK || !strings.HasPrefix(first, "-----BEGIN CERTIFICATE-----") || !strings.Contains(notes, "SHA-256") || strings.Contains(first, "PRIVATE") {
		t.Errorf("ca: %d %q %q", code, first, notes)
	}
	if _, again, _ := runCommand(t, "", nil, "ca", "--data="+data); again != first {
		t.Error("a second look shows another authority")
	}
	fingerprint := strings.TrimSpace(strings.TrimPrefix(strings.SplitN(notes, "\n", 2)[0], "SHA-256"))
	if !strings.Contains(m.err.String(), fingerprint) {
		t.Errorf("the log does not tell the fingerprint %s", fingerprint)
	}
}

func TestAdminCreate(t *testing.T) {
	t.Parallel()
	data := dataFolder(t)
	code, out, errs := runCommand(t, "a long enough password\n", nil, "admin", "create", "Ada@market.test", "--data="+data, "--password-stdin")
	if code != exitOK || out != "admin ada@market.test\n" {
		t.Fatalf("admin create: %d %q %q", code, out, errs)
	}
	code, out, errs = runCommand(t, "", nil, "admin", "create", "rita@market.test", "--role=reviewer", "--name", "Rita", "--data", data)
	if code != exitOK || !strings.HasPrefix(out, "reviewer rita@market.test\npassword: ") {
		t.Fatalf("with a password made up: %d %q %q", code, out, errs)
	}
	for name, c := range map[string]struct {
		stdin string
		args  []string
		code  int
		want  string
	}{
		"taken":          {"", []string{"ada@market.test"}, exitFailed, "EMAIL_TAKEN"},
		"no e-mail":      {"", nil, exitUsage, "EMAIL"},
		"flag first":     {"", []string{"--role=admin", "x@market.test"}, exitUsage, "EMAIL"},
		"bad e-mail":     {"", []string{"ada"}, exitFailed, "email:"},
		"short password": {"short\n", []string{"b@market.test", "--password-stdin"}, exitFailed, "password:"},
		"empty password": {"", []string{"b@market.test", "--password-stdin"}, exitFailed, "password:"},
		"bad role":       {"", []string{"b@market.test", "--role=king"}, exitUsage, "--role"},
		"bad setting":    {"", []string{"b@market.test", "--pace=slow"}, exitUsage, "--pace"},
	} {
		code, out, errs := runCommand(t, c.stdin, nil, append(append([]string{"admin", "create"}, c.args...), "--data="+data)...)
		if code != c.code || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%s: %d %q %q; want %d with %q", name, code, out, errs, c.code, c.want)
		}
	}
	m := serving(t, data)
	if setupLink.MatchString(m.err.String()) {
		t.Error("there is an admin, and yet a link is printed")
	}
	form := "email=ada%40market.test&password=a+long+enough+password"
	if r := m.do(t, http.MethodPost, "/signin", form, "Content-Type", "application/x-www-form-urlencoded"); r.StatusCode != http.StatusSeeOther {
		t.Errorf("the account cannot sign in: %s", r.Status)
	}
}

func TestMigrateStatus(t *testing.T) {
	t.Parallel()
	data := dataFolder(t)
	code, out, errs := runCommand(t, "", nil, "migrate", "status", "--data="+data)
	if code != exitOK || !strings.Contains(out, "no market's database yet") || !strings.Contains(out, data) {
		t.Errorf("before the first start: %d %q %q", code, out, errs)
	}
	serving(t, data).stop(t)
	sqlOn(t, data, "DELETE FROM goose_db_version WHERE version_id > 1") // as an older release left it
	for range 2 {
		code, out, errs = runCommand(t, "", nil, "migrate", "status", "--data="+data)
		if lines := strings.Split(strings.TrimSpace(out), "\n"); code != exitOK || len(lines) < 2 || strings.Contains(lines[0], "not yet") || !strings.Contains(lines[1], "not yet") {
			t.Errorf("after an older release: %d %q %q", code, out, errs)
		}
	}
}

func TestAuditVerify(t *testing.T) {
	t.Parallel()
	data := dataFolder(t)
	code, out, errs := runCommand(t, "", nil, "audit", "verify", "--data="+data)
	if code != exitFailed || out != "" || !strings.Contains(errs, "no market's database yet") {
		t.Errorf("before the first start: %d %q %q", code, out, errs)
	}
	m := serving(t, data, "--demo")
	code, out, errs = runCommand(t, "", nil, "audit", "verify", "--data="+data)
	if code != exitOK || !regexp.MustCompile(`^the audit log is whole: [1-9][0-9]+ acts\n$`).MatchString(out) {
		t.Errorf("while a demo serves: %d %q %q", code, out, errs)
	}
	m.stop(t)
	sqlOn(t, data, "DROP TRIGGER act_no_update", "UPDATE act SET note = 'nothing happened' WHERE seq = 3")
	code, out, errs = runCommand(t, "", nil, "audit", "verify", "--data="+data)
	if code != exitFailed || out != "" || !strings.Contains(errs, "broken at act 3") {
		t.Errorf("after a change: %d %q %q", code, out, errs)
	}
}

// Commands that tell something make nothing.
func TestCommandsThatOnlyReadMakeNothing(t *testing.T) {
	t.Parallel()
	for words, c := range map[string]struct {
		code int
		want string
	}{
		"config check":   {exitOK, "right"},
		"config dump":    {exitOK, "data"},
		"ca":             {exitFailed, "the first start of marketd serve"},
		"healthcheck":    {exitFailed, "the first start of marketd serve"},
		"migrate status": {exitOK, "no market's database"},
		"audit verify":   {exitFailed, "no market's database"},
	} {
		data := dataFolder(t)
		code, out, errs := runCommand(t, "", nil, append(strings.Fields(words), "--data="+data)...)
		if code != c.code || !strings.Contains(out+errs, c.want) {
			t.Errorf("%s: %d %q %q; want %d with %q", words, code, out, errs, c.code, c.want)
		}
		if _, err := os.Lstat(data); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s made %s: %v", words, data, err)
		}
		if err := os.MkdirAll(data, 0o700); err != nil {
			t.Fatal(err)
		}
		runCommand(t, "", nil, append(strings.Fields(words), "--data="+data)...)
		if files, err := os.ReadDir(data); err != nil || len(files) > 0 {
			t.Errorf("%s made %v in an empty folder, %v", words, files, err)
		}
	}
}

// sqlOn changes a market's database behind its back.
func sqlOn(t *testing.T, data string, queries ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(data, "market.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for _, q := range queries {
		if _, err := db.ExecContext(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLogHidesSecrets(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"text", "json"} {
		var b bytes.Buffer
		log := newLog(&b, &config.Config{LogFormat: format, LogLevel: slog.LevelInfo})
		log.Debug("too quiet")
		log.Info("hello", "password", "s3cr3t", "Authorization", "s3cr3t", slog.Group("request", "session_token", "s3cr3t"), "name", "Ada")
		if out := b.String(); strings.Contains(out, "s3cr3t") || strings.Contains(out, "quiet") || !strings.Contains(out, "Ada") {
			t.Errorf("%s: %s", format, out)
		}
	}
}
