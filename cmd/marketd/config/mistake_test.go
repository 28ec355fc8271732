package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"marketd/cmd/marketd/config"
)

func TestMistakes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("not PEM"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args []string
		want []string // each in the error's text
	}{
		"unknown flag":                 {[]string{"--lisen=:1"}, []string{"flags", "-lisen", "marketd help"}},
		"no flag":                      {[]string{"serve"}, []string{`"serve"`, "is no flag"}},
		"flag without value":           {[]string{"--listen"}, []string{"listen"}},
		"no port":                      {[]string{"--listen=localhost"}, []string{`--listen "localhost"`, "no HOST:PORT", "127.0.0.1:8443"}},
		"bad port":                     {[]string{"--listen=localhost:http"}, []string{"the port is not a number"}},
		"port too large":               {[]string{"--listen=localhost:65536"}, []string{"the port is not a number"}},
		"bad listen host":              {[]string{"--listen=a_b:1"}, []string{"neither a host name nor an address"}},
		"bad bool":                     {[]string{"--demo=perhaps"}, []string{"--demo", "neither true nor false"}},
		"empty folder":                 {[]string{"--data="}, []string{"--data", "empty"}},
		"folder is a file":             {[]string{"--data=" + file}, []string{"is not a folder"}},
		"sqlite URL":                   {[]string{"--database-url=sqlite:s3cr3t"}, []string{"--database-url:", "postgres://"}},
		"range with host bits":         {[]string{"--behind-proxy=10.1.2.3/8"}, []string{"10.0.0.0/8"}},
		"not a range":                  {[]string{"--probe-allow=lan"}, []string{"neither an address nor a range"}},
		"zoned address":                {[]string{"--probe-allow=fe80::1%eth0"}, []string{"neither an address nor a range"}},
		"bad host":                     {[]string{"--hosts=https://a"}, []string{"neither a host name nor an address"}},
		"long label":                   {[]string{"--hosts=" + strings.Repeat("a", 64)}, []string{"neither a host name nor an address"}},
		"acme for an address":          {[]string{"--acme-domain=10.0.0.1"}, []string{"not a public host name"}},
		"acme for localhost":           {[]string{"--acme-domain=localhost"}, []string{"not a public host name"}},
		"acme directory":               {[]string{"--acme-domain=a.example", "--acme-ca=http://ca"}, []string{"not an https URL"}},
		"acme mail alone":              {[]string{"--acme-email=a@b.example"}, []string{"needs --acme-domain"}},
		"base URL path":                {[]string{"--base-url=https://a.example/market"}, []string{"more than a scheme"}},
		"base URL ftp":                 {[]string{"--base-url=ftp://a.example"}, []string{"not an http(s) URL"}},
		"base URL http":                {[]string{"--base-url=http://a.example:8080"}, []string{"another scheme", "https://a.example:8080"}},
		"base URL in Unicode":          {[]string{"--base-url=https://市集.example"}, []string{"neither a host name nor an address"}},
		"proxy without base":           {[]string{"--behind-proxy=10.0.0.0/8"}, []string{"--base-url", "with --behind-proxy", "--base-url=https://market.example.com"}},
		"files without base":           {[]string{"--tls-cert=" + file, "--tls-key=" + file}, []string{"--base-url", "with --tls-cert", "--base-url=https://market.example.com"}},
		"NAT64 in IPv4":                {[]string{"--probe-nat64=10.0.0.0/8"}, []string{"--probe-nat64", "not an IPv6 range", "2001:db8:64::/96"}},
		"NAT64 of 65 bits":             {[]string{"--probe-nat64=2001:db8::/65"}, []string{"not an IPv6 range"}},
		"public name":                  {[]string{"--public-address=market.example"}, []string{"--public-address", "ADDRESS:PORT"}},
		"public everything":            {[]string{"--public-address=0.0.0.0"}, []string{"neither an address"}},
		"public zone":                  {[]string{"--public-address=fe80::1%eth0"}, []string{"neither an address"}},
		"plain to the network":         {[]string{"--plain-http"}, []string{"--plain-http", "in clear", "--listen 127.0.0.1"}},
		"plain on a name":              {[]string{"--plain-http", "--listen=a.lan:80"}, []string{"in clear"}},
		"certificate alone":            {[]string{"--tls-cert=" + file}, []string{"--tls-cert", "stands alone", "--tls-key"}},
		"key alone":                    {[]string{"--tls-key=" + file}, []string{"--tls-key", "stands alone", "--tls-cert"}},
		"bad pair":                     {[]string{"--tls-cert=" + file, "--tls-key=" + file}, []string{"cannot be used"}},
		"two ways":                     {[]string{"--acme-domain=a.example", "--behind-proxy=10.0.0.0/8"}, []string{"--acme-domain, --behind-proxy", "contradict"}},
		"probe CA missing":             {[]string{"--probe-ca=" + file + "x"}, []string{"--probe-ca", "cannot be read"}},
		"probe CA not PEM":             {[]string{"--probe-ca=" + file}, []string{"no certificate"}},
		"pace":                         {[]string{"--pace=slow"}, []string{"normal or fast"}},
		"log level":                    {[]string{"--log-level=loud"}, []string{"no such level"}},
		"schedule":                     {[]string{"--sweep=hourly"}, []string{"not a schedule"}},
		"threshold name":               {[]string{"--thresholds=tries=3"}, []string{"tries: no such threshold"}},
		"threshold pair":               {[]string{"--thresholds=failures"}, []string{"not NAME=VALUE"}},
		"threshold count":              {[]string{"--thresholds=failures=0"}, []string{"failures: out of range"}},
		"threshold time":               {[]string{"--thresholds=span=-1s"}, []string{"span: shorter than 1s"}},
		"threshold retry":              {[]string{"--thresholds=retry=1s+x"}, []string{"retry: not a duration"}},
		"threshold too short":          {[]string{"--thresholds=every=1ns"}, []string{"every: shorter than 1s"}},
		"threshold too long":           {[]string{"--thresholds=gone=99999h"}, []string{"gone: longer than 87600h"}},
		"retries too short":            {[]string{"--thresholds=retry=1s+1ms"}, []string{"retry: shorter than 1s"}},
		"retries too many":             {[]string{"--thresholds=retry=" + strings.Repeat("1s+", 20) + "1s"}, []string{"retry: more than 20"}},
		"thresholds reversed":          {[]string{"--thresholds=down=10m"}, []string{"--thresholds", "out of order", "a span no longer than down"}},
		"sweep too often":              {[]string{"--sweep=@every 1ns"}, []string{"--sweep", "shorter than 1s", "@every 10s"}},
		"sweep too seldom":             {[]string{"--sweep=@every 100h"}, []string{"longer than 24h"}},
		"sweep of a month":             {[]string{"--sweep=@monthly"}, []string{"does not come every day"}},
		"sweep on workdays":            {[]string{"--sweep=0 9 * * 1-5"}, []string{"does not come every day"}},
		"sweep of no day":              {[]string{"--sweep=0 0 30 2 *"}, []string{"never comes"}},
		"rescue too early":             {[]string{"--rescue-after=1ns"}, []string{"--rescue-after", "shorter than 1s", "from 1s to 24h"}},
		"rescue too late":              {[]string{"--rescue-after=25h"}, []string{"longer than 24h"}},
		"database nowhere":             {[]string{"--database-url=postgres://"}, []string{"names no host", "postgres://USER:PASSWORD@HOST/DATABASE"}},
		"database of no name":          {[]string{"--database-url=postgres://u:s3cr3t@h"}, []string{"names no database"}},
		"proxy is the world":           {[]string{"--behind-proxy=0.0.0.0/0", "--base-url=https://a.example"}, []string{"--behind-proxy", "wider than", "10.0.0.5"}},
		"proxy is half of it":          {[]string{"--behind-proxy=128.0.0.0/1", "--base-url=https://a.example"}, []string{"wider than"}},
		"proxy is all of IPv6":         {[]string{"--behind-proxy=::/0", "--base-url=https://a.example"}, []string{"wider than"}},
		"proxy in IPv6 form":           {[]string{"--behind-proxy=::ffff:0:0/96", "--base-url=https://a.example"}, []string{"IPv4 range in IPv6 form"}},
		"probes everywhere":            {[]string{"--probe-allow=0.0.0.0/0"}, []string{"--probe-allow", "wider than"}},
		"base with a password":         {[]string{"--base-url=https://u:s3cr3t@a.example"}, []string{`--base-url "https://…@a.example"`, "more than a scheme"}},
		"base with a strange password": {[]string{"--base-url=https://u:s3cr3t/s3cr3t@s3cr3t @a.example"}, []string{`"https://…@a.example"`}},
		"directory with a password":    {[]string{"--acme-domain=a.example", "--acme-ca=http://u:s3cr3t@ca"}, []string{"not an https URL"}},
		"stray URL":                    {[]string{"postgres://u:s3cr3t@h/d"}, []string{"is no flag"}},
		"stray flag":                   {[]string{"---database-url=postgres://u:s3cr3t@h/d"}, []string{"bad flag syntax"}},
		"demo for the network":         {[]string{"--demo", "--listen=0.0.0.0:8443"}, []string{"--listen", "passwords everyone knows", "127.0.0.1:8443", "ssh -L"}},
		"demo on every address":        {[]string{"--demo", "--listen=:8443"}, []string{"passwords everyone knows"}},
		"demo behind a proxy":          {[]string{"--demo", "--behind-proxy=127.0.0.1", "--base-url=https://a.example"}, []string{"--behind-proxy", "passwords everyone knows"}},
		"demo by ACME":                 {[]string{"--demo", "--acme-domain=a.example"}, []string{"--acme-domain", "passwords everyone knows"}},
		"memory-limit":                 {[]string{"--memory-limit=256"}, []string{"no size"}},
		"memory-limit too small":       {[]string{"--memory-limit=63MiB"}, []string{"less than"}},
		"memory-limit not a number":    {[]string{"--memory-limit=1e3GiB"}, []string{"not a whole number"}},
		"cadence":                      {[]string{"--probe-healthy=often"}, []string{"--probe-healthy", "not a schedule", "@every 30m"}},
		"spacing":                      {[]string{"--probe-spacing=2m"}, []string{"not from 0s to 1m"}},
		"second look":                  {[]string{"--probe-second-look=soon"}, []string{"not a duration"}},
		"canary":                       {[]string{"--probe-canaries=example.com"}, []string{"not an https URL"}},
		"workers":                      {[]string{"--workers=many"}, []string{"not a whole number"}},
		"all at once":                  {[]string{"--pace=slow", "--demo=x", "--listen=y"}, []string{"--pace", "--demo", "--listen"}},
	} {
		_, err := config.Read(c.args, nil)
		if _, ok := errors.AsType[*config.Mistake](err); !ok {
			t.Errorf("%s: %v is no mistake", name, err)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: the error %q does not say %q", name, err, want)
			}
		}
		if strings.Contains(err.Error(), "s3cr3t") {
			t.Errorf("%s: the error shows a secret", name)
		}
	}
}

func TestRightCombinations(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"--plain-http", "--listen=127.0.0.1:0"},
		{"--plain-http", "--listen=[::1]:8080", "--base-url=http://localhost:8080/"},
		{"--plain-http", "--demo"},
		{"--plain-http", "--listen=localhost:0"},
		{"--behind-proxy=10.0.0.0/8", "--base-url=https://market.example"},
		{"--acme-domain=a.example", "--acme-domain=b.example", "--acme-email=x@a.example"},
		{"--database-url=postgres://h/d"},
		{"--database-url=postgresql:///d?host=/run/postgresql"},
		{"--database-url=postgres://h?dbname=d"},
		{"--sweep=@daily"},
		{"--sweep=CRON_TZ=Europe/Berlin 30 2 * * *"}, // which summer time leaves out once a year
		{"--sweep=@every 1s", "--rescue-after=1s", "--thresholds=span=1s,retry=1s"},
		{"--behind-proxy=10.0.0.0/8,fc00::/7,192.0.2.1", "--base-url=https://market.example"},
		{"--demo", "--listen=[::1]:8443"},
		{"--listen=[::]:443", "--hosts=market.lan,192.168.1.5,fd00::1"},
	} {
		if _, err := config.Read(args, nil); err != nil {
			t.Errorf("%v: %v", args, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"--listen=:1", "--thresholds=failures=3,retry=1s+", "--sweep=@every 1s", "--hosts=,,", "--base-url=https://[::1", "--base-url=https://A:443/", "--public-address=[::1]:0", "--probe-nat64=::/96", "-=", "--", "--probe-allow=::/0", "--sweep=TZ= * * * * *"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, flag string) {
		c, err := config.Read([]string{flag}, nil)
		if (c == nil) == (err == nil) {
			t.Errorf("%q: %v and %v", flag, c, err)
		}
	})
}
