package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"marketd/cmd/marketd/config"
)

func TestMail(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("geheim\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := config.Read([]string{"--smtp", "smtps://user@mail.example.com:465", "--mail-from", "Market <no-reply@example.com>"}, []string{"MARKETD_SMTP_PASSWORD_FILE=" + file})
	if err != nil || c.SMTP.Hostname() != "mail.example.com" || c.SMTPPassword != "geheim" || c.MailFrom != "Market <no-reply@example.com>" {
		t.Errorf("%+v, %v", c, err)
	}
	from := "--mail-from=m@example.com"
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"no sender":             {[]string{"--smtp=smtp://mail.example.com"}, "needs a sender"},
		"no server":             {[]string{from}, "stands alone"},
		"no password":           {[]string{"--smtp=smtp://user@mail.example.com", from}, "belong together"},
		"no user":               {[]string{"--smtp=smtp://mail.example.com", from, "--smtp-password=x"}, "belong together"},
		"a password in the URL": {[]string{"--smtp=smtp://user:geheim@mail.example.com", from}, "belongs in --smtp-password"},
		"not a mail server":     {[]string{"--smtp=https://mail.example.com", from}, "not the URL of a mail server"},
		"not a port":            {[]string{"--smtp=smtp://mail.example.com:99999", from}, "not a port"},
		"not an address":        {[]string{"--smtp=smtp://mail.example.com", "--mail-from=market"}, "not an e-mail address"},
	} {
		_, err := config.Read(c.args, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "geheim") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
