package config_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"marketd/cmd/marketd/config"
)

func brandsFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "brands.txt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestBrands(t *testing.T) {
	t.Parallel()
	path := brandsFile(t, "# ours\n\n 示例, Example |Example.com,example.cn\r\nOther|other.org|another, brother")
	c := read(t, []string{"--brands", path})
	if len(c.Brands) != 2 || !slices.Equal(c.Brands[0].Names, []string{"示例", "Example"}) || !slices.Equal(c.Brands[0].Domains, []string{"example.com", "example.cn"}) ||
		!slices.Equal(c.Brands[1].Unless, []string{"another", "brother"}) {
		t.Errorf("brands are %+v", c.Brands)
	}
	for text, want := range map[string]string{
		"Example":                      "line 1 is not names",
		"# ours\nExample|":             "line 2 lacks",
		"|example.com":                 "line 1 lacks",
		"a|b|c|d":                      "line 1 is not names",
		"\xff|example.com":             "line 1 is not names",
		strings.Repeat("#\n", 1<<19+1): "larger than 1 MiB",
	} {
		if _, err := config.Read([]string{"--brands=" + brandsFile(t, text)}, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: error %v, want %q", text, err, want)
		}
	}
	if _, err := config.Read([]string{"--brands=/nowhere.txt"}, nil); err == nil {
		t.Error("a file that is not there is read")
	}
}
