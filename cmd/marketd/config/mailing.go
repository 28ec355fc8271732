package config

import (
	"errors"
	"net/mail"
	"net/url"
	"strconv"
)

// mailing is how e-mail is sent.
func mailing(c *Config) []setting {
	return []setting{
		{
			name: "smtp", value: &scalar[*url.URL]{&c.SMTP, smtpServer, serverText}, write: "smtp://[USER@]HOST[:587] for STARTTLS, smtps://[USER@]HOST[:465] for TLS from the start",
			help: "mail server through which notices are sent; without it there is no e-mail (default none; a demo keeps mails in memory)",
		},
		{
			name: "smtp-password", value: text(&c.SMTPPassword, nonempty), write: "the password of the user of --smtp, best as MARKETD_SMTP_PASSWORD_FILE", secret: true,
			help: "password of the mail server's user",
		},
		{
			name: "mail-from", value: text(&c.MailFrom, mailbox), write: `an address, for example "Market <no-reply@example.com>"`,
			help: "sender of the mails; needed with --smtp",
		},
	}
}

func smtpServer(s string) (*url.URL, error) {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "smtp" && u.Scheme != "smtps" || u.Hostname() == "" {
		return nil, errors.New("not the URL of a mail server")
	}
	if _, given := u.User.Password(); given {
		return nil, errors.New("names a password; that belongs in --smtp-password")
	}
	if p := u.Port(); p != "" {
		if n, err := strconv.Atoi(p); err != nil || n < 1 || n > 65535 {
			return nil, errors.New("not a port")
		}
	}
	if u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("has more than a user, a host and a port")
	}
	return u, nil
}

func serverText(u *url.URL) string {
	if u == nil {
		return ""
	}
	return u.String()
}

func mailbox(s string) error {
	if _, err := mail.ParseAddress(s); err != nil {
		return errors.New("not an e-mail address")
	}
	return nil
}

// checkMail wants a sender beside a server, and a user beside a password.
func (c *Config) checkMail() []error {
	var found []error
	switch {
	case c.SMTP != nil && c.MailFrom == "":
		found = append(found, &Mistake{"--smtp", c.SMTP.String(), "needs a sender", "--mail-from too"})
	case c.SMTP == nil && c.MailFrom != "":
		found = append(found, &Mistake{"--mail-from", c.MailFrom, "stands alone", "--smtp too, or leave it out"})
	}
	user := ""
	if c.SMTP != nil {
		user = c.SMTP.User.Username()
	}
	if (user == "") != (c.SMTPPassword == "") {
		found = append(found, &Mistake{Setting: "--smtp-password", Wrong: "a user of --smtp and their password belong together", Write: "both, or neither"})
	}
	return found
}
