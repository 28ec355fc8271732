// Package config reads what the operator sets: flags over MARKETD_… variables
// (secrets also from files) over defaults. A mistake is reported with the
// setting, the value, what is wrong with it and what to write instead; all
// mistakes at once.
package config

import (
	"log/slog"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"time"

	"marketd/market"
	"marketd/reviewer"
)

// Config is everything that an operator may set. Read makes a valid one.
type Config struct {
	Listen      string // HOST:PORT, or :PORT for every address
	Data        string // folder of everything that is kept
	DatabaseURL string // postgres://…; "" means SQLite in Data
	Demo        bool
	PlainHTTP   bool

	TLSCert     string
	TLSKey      string
	ACMEDomains []string
	ACMEEmail   string
	ACMECA      string         // directory URL; "" means Let's Encrypt
	BehindProxy []netip.Prefix // trusted proxies, which end TLS
	Hosts       []string       // names and addresses in the local certificate
	BaseURL     string         // how the world reaches the market, as browsers write it; "" means by Listen
	KeyFile     string         // sealing key; "" means in Data

	Require      market.Require                // which profiles an entry has to satisfy; empty: any
	RuleSettings map[string]market.RuleSetting // by rule id; what admins set wins
	Brands       []reviewer.Brand              // besides those that come with the program
	SecondAgent  string                        // User-Agent of every second pass of a review

	ProbeAllow      []netip.Prefix
	ProbeCA         string           // PEM file
	ProbeNAT64      []netip.Prefix   // this network's own NAT64 prefixes
	PublicAddresses []netip.AddrPort // the market's own in front of a NAT; port 0 is every port
	Pace            string           // normal or fast
	Sweep           string           // robfig/cron specification
	Thresholds      market.Thresholds
	Cadence         Cadence
	Spacing         time.Duration // between two probes of one site
	SecondLook      time.Duration // before a bad verdict is looked at again
	Canaries        []string      // URLs that answer when our network works
	Workers         int           // probes at once
	RescueAfter     time.Duration // when a job of a dead process is taken up again
	SubmitLimit     int           // submissions a minute for one submitter

	SMTP         *url.URL // mail server; nil: no e-mail
	SMTPPassword string
	MailFrom     string

	Contact        string         // of the operator: an e-mail address, or a page's URL
	ProbesFrom     []netip.Prefix // that the page about the probes tells
	ReportAccounts int            // whose grave reports quarantine a listing
	ReportPeople   int            // accounts and others together

	LogFormat string // text or json
	LogLevel  slog.Level

	MemoryLimit int64 // bytes to stay within if possible

	// Sources says where each setting came from, by its flag's name: "flag",
	// the variable's name, or "default".
	Sources map[string]string
	// Unknown are MARKETD_… variables that name no setting.
	Unknown []string

	thresholdsSet []string // what was set of Thresholds, in order
	ruleFile      string   // that RuleSettings were read from
	brandFile     string   // that Brands were read from
}

// Secure reports whether browsers reach the market by HTTPS.
func (c *Config) Secure() bool { return !c.PlainHTTP }

// SealingKey is the path of the file with the key for secrets at rest.
func (c *Config) SealingKey() string {
	if c.KeyFile != "" {
		return c.KeyFile
	}
	return filepath.Join(c.Data, "keys", "sealing.key")
}

// Database is the path of the SQLite database.
func (c *Config) Database() string { return filepath.Join(c.Data, "market.db") }

// CA is the folder of the local certificate authority.
func (c *Config) CA() string { return filepath.Join(c.Data, "ca") }

// ACME is the folder of certificates got by ACME.
func (c *Config) ACME() string { return filepath.Join(c.Data, "acme") }

// defaults returns a Config in which only what depends on other settings is
// still empty.
func defaults() *Config {
	return &Config{
		SecondAgent: "okhttp/4.12.0",

		ReportAccounts: 3, ReportPeople: 5,
		Thresholds:  market.DefaultThresholds(),
		RescueAfter: 2 * time.Minute,
		Workers:     64,
		Spacing:     notSet,
		SecondLook:  notSet,
		LogFormat:   "text",
		MemoryLimit: 256 << 20,
		Sources:     map[string]string{},
	}
}

// notSet is no time that can be set: settle finds the default.
const notSet = -1

// settle fills in the defaults that depend on whether this is a demo. A
// demo's times are short, so that its story can be watched; the counts stay.
func (c *Config) settle() {
	pick := func(p *string, normal, demo string) {
		switch {
		case *p != "":
		case c.Demo:
			*p = demo
		default:
			*p = normal
		}
	}
	pick(&c.Listen, ":8443", "127.0.0.1:8443")
	pick(&c.Data, "data", filepath.Join("data", "demo"))
	pick(&c.Pace, "normal", "fast")
	pick(&c.Sweep, "@every 10s", "@every 1s")
	if c.SubmitLimit == 0 {
		c.SubmitLimit = 3
		if c.Demo {
			c.SubmitLimit = 30
		}
	}
	if c.Spacing < 0 {
		c.Spacing = 2 * time.Second
		if c.Demo {
			c.Spacing = 0 // its servers are on this machine
		}
	}
	if c.SecondLook < 0 {
		c.SecondLook = 10 * time.Second
		if c.Demo {
			c.SecondLook = time.Second
		}
	}
	if !c.Demo {
		return
	}
	c.Thresholds = demoThresholds()
	for _, s := range c.thresholdsSet {
		_ = change(&c.Thresholds, s) // did so before
	}
	c.allow(loopback()) // where the sample servers are
}

// allow lets probes reach more ranges.
func (c *Config) allow(ranges []netip.Prefix) {
	for _, p := range ranges {
		if !slices.ContainsFunc(c.ProbeAllow, func(have netip.Prefix) bool { return have.Bits() <= p.Bits() && have.Contains(p.Addr()) }) {
			c.ProbeAllow = append(c.ProbeAllow, p)
		}
	}
}

func loopback() []netip.Prefix {
	return []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
}

func demoThresholds() market.Thresholds {
	t := market.DefaultThresholds()
	t.Span, t.Down = 3*time.Second, 15*time.Second
	t.Every, t.Retry = 3*time.Second, []time.Duration{2 * time.Second, 2 * time.Second}
	return t
}
