package config

import (
	"flag"
	"log/slog"
	"net/netip"
	"strings"

	"marketd/market"
)

// setting is one thing to set. Its flag is --name, its variable MARKETD_NAME
// with "_" for "-".
type setting struct {
	name   string
	value  flag.Value
	help   string
	write  string // what a right value looks like, for help and errors
	secret bool   // may come from a file, is never shown
}

func (s setting) variable() string {
	return "MARKETD_" + strings.ToUpper(strings.ReplaceAll(s.name, "-", "_"))
}

// settings binds every setting to its field of c, in the order of the help.
func settings(c *Config) []setting {
	return append(append(append(append(append(serving(c), certificates(c)...), reviewing(c)...), watching(c)...), mailing(c)...), steering(c)...)
}

func serving(c *Config) []setting {
	return []setting{
		{
			name: "listen", value: text(&c.Listen, address), write: "HOST:PORT, for example 127.0.0.1:8443, or :8443 for every address; port 0 picks a free one",
			help: "address to serve on (default :8443; 127.0.0.1:8443 in a demo)",
		},
		{
			name: "data", value: text(&c.Data, nonempty), write: "a folder's path",
			help: "folder of everything that is kept (default ./data; ./data/demo in a demo)",
		},
		{
			name: "database-url", value: text(&c.DatabaseURL, postgres), write: "postgres://USER:PASSWORD@HOST/DATABASE, or leave it out for SQLite in the data folder", secret: true,
			help: "PostgreSQL instead of SQLite in the data folder",
		},
		{
			name: "demo", value: yes(&c.Demo), write: "true or false",
			help: "sample servers, accounts and listings; short times",
		},
		{
			name: "plain-http", value: yes(&c.PlainHTTP), write: "true or false",
			help: "serve HTTP without TLS, on loopback only",
		},
		{
			name: "base-url", value: &scalar[string]{&c.BaseURL, origin, plain}, write: "https://market.example.com, without a path",
			help: "how the world reaches the market (default: by the listen address; needed with --tls-cert and --behind-proxy)",
		},
		{
			name: "key-file", value: text(&c.KeyFile, nonempty), write: "a file's path",
			help: "key for secrets at rest; share it between replicas (default DATA/keys/sealing.key)",
		},
		{
			name: "log-format", value: text(&c.LogFormat, oneOf("text", "json")), write: "text or json",
			help: "form of the log on standard error (default text)",
		},
		{
			name: "log-level", value: &scalar[slog.Level]{&c.LogLevel, level, slog.Level.String}, write: "debug, info, warn or error",
			help: "least important line to log (default info)",
		},
		{
			name: "memory-limit", value: &scalar[int64]{&c.MemoryLimit, memory, memoryText}, write: "a size such as 256MiB or 1GiB",
			help: "memory to stay within if possible, by collecting garbage sooner (default 256MiB, or GOMEMLIMIT)",
		},
	}
}

func certificates(c *Config) []setting {
	return []setting{
		{
			name: "hosts", value: &list[string]{p: &c.Hosts, parse: host, format: plain}, write: "names or addresses, for example market.lan,192.168.1.5",
			help: "more names for the certificate of the local authority",
		},
		{
			name: "tls-cert", value: text(&c.TLSCert, nonempty), write: "a PEM file's path",
			help: "certificate chain to use; read again when it changes",
		},
		{
			name: "tls-key", value: text(&c.TLSKey, nonempty), write: "a PEM file's path",
			help: "its private key",
		},
		{
			name: "acme-domain", value: &list[string]{p: &c.ACMEDomains, parse: domain, format: plain}, write: "a public host name, for example market.example.com",
			help: "get certificates by ACME for this name; may be repeated",
		},
		{
			name: "acme-email", value: text(&c.ACMEEmail, nonempty), write: "an e-mail address",
			help: "contact for the ACME account",
		},
		{
			name: "acme-ca", value: text(&c.ACMECA, directory), write: "the https:// URL of an ACME directory",
			help: "ACME directory (default Let's Encrypt)",
		},
		{
			name: "behind-proxy", value: prefixes(&c.BehindProxy), write: "the proxy's own address or range, for example 10.0.0.5 or 10.0.0.0/8",
			help: "a proxy in this range ends TLS: serve HTTP to it and trust its X-Forwarded-For and -Proto; may be repeated",
		},
	}
}

func reviewing(c *Config) []setting {
	return []setting{
		{
			name: "require", value: &scalar[market.Require]{&c.Require, required, func(r market.Require) string { return string(r) }}, write: "any, app, mcp or both",
			help: "which profiles a server has to satisfy (default any: the better verdict of the two counts)",
		},
		{
			name: "rule-settings", value: &ruleSettings{c}, write: `a JSON file's path; in it, for example {"DSC-005":{"severity":"info"},"PRO-008":{"enforced":false}}`,
			help: "how rules weigh: severity, enforced and required by rule id; what an admin sets wins",
		},
		{
			name: "brands", value: &brands{c}, write: "a text file's path; in it lines such as: Example, 示例 | example.com, example.cn",
			help: "more brands whose names want their domains (rule SIM-003), besides those that come with the program",
		},
		{
			name: "probe-second-agent", value: text(&c.SecondAgent, agent), write: "a User-Agent in visible ASCII, at most 200 characters",
			help: "User-Agent of every second pass of a review, to find servers that show probers another face (default okhttp/4.12.0, as apps on phones have it)",
		},
		{
			name: "probe-allow", value: prefixes(&c.ProbeAllow), write: "an address or range, for example 10.1.0.0/16",
			help: "let probes reach this private range, without https; may be repeated (default none; loopback in a demo)",
		},
		{
			name: "probe-ca", value: text(&c.ProbeCA, nonempty), write: "a PEM file's path",
			help: "more certificate authorities that probes trust",
		},
		{
			name: "probe-nat64", value: &list[netip.Prefix]{&c.ProbeNAT64, translation, netip.Prefix.String}, write: "the network's NAT64 prefix, for example 2001:db8:64::/96",
			help: "keep probes from this prefix, behind which a NAT64 of this network reaches private addresses; may be repeated",
		},
		{
			name: "public-address", value: &list[netip.AddrPort]{&c.PublicAddresses, endpoint, endpointText}, write: "an address, or ADDRESS:PORT, for example 198.51.100.7 or [2001:db8::7]:443",
			help: "an address by which the world reaches the market through a NAT: probes must not come back by it; may be repeated",
		},
		{
			name: "pace", value: text(&c.Pace, oneOf("normal", "fast")), write: "normal or fast",
			help: "how far apart a review's repeats are (default normal; fast in a demo)",
		},
		{
			name: "submit-limit", value: &scalar[int]{&c.SubmitLimit, count, number}, write: "a number from 1 to 1000",
			help: "submissions a minute for one submitter (default 3; 30 in a demo)",
		},
	}
}
