package endpoint_test

import (
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/endpoint"
	"marketd/reviewer/rules/ruletest"
)

// passes sets the probes of a dossier, at the minutes given.
func passes(change func(*market.Probe), minutes ...int) func(*reviewer.Dossier) {
	return func(d *reviewer.Dossier) {
		d.Probes = nil
		for _, m := range minutes {
			p := probe()
			p.At = start.Add(time.Duration(m) * time.Minute)
			change(&p)
			d.Probes = append(d.Probes, p)
		}
	}
}

func dns(fault string) func(*market.Probe) {
	return func(p *market.Probe) { p.Reason, p.Net = market.ReasonDNS, market.NetFacts{DNSFault: fault} }
}

func TestResolvable(t *testing.T) {
	t.Parallel()
	try(t, "NET-001", 1, []row{
		{"missing once", "", passes(dns("nxdomain"), 0), []string{"reject /probe/net?"}},
		{"missing three times within a minute", "", passes(dns("nxdomain"), 0, 0, 1), []string{"reject /probe/net?"}},
		{"missing twice over an hour", "", passes(dns("nxdomain"), 0, 60), []string{"reject /probe/net?"}},
		{"missing three times over ten minutes", "", passes(dns("nxdomain"), 0, 1, 10), []string{"reject /probe/net"}},
		{"the resolver fails, ever so often", "", passes(dns("servfail"), 0, 1, 10, 31), []string{"needs_human /probe/net?"}},
		{"the resolver is slow", "", passes(dns("timeout"), 0), []string{"needs_human /probe/net?"}},
		{"missing, though a range is allowed", "", func(d *reviewer.Dossier) {
			allow("127.0.0.0/8")(d)
			passes(dns("nxdomain"), 0, 1, 10)(d)
		}, []string{"reject /probe/net"}},
		{"localhost, which nobody answers for", "https://nosuch.localhost/mcp", func(d *reviewer.Dossier) {
			allow("127.0.0.0/8")(d)
			passes(dns("nxdomain"), 0)(d)
		}, []string{"reject /probe/net?"}},
		{"missing at first", "", func(d *reviewer.Dossier) {
			passes(dns("nxdomain"), 0, 1)(d)
			d.Probes = append(d.Probes, probe())
		}, nil},
	})
}

func TestPublicAddresses(t *testing.T) {
	t.Parallel()
	try(t, "NET-002", 1, []row{
		{"metadata", "", last(func(p *market.Probe) {
			p.Reason, p.Net = market.ReasonBlocked, market.NetFacts{Addrs: []string{"169.254.169.254"}, Blocked: []string{"169.254.169.254"}}
		}), []string{"reject /probe/net"}},
		{"metadata, through NAT64", "", last(func(p *market.Probe) {
			p.Reason, p.Net = market.ReasonBlocked, market.NetFacts{Addrs: []string{"64:ff9b::a9fe:a9fe"}, Blocked: []string{"64:ff9b::a9fe:a9fe"}}
		}), []string{"reject /probe/net"}},
		{"public", "", last(func(p *market.Probe) { p.Net.Addrs = []string{"8.8.8.8", "2001:4860:4860::8888"} }), nil},
		{"one of two", "", last(func(p *market.Probe) { p.Net.Blocked = []string{"10.0.0.1"} }), []string{"needs_human /probe/net"}},
		{"refused without a list", "", last(func(p *market.Probe) { p.Reason = market.ReasonBlocked }), []string{"reject /probe/net"}},
		{"allowed", "http://127.0.0.1:1/", func(d *reviewer.Dossier) {
			allow("127.0.0.0/8")(d)
			d.Probes[0].Net.Blocked = []string{"127.0.0.1"}
		}, skipped},
		{"the market's own address within what is allowed", "http://127.0.0.1:1/", func(d *reviewer.Dossier) {
			allow("127.0.0.0/8")(d)
			d.Probes[0].Reason = market.ReasonBlocked
		}, []string{"reject /probe/net"}},
	})
}

// A publisher who gave the market's own address is told that, wherever it lies.
func TestPublicAddressesNamesTheMarket(t *testing.T) {
	t.Parallel()
	for _, prepare := range []func(*reviewer.Dossier){last(func(*market.Probe) {}), allow("127.0.0.0/8")} {
		d := at("https://market.test.cn/mcp", 1)
		prepare(d)
		d.Probes[0].Reason, d.Probes[0].Net = market.ReasonBlocked, market.NetFacts{Own: true}
		if hits := find(t, "NET-002").Check(d); len(hits) != 1 || !strings.Contains(hits[0].Message.EN, "market's own") {
			t.Errorf("hits %+v", hits)
		}
	}
}

func TestSteadyAddresses(t *testing.T) {
	t.Parallel()
	addrs := func(a ...string) func(*market.Probe) { return func(p *market.Probe) { p.Net.Addrs = a } }
	try(t, "NET-003", 2, []row{
		{"moved", "", last(addrs("198.51.100.1", "2001:db8::1")), []string{"info /probe/net"}},
		{"rotation in one network", "", last(addrs("93.184.1.1")), nil},
		{"one address stays", "", last(addrs("198.51.100.1", "2606:2800::9")), nil},
		{"nothing resolved", "", last(addrs()), nil},
		{"unreadable", "", last(addrs("x")), nil},
	})
	try(t, "NET-003", 1, nil)
}

func TestInTime(t *testing.T) {
	t.Parallel()
	late := func(p *market.Probe) {
		p.List = market.ToolList{Answer: market.Answer{Sent: true, Reason: market.ReasonTimeout, Took: 30 * time.Second}, Fault: market.Note{Code: market.FaultTransport}}
	}
	took := func(d time.Duration) func(*market.Probe) {
		return func(p *market.Probe) { p.List.Answer.Took = d }
	}
	try(t, "NET-004", 1, []row{
		{"late once", "", passes(late, 0), []string{"reject /probe/list?"}},
		{"late three times", "", passes(late, 0, 1, 10), []string{"reject /probe/list"}},
		{"connecting takes 3 s", "", passes(func(p *market.Probe) { p.Contract.Connect = 3 * time.Second }, 0), []string{"warn /probe/contract"}},
		{"the answer takes 16 s", "", passes(took(16*time.Second), 0), []string{"warn /probe/list"}},
		{"the answer takes 14 s", "", passes(took(14*time.Second), 0), nil},
		{"2 s to connect, 12 s to answer", "", passes(func(p *market.Probe) {
			p.Contract.Connect, p.List.Answer.Took, p.List.Notes = 2*time.Second, 12*time.Second, []market.Note{{Code: market.NoteSlow}}
		}, 0), []string{"warn /probe/list"}},
		{"slow once in three", "", func(d *reviewer.Dossier) {
			passes(took(time.Second), 0, 1)(d)
			p := probe()
			took(20 * time.Second)(&p)
			d.Probes = append(d.Probes, p)
		}, nil},
		{"more than 5 s", "", passes(func(p *market.Probe) {
			p.List.Answer.Took, p.List.Notes = 6*time.Second, []market.Note{{Code: market.NoteSlow}}
		}, 0), []string{"warn /probe/list"}},
	})
}

func TestReachableByIPv4(t *testing.T) {
	t.Parallel()
	addrs := func(a ...string) func(*reviewer.Dossier) {
		return last(func(p *market.Probe) { p.Net.Addrs = a })
	}
	try(t, "NET-005", 1, []row{
		{"IPv6 only", "", addrs("2606:2800::1", "2606:2800::2"), []string{"warn /probe/net"}},
		{"mapped", "", addrs("::ffff:93.184.215.14"), nil},
		{"both", "", addrs("93.184.215.14", "2606:2800::1"), nil},
		{"nothing", "", addrs(), nil},
	})
}

func TestTrustedCertificate(t *testing.T) {
	t.Parallel()
	fault := func(f string, minutes ...int) func(*reviewer.Dossier) {
		return passes(func(p *market.Probe) { p.Reason, p.Net.TLS, p.Net.TLSFault = market.ReasonTLS, "", f }, minutes...)
	}
	try(t, "TLS-001", 1, []row{
		{"expired", "", fault("expired", 0), []string{"reject /probe/net"}},
		{"not yet valid", "", fault("not-yet-valid", 0), []string{"reject /probe/net"}},
		{"self-signed", "", fault("unknown-authority", 0), []string{"reject /probe/net"}},
		{"another name", "", fault("name-mismatch", 0), []string{"reject /probe/net"}},
		{"the handshake fails once", "", fault("handshake", 0), []string{"reject /probe/net?"}},
		{"the handshake fails always", "", fault("handshake", 0, 1, 10), []string{"reject /probe/net"}},
		{"no connection", "", last(func(p *market.Probe) { p.Net = market.NetFacts{} }), skipped},
		{"plain http where allowed", "http://127.0.0.1/", allow("127.0.0.0/8"), skipped},
	})
}

func TestValidCertificate(t *testing.T) {
	t.Parallel()
	day := 24 * time.Hour
	cert := func(before, left time.Duration) func(*reviewer.Dossier) {
		return last(func(p *market.Probe) { p.Net.CertFrom, p.Net.CertUntil = start.Add(-before), start.Add(left) })
	}
	try(t, "TLS-002", 1, []row{
		{"two days left of ninety", "", cert(88*day, 2*day), []string{"reject /probe/net"}},
		{"ten days left of ninety", "", cert(80*day, 10*day), []string{"warn /probe/net"}},
		{"20 days left of sixty", "", cert(40*day, 20*day), []string{"warn /probe/net"}},
		{"21 days left of sixty", "", cert(39*day, 21*day), nil},
		{"six days left of ninety", "", cert(84*day, 6*day), []string{"warn /probe/net"}},
		{"29 days left of ninety: not renewed", "", cert(61*day, 29*day), []string{"warn /probe/net"}},
		{"45 days left of ninety", "", cert(45*day, 45*day), nil},
		{"half of six days", "", cert(3*day, 3*day), nil},
		{"a third of six days", "", cert(4*day, 2*day), nil},
		{"one day of six", "", cert(5*day, day), []string{"reject /probe/net"}},
		{"lifetime unknown, 22 days", "", last(func(p *market.Probe) { p.Net.CertFrom, p.Net.CertUntil = time.Time{}, start.Add(22*day) }), nil},
		{"lifetime unknown, 20 days", "", last(func(p *market.Probe) { p.Net.CertFrom, p.Net.CertUntil = time.Time{}, start.Add(20*day) }), []string{"warn /probe/net"}},
		{"lifetime unknown, 1 day", "", last(func(p *market.Probe) { p.Net.CertFrom, p.Net.CertUntil = time.Time{}, start.Add(day) }), []string{"reject /probe/net"}},
		{"no certificate seen", "", last(func(p *market.Probe) { p.Net.CertUntil = time.Time{} }), nil},
		{"expired: another rule says so", "", last(func(p *market.Probe) { p.Net.TLSFault, p.Net.CertUntil = "expired", start.Add(-day) }), nil},
	})
}

func TestCurrentTLS(t *testing.T) {
	t.Parallel()
	version := func(v string) func(*reviewer.Dossier) { return last(func(p *market.Probe) { p.Net.TLS = v }) }
	try(t, "TLS-003", 1, []row{
		{"1.1", "", last(func(p *market.Probe) { p.Net.TLS, p.Net.TLSFault = "", "old-version" }), []string{"reject /probe/net"}},
		{"1.3", "", version("TLS 1.3"), nil},
		{"1.2", "", version("TLS 1.2"), []string{"info /probe/net"}},
		{"none", "", version(""), skipped},
	})
}

func TestCertificateTextsCount(t *testing.T) {
	t.Parallel()
	rule := ruletest.Find(t, endpoint.Rules(), "TLS-002")
	for left, want := range map[time.Duration]string{
		20 * time.Minute:    "The certificate expires in 1 hour.",
		90 * time.Minute:    "The certificate expires in 2 hours.",
		25 * time.Hour:      "The certificate expires in 25 hours.",
		5*24*time.Hour + 1:  "The certificate expires in 5 days: automatic renewal has most likely failed. Renew it now, or users can soon connect no more.",
		4*24*time.Hour - 1:  "The certificate expires in 3 days: automatic renewal has most likely failed. Renew it now, or users can soon connect no more.",
		13 * 24 * time.Hour: "The certificate expires in 13 days and has not been renewed yet.",
	} {
		d := ruletest.Dossier(ruletest.Entry())
		p := market.Probe{At: start, Net: market.NetFacts{TLS: "TLS 1.3", CertFrom: start.Add(left - 90*24*time.Hour), CertUntil: start.Add(left)}}
		d.Probes = []market.Probe{p}
		hits := rule.Check(d)
		if len(hits) != 1 || hits[0].Message.EN != want {
			t.Errorf("%s left: %+v, want %q", left, hits, want)
		}
	}
}

func TestTrustedByPhones(t *testing.T) {
	t.Parallel()
	const (
		isrg  = "0b9fa5a59eed715c26c1020c711b4f6ec42d58b0015e14337a39dad301c5afc3"
		other = "0b9fa5a59eed715d26c1020c711b4f6ec42d58b0015e14337a39dad301c5afc3"
	)
	roots := func(keys ...string) func(*reviewer.Dossier) {
		return last(func(p *market.Probe) {
			p.Net.Roots = nil
			for _, k := range keys {
				p.Net.Roots = append(p.Net.Roots, market.Root{Name: "Some Root", Key: k})
			}
		})
	}
	bad := []string{"warn /probe/net"}
	try(t, "TLS-004", 1, []row{
		{"a root that phones have", "", roots(isrg), nil},
		{"the first and the last of the list", "", roots("006d7be7555dd82000", "ff342fb6c4c8bd3000"), nil},
		{"a new root", "", roots(other), bad},
		{"a new root, cross-signed by one that phones have", "", roots(other, isrg), nil},
		{"what is no key", "", roots("", "x", "zzzzzzzzzzzzzzzz"), bad},
		{"not recorded", "", roots(), skipped},
		{"not trusted at all", "", last(func(p *market.Probe) { p.Net.TLSFault = "unknown-authority" }), skipped},
		{"an authority of one's own", "", last(func(p *market.Probe) { p.Net.Lifted, p.Net.Roots = true, []market.Root{{Key: other}} }), bad},
		{"plain http where allowed", "http://127.0.0.1/", allow("127.0.0.0/8"), skipped},
	})
}
