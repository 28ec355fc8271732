package main

import (
	"encoding/json"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"marketd/cmd/marketd/certs"
)

func TestServe(t *testing.T) {
	t.Parallel()
	data := dataFolder(t)
	m := serving(t, data)
	if !regexp.MustCompile(`^https://127\.0\.0\.1:[1-9][0-9]*$`).MatchString(m.url) {
		t.Errorf("the market serves at %q", m.url)
	}
	for path, want := range map[string]string{
		"/livez": "ok\n", "/readyz": "ok\n", "/version": `"name":"marketd"`, "/": "<!doctype html>",
		"/market/registry.json": `"packages":[]`, "/api/v1/catalog": `"packages":[]`, "/rules": "DSC-002",
	} {
		r := m.get(t, path)
		if r.StatusCode != http.StatusOK || !strings.Contains(r.body, want) || r.ProtoMajor != 2 {
			t.Errorf("%s: %s over %s without %q", path, r.Status, r.Proto, want)
		}
	}
	if code, out, errs := runCommand(t, "", nil, "healthcheck", "--data="+data, "--listen="+strings.TrimPrefix(m.url, "https://")); code != exitOK || out != "alive\n" {
		t.Errorf("healthcheck: %d %q %q", code, out, errs)
	}
	m.stop(t)
	if got := m.out.String(); got != "marketd: serving "+m.url+"\n" {
		t.Errorf("standard output is %q, want the one line", got)
	}
	if code, out, _ := runCommand(t, "", nil, "healthcheck", "--data="+data, "--listen="+strings.TrimPrefix(m.url, "https://")); code != exitFailed || out != "" {
		t.Errorf("healthcheck of a market that has stopped: %d %q", code, out)
	}
}

var setupLink = regexp.MustCompile(`https://\S+/setup/\S+`)

func TestFirstStartPrintsALinkForTheAdminOnce(t *testing.T) {
	t.Parallel()
	data := dataFolder(t)
	m := serving(t, data)
	link := setupLink.FindString(m.err.String())
	if link == "" {
		t.Fatalf("no link in:\n%s", m.err)
	}
	path := strings.TrimPrefix(link, m.url)
	form := url.Values{"email": {"ada@market.test"}, "name": {"Ada"}, "password": {"a long enough password"}}.Encode()
	if r := m.get(t, path); r.StatusCode != http.StatusOK {
		t.Errorf("the link shows %s", r.Status)
	}
	if r := m.do(t, http.MethodPost, path, form, "Content-Type", "application/x-www-form-urlencoded"); r.StatusCode != http.StatusSeeOther {
		t.Errorf("the form answers %s", r.Status)
	}
	form = strings.Replace(form, "ada", "eve", 1)
	if r := m.do(t, http.MethodPost, path, form, "Content-Type", "application/x-www-form-urlencoded"); r.StatusCode != http.StatusGone {
		t.Errorf("the second use of the link answers %s", r.Status)
	}
	m.stop(t)
	if again := serving(t, data); setupLink.MatchString(again.err.String()) {
		t.Error("there is an admin, and yet a link is printed")
	}
}

// waitFor polls, with a deadline.
func waitFor(t *testing.T, what string, ok func() bool) {
	t.Helper()
	deadline := time.After(patience)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !ok() {
		select {
		case <-deadline:
			t.Fatalf("waited in vain for %s", what)
		case <-tick.C:
		}
	}
}

func TestServeRefuses(t *testing.T) {
	t.Parallel()
	ln, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = ln.Close() }()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args []string
		code int
		want string
	}{
		"a taken port":        {[]string{"--data=" + dataFolder(t), "--listen=" + ln.Addr().String()}, exitUsage, "--listen"},
		"a folder in a file":  {[]string{"--data=" + filepath.Join(file, "x"), "--listen=127.0.0.1:0"}, exitFailed, "not a directory"},
		"a dead database":     {[]string{"--data=" + dataFolder(t), "--listen=127.0.0.1:0", "--database-url=postgres://u:s3cr3t@127.0.0.1:1/d"}, exitFailed, "cannot reach"},
		"a wrong setting":     {[]string{"--pace=slow"}, exitUsage, "--pace"},
		"a foreign host name": {[]string{"--data=" + strangeAuthority(t), "--listen=127.0.0.1:0", "--hosts=later.example"}, exitFailed, "later.example"},
	} {
		code, out, errs := runCommand(t, "", nil, append([]string{"serve"}, c.args...)...)
		if code != c.code || out != "" || !strings.Contains(errs, c.want) || strings.Contains(errs, "s3cr3t") {
			t.Errorf("%s: %d %q %q; want %d with %q", name, code, out, errs, c.code, c.want)
		}
	}
}

// strangeAuthority is a data folder whose authority was made for other names.
func strangeAuthority(t *testing.T) string {
	t.Helper()
	data := dataFolder(t)
	if _, err := certs.OpenAuthority(filepath.Join(data, "ca"), nil, time.Now()); err != nil {
		t.Fatal(err)
	}
	return data
}

func TestPlainHTTP(t *testing.T) {
	t.Parallel()
	m := serving(t, dataFolder(t), "--plain-http")
	if !strings.HasPrefix(m.url, "http://127.0.0.1:") {
		t.Errorf("the market serves at %s", m.url)
	}
	if r := m.get(t, "/"); r.StatusCode != http.StatusOK || r.Header.Get("Strict-Transport-Security") != "" {
		t.Errorf("%s with HSTS %q", r.Status, r.Header.Get("Strict-Transport-Security"))
	}
}

func TestBehindProxy(t *testing.T) {
	t.Parallel()
	data := dataFolder(t)
	trusted := serving(t, data, "--behind-proxy=127.0.0.0/8", "--base-url=https://market.example")
	if r := trusted.get(t, "/", "X-Forwarded-Proto", "https"); r.StatusCode != http.StatusOK {
		t.Errorf("through the proxy: %s", r.Status)
	}
	if r := trusted.get(t, "/rules?lang=en", "X-Forwarded-Proto", "http"); r.StatusCode != http.StatusPermanentRedirect || r.Header.Get("Location") != "https://market.example/rules?lang=en" {
		t.Errorf("plain HTTP at the proxy: %s to %q", r.Status, r.Header.Get("Location"))
	}
	for _, forwarded := range []string{"", "https, http", "wss"} {
		if r := trusted.get(t, "/", "X-Forwarded-Proto", forwarded); r.StatusCode != http.StatusForbidden || !strings.Contains(r.body, "X-Forwarded-Proto") {
			t.Errorf("a proxy that says %q: %s %q", forwarded, r.Status, r.body)
		}
	}
	if r := trusted.get(t, "/"); r.StatusCode != http.StatusForbidden || !strings.Contains(r.body, "X-Forwarded-Proto") {
		t.Errorf("a proxy that says nothing: %s %q", r.Status, r.body)
	}
	if link := setupLink.FindString(trusted.err.String()); !strings.HasPrefix(link, "https://market.example/setup/") {
		t.Errorf("the link is %q, want one that the world can reach", link)
	}
	trusted.stop(t)

	strangers := serving(t, data, "--behind-proxy=192.0.2.0/24", "--base-url=https://market.example")
	if r := strangers.get(t, "/"); r.StatusCode != http.StatusForbidden || !strings.Contains(r.body, "https://market.example") {
		t.Errorf("past the proxy: %s %q", r.Status, r.body)
	}
	for _, path := range []string{"/livez", "/readyz", "/version"} {
		if r := strangers.get(t, path); r.StatusCode != http.StatusOK {
			t.Errorf("%s past the proxy: %s", path, r.Status)
		}
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	m := serving(t, dataFolder(t))
	var b build
	if err := json.Unmarshal([]byte(m.get(t, "/version").body), &b); err != nil {
		t.Fatal(err)
	}
	code, out, _ := runCommand(t, "", nil, "version")
	if want := b.Name + " " + b.Version + " " + b.Go + "\n"; code != exitOK || out != want {
		t.Errorf("version prints %q, /version says %q", out, want)
	}
}
