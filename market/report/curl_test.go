package report_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"marketd/market"
	"marketd/market/report"
)

// fakeCurl writes its arguments, each ended by a NUL, into a file.
const fakeCurl = "#!/bin/sh\nfor a in \"$@\"; do printf '%s\\0' \"$a\" >> \"$OUT\"; done\n"

// run has a shell run the command with a curl that only notes its arguments.
func run(t *testing.T, command string) []string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "curl"), []byte(fakeCurl), 0o755); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "arguments")
	sh := exec.CommandContext(t.Context(), "/bin/sh", "-c", command)
	sh.Dir = dir
	sh.Env = []string{"PATH=" + dir, "OUT=" + out, "TOKEN=s3cret"}
	if said, err := sh.CombinedOutput(); err != nil || len(said) > 0 {
		t.Fatalf("%v: %s\n%s", err, said, command)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Fatalf("the command made files: %v, %v\n%s", entries, err, command)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\x00"), "\x00")
}

func TestCurlSendsWhatWasSent(t *testing.T) {
	t.Parallel()
	x := market.Exchange{
		Step: "list", Method: "POST", URL: "https://weather.example.com/mcp?a=1&b=[2]",
		ReqHeader: []market.Header{
			{Name: "Content-Type", Value: "application/json"}, {Name: "Authorization", Value: "Bearer ⟦token⟧"}, {Name: "X-Empty"},
		},
		ReqBody: `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`, Status: 200,
	}
	got := run(t, report.Curl(x))
	want := []string{
		"-sS", "-i", "--globoff", "--path-as-is", "--request", "POST", "--url", x.URL,
		"--header", "Content-Type: application/json", "--header", "Authorization: Bearer s3cret", "--header", "X-Empty;",
		"--data-raw", x.ReqBody,
	}
	if !slices.Equal(got, want) {
		t.Errorf("curl got\n%q\nwant\n%q", got, want)
	}
}

// Whatever a URL, a header or a body holds, a shell hands it to curl as it is
// and does nothing else.
func TestCurlQuotes(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		hostile, "'; touch made; '", "$(touch made)", "`touch made`", "\\'; touch made #", "\n touch made\n", "EOF\ntouch made\nEOF", "a' \\\n touch made '",
		"@/etc/passwd", "-o made", "--config made", "\"$TOKEN\"", "!!", "*", "~", "%s\\n", "天气", "\xff\xfe", "a\rb", "⟦token", "x\x00y",
	} {
		x := market.Exchange{Step: s, Method: "POST", URL: s, ReqHeader: []market.Header{{Name: s, Value: s}, {Name: "A", Value: s}}, ReqBody: s, Err: s}
		got := run(t, report.Curl(x))
		want := strings.ReplaceAll(s, "\x00", "\uFFFD")
		header := "A: " + strings.NewReplacer("\r", " ", "\n", " ").Replace(want)
		n := len(got) // 12, or 14 when s can be the name of a header
		if n < 12 || n > 14 || got[7] != want || got[n-3] != header || got[n-1] != want {
			t.Errorf("%q: curl got %q", s, got)
		}
	}
}

func TestCurlSaysWhatCameBack(t *testing.T) {
	t.Parallel()
	for want, x := range map[string]market.Exchange{
		"# contract: HTTP 400 after 0s\n":              {Step: "contract", Status: 400},
		"# list: no answer after 0s connect refused\n": {Step: "list", Err: "connect refused"},
	} {
		if got := report.Curl(x); !strings.HasPrefix(got, want) {
			t.Errorf("%q does not begin with %q", got, want)
		}
	}
}
