package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
)

// demo is what a demo market prints for its visitors.
type demo struct {
	passwords map[string]string // by e-mail
	servers   map[string]string // URL by name
}

var (
	accountLine = regexp.MustCompile(`(?m)^\s*(?:developer|reviewer|admin)\s+(\S+@\S+)\s+(\S+)\s*$`)
	serverLine  = regexp.MustCompile(`(?m)^\s*(\S+)\s+(http://127\.0\.0\.1:\d+/mcp)\s`)
)

func readDemo(t *testing.T, p *process) demo {
	t.Helper()
	d := demo{map[string]string{}, map[string]string{}}
	eventually(t, 30*time.Second, "accounts and servers printed", func() bool {
		for _, m := range accountLine.FindAllStringSubmatch(p.out.String(), -1) {
			d.passwords[m[1]] = m[2]
		}
		for _, m := range serverLine.FindAllStringSubmatch(p.out.String(), -1) {
			d.servers[m[1]] = m[2]
		}
		return len(d.passwords) == 3 && len(d.servers) >= 10
	})
	return d
}

// submitByAPI submits with the client's session and returns the submission's id.
func submitByAPI(t *testing.T, c *http.Client, p *process, id, server string) string {
	t.Helper()
	body := fmt.Sprintf(`{"id":%q,"name":"Sample %.12s","desc":"A sample server of the demo market","cat":"other","author":"Demo","server":{"url":%q},"confirm":true}`, id, id, server)
	resp, err := c.Post(p.URL+"/api/v1/submissions", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := read(resp)
	if err != nil || resp.StatusCode != http.StatusAccepted {
		t.Fatalf("submit %s: %s (%v)\n%s", id, resp.Status, err, answer)
	}
	var s struct {
		SubmissionID string `json:"submissionId"`
	}
	if err := json.Unmarshal(answer, &s); err != nil || s.SubmissionID == "" {
		t.Fatalf("submit %s answered %s (%v)", id, answer, err)
	}
	return s.SubmissionID
}
