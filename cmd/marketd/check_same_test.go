package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"marketd/market"
)

// said is what a finding says of a server, on whatever surface.
type said struct {
	Rule     string
	Severity market.Severity
	Enforced bool
	Profile  market.Profile
	Where    string
	Evidence string
	Message  market.Text
	Fix      market.Text
}

// ofServer are the findings on the server; those on the rest of an entry, which
// only a submission has, are left out.
func ofServer(found []market.Finding) []said {
	all := []said{}
	for _, f := range found {
		if strings.HasPrefix(f.Where, "/entry/") && !strings.HasPrefix(f.Where, "/entry/server/") {
			continue
		}
		all = append(all, said{f.Rule, f.Severity, f.Enforced, f.Profile, f.Where, f.Evidence, f.Message, f.Fix})
	}
	slices.SortFunc(all, func(a, b said) int {
		return cmp.Or(strings.Compare(a.Rule, b.Rule), strings.Compare(a.Where, b.Where), strings.Compare(a.Evidence, b.Evidence))
	})
	return all
}

// eventually asks again until there is an answer.
func eventually(t *testing.T, what string, answer func() bool) {
	t.Helper()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for late := time.After(patience); !answer(); {
		select {
		case <-tick.C:
		case <-late:
			t.Fatalf("no %s", what)
		}
	}
}

// The same server has the same findings on the command line, by the API, on the
// page and in the review.
func TestFourSurfacesSayTheSame(t *testing.T) {
	t.Parallel()
	data := dataFolder(t)
	if code, _, errs := runCommand(t, "a long enough password\n", nil, "admin", "create", "dev@market.test", "--role=developer", "--data="+data, "--password-stdin"); code != exitOK {
		t.Fatal(errs)
	}
	m := serving(t, data, "--probe-allow=127.0.0.0/8", "--pace=fast")
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	m.client.Jar = jar
	const form = "application/x-www-form-urlencoded"
	if r := m.do(t, http.MethodPost, "/signin", "email=dev%40market.test&password=a+long+enough+password", "Content-Type", form); r.StatusCode != http.StatusSeeOther {
		t.Fatalf("signing in: %s\n%s", r.Status, r.body)
	}
	for i, server := range []struct{ name, url string }{
		{"go-sdk", serveHandler(t, goSDKServer(true))}, {"mcp-go", serveHandler(t, mcpGoServer())}, {"placeholder", plays(t, placeholder+","+fine)},
	} {
		_, out, _ := runCommand(t, "", nil, "check", server.url, "--format=json")
		want := ofServer(reportsOf(t, out)[0].Findings)
		if len(want) == 0 && server.name != "mcp-go" {
			t.Errorf("%s: nothing was found", server.name)
		}
		same := func(surface string, found []market.Finding) {
			t.Helper()
			if diff := gocmp.Diff(want, ofServer(found)); diff != "" {
				t.Errorf("%s: not the same on the command line and %s:\n%s", server.name, surface, diff)
			}
		}
		r := m.do(t, http.MethodPost, "/api/v1/check", fmt.Sprintf(`{"url":%q}`, server.url), "Content-Type", "application/json")
		same("by the API", reportsOf(t, r.body)[0].Findings)
		page := m.do(t, http.MethodPost, "/check", "url="+url.QueryEscape(server.url), "Content-Type", form).Header.Get("Location")
		eventually(t, "report on the page", func() bool {
			r = m.get(t, page+"/report.json")
			return r.StatusCode == http.StatusOK
		})
		same("on the page", reportsOf(t, r.body)[0].Findings)
		// Last, for a market remembers what it refused (SIM-005).
		same("in the review", m.reviewed(t, fmt.Sprintf("same-%d", i), server.url))
	}
}

// reviewed submits the server and returns what the review found.
func (m *running) reviewed(t *testing.T, id, server string) []market.Finding {
	t.Helper()
	entry := fmt.Sprintf(`{"id":%q,"name":"Clock %[1]s","desc":"Tells the time of day in any time zone","cat":"life","author":"Example","homepage":"https://example.com/",`+
		`"privacy":"https://example.com/privacy","server":{"url":%q},"confirm":true}`, id, server)
	r := m.do(t, http.MethodPost, "/api/v1/submissions", entry, "Content-Type", "application/json")
	if r.StatusCode != http.StatusAccepted {
		t.Fatalf("submitting: %s\n%s", r.Status, r.body)
	}
	var status struct {
		Stage    market.Stage
		Findings []market.Finding
	}
	eventually(t, "end of the review", func() bool {
		if err := json.Unmarshal([]byte(m.get(t, r.Header.Get("Location")).body), &status); err != nil {
			t.Fatal(err)
		}
		return status.Stage != market.StageChecking
	})
	return status.Findings
}
