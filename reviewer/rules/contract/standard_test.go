package contract_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/ruletest"
)

// standardOnly leaves what a look in the way of standard MCP alone knows.
func standardOnly(p *market.Probe) {
	p.Reason, p.Class, p.Contract, p.List = "", "", market.Answer{}, market.ToolList{}
}

// noStandard makes standard MCP fail, with the fault and the status.
func noStandard(reason market.Reason, fault string, status int) func(*market.Probe) {
	return func(p *market.Probe) {
		p.MCP = market.Talk{
			Reason: reason, Attempts: []market.Diagnostic{{Kind: "modern", Status: status, Detail: "modern failed"}, {Kind: "session", Status: status, Detail: "session failed"}},
			List: market.ToolList{Answer: market.Answer{Sent: true, Status: status, Reason: market.ReasonOK}, Fault: market.Note{Code: fault, Detail: "detail"}},
		}
	}
}

func TestStandardWorks(t *testing.T) {
	t.Parallel()
	status := func(s int) func(*market.Probe) { return noStandard(market.ReasonHTTPError, market.FaultStatus, s) }
	refused := func(code int, message string) func(*market.Probe) {
		return func(p *market.Probe) {
			noStandard(market.ReasonRPCError, market.FaultRPCError, 200)(p)
			p.MCP.List.RPCCode, p.MCP.List.RPCMessage = code, message
		}
	}
	transport := func(reason market.Reason, sent bool) func(*market.Probe) {
		return func(p *market.Probe) {
			noStandard(reason, market.FaultTransport, 0)(p)
			p.MCP.List.Answer.Sent, p.MCP.List.Answer.Reason = sent, reason
		}
	}
	reject := func(class string) []string { return []string{strings.TrimSpace("reject /probe/mcp " + class)} }
	try(t, "PRO-018", []row{
		{"the old transport", func(p *market.Probe) { p.MCP.Way = "sse" }, nil},
		{"the app's way alone fails", answered(market.ClassMismatch, 400), nil},
		{"not tried", func(p *market.Probe) { p.MCP = market.Talk{} }, []string{skipped}},
		{"400", status(400), reject("contract-mismatch")},
		{"404", status(404), reject("wrong-path")},
		{"405", status(405), reject("not-an-endpoint")},
		{"406", status(406), reject("accept")},
		{"415", status(415), reject("content-type")},
		{"a redirect", status(307), reject("moved")},
		{"a login", func(p *market.Probe) { status(302)(p); p.MCP.List.Answer.Location = "/login" }, []string{"needs_human /probe/mcp auth"}},
		{"401", noStandard(market.ReasonAuthRequired, market.FaultStatus, 401), []string{"needs_human /probe/mcp auth"}},
		{"unauthorised by JSON-RPC", refused(-32001, "Unauthorized"), []string{"needs_human /probe/mcp auth"}},
		{"429", noStandard(market.ReasonRateLimited, market.FaultStatus, 429), []string{"needs_human /probe/mcp throttled?"}},
		{"a challenge", func(p *market.Probe) {
			status(403)(p)
			p.MCP.List.Answer.MediaType, p.MCP.List.Answer.Body = "text/html", "<title>Just a moment...</title>"
		}, []string{"needs_human /probe/mcp challenge"}},
		{"our network", transport(market.ReasonOurNetwork, true), []string{"needs_human /probe/mcp?"}},
		{"500 once", status(500), []string{"reject /probe/mcp server-error?"}},
		{"503 once", status(503), []string{"reject /probe/mcp gateway?"}},
		{"late once", transport(market.ReasonTimeout, true), []string{"reject /probe/mcp network?"}},
		{"no connection", transport(market.ReasonConnect, false), []string{"reject /probe/mcp network?"}},
		{"no connection, as the app's way showed", func(p *market.Probe) { p.MCP = market.Talk{Reason: market.ReasonConnect} }, []string{"reject /probe/mcp network?"}},
		{"an internal error", refused(-32603, "oops"), []string{"reject /probe/mcp?"}},
		{"no such method", refused(-32601, "no"), reject("")},
		{"versions that nobody speaks", refused(-32022, "v"), reject("")},
		{"another error", refused(7, "v"), reject("")},
		{"no name", func(p *market.Probe) {
			transport(market.ReasonDNS, false)(p)
			p.Net = market.NetFacts{DNSFault: "nxdomain"}
		}, []string{skipped}},
		{"a certificate", func(p *market.Probe) {
			transport(market.ReasonTLS, false)(p)
			p.Net = market.NetFacts{TLSFault: "expired"}
		}, []string{skipped}},
		{"an address of ours", transport(market.ReasonBlocked, false), []string{skipped}},
		{"odd, and read all the same", func(p *market.Probe) {
			p.MCP.List.Notes = []market.Note{{Code: market.NoteStringID}, {Code: market.NoteLaterPages}, {Code: market.NoteMediaType, Detail: "text/plain"}}
		}, []string{"warn /probe/mcp", "warn /probe/mcp"}},
	})
	for _, code := range []string{
		market.FaultHTML, market.FaultMediaType, market.FaultNotJSON, market.FaultUnstrictJSON, market.FaultEnvelope, market.FaultID, market.FaultNoTools, market.FaultTooLarge,
		market.FaultTooManyTools, market.FaultStreamNoReply, market.FaultStreamNoise, market.FaultCursorLoop, market.FaultCursorType, market.FaultEncoded, market.FaultWithheld, market.FaultEndpoint, "new",
	} {
		p := probe()
		noStandard(market.ReasonNotMCP, code, 200)(&p)
		h := find(t, "PRO-018").Check(dossier(p))
		if len(h) != 1 || h[0].Evidence != "2026-07-28: modern failed; initialize: session failed" || (h[0].Fix.IsZero() && len(h[0].Snippets) == 0) {
			t.Errorf("%s: %+v", code, h)
		}
	}
}

// TestStandardLogin: who sends clients to a login page is told of that page, with
// a token or without; who answers 401 is told of the token.
func TestStandardLogin(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		status         int
		location, body string
		said           string
	}{
		"a redirect": {302, "https://api.weather.co.uk/login", "", "login page"},
		"a page":     {200, "", `<input type="password">`, "login page"},
		"401":        {401, "", "", "token"},
	} {
		for _, token := range []bool{false, true} {
			p := probe()
			noStandard(market.ReasonAuthRequired, market.FaultStatus, tt.status)(&p)
			a := &p.MCP.List.Answer
			a.Location, a.Body = tt.location, tt.body
			if tt.body != "" {
				a.MediaType = "text/html"
			}
			d := dossier(p)
			d.HadToken = token
			h := find(t, "PRO-018").Check(d)
			if len(h) != 1 || !strings.Contains(h[0].Message.EN, tt.said) || h[0].Class != market.ClassAuth {
				t.Errorf("%s, with a token %t: %+v", name, token, h)
			}
		}
	}
}

// TestStandardOverTime: what may pass is certain when it was seen often and
// long enough.
func TestStandardOverTime(t *testing.T) {
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
	gateway := noStandard(market.ReasonHTTPError, market.FaultStatus, 502)
	down := func(p *market.Probe) { p.MCP = market.Talk{Reason: market.ReasonConnect} }
	for name, c := range map[string]struct {
		d    *reviewer.Dossier
		want string
	}{
		"502 within a minute":    {series(gateway, 0, 0, 1), "reject /probe/mcp gateway?"},
		"502 over ten minutes":   {series(gateway, 0, 1, 10), "reject /probe/mcp gateway"},
		"down for ten minutes":   {series(down, 0, 1, 10), "reject /probe/mcp network?"},
		"down for half an hour":  {series(down, 0, 1, 10, 31), "reject /probe/mcp network"},
		"500 three times":        {series(noStandard(market.ReasonHTTPError, market.FaultStatus, 500), 0, 0, 0), "reject /probe/mcp server-error"},
		"429, ever so often":     {series(noStandard(market.ReasonRateLimited, market.FaultStatus, 429), 0, 1, 10, 31), "needs_human /probe/mcp throttled?"},
		"a mismatch, seen once":  {series(noStandard(market.ReasonHTTPError, market.FaultStatus, 400), 0), "reject /probe/mcp contract-mismatch"},
		"our network, ever more": {series(func(p *market.Probe) { p.MCP = market.Talk{Reason: market.ReasonOurNetwork} }, 0, 1, 10, 31), "needs_human /probe/mcp?"},
	} {
		if got := run(t, "PRO-018", c.d); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestStandardTexts: what to do follows from what went wrong.
func TestStandardTexts(t *testing.T) {
	t.Parallel()
	p := probe()
	noStandard(market.ReasonHTTPError, market.FaultStatus, 405)(&p)
	p.MCP.List.Fault.Detail = "notifications/initialized: HTTP 405"
	if h := find(t, "PRO-018").Check(dossier(p))[0]; !strings.Contains(h.Message.EN, "notifications/initialized") || !strings.Contains(h.Fix.EN, "202") {
		t.Errorf("hit %+v", h)
	}
	noStandard(market.ReasonAuthRequired, market.FaultStatus, 401)(&p)
	d := dossier(p)
	without := find(t, "PRO-018").Check(d)[0]
	d.HadToken = true
	if with := find(t, "PRO-018").Check(d)[0]; with.Message == without.Message || with.Fix == without.Fix {
		t.Errorf("with a token that was refused and without one: %+v", with)
	}
	noStandard(market.ReasonHTTPError, market.FaultStatus, 400)(&p)
	for sdk, want := range map[string][]string{"typescript": {"TypeScript"}, "": {"Go", "TypeScript", "Python"}} {
		p.SDK = sdk
		var got []string
		for _, s := range find(t, "PRO-018").Check(dossier(p))[0].Snippets {
			got = append(got, s.Lang)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: snippets for %v", sdk, got)
		}
	}
}

// TestOneProfileIsSilentOnTheOther: a look in the way of standard MCP alone
// says nothing of the app's.
func TestOneProfileIsSilentOnTheOther(t *testing.T) {
	t.Parallel()
	for _, change := range []func(*market.Probe){func(*market.Probe) {}, noStandard(market.ReasonHTTPError, market.FaultStatus, 400), func(p *market.Probe) { p.MCP = market.Talk{Reason: market.ReasonConnect} }} {
		p := probe()
		change(&p)
		standardOnly(&p)
		for _, r := range rulesOf(t) {
			for _, hit := range r.Check(dossier(p)) {
				if r.Applies(dossier(p)) && (hit.Profile == market.ProfileApp || hit.Profile == "" && r.Profile == market.ProfileApp) {
					t.Errorf("%s: %+v", r.ID, hit)
				}
			}
		}
	}
}

func TestTokenEchoInEitherList(t *testing.T) {
	t.Parallel()
	p := probe()
	p.MCP.List.Notes = []market.Note{{Code: market.NoteTokenEcho}}
	d := dossier(p)
	d.HadToken = true
	ruletest.Check(t, find(t, "SEC-032"), "in standard MCP's", d, []string{"reject /probe/mcp"})
	d.Probes[0].List.Notes = p.MCP.List.Notes
	ruletest.Check(t, find(t, "SEC-032"), "in both", d, []string{"reject /probe/list"})
}

// TestNoFaultOfStandardMCPIsPraised: whatever came in place of a list, somebody
// says so on the profile: this rule, or the one that it names.
func TestNoFaultOfStandardMCPIsPraised(t *testing.T) {
	t.Parallel()
	rule := find(t, "PRO-018")
	reasons := []market.Reason{
		market.ReasonDNS, market.ReasonConnect, market.ReasonTLS, market.ReasonTimeout, market.ReasonHTTPError, market.ReasonNotMCP, market.ReasonAuthRequired,
		market.ReasonRateLimited, market.ReasonRPCError, market.ReasonTooLarge, market.ReasonBlocked, market.ReasonOurNetwork, "new",
	}
	faults := []string{
		"", market.FaultTransport, market.FaultStatus, market.FaultHTML, market.FaultMediaType, market.FaultNotJSON, market.FaultUnstrictJSON, market.FaultEnvelope, market.FaultID, market.FaultRPCError,
		market.FaultNoTools, market.FaultTooLarge, market.FaultTooManyTools, market.FaultStreamNoReply, market.FaultStreamNoise, market.FaultCursorLoop, market.FaultCursorType, market.FaultEncoded,
		market.FaultWithheld, market.FaultEndpoint, "new",
	}
	for _, reason := range reasons {
		for _, fault := range faults {
			for _, status := range []int{0, 200, 202, 302, 304, 401, 403, 404, 405, 429, 501, 503, 599} {
				for _, body := range []string{"", `<input type="password">`, "Just a moment..."} {
					if body != "" && status != 200 && status != 403 {
						continue
					}
					p := probe()
					noStandard(reason, fault, status)(&p)
					p.MCP.List.Answer.Body, p.MCP.List.Answer.MediaType = body, "text/html"
					d := dossier(p)
					if !rule.Applies(d) {
						if reason != market.ReasonBlocked {
							t.Errorf("%s, %s, %d: passed over", reason, fault, status)
						}
						continue
					}
					hits := rule.Check(d)
					if len(hits) != 1 || hits[0].Message.IsZero() || hits[0].Severity == market.SeverityWarn || hits[0].Severity == market.SeverityInfo || hits[0].Where != "/probe/mcp" {
						t.Fatalf("%s, %s, %d: %+v", reason, fault, status, hits)
					}
				}
			}
		}
	}
}
