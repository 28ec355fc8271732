package config_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"marketd/cmd/marketd/config"
	"marketd/market"
)

func read(t *testing.T, args []string, env ...string) *config.Config {
	t.Helper()
	c, err := config.Read(args, env)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestDefaults(t *testing.T) {
	t.Parallel()
	c := read(t, nil)
	if c.Listen != ":8443" || c.Data != "data" || c.Pace != "normal" || c.Sweep != "@every 10s" || c.Spacing != 2*time.Second || c.SecondLook != 10*time.Second || c.Workers != 64 || len(c.Canaries) != 0 || c.SubmitLimit != 3 || len(c.ProbeAllow) != 0 {
		t.Errorf("defaults are %+v", c)
	}
	if c.Database() != filepath.Join("data", "market.db") || c.SealingKey() != filepath.Join("data", "keys", "sealing.key") {
		t.Errorf("files are %s and %s", c.Database(), c.SealingKey())
	}
	if c.Thresholds.Span != market.DefaultThresholds().Span || c.RescueAfter != 2*time.Minute {
		t.Errorf("times are %+v and %v", c.Thresholds, c.RescueAfter)
	}
}

func TestDemoDefaults(t *testing.T) {
	t.Parallel()
	c := read(t, []string{"--demo"})
	if c.Listen != "127.0.0.1:8443" || c.Data != filepath.Join("data", "demo") || c.Pace != "fast" || c.SubmitLimit != 30 {
		t.Errorf("a demo's defaults are %+v", c)
	}
	if c.Thresholds.Down > time.Minute || c.Thresholds.Failures != 3 || c.Thresholds.Successes != 2 {
		t.Errorf("a demo's thresholds are %+v, want short times and CRN's counts", c.Thresholds)
	}
	if len(c.ProbeAllow) != 2 {
		t.Errorf("a demo's probes may reach %v, want loopback", c.ProbeAllow)
	}
	c = read(t, []string{"--demo", "--thresholds=down=9m", "--probe-allow=10.0.0.0/8", "--pace", "normal"})
	if c.Thresholds.Down != 9*time.Minute || c.Pace != "normal" {
		t.Errorf("what is set does not win over the demo's defaults: %+v", c)
	}
	if len(c.ProbeAllow) != 3 {
		t.Errorf("probes may reach %v, want loopback too: the sample servers are there", c.ProbeAllow)
	}
	if c = read(t, []string{"--demo", "--probe-allow=127.0.0.0/8,::/8"}); len(c.ProbeAllow) != 2 {
		t.Errorf("probes may reach %v, want each range once", c.ProbeAllow)
	}
}

// What is left out of --thresholds keeps a demo's value in a demo, wherever the
// two come from.
func TestThresholdsOfADemoStayShort(t *testing.T) {
	t.Parallel()
	demo := read(t, []string{"--demo"}).Thresholds
	for name, c := range map[string]*config.Config{
		"demo first": read(t, []string{"--demo", "--thresholds=failures=2"}),
		"demo last":  read(t, []string{"--thresholds=failures=2", "--demo"}),
		"variables":  read(t, nil, "MARKETD_THRESHOLDS=failures=2", "MARKETD_DEMO=true"),
		"in pieces":  read(t, []string{"--thresholds=failures=9,down=1h", "--demo", "--thresholds=failures=2", "--thresholds=down=" + demo.Down.String()}),
	} {
		want := demo
		want.Failures = 2
		if !reflect.DeepEqual(c.Thresholds, want) {
			t.Errorf("%s: %+v, want %+v", name, c.Thresholds, want)
		}
	}
	want := market.DefaultThresholds()
	want.Failures = 2
	if c := read(t, []string{"--thresholds=failures=2"}); !reflect.DeepEqual(c.Thresholds, want) {
		t.Errorf("without a demo: %+v, want %+v", c.Thresholds, want)
	}
}

func TestFlagOverVariableOverDefault(t *testing.T) {
	t.Parallel()
	env := []string{"MARKETD_LISTEN=127.0.0.1:1", "MARKETD_PACE=fast", "MARKETD_HOSTS=a.lan, b.lan", "MARKETD_DEMO=", "MARKETD_LISTENN=x"}
	c := read(t, []string{"--listen", "127.0.0.1:2", "--hosts=c.lan", "--hosts", "d.lan,E.lan"}, env...)
	if c.Listen != "127.0.0.1:2" || c.Pace != "fast" || c.Demo || !slices.Equal(c.Hosts, []string{"c.lan", "d.lan", "e.lan"}) {
		t.Errorf("got %+v", c)
	}
	if c.Sources["listen"] != "flag" || c.Sources["pace"] != "MARKETD_PACE" || c.Sources["data"] != "default" {
		t.Errorf("sources are %v", c.Sources)
	}
	if !slices.Equal(c.Unknown, []string{"MARKETD_LISTENN"}) {
		t.Errorf("unknown variables are %v", c.Unknown)
	}
	if c = read(t, nil, env...); !slices.Equal(c.Hosts, []string{"a.lan", "b.lan"}) {
		t.Errorf("hosts from the variable are %v", c.Hosts)
	}
}

func TestSecretFromAFile(t *testing.T) {
	t.Parallel()
	const url = "postgres://market:s3cr3t@db/market"
	path := filepath.Join(t.TempDir(), "url")
	if err := os.WriteFile(path, []byte(url+"\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if c := read(t, nil, "MARKETD_DATABASE_URL_FILE="+path); c.DatabaseURL != url {
		t.Errorf("the URL is %q", c.DatabaseURL)
	}
	for _, env := range [][]string{
		{"MARKETD_DATABASE_URL_FILE=" + path, "MARKETD_DATABASE_URL=" + url},
		{"MARKETD_DATABASE_URL_FILE=" + path + ".not-there"},
	} {
		_, err := config.Read(nil, env)
		if err == nil || strings.Contains(err.Error(), "s3cr3t") {
			t.Errorf("with %d variables: %v", len(env), err)
		}
	}
	if c := read(t, nil, "MARKETD_LISTEN_FILE="+path); !slices.Equal(c.Unknown, []string{"MARKETD_LISTEN_FILE"}) {
		t.Errorf("a file for what is no secret: unknown variables are %v", c.Unknown)
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	c := read(t, []string{
		"--behind-proxy=10.0.0.0/8,::1", "--behind-proxy=192.168.1.7", "--base-url=https://Market.Example:443/", "--log-level=debug", "--log-format=json",
		"--thresholds=failures=5, retry=1s+2s+3s,every=10m", "--sweep=*/30 * * * * *", "--workers=4", "--rescue-after=3s", "--memory-limit=2GiB",
	})
	if got := len(c.BehindProxy); got != 3 || c.BehindProxy[2].String() != "192.168.1.7/32" {
		t.Errorf("proxies are %v", c.BehindProxy)
	}
	if c.BaseURL != "https://market.example" {
		t.Errorf("the base URL is %s", c.BaseURL)
	}
	if c.LogLevel != slog.LevelDebug || c.Workers != 4 || c.RescueAfter != 3*time.Second {
		t.Errorf("got %+v", c)
	}
	if d := read(t, nil); c.MemoryLimit != 2<<30 || d.MemoryLimit != 256<<20 {
		t.Errorf("memory limits are %d and, by default, %d", c.MemoryLimit, d.MemoryLimit)
	}
	if th := c.Thresholds; th.Failures != 5 || th.Every != 10*time.Minute || len(th.Retry) != 3 || th.Successes != 2 || th.Down != 72*time.Hour {
		t.Errorf("thresholds are %+v", th)
	}
	s, err := config.Schedule(c.Sweep)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 3, 1, 12, 0, 10, 0, time.UTC)
	if next := s.Next(at); next.Second() != 30 {
		t.Errorf("after %v the sweep comes at %v", at, next)
	}
}

func TestHelpIsAskedFor(t *testing.T) {
	t.Parallel()
	for _, flag := range []string{"-h", "--help"} {
		if _, err := config.Read([]string{flag}, nil); !errors.Is(err, config.ErrHelp) {
			t.Errorf("%s: %v", flag, err)
		}
	}
	var b bytes.Buffer
	if err := config.Help(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"--listen", "MARKETD_PROBE_ALLOW", "MARKETD_DATABASE_URL[_FILE]"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the help lacks %s", want)
		}
	}
}

func TestDumpHidesSecretsAndReadsBack(t *testing.T) {
	t.Parallel()
	c := read(t, []string{"--database-url=postgres://u:s3cr3t@h/d", "--demo", "--hosts=a.lan,10.0.0.5", "--thresholds=retry=1s+2s"}, "MARKETD_PACE=normal")
	var b bytes.Buffer
	if err := c.Dump(&b); err != nil {
		t.Fatal(err)
	}
	out := b.String()
	if strings.Contains(out, "s3cr3t") || !strings.Contains(out, "(hidden)") {
		t.Errorf("the dump shows a secret:\n%s", out)
	}
	var args []string
	for line := range strings.Lines(out) {
		f := strings.Fields(line)
		if f[1] != "#" && f[1] != "(hidden)" {
			value, _, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, f[0])), "  # ")
			args = append(args, "--"+f[0]+"="+strings.TrimSpace(value))
		}
	}
	again := read(t, args)
	again.Sources, c.Sources, c.DatabaseURL = nil, nil, ""
	var x, y bytes.Buffer
	for w, cfg := range map[io.Writer]*config.Config{&x: c, &y: again} {
		cfg.Sources = map[string]string{}
		if err := cfg.Dump(w); err != nil {
			t.Fatal(err)
		}
	}
	if x.String() != y.String() {
		t.Errorf("the dump does not read back:\n%s\n%s", x.String(), y.String())
	}
}

// A base URL is written as browsers write an Origin: what they send is compared with it.
func TestOrigins(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"https://market.example":       "https://market.example",
		"https://market.example/":      "https://market.example",
		"HTTPS://Market.Example:443":   "https://market.example",
		"https://market.example:":      "https://market.example",
		"https://market.example:8443/": "https://market.example:8443",
		"https://market.example:80":    "https://market.example:80",
		"https://[FD00::1]:443":        "https://[fd00::1]",
		"https://[fd00::1]:8443":       "https://[fd00::1]:8443",
		"https://192.0.2.7":            "https://192.0.2.7",
	} {
		if c := read(t, []string{"--base-url=" + given}); c.BaseURL != want {
			t.Errorf("%s becomes %s, want %s", given, c.BaseURL, want)
		}
	}
	c := read(t, []string{"--plain-http", "--listen=127.0.0.1:80", "--base-url=http://localhost:80"})
	if c.BaseURL != "http://localhost" {
		t.Errorf("plain: %s", c.BaseURL)
	}
}

func TestAddressesThatProbesAvoid(t *testing.T) {
	t.Parallel()
	c := read(t, []string{
		"--probe-nat64=2001:db8:64::/96,64:ff9b:1::/48", "--public-address=198.51.100.7", "--public-address=198.51.100.8:443,[2001:db8::7]:8443",
		"--public-address=::ffff:198.51.100.9,2001:db8::8",
	})
	if got := fmt.Sprint(c.ProbeNAT64); got != "[2001:db8:64::/96 64:ff9b:1::/48]" {
		t.Errorf("NAT64 prefixes are %s", got)
	}
	if got := fmt.Sprint(c.PublicAddresses); got != "[198.51.100.7:0 198.51.100.8:443 [2001:db8::7]:8443 198.51.100.9:0 [2001:db8::8]:0]" {
		t.Errorf("public addresses are %s", got)
	}
}

func TestCheckTellsEveryMistake(t *testing.T) {
	t.Parallel()
	env := []string{"MARKETD_LISTENN=x", "MARKETD_PORT=1", "MARKETD_LISTEN_FILE=y"}
	if _, err := config.Read(nil, env); err != nil {
		t.Errorf("serving puts up with variables that name nothing: %v", err)
	}
	err := config.Check([]string{"--pace=slow", "--nosuch", "value", "--nosuch2=1", "stray", "--acme-email=a@b.example", "-=", "--nosuch3", "---x", "--plain-http"}, env)
	if err == nil {
		t.Fatal("no mistake")
	}
	for _, want := range []string{
		"MARKETD_LISTENN", "MARKETD_PORT", "MARKETD_LISTEN_FILE", `--pace "slow"`, "-nosuch;", "-nosuch2", "-nosuch3", "---x", `"stray"`, "--acme-email", "-=", "--plain-http",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not among\n%v", want, err)
		}
	}
	if n := len(strings.Split(err.Error(), "\n")); n != 12 {
		t.Errorf("%d mistakes, want 12:\n%v", n, err)
	}
	if err := config.Check([]string{"--demo"}, []string{"HOME=/"}); err != nil {
		t.Errorf("right settings: %v", err)
	}
	if err := config.Check([]string{"--pace=slow", "-h"}, nil); !errors.Is(err, config.ErrHelp) {
		t.Errorf("help: %v", err)
	}
}

// A wrong setting is told of, and not what only follows from it.
func TestMistakesDoNotFollowFromMistakes(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"--plain-http", "--listen=127.0.0.1"},
		{"--behind-proxy=10.0.0.0/8", "--base-url=ftp://a.example"},
		{"--acme-domain=localhost", "--acme-email=a@b.example"},
		{"--demo=maybe", "--plain-http"},
	} {
		err := config.Check(args, nil)
		if err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: %v; want one mistake", args, err)
		}
	}
}

// The page for operators names every setting.
func TestDocumentationNamesEverySetting(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "configuration.md"))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := config.Help(&b); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		name := strings.TrimPrefix(strings.Fields(line)[0], "--")
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("docs/configuration.md does not name %q", name)
		}
	}
}
