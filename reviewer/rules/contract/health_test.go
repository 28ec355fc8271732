package contract_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/ruletest"
)

// answered makes the contract answer one of the class and status, and leaves no list.
func answered(class market.Class, status int) func(*market.Probe) {
	return func(p *market.Probe) {
		p.Reason, p.Class = market.ReasonHTTPError, class
		p.Contract = market.Answer{Sent: true, Status: status}
		p.List = market.ToolList{Answer: market.Answer{Sent: true, Status: status}, Fault: market.Note{Code: market.FaultStatus}}
	}
}

func network(reason market.Reason) func(*market.Probe) {
	return func(p *market.Probe) {
		p.Reason, p.Class = reason, market.ClassNetwork
		p.Contract = market.Answer{Reason: reason, Detail: "connect: connection refused"}
		p.List = market.ToolList{}
	}
}

// What came in place of an answer is said, and ports and firewalls are blamed
// only where no connection was made.
func TestHealthCheckSaysHowFarItCame(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sent   bool
		reason market.Reason
		want   string
		port   bool
	}{
		"refused":        {false, market.ReasonConnect, "No connection", true},
		"not in time":    {false, market.ReasonTimeout, "within 5 s", true},
		"not HTTP":       {true, market.ReasonHTTPError, "is not HTTP", false},
		"a large header": {true, market.ReasonTooLarge, "larger than 64 KiB", false},
		"broken off":     {true, market.ReasonConnect, "broke the connection off", false},
		"late":           {true, market.ReasonTimeout, "within 30 s", false},
	} {
		d := ruletest.List(ruletest.Tool("a.list", "Lists"))
		network(c.reason)(&d.Probes[0])
		d.Probes[0].Contract.Sent = c.sent
		hits := find(t, "HLT-001").Check(d)
		if len(hits) != 1 || !strings.Contains(hits[0].Message.EN, c.want) || strings.Contains(hits[0].Fix.EN, "firewalls") != c.port {
			t.Errorf("%s: %+v", name, hits)
		}
		if connected := strings.Contains(hits[0].Message.ZH, "连上了服务器"); connected != c.sent {
			t.Errorf("%s: %s", name, hits[0].Message.ZH)
		}
	}
}

func TestHealthCheck(t *testing.T) {
	t.Parallel()
	at := func(class market.Class) []string { return []string{"reject /probe/contract " + string(class)} }
	page := func(status int, body string) func(*market.Probe) {
		return func(p *market.Probe) {
			answered(market.ClassMismatch, status)(p)
			p.Contract.MediaType, p.Contract.Body = "text/html", body
		}
	}
	try(t, "HLT-001", []row{
		{"200", func(p *market.Probe) { p.Contract.Status = 200 }, nil},
		{"400 of a standard SDK", answered(market.ClassMismatch, 400), at(market.ClassMismatch)},
		{"202", answered(market.ClassMismatch, 202), at(market.ClassMismatch)},
		{"403", answered(market.ClassAuth, 403), []string{"needs_human /probe/contract auth"}},
		{"408", answered(market.ClassThrottled, 408), []string{"needs_human /probe/contract throttled?"}},
		{"410", answered(market.ClassWrongPath, 410), at(market.ClassWrongPath)},
		{"425", answered(market.ClassThrottled, 425), []string{"needs_human /probe/contract throttled?"}},
		{"426", answered(market.ClassProxy, 426), at(market.ClassProxy)},
		{"431", answered(market.ClassProxy, 431), at(market.ClassProxy)},
		{"501 once", answered(market.ClassServerError, 501), []string{"reject /probe/contract server-error?"}},
		{"503 with Retry-After", func(p *market.Probe) {
			answered(market.ClassThrottled, 503)(p)
			p.Contract.RetryAfter = time.Minute
		}, []string{"needs_human /probe/contract throttled?"}},
		{"503 once", answered(market.ClassGateway, 503), []string{"reject /probe/contract gateway?"}},
		{"504 once", answered(market.ClassGateway, 504), []string{"reject /probe/contract gateway?"}},
		{"522 once", answered(market.ClassGateway, 522), []string{"reject /probe/contract gateway?"}},
		{"204", answered(market.ClassMismatch, 204), at(market.ClassMismatch)},
		{"422 of a framework", answered("", 422), at(market.ClassMismatch)},
		{"404 of a session", answered(market.ClassSessionRequired, 404), at(market.ClassSessionRequired)},
		{"404 of a wrong path", answered(market.ClassWrongPath, 404), at(market.ClassWrongPath)},
		{"406", answered(market.ClassAccept, 406), at(market.ClassAccept)},
		{"415", answered(market.ClassContentType, 415), at(market.ClassContentType)},
		{"421", answered(market.ClassProxy, 421), at(market.ClassProxy)},
		{"401", answered(market.ClassAuth, 401), []string{"needs_human /probe/contract auth"}},
		{"402", answered(market.ClassMismatch, 402), []string{"needs_human /probe/contract auth"}},
		{"429", answered(market.ClassThrottled, 429), []string{"needs_human /probe/contract throttled?"}},
		{"500 once", answered(market.ClassServerError, 500), []string{"reject /probe/contract server-error?"}},
		{"502 once", answered(market.ClassGateway, 502), []string{"reject /probe/contract gateway?"}},
		{"refused once", network(market.ReasonConnect), []string{"reject /probe/contract network?"}},
		{"late once", network(market.ReasonTimeout), []string{"reject /probe/contract network?"}},
		{"our own network", network(market.ReasonOurNetwork), []string{"needs_human /probe/contract network?"}},
		{"a web page", answered(market.ClassNotEndpoint, 200), nil},
		{"no name", func(p *market.Probe) { network(market.ReasonDNS)(p); p.Net.DNSFault = "nxdomain" }, []string{skipped}},
		{"no trust", func(p *market.Probe) { network(market.ReasonTLS)(p); p.Net.TLSFault = "expired" }, []string{skipped}},
		{"blocked", network(market.ReasonBlocked), []string{skipped}},
		{"a redirect", func(p *market.Probe) { answered(market.ClassMoved, 301)(p); p.Contract.Location = "/mcp/" }, []string{skipped}},
		{"a login", func(p *market.Probe) { answered(market.ClassMoved, 302)(p); p.Contract.Location = "/login" }, []string{skipped}},
		{"a challenge", page(403, "<title>Just a moment...</title>"), []string{skipped}},
	})
}

// What is certain of a fault that may pass is decided by how often and how
// long it was seen.
func TestHealthCheckOverTime(t *testing.T) {
	t.Parallel()
	series := func(change func(*market.Probe), minutes ...int) *reviewer.Dossier {
		var probes []market.Probe
		for _, m := range minutes {
			p := probe()
			change(&p)
			p.At = start.Add(time.Duration(m) * time.Minute)
			probes = append(probes, p)
		}
		return dossier(probes...)
	}
	mixed := func() *reviewer.Dossier {
		d := series(answered(market.ClassGateway, 502), 0, 1)
		p := probe()
		network(market.ReasonTimeout)(&p)
		p.At = start.Add(31 * time.Minute)
		d.Probes = append(d.Probes, p)
		return d
	}
	for name, c := range map[string]struct {
		d    *reviewer.Dossier
		want string
	}{
		"500 three times":                  {series(answered(market.ClassServerError, 500), 0, 0, 1), "reject /probe/contract server-error"},
		"502 three times within a minute":  {series(answered(market.ClassGateway, 502), 0, 0, 1), "reject /probe/contract gateway?"},
		"502 three times in ten minutes":   {series(answered(market.ClassGateway, 502), 0, 1, 10), "reject /probe/contract gateway"},
		"refused three times in ten":       {series(network(market.ReasonConnect), 0, 1, 10), "reject /probe/contract network?"},
		"refused over half an hour":        {series(network(market.ReasonConnect), 0, 1, 10, 31), "reject /probe/contract network"},
		"one fault after another":          {mixed(), "reject /probe/contract network"},
		"429 is never a refusal":           {series(answered(market.ClassThrottled, 429), 0, 1, 10, 31), "needs_human /probe/contract throttled?"},
		"our own network is never counted": {series(network(market.ReasonOurNetwork), 0, 1, 10, 31), "needs_human /probe/contract network?"},
	} {
		if got := run(t, "HLT-001", c.d); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A server that answers is never said to be away.
func TestAnsweringServerIsNotCalledDown(t *testing.T) {
	t.Parallel()
	away := regexp.MustCompile(`(?i)\b(down|unreachable|offline|dead)\b|不可达|不可用|掉线|离线|宕机|连不上|下线`)
	for class, status := range map[market.Class]int{
		market.ClassMismatch: 400, market.ClassSessionRequired: 404, market.ClassAccept: 406, market.ClassContentType: 415, market.ClassWrongPath: 404,
	} {
		p := probe()
		answered(class, status)(&p)
		for _, h := range find(t, "HLT-001").Check(dossier(p)) {
			for _, text := range []market.Text{h.Message, h.Why, h.Fix} {
				if m := away.FindString(text.ZH + " " + text.EN); m != "" {
					t.Errorf("%s: %q is said in %q / %q", class, m, text.ZH, text.EN)
				}
			}
		}
	}
}

func TestSnippetsFollowTheSDK(t *testing.T) {
	t.Parallel()
	for sdk, want := range map[string][]string{
		"go-sdk": {"Go"}, "mcp-go": {"Go"}, "typescript": {"TypeScript"}, "python": {"Python"}, "": {"Go", "TypeScript", "Python"}, "other": {"Go", "TypeScript", "Python"},
	} {
		p := probe()
		answered(market.ClassMismatch, 400)(&p)
		p.SDK = sdk
		hit := find(t, "HLT-001").Check(dossier(p))[0]
		var got []string
		for _, s := range hit.Snippets {
			got = append(got, s.Lang)
			if strings.TrimSpace(s.Code) == "" || strings.HasSuffix(s.Code, "\n") {
				t.Errorf("%s: snippet %q", sdk, s.Code)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: snippets for %v, want %v", sdk, got, want)
		}
	}
}

func TestGatedMessages(t *testing.T) {
	t.Parallel()
	p := probe()
	answered(market.ClassAuth, 401)(&p)
	d := dossier(p)
	without := find(t, "HLT-001").Check(d)[0].Message
	d.HadToken = true
	if with := find(t, "HLT-001").Check(d)[0].Message; with == without {
		t.Errorf("with a token that was refused and without one the message is the same: %q", with.EN)
	}
}

func TestExplained(t *testing.T) {
	t.Parallel()
	diagnosed := func(g ...market.Diagnostic) func(*market.Probe) {
		return func(p *market.Probe) { answered(market.ClassMismatch, 400)(p); p.MCP.Attempts = g }
	}
	for kind, want := range map[string]string{"modern": "2026-07-28", "session": "session", "sse": "SSE", "new": "new", "": "no tool list either"} {
		p := probe()
		diagnosed(market.Diagnostic{Kind: "modern", Detail: "x"}, market.Diagnostic{Kind: kind, OK: kind != "", Tools: 3})(&p)
		hits := find(t, "HLT-002").Check(dossier(p))
		if len(hits) != 1 || !strings.Contains(hits[0].Message.EN, want) {
			t.Errorf("%q: %+v", kind, hits)
		}
	}
	try(t, "HLT-002", []row{{"only a session works", diagnosed(market.Diagnostic{Kind: "session", OK: true}), []string{"info /probe/contract"}}})
}

func TestIsEndpoint(t *testing.T) {
	t.Parallel()
	both := func(status int, media, body, faultCode string) func(*market.Probe) {
		return func(p *market.Probe) {
			p.Contract = market.Answer{Sent: true, Status: status, MediaType: media, Body: body}
			p.List = market.ToolList{Answer: p.Contract, Fault: market.Note{Code: faultCode}}
		}
	}
	bad := []string{"reject /probe/list not-an-endpoint"}
	try(t, "HLT-003", []row{
		{"a parking page", both(200, "text/html", "<html>This domain is for sale", market.FaultHTML), bad},
		{"a page on the risk of this network", both(200, "text/html", "<html>您的网络存在风险，请稍后再试", market.FaultHTML), bad},
		{"JSON-RPC error with id null, and a list", func(p *market.Probe) {
			p.Contract = market.Answer{Sent: true, Status: 200, MediaType: "application/json", Body: `{"jsonrpc":"2.0","id":null,"error":{"code":-32600}}`}
		}, nil},
		{"405 pages", both(405, "text/html", "<h1>Method Not Allowed", market.FaultStatus), bad},
		{"another API", both(200, "application/json", `{"code":404,"msg":"no such route"}`, market.FaultEnvelope), bad},
		{"JSON-RPC error with id null, then no list", both(200, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32600}}`, market.FaultRPCError), nil},
		{"the fix for the health check, then a broken envelope", func(p *market.Probe) {
			both(200, "application/json", `{}`, market.FaultEnvelope)(p)
			p.List.Answer.Body = `{"result":{}}`
		}, []string{skipped}},
		{"a page with a login", both(200, "text/html", `<input type="password">`, market.FaultHTML), []string{skipped}},
		{"a challenge", both(200, "text/html", `请完成滑动验证`, market.FaultHTML), []string{skipped}},
		{"a plain 404", answered(market.ClassWrongPath, 404), []string{skipped}},
	})
}

func TestNotChallenged(t *testing.T) {
	t.Parallel()
	page := func(status int, body string) func(*market.Probe) {
		return func(p *market.Probe) {
			p.Contract = market.Answer{Sent: true, Status: status, MediaType: "text/html", Body: body}
			p.List = market.ToolList{Answer: p.Contract, Fault: market.Note{Code: market.FaultStatus}}
		}
	}
	bad := []string{"needs_human /probe/contract challenge"}
	try(t, "HLT-005", []row{
		{"an interstitial", page(403, "<title>Just a moment...</title>"), bad},
		{"a slider", page(200, "请完成滑动验证后继续"), bad},
		{"405 of a firewall reads as alive by its status", page(405, `<script src="/aliyun_waf/x.js">`), bad},
		{"what the prober recognised by its headers", func(p *market.Probe) { page(503, "<html>")(p); p.Class = market.ClassChallenge }, bad},
		{"on the list only", func(p *market.Probe) {
			p.List = market.ToolList{Answer: market.Answer{Sent: true, Status: 403, MediaType: "text/html", Body: "Attention Required!"}, Fault: market.Note{Code: market.FaultStatus}}
		}, []string{"needs_human /probe/list challenge"}},
		{"JSON 403", func(p *market.Probe) {
			p.Contract = market.Answer{Sent: true, Status: 403, MediaType: "application/json", Body: `{"error":"captcha"}`}
		}, nil},
		{"a 404 page with a captcha script", page(404, `<script src="/captcha.js">`), nil},
		{"a web server's 405 page", page(405, "<h1>405 Not Allowed</h1>nginx"), nil},
	})
}
