package config

import (
	"errors"
	"net/mail"
	"net/url"
	"strings"
)

// steering is what people meet who want to tell the market something.
func steering(c *Config) []setting {
	return []setting{
		{
			name: "contact", value: text(&c.Contact, contact), write: "an e-mail address, or the https:// URL of a page",
			help: "how to reach the operator; told on the page about the probes",
		},
		{
			name: "probe-from", value: prefixes(&c.ProbesFrom), write: "an address or range, for example 198.51.100.7",
			help: "address that the probes come from, told on the page about them; may be repeated",
		},
		{
			name: "report-accounts", value: &scalar[int]{&c.ReportAccounts, count, number}, write: "a number from 1 to 1000",
			help: "accounts whose grave reports within 7 days quarantine a listing until a person has looked (default 3)",
		},
		{
			name: "report-people", value: &scalar[int]{&c.ReportPeople, count, number}, write: "a number from 1 to 1000",
			help: "as many people, with an account or without, do so too (default 5)",
		},
	}
}

func contact(s string) error {
	if _, err := mail.ParseAddress(s); err == nil && !strings.ContainsAny(s, "<> ") {
		return nil
	}
	if u, err := url.Parse(s); err == nil && u.Scheme == "https" && u.Host != "" {
		return nil
	}
	return errors.New("neither an e-mail address nor an https URL")
}

// ProbeSources are the addresses that probes come from, as texts.
func (c *Config) ProbeSources() []string {
	var out []string
	for _, p := range c.ProbesFrom {
		if p.IsSingleIP() {
			out = append(out, p.Addr().String())
			continue
		}
		out = append(out, p.String())
	}
	return out
}
